import Foundation
import Larder
import LarderAttributedText
import LarderCatalogWriting
import LarderFixtures
import LarderModel
import Testing

@Suite("Items and pictures") struct ItemTests {
    private static let bytes = Array("not a picture, but a file".utf8)

    /// A recipe with a picture that is downloaded and decoded, and one that is not.
    private func fixture(hasFile: Bool = true) throws -> LarderFixture {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "Soup") {
                $0.imageURL = "https://sample.example/1.jpg"
                $0.imageURN = "image:sample:1"
                $0.pictures = [ItemPicture(url: "https://sample.example/2.jpg", imageURN: "image:sample:2")]
                $0.ingredients = [Ingredient(text: "salt"), Ingredient(text: "water", section: "Stock")]
                $0.steps = [RecipeStep(text: "Boil."), RecipeStep(text: "Serve.", imageURN: "image:sample:1")]
                $0.nutrition = [NutritionFact(name: "calories", amount: 3, unit: "kcal", text: "3 kcal")]
                $0.equipment = ["Pot"]
                $0.language = "en-GB"
                $0.sourceURL = "https://sample.example/soup"
                $0.extra = [ExtraField(name: "mood", json: "\"good\"")]
            }
        ])
        try fixture.add(text: "A soup.\n\nWarm.", of: "recipe:sample:1")
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        let variant = try #require(Digest(hex: String(repeating: "cd", count: 32)))
        try fixture.write { writer, sync in
            let image = ImageOriginal(
                urn: "image:sample:1",
                url: "https://sample.example/1.jpg",
                digest: digest,
                byteCount: 9
            )
            try writer.merge(image: image, provenance: nil, sync: sync)
            try writer.merge(
                decoding: ImageDecoding(
                    urn: image.urn,
                    digest: digest,
                    format: "jpeg",
                    width: 1_600,
                    height: 800,
                    frames: 1,
                    thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
                    dominantColor: "#102030",
                    widths: [320],
                    variants: [ImageVariant(width: 320, height: 160, format: "webp", digest: variant, byteCount: 5)],
                    readerVersion: 1
                ),
                sync: sync
            )
        }
        if hasFile {
            for digest in [digest, variant] {
                let place = fixture.folder.appending(path: "cache/blobs/\(digest.hex.prefix(2))")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Data(Self.bytes).write(to: place.appending(path: digest.hex))
            }
        }
        return fixture
    }

    @Test func `a recipe is whole`() async throws {
        let fixture = try fixture()
        let larder = try await fixture.open()
        let item = try await #require(larder.read { try $0.recipe("recipe:sample:1") })
        #expect(item.title == "Soup")
        #expect(item.ingredients.map(\.text) == ["salt", "water"])
        #expect(item.ingredients.last?.section == "Stock")
        #expect(item.steps.map(\.text) == ["Boil.", "Serve."])
        #expect(item.nutrition.first?.amount == 3)
        #expect(item.equipment == ["Pot"])
        #expect(item.extra.first?.json == "\"good\"")
        #expect(item.language?.languageCode == .english)
        #expect(item.page?.absoluteString == "https://sample.example/soup")
        #expect(item.pictures.main?.id == "image:sample:1")
        #expect(item.pictures.all.map(\.id) == ["image:sample:1", "image:sample:2"])
        #expect(item.picture(of: item.steps[1])?.id == "image:sample:1")
        #expect(item.body?.text.plainText == "A soup.\n\nWarm.")
        #expect(!item.isGone)
        #expect(item.source == "sample")
        #expect(try await larder.read { try $0.recipe("recipe:sample:2") } == nil)
    }

    @Test func `a picture is a file of about the width that is needed`() async throws {
        let fixture = try fixture()
        let larder = try await fixture.open()
        for (width, expected, type) in [(100, 320, "image/webp"), (320, 320, "image/webp"), (500, 1_600, "image/jpeg")]
        {
            let picture = try await larder.read { try $0.picture("image:sample:1", pixelWidth: width) }
            #expect(picture.width == expected)
            #expect(picture.mediaType == type)
            #expect(picture.aspectRatio == 2)
            #expect(picture.absence == nil)
            #expect(try Data(contentsOf: #require(picture.file)) == Data(Self.bytes))
        }
        let card = try await #require(larder.read { try $0.recipeCards(pixelWidth: 300) }.rows.first)
        #expect(card.picture?.width == 320)
        #expect(card.picture?.dominantColor == "#102030")
        #expect(card.picture?.thumbHash != nil)
    }

    @Test func `why a picture has no file is told`() async throws {
        let fixture = try fixture(hasFile: false)
        let larder = try await fixture.open()
        let pictures = try await larder.read { try $0.pictures(["image:sample:1", "image:sample:2"]) }
        #expect(pictures.map(\.absence) == [.fileMissing, .notDownloaded])
        try fixture.execute(
            "UPDATE image SET rejectCode = 'too-small', width = 0, height = 0; DELETE FROM imageVariant"
        )
        #expect(try await larder.read { try $0.picture("image:sample:1") }.absence == .unusable(code: "too-small"))
    }

    @Test func `an article has its publication's subject and country`() async throws {
        let fixture = try LarderFixture()
        var articles = (0..<5).map { number in
            Article(
                urn: "article:sample:\(number)",
                outletID: "paper",
                outletName: "The Paper",
                title: "News \(number)",
                url: "https://sample.example/\(number)",
                publishedAt: Int64(number) * 1_000 + 1
            )
        }
        articles[4].outletID = "other"
        try fixture.add(articles)
        try fixture.write { writer, sync in
            var outlet = Outlet(urn: "outlet:sample:paper", outletID: "paper", name: "The Paper")
            (outlet.category, outlet.country) = ("politics", "nz")
            try writer.merge(outlet, provenance: nil, sync: sync)
            outlet.category = "sport"
            let later = Provenance(
                url: "https://sample.example",
                fetchedAt: 1,
                validator: nil,
                digest: nil,
                readerVersion: 2
            )
            try writer.merge(outlet, provenance: later, sync: sync)
        }
        let larder = try await fixture.open()
        let rows = try await larder.read { try $0.articleRows(filter: ArticleFilter(category: "sport"), limit: 2) }
        #expect(rows.rows.map(\.title) == ["News 3", "News 2"])
        #expect(rows.rows.first?.country == "nz")
        let next = try await larder.read {
            try $0.articleRows(filter: ArticleFilter(outlet: "outlet:sample:paper"), after: rows.next)
        }
        #expect(next.rows.map(\.title) == ["News 1", "News 0"])
        #expect(try await larder.read { try $0.articleSections(by: .outlet) }.map(\.name) == ["The Paper", "other"])
        let article = try await #require(larder.read { try $0.article("article:sample:3") })
        #expect(article.category == "sport")
        #expect(article.published == Date(timeIntervalSince1970: 3.001))
    }
}
