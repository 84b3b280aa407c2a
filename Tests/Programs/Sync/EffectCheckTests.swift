import LarderCache
import LarderHashing
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Testing

@testable import LarderSync

/// A worker that is wrong or lies must not bring into the catalog what cannot be.
@Suite("Effect check") struct EffectCheckTests {
    private static func text(_ plain: String, _ runs: String) -> JobEffect {
        effect {
            $0.texts = [
                RenderedText(
                    urn: "text:t:1:page",
                    itemURN: "recipe:t:1",
                    htmlDigest: Digest(of: []),
                    plain: plain,
                    runs: runs,
                    readerVersion: 1
                )
            ]
        }
    }

    private static func effect(_ change: (inout JobEffect) -> Void) -> JobEffect {
        var effect = JobEffect()
        change(&effect)
        return effect
    }

    private static func found(_ source: String, _ work: JobSpec.Work) -> JobEffect {
        effect { $0.found = [FoundJob(spec: JobSpec(source: source, work: work))] }
    }

    private static let digests = ["first", "second"].map { Digest(of: $0) }

    /// A body of two characters.
    private static func body(
        _ starts: [Int?] = [0, 1],
        _ digests: [Digest] = EffectCheckTests.digests,
        role: ItemTextRole = .body,
        next: String? = nil
    ) -> JobEffect {
        effect {
            var text = RenderedText(
                urn: "text:t:1:\(role.rawValue)",
                itemURN: "recipe:t:1",
                role: role,
                htmlDigest: Self.digests[0],
                plain: "ab",
                runs: #"{"v":1,"runs":[2]}"#,
                readerVersion: 1
            )
            text.pages = zip(starts, digests).enumerated().map { number, page in
                TextPage(url: "http://a.test/\(number + 1)", digest: page.1, start: page.0)
            }
            text.nextPage = next
            $0.texts = [text]
        }
    }

    /// The pages from `first` on, counted from 1.
    private static func pages(_ count: Int, from first: Int = 1, host: String = "a.test") -> [CachedPage] {
        (first..<first + count).map {
            CachedPage(url: "http://\(host)/\($0)", digest: digests[min($0, 2) - 1], contentType: "text/html")
        }
    }

    private static func next(_ url: String, after earlier: [CachedPage], item: String = "recipe:t:1") -> JobSpec.Work {
        .page(PageWork(itemURN: item, url: url, earlier: earlier))
    }

    private static func text(of further: [CachedPage]) -> TextWork {
        let own = pages(1)[0]
        return TextWork(
            itemURN: "recipe:t:1",
            digest: own.digest,
            contentType: own.contentType,
            baseURL: own.url,
            role: .body,
            further: further
        )
    }

