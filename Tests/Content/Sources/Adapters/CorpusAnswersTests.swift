import Foundation
import LarderLineFilters
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// Compares every leaf of real answers with the records, through Foundation's JSON reader and not through ours.
@Suite("Real answers", .enabled(if: SharedCorpus.path("apis") != nil, "the corpus is not beside the repository"))
struct CorpusAnswersTests {
    /// Names in answers and in records as the filter writes them; what is not listed must stand in `extra` under its
    /// own name.
    static let recipeNames = [
        "recipe_id": "record_id", "id": "record_id", "title": "title", "publisher": "publisher",
        "publisher_url": "publisher_url", "source_url": "source_url", "f2f_url": "api_url", "image_url": "image_url",
        "social_rank": "social_rank", "servings": "servings", "cooking_time": "cooking_minutes",
        "ingredients": "ingredients",
    ]
    static let articleNames = [
        "author": "author", "title": "title", "description": "summary", "url": "url", "urlToImage": "image_url",
        "publishedAt": "published_text", "content": "content", "source": "source",
    ]
    static let outletNames = [
        "id": "outlet_id", "name": "name", "description": "summary", "url": "url", "category": "category",
        "language": "language", "country": "country", "sortBysAvailable": "sort_orders",
    ]

    func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    func object(_ record: some Encodable) throws -> [String: Any] {
        try object([UInt8](RecordEncoding.encoder.encode(record)))
    }

    /// Checks every member of `answer` and gives the number of leaves.
    func compare(_ answer: [String: Any], with record: [String: Any], names: [String: String]) -> Int {
        var leaves = 0
        for (name, value) in answer where !(value is NSNull) {
            switch (names[name], value) {
            case (nil, _):
                let extra = record["extra"] as? [String: Any]
                #expect((extra?[name] as? NSObject) == (value as? NSObject), "\(name) is no extra field")
                leaves += 1
            case ("ingredients"?, let list as [Any]):
                let ingredients = record["ingredients"] as? [[String: Any]] ?? []
                #expect(ingredients.count == list.count)
                for (left, right) in zip(list, ingredients) { leaves += compare(ingredient: left, with: right) }
            case ("source"?, let source as [String: Any]):
                #expect(source["id"] as? String == record["outlet_id"] as? String)
                #expect(source["name"] as? String == record["outlet_name"] as? String)
                leaves += 2
            case (let column?, let text as String):
                let found = record[column] as? String
                // Texts: references decoded. Titles and names: white space at the ends dropped too.
                let decoded = text.replacingOccurrences(of: "&amp;", with: "&")
                    .replacingOccurrences(of: "&#039;", with: "'")
                let isShortText = ["title", "publisher", "name", "record_id"].contains(column)
                let isText = isShortText || ["summary", "content"].contains(column)
                let tidy = isShortText ? decoded.trimmingCharacters(in: .whitespacesAndNewlines) : decoded
                #expect(found ?? "" == (isText ? tidy : text), "\(name)")
                leaves += 1
            case (let column?, _):
                #expect((record[column] as? NSObject) == (value as? NSObject), "\(name)")
                leaves += 1
            }
        }
        return leaves
    }

    func compare(ingredient: Any, with record: [String: Any]) -> Int {
        if let text = ingredient as? String {
            #expect(record["text"] as? String == text.trimmingCharacters(in: .whitespacesAndNewlines))
            return 1
        }
        let parts = ingredient as? [String: Any] ?? [:]
        #expect(parts["quantity"] as? Double == record["quantity"] as? Double)
        #expect(parts["unit"] as? String == record["unit"] as? String ?? "")
        #expect(parts["description"] as? String == record["name"] as? String ?? "")
        return 3
    }

    @Test(arguments: [
        ("food2fork/get_35382.json", SourceKind.food2fork),
        ("forkify/v2_recipe_664c8f193e7aa067e94e8706.json", .forkifyV2),
    ])
    func `a recipe lands whole`(_ path: String, _ kind: SourceKind) throws {
        let body = try SharedCorpus.bytes("apis/\(path)")
        var answer = Samples.answer("")
        answer.body = body
        let effect = try Samples.reader(kind).read(answer, for: Samples.record("35382")).effect
        let recipe = try #require(effect.recipes.first)
        let json = try object(body)
        let theirs = try #require((json["recipe"] ?? (json["data"] as? [String: Any])?["recipe"]) as? [String: Any])
        #expect(compare(theirs, with: try object(recipe), names: Self.recipeNames) >= 8)
        #expect(effect.notes.isEmpty)
        #expect(effect.found(.imageDownload).count == 1 && effect.found(.detail).count == 1)
        #expect(Array(effect.provenance.keys) == ["recipe:t:35382"])
    }

