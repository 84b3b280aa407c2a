import LarderModel
import LarderTestSupport

/// Jobs and effects in which every field is set.
enum SampleRecords {
    static func digest(_ byte: UInt8) -> Digest { Digest(bytes: [UInt8](repeating: byte, count: 32)) ?? .zero }

    /// One of every work, and one that was redirected.
    static let specs: [JobSpec] = works + [redirected]

    private static let redirected = JobSpec(
        source: "sample",
        work: .imageDownload(
            ImageDownloadWork(imageURN: "image:sample:2", url: "http://sample.test/2.jpg", alternatives: ["a"])
        ),
        redirect: JobRedirect(
            url: "http://pictures.test/2.jpg",
            count: 2,
            freshUntil: 1_700_000_060_000,
            foundAt: 1_700_000_000_000,
            waitMs: 3_000,
            isSecondWay: true
        )
    )

    private static let works: [JobSpec] = [
        .discover(
            DiscoverWork(
                target: "a",
                url: "http://a.test/s.xml",
                depth: 2,
                position: 5_000,
                freshSince: 1_700_000_000_000
            )
        ),
        .search(SearchWork(query: "pasta & œuf", outlet: "bbc", sort: "popularity", page: 3, cursor: "next")),
        .record(RecordWork(recordID: "47746", itemURN: "recipe:sample:47746", freshSince: 3)),
        .page(
            PageWork(
                itemURN: "recipe:sample:47746",
                url: "http://sample.test/recipe/47746",
                depth: 3,
                freshSince: 1_700_000_000_000
            )
        ),
        .page(
            PageWork(
                itemURN: "article:sample:1",
                url: "http://sample.test/story/2",
                depth: 3,
                freshSince: 1_700_000_000_000,
                earlier: [cachedPage(1)]
            )
        ),
        .imageDownload(
            ImageDownloadWork(imageURN: "image:sample:1", url: "http://sample.test/1.jpg", alternatives: ["a"])
        ),
        .imageDecode(ImageDecodeWork(imageURN: "image:sample:1", digest: digest(1))),
        .text(
            TextWork(
                itemURN: "recipe:sample:47746",
                digest: digest(2),
                contentType: "text/html; charset=utf-8",
                baseURL: "http://sample.test/",
                role: .body,
                isWholePageWanted: true,
                further: [cachedPage(2), cachedPage(3)],
                freshSince: 1_700_000_000_000,
                askedURL: "http://sample.test/old"
            )
        ),
    ].map { JobSpec(source: "sample", work: $0) }

    private static func cachedPage(_ number: UInt8) -> CachedPage {
        CachedPage(
            url: "http://sample.test/story/\(number)",
            digest: digest(10 + number),
            contentType: "text/html",
            askedURL: "http://sample.test/\(number)"
        )
    }

    static let effect: JobEffect = {
        var effect = JobEffect()
        effect.recipes = [recipe]
        effect.articles = [article]
        effect.outlets = [outlet]
        effect.images = [
            ImageOriginal(
                urn: "image:sample:1",
                url: "http://sample.test/1.jpg",
                digest: digest(3),
                byteCount: 5 << 32,
                contentType: "image/jpeg"
            )
        ]
        effect.decodings = [decoding]
        effect.texts = [text]
        effect.provenance = [
            "recipe:sample:47746": Provenance(
                url: "http://sample.test/api/get?rId=47746",
                fetchedAt: 1_500_000_000_123,
                validator: "\"etag\"",
                digest: digest(4),
                readerVersion: 5
            ),
            "article:sample:1": Provenance(
                url: "http://sample.test/articles",
                fetchedAt: -1,
                validator: "Tue, 15 Nov 1994 12:45:26 GMT",
                digest: digest(5),
                readerVersion: 6,
                origin: .page
            ),
        ]
        effect.listings = [
            ListEntry(itemURN: "recipe:sample:47746", position: 30, list: list),
            ListEntry(itemURN: "recipe:sample:1", position: 31, list: list),
            ListEntry(
                itemURN: "article:sample:1",
                position: 1,
                list: ItemList(query: "b", outlet: "c", sort: "d", category: "e")
            ),
        ]
        effect.found = specs.map { FoundJob(spec: $0, readerVersion: 7, optionsHash: "1") }
        effect.notes = [
            JobNote(code: "plan-ends", message: "The plan ends at 100 results.", urn: "recipe:sample:47746"),
            JobNote(code: "odd-date", message: "A date could not be read.", urn: "article:sample:1"),
        ]
        effect.fetch = FetchMetrics(
            requests: 2,
            wireBytes: 1_234,
            bodyBytes: 5_678,
            isNotModified: true,
            isFromCache: true
        )
        effect.revalidation = [1, 2, 3]
        effect.isUnchanged = true
        return effect
    }()

    private static let list = ItemList(query: "pasta", outlet: "bbc", sort: "r", category: "general")

    private static let recipe = {
        var recipe = Recipe.filled(urn: "recipe:sample:47746")
        recipe.origins = ["step": .jsonLD, "title": .hRecipe]
        return recipe
    }()

    private static let article = {
        var article = Article.filled(urn: "article:sample:1")
        article.origins = ["author": .page]
        return article
    }()

    private static let outlet = Outlet.filled(urn: "outlet:sample:bbc")

    private static let decoding = ImageDecoding(
        urn: "image:sample:1",
        digest: digest(6),
        format: "jpeg",
        width: 640,
        height: 480,
        frames: 2,
        hasAlpha: true,
        thumbHash: "3OcRJYB4d3h/iIeHeEh3eIhw+j3A",
        dominantColor: "#12ab00",
        widths: [160, 320],
        variants: [
            ImageVariant(width: 320, height: 240, format: "jpeg", digest: digest(7), byteCount: 9_000),
            ImageVariant(width: 160, height: 120, format: "png", digest: digest(8), byteCount: 4_000),
        ],
        rejectCode: "too-dark",
        rejectMessage: "There is nothing to see.",
        readerVersion: 3
    )

    private static let text = {
        var text = plainText
        text.encoding = "Shift_JIS"
        text.optionsHash = "0123456789abcdef"
        text.method = "container"
        text.confidence = 0.75
        text.isReadable = true
        text.place = "[[3,4]]"
        text.pictures = [
            TextPicture(
                url: "http://sample.test/t.jpg",
                imageURN: "image:sample:t",
                start: 3,
                alternative: "A pan",
                caption: "A pan on a stove"
            )
        ]
        text.pages = [
            TextPage(url: "http://sample.test/story", digest: digest(9), start: 1),
            TextPage(url: "http://sample.test/story/2", digest: digest(10), start: 5),
        ]
        text.nextPage = "http://sample.test/story/3"
        return text
    }()

    private static let plainText = RenderedText(
        urn: "text:sample:47746:page",
        itemURN: "recipe:sample:47746",
        htmlDigest: digest(9),
        plain: "Mix. Bake.",
        runs: "[[0,4,\"bold\"]]",
        language: "de",
        readerVersion: 4
    )
}