    static let right: [JobEffect] = [
        body(), body([nil, nil]), body([0, nil]), body([2, 2]), body([], next: "http://a.test/2"),
        found("t", next("http://a.test/16", after: pages(15))), found("t", .text(text(of: pages(15, from: 2)))),
        JobEffect(), text("", #"{"v":1}"#), text("ab\u{1F600}", #"{"v":1,"runs":[1,[2,{"w":700}]]}"#),
        text(
            "ab",
            #"{"v":1,"runs":[2],"links":[["\u00e9\"",1,1,1]],"attachments":[{"b":99999999999999999999}],"tables":[[-1.05,[]]]}"#
        ),
        text("", #"{"v":2}"#), text("ab", #"{"v":2,"sets":[{}],"runs":[2],"tables":[]}"#),
        effect { $0.recipes = [Recipe(urn: "recipe:t:1", recordID: "1", title: "a")] },
        effect { $0.outlets = [Outlet(urn: "outlet:t:a", outletID: "a", name: "A", imageURN: "image:t:1")] },
        found("t", .search(SearchWork(query: "a"))),
        found("t", .record(RecordWork(recordID: "1", itemURN: "recipe:t:1"))),
    ]

    @Test(arguments: right) func `what can be is believed`(effect: JobEffect) {
        #expect(EffectCheck(source: "t").fault(in: effect) == nil)
    }

    static let wrong: [JobEffect] = [
        body([1, 0]), body([0, 3]), body([-1, 0]), body([0]), body([0, 1], digests.reversed()),
        body(role: .summary), body([], role: .page, next: "http://a.test/2"),
        found("t", next("http://a.test/17", after: pages(16))), found("t", .text(text(of: pages(16, from: 2)))),
        found("t", next("http://b.test/2", after: pages(1))), found("t", next("http://a.test:81/2", after: pages(1))),
        found("t", next("file:///etc/passwd", after: pages(1))), found("t", next("", after: pages(1))),
        found("t", .text(text(of: pages(1, from: 2, host: "10.0.0.1")))),
        effect { $0.outlets = [Outlet(urn: "outlet:t:a", outletID: "a", name: "A", imageURN: "image:other:1")] },
        effect { $0.images = [ImageOriginal(urn: "image:t:1\0x", url: "", digest: Digest(of: []), byteCount: 0)] },
        effect { $0.recipes = [Recipe(urn: "recipe:t:1\0", recordID: "1", title: "a")] },
        found("t", .imageDownload(ImageDownloadWork(imageURN: "image:t:1\0x", url: "http://a.test/"))),
        effect { $0.recipes = [Recipe(urn: "", recordID: "1", title: "a")] },
        effect { $0.recipes = [Recipe(urn: "recipe:t:", recordID: "1", title: "a")] },
        effect { $0.recipes = [Recipe(urn: "recipe:other:1", recordID: "1", title: "a")] },
        effect { $0.recipes = [Recipe(urn: "article:t:1", recordID: "1", title: "a")] },
        effect { $0.provenance["image:other:1"] = Provenance(url: "", fetchedAt: 0, readerVersion: 0) },
        effect { $0.provenance[""] = Provenance(url: "", fetchedAt: 0, readerVersion: 0) },
        effect { $0.decodings = [ImageDecoding(urn: "", digest: Digest(of: []), readerVersion: 1)] },
        found("other", .search(SearchWork(query: "a"))),
        found("t", .page(PageWork(itemURN: "", url: "http://a.test/"))),
        found("t", .imageDownload(ImageDownloadWork(imageURN: "image:other:1", url: "http://a.test/"))),
        text("ab", ""), text("ab", "[]"), text("ab", #"{"v":2,"runs":[2]}"#), text("ab", #"{"v":1}"#),
        text("ab", #"{"v":1,"runs":[3]}"#), text("ab", #"{"v":1,"runs":[1]}"#), text("ab", #"{"v":1,"runs":[-1,3]}"#),
        text("ab", #"{"v":1,"runs":[0,2]}"#), text("ab", #"{"v":1,"runs":[9223372036854775807,9223372036854775807]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",1,2]]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",-1,1]]}"#), text("ab", #"{"v":1,"runs":[2],"links":["u"]}"#),
        text("ab", #"{"v":1,"runs":[2],"\u0072uns":[9]}"#), text("ab", #"{"v":1,"runs":[2],"runs":[2]}"#),
        text("ab", #"{"v":1,"runs":[2],"v":2}"#), text("ab", #"{"v":1,"runs":[2],"l\u0069nks":[["u",9,9]]}"#),
        text("ab", #"{"v":1,"runs":[02]}"#), text("ab", #"{"v":1,"runs":[[2,{"s":1.-5}]]}"#),
        text("ab", #"{"v":1,"runs":[2],"tables":[00]}"#), text("ab", #"{"v":1,"runs":[[2,{"s":1.}]]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",2,1]]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",9223372036854775807,9223372036854775807]]}"#),
        text("ab", #"{"v":1,"runs":[2]}x"#), text("ab", #"{"v":1,"runs":[2]"#), text("ab", #"{"v":10,"runs":[2]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["\x",0,1]]}"#), text("ab", "{\"v\":1,\"runs\":[2],\"a\":\"\n\"}"),
        text("ab", #"{"v":1,"runs":[2,]}"#), text("ab", #"{"v":1,"runs":[2],"attachments":}"#),
        text(
            "ab",
            #"{"v":1,"runs":[2],"tables":\#(String(repeating: "[", count: 20) + String(repeating: "]", count: 20))}"#
        ),
    ]

    @Test(arguments: wrong) func `what cannot be is told`(effect: JobEffect) {
        #expect(EffectCheck(source: "t").fault(in: effect) != nil)
    }

    @Test func `a text is made of the pages that were asked for, and its article goes on behind them`() {
        let spec = { JobSpec(source: "t", work: .text(Self.text(of: Self.pages(1, from: 2)))).serializedBytes() }
        func fault(_ effect: JobEffect) -> String? { EffectCheck.fault(in: effect, for: spec, .text) }
        func goingOn(_ work: JobSpec.Work) -> JobEffect {
            var effect = Self.body()
            effect.found = [FoundJob(spec: JobSpec(source: "t", work: work))]
            return effect
        }
        #expect(fault(Self.body()) == nil)
        #expect(fault(goingOn(Self.next("http://a.test/3", after: Self.pages(2)))) == nil)
        for wrong in [
            Self.body([]), Self.body([0, 1], [Self.digests[0], Self.digests[0]]),
            goingOn(Self.next("http://a.test/3", after: Self.pages(1))),
            goingOn(Self.next("http://a.test/3", after: Self.pages(2), item: "recipe:t:2")),
            goingOn(.page(PageWork(itemURN: "recipe:t:1", url: "http://a.test/3"))),
        ] {
            #expect(fault(wrong) != nil)
        }
    }

    @Test func `more jobs than an answer can name are none`() {
        let work = SearchWork(query: "a")
        let found = (0...30_000).map { _ in FoundJob(spec: JobSpec(source: "t", work: .search(work))) }
        #expect(EffectCheck(source: "t").fault(in: Self.effect { $0.found = found }) != nil)
        #expect(EffectCheck(source: "t").fault(in: Self.effect { $0.found = found.dropLast() }) == nil)
    }

    @Test func `a crawl or a sitemap finds pages of the source's hosts, a feed of any host`() throws {
        func isFault(_ kind: String, _ url: String) throws -> Bool {
            let text = "name: t\nkind: \(kind)\nbase: https://a.test\nhosts: [b.test]\ncontact: me@a.test"
            let definition = try SourceDefinition.parse(yaml: text, file: "t.yaml")
            let page = PageWork(itemURN: "article:t:1", url: url)
            return EffectCheck(source: "t", definition: definition).fault(in: Self.found("t", .page(page))) != nil
        }
        for kind in ["sitemap", "pages\nurls: [/]"] {
            #expect(try !isFault(kind, "http://a.test/1") && !isFault(kind, "https://b.test/1"))
            #expect(try isFault(kind, "https://c.test/1") && isFault(kind, "http://a.test:8080/1"))
        }
        #expect(try !isFault("feed\nfeeds: [/f]", "https://c.test/1"))
    }

    @Test func `a job brings what it was asked for`() {
        let decode = JobSpec(
            source: "t",
            work: .imageDecode(ImageDecodeWork(imageURN: "image:t:1", digest: Digest(of: [])))
        ).serializedBytes()
        let own = Self.effect {
            $0.decodings = [ImageDecoding(urn: "image:t:1", digest: Digest(of: []), readerVersion: 1)]
        }
        let other = Self.effect {
            $0.decodings = [ImageDecoding(urn: "image:t:2", digest: Digest(of: []), readerVersion: 1)]
        }
        let recipe = Self.effect { $0.recipes = [Recipe(urn: "recipe:t:1", recordID: "1", title: "a")] }
        #expect(EffectCheck.fault(in: own, for: { decode }, .imageDecode) == nil)
        for wrong in [other, recipe, JobEffect()] {
            #expect(EffectCheck.fault(in: wrong, for: { decode }, .imageDecode) != nil)
        }
        #expect(EffectCheck.fault(in: recipe, for: { [] }, .detail) == nil)
        #expect(EffectCheck.fault(in: own, for: { [] }, .text) != nil)
    }
}