    @Test(arguments: [
        ("food2fork/search_page_30.json", SourceKind.food2fork, 30), ("food2fork/search_one.json", .food2fork, 1),
        ("food2fork/search_none.json", .food2fork, 0), ("forkify/v1_search_pizza_part.json", .forkifyV1, 2),
        ("forkify/v2_search_pizza_59.json", .forkifyV2, 59), ("forkify/v2_search_none.json", .forkifyV2, 0),
    ])
    func `a search names every item, and its records can be extracted whole`(
        _ path: String,
        _ kind: SourceKind,
        _ count: Int
    ) throws {
        let body = try SharedCorpus.bytes("apis/\(path)")
        var answer = Samples.answer("")
        answer.body = body
        let effect = try Samples.reader(kind).read(answer, for: Samples.search()).effect
        let json = try object(body)
        let theirs = (json["recipes"] ?? (json["data"] as? [String: Any])?["recipes"]) as? [[String: Any]] ?? []
        #expect(theirs.count == count)
        let ids = theirs.compactMap { ($0["recipe_id"] ?? $0["id"]) as? String }
        #expect(effect.found(.detail).map(\.record?.recordID) == ids)
        #expect(effect.found(.detail).map(\.key) == ids.map { "t:\($0)" })
        #expect(effect.found(.search).count == (kind == .food2fork && count > 0 ? 1 : 0))
        #expect(effect.notes.isEmpty)

        let line = #"{"kind":"\#(kind.rawValue)","op":"search","body":\#(String(decoding: body, as: UTF8.self))}"#
        let out = try object(Array(ExtractLines.answer(line: line).utf8))
        let records = try #require(out["recipes"] as? [[String: Any]])
        #expect(records.count == count)
        for (left, right) in zip(theirs, records) {
            #expect(compare(left, with: right, names: Self.recipeNames) == left.count)
        }
    }

    @Test(arguments: [
        ("newsapi-v1/articles_bbc-news_top.json", SourceKind.newsAPIv1, 6),
        ("newsapi-v1/articles_bbc-news_author_url.json", .newsAPIv1, 1),
        ("newsapi-v2/everything_bitcoin_p1.json", .newsAPIv2, 20),
        ("newsapi-v2/top-headlines_bbc-news.json", .newsAPIv2, 10),
    ])
    func `articles land whole`(_ path: String, _ kind: SourceKind, _ count: Int) throws {
        let body = try SharedCorpus.bytes("apis/\(path)")
        var answer = Samples.answer("")
        answer.body = body
        let effect = try Samples.reader(kind).read(answer, for: Samples.search("", outlet: "bbc-news", sort: "top"))
            .effect
        let theirs = try #require(try object(body)["articles"] as? [[String: Any]])
        #expect(theirs.count == count && effect.articles.count == count)
        for (left, right) in zip(theirs, effect.articles) {
            #expect(compare(left, with: try object(right), names: Self.articleNames) >= 4)
            #expect(right.publishedAt != nil)
        }
        let pictures = Set(theirs.compactMap { $0["urlToImage"] as? String })
        #expect(effect.found(.imageDownload).count == pictures.count)
        #expect(effect.found(.detail).count == count)
        #expect(effect.provenance.count == count)
        #expect(effect.notes.isEmpty)
        #expect(effect.articles.allSatisfy { kind == .newsAPIv2 || $0.outletID == "bbc-news" })
    }

    @Test(arguments: [("newsapi-v1/sources_3.json", SourceKind.newsAPIv1), ("newsapi-v2/sources_all.json", .newsAPIv2)])
    func `outlets land whole`(_ path: String, _ kind: SourceKind) throws {
        let body = try SharedCorpus.bytes("apis/\(path)")
        var answer = Samples.answer("")
        answer.body = body
        let effect = try Samples.reader(kind).read(answer, for: Samples.discover()).effect
        let theirs = try #require(try object(body)["sources"] as? [[String: Any]])
        #expect(effect.outlets.count == theirs.count)
        for (left, right) in zip(theirs, effect.outlets) {
            #expect(compare(left, with: try object(right), names: Self.outletNames) == left.count)
        }
        #expect(effect.found(.search).count == theirs.count)
        #expect(effect.provenance.count == theirs.count)
    }

    @Test(arguments: [
        ("forkify/v2_error_404_no_such_id.json", SourceKind.forkifyV2, 404, ReadFailure.Code.notFound),
        ("forkify/v2_error_404_no_such_id.json", .forkifyV2, 200, .notFound),
        ("forkify/v2_error_400_bad_id.json", .forkifyV2, 400, .notFound),
        ("newsapi-v2/error_401_apiKeyMissing.json", .newsAPIv2, 401, .keyRefused),
        ("newsapi-v2/error_401_apiKeyMissing.json", .newsAPIv2, 200, .keyRefused),
    ])
    func `errors have their code`(_ path: String, _ kind: SourceKind, _ status: Int, _ code: ReadFailure.Code) throws {
        var answer = Samples.answer("", status: status)
        answer.body = try SharedCorpus.bytes("apis/\(path)")
        let spec = kind.isNews ? Samples.search() : Samples.record("664c8f193e7aa067e94e870")
        let reader = try Samples.reader(kind)
        let failure = #expect(throws: ReadFailure.self) { try reader.read(answer, for: spec) }
        #expect(failure?.code == code)
        #expect(failure?.failureClass == .permanent)
        #expect(failure?.message.contains("http://api.test/shown") == true)
    }
}
