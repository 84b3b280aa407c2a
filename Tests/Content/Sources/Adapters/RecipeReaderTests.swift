import Foundation
import LarderModel
import LarderProtocol
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Recipe reader") struct RecipeReaderTests {
    func search(_ ids: [String]) -> String {
        let items = ids.map { #"{"recipe_id":"\#($0)","title":"t"}"# }
        return #"{"count":\#(ids.count),"recipes":[\#(items.joined(separator: ","))]}"#
    }

    @Test func `requests keep the key out of the shown URL`() throws {
        let reader = try Samples.reader(.food2fork, more: "sort: rating\npage-size: 10\n", key: "s3cret")
        let request = try reader.request(for: Samples.search("crème brûlée,egg", page: 2))
        #expect(
            request.url
                == "http://api.test/api/search?key=s3cret&q=cr%C3%A8me%20br%C3%BBl%C3%A9e%2Cegg&sort=r&page=2&count=10"
        )
        #expect(
            request.redactedURL
                == "http://api.test/api/search?q=cr%C3%A8me%20br%C3%BBl%C3%A9e%2Cegg&sort=r&page=2&count=10"
        )
        #expect(request.lane.description == "api.test:80")
        let record = try reader.request(for: Samples.record("0063b5"))
        #expect(record.url == "http://api.test/api/get?key=s3cret&rId=0063b5")
        #expect(record.redactedURL == "http://api.test/api/get?rId=0063b5")
        let page = try reader.request(for: Samples.page("https://x.org/a b#c", item: "recipe:t:1"))
        #expect(page.url == "https://x.org/a%20b" && page.lane.description == "x.org:443")
        #expect(page.accept.contains("text/html"))
    }

    @Test(arguments: [
        ("http://api.test", "http://api.test/api/v2/recipes?search=pasta", "http://api.test/api/v2/recipes/a%2Fb"),
        (
            "http://api.test/api/v2/recipes/", "http://api.test/api/v2/recipes?search=pasta",
            "http://api.test/api/v2/recipes/a%2Fb"
        ),
        ("http://h:81/x/api", "http://h:81/x/api/v2/recipes?search=pasta", "http://h:81/x/api/v2/recipes/a%2Fb"),
    ])
    func `a base may already end in the endpoint's path`(_ base: String, _ search: String, _ record: String) throws {
        let definition = try Samples.definition("name: t\nkind: forkify-v2\nbase: \(base)\nqueries: [pasta]")
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        #expect(try reader.request(for: Samples.search()).url == search)
        #expect(try reader.request(for: Samples.record("a/b")).url == record)
    }

    @Test func `first jobs are one search for each query, with escaped keys`() throws {
        let jobs = try Samples.reader(.food2fork, more: "queries: [pasta, \"a:b c\", pasta]\n").firstJobs()
        #expect(jobs.map(\.key) == ["t:pasta:1", "t:a%3Ab%20c:1"])
        #expect(jobs.allSatisfy { $0.urn.kind == .search && $0.spec.url == nil })
        #expect(jobs[1].search?.query == "a:b c" && jobs[1].search?.page == 1 && jobs[1].spec.source == "t")
    }

    @Test func `pages follow until one is empty, and the limit counts items`() throws {
        let reader = try Samples.reader(.food2fork, more: "limit: 5\n")
        let first = try reader.read(Samples.answer(search(["a", "b", "a"])), for: Samples.search()).effect
        #expect(first.found(.detail).map(\.key) == ["t:a", "t:b"])
        let next = try #require(first.found(.search).first)
        #expect(next.key == "t:pasta:2" && next.search?.page == 2)
        let second = try reader.read(Samples.answer(search(["c", "d", "e"])), for: next.spec).effect
        #expect(second.found(.detail).map(\.key) == ["t:c", "t:d"])
        #expect(second.found(.search).isEmpty)
        let unlimited = try Samples.reader(.food2fork)
        let end = try unlimited.read(Samples.answer(search([])), for: next.spec).effect
        #expect(end.found.isEmpty && end.notes.isEmpty)
    }

    @Test func `a source that ignores the page number does not go on for ever`() throws {
        let reader = try Samples.reader(.food2fork)
        let first = try reader.read(Samples.answer(search(["a", "b"])), for: Samples.search()).effect
        let next = try #require(first.found(.search).first)
        let second = try reader.read(Samples.answer(search(["a", "b"])), for: next.spec).effect
        #expect(second.found(.search).isEmpty)
        #expect(second.noteCodes == ["repeated-page"])
    }

    @Test func `forkify has no pages`() throws {
        let effect = try Samples.reader(.forkifyV1).read(Samples.answer(search(["a"])), for: Samples.search()).effect
        #expect(effect.found.map(\.key) == ["t:a"])
        let none = #"{"error":"Couldn't find recipe of that name"}"#
        let empty = try Samples.reader(.forkifyV1).read(Samples.answer(none, status: 400), for: Samples.search()).effect
        #expect(empty.found.isEmpty)
    }

    @Test func `ids may be numbers, and odd ones are escaped in names`() throws {
        let body = #"{"recipes":[{"recipe_id":47746},{"recipe_id":"a:b/é"},{"title":"no id"},7,{"recipe_id":" "}]}"#
        let effect = try Samples.reader(.food2fork).read(Samples.answer(body), for: Samples.search()).effect
        #expect(effect.found(.detail).map(\.record?.recordID) == ["47746", "a:b/é"])
        #expect(effect.found(.detail).map(\.key) == ["t:47746", "t:a%3Ab%2F%C3%A9"])
        #expect(effect.found(.detail)[1].record?.itemURN == "recipe:t:a%3Ab%2F%C3%A9")
        #expect(effect.noteCodes == ["entry-unread", "entry-unread", "entry-unread"])
    }

    static let record = #"""
        {"recipe": {"recipe_id": 35382, "title": "  Mac &amp; Cheese&#8482;\n", "publisher": "A &lt; B", "social_rank": "99.5",
         "image_url": "http://Img.Test/a b.jpg", "source_url": "https://blog.test/mac", "f2f_url": null, "stars": {"a": [1, "x"]},
         "ingredients": ["  1 cup milk\n", "", null, "2 M&M&#39;s", 3, " \u00a0salt "], "publisher_url": ["odd"]}}
        """#

    @Test func `a recipe is tidied, and what has no column is kept`() throws {
        let effect = try Samples.reader(.food2fork).read(Samples.answer(Self.record), for: Samples.record("35382"))
            .effect
        let recipe = try #require(effect.recipes.first)
        #expect(recipe.urn == "recipe:t:35382" && recipe.recordID == "35382")
        #expect(recipe.title == "Mac & Cheese™" && recipe.publisher == "A < B")
        #expect(recipe.socialRank == 99.5)
        #expect(recipe.ingredients.map(\.text) == ["1 cup milk", "2 M&M's", "3", "salt"])
        #expect(recipe.imageURL == "http://Img.Test/a b.jpg")
        #expect(
            Dictionary(uniqueKeysWithValues: recipe.extra.map { ($0.name, $0.json) })
                == ["stars": #"{"a":[1,"x"]}"#, "publisher_url": #"["odd"]"#]
        )
        let image = try #require(effect.found(.imageDownload).first)
        #expect(image.spec.url == "http://img.test/a%20b.jpg")
        #expect(image.imageDownload?.imageURN == recipe.imageURN && "image:" + image.key == recipe.imageURN)
        #expect(recipe.imageURN?.wholeMatch(of: /image:t:[0-9a-f]{32}/) != nil)
        let page = try #require(effect.found(.detail).first)
        #expect(page.key == "t:page:35382" && page.spec.url?.hasPrefix("https://blog.test/") == true)
        #expect(page.page?.url == "https://blog.test/mac" && page.page?.itemURN == recipe.urn)
        let provenance = try #require(effect.provenance[recipe.urn])
        #expect(effect.provenance.count == 1 && provenance.url == "http://api.test/shown")
        #expect(provenance.digest == Samples.digest && provenance.validator == "\"v\"")
        #expect(provenance.fetchedAt == 1_500_000_000_000 && provenance.readerVersion == 2)
    }

    @Test func `the answer of another recipe is not taken`() throws {
        let effect = try Samples.reader(.food2fork).read(Samples.answer(Self.record), for: Samples.record("7")).effect
        #expect(effect.recipes.isEmpty && effect.found.isEmpty && effect.noteCodes == ["record-skipped"])
        #expect(effect.notes.first?.message.contains("for the item 7 and gave the item 35382") == true)
    }

    @Test func `pages and images can be turned off; the image's name stays`() throws {
        let reader = try Samples.reader(.food2fork, more: "pages: false\nimages: false\n")
        let effect = try reader.read(Samples.answer(Self.record), for: Samples.record("35382")).effect
        #expect(effect.found.isEmpty)
        #expect(effect.recipes.first?.imageURN?.isEmpty == false)
    }

    @Test func `split ingredients keep their parts, and unknown parts keep the whole list as an extra`() throws {
        let body = #"""
            {"status":"success","data":{"recipe":{"id":"x","title":"T","servings":"4","cooking_time":75.0,
            "ingredients":[{"quantity":0.5,"unit":"cup","description":"milk"},{"quantity":null,"unit":"","description":" salt"}]}}}
            """#
        let reader = try Samples.reader(.forkifyV2)
        let recipe = try #require(try reader.read(Samples.answer(body), for: Samples.record("x")).effect.recipes.first)
        #expect(recipe.servings == 4 && recipe.cookingMinutes == 75)
        #expect(recipe.ingredients.map(\.text) == ["0.5 cup milk", "salt"])
        #expect(
            recipe.ingredients[0].quantity == 0.5 && recipe.ingredients[0].unit == "cup"
                && recipe.ingredients[0].name == "milk"
        )
        #expect(recipe.ingredients[1].quantity == nil)
        let odd = body.replacingOccurrences(of: #""description":"milk""#, with: #""description":"milk","brand":"b""#)
        let kept = try #require(try reader.read(Samples.answer(odd), for: Samples.record("x")).effect.recipes.first)
        #expect(kept.ingredients.isEmpty)
        #expect(kept.extra.map(\.name) == ["ingredients"])
    }

    /// Body, status, headers, code and class.
    static let failures: [(String, Int, [(String, String)], ReadFailure.Code, ReadFailure.Class)] = [
        (#"{"error":"limit"}"#, 200, [], .quotaExhausted, .permanent),
        (#"{"error":"limit"}"#, 403, [], .quotaExhausted, .permanent),
        (#"{"error":"odd"}"#, 200, [], .sourceError, .retryable),
        (#"{"recipe":[]}"#, 200, [], .notFound, .permanent),
        (#"{"recipe":null}"#, 200, [], .notFound, .permanent),
        (#"{"recipe":{}}"#, 200, [], .notFound, .permanent),
        (#"{"recipe":"x"}"#, 200, [], .unreadable, .retryable),
        (#"{}"#, 200, [], .unreadable, .retryable),
        (#"{"recipe":{"title":"#, 200, [], .unreadable, .retryable),
        ("", 200, [], .unreadable, .retryable),
        ("<html><body>Welcome</body></html>", 200, [], .otherForm, .retryable),
        ("Forbidden", 403, [], .keyRefused, .permanent),
        ("", 401, [], .keyRefused, .permanent),
        ("<h1>gone</h1>", 404, [], .notFound, .permanent),
        ("", 410, [], .notFound, .permanent),
        ("", 400, [], .badRequest, .permanent),
        ("", 429, [("retry-after", "7")], .throttled, .throttled(retryAfter: .seconds(7))),
        ("", 429, [], .throttled, .throttled(retryAfter: nil)),
        (
            "", 503, [("Retry-After", "Fri, 14 Jul 2017 02:41:40 GMT")], .throttled,
            .throttled(retryAfter: .seconds(100))
        ),
        ("", 503, [], .serverError, .retryable),
        ("boom", 500, [], .serverError, .retryable),
        ("", 402, [], .quotaExhausted, .permanent),
        ("", 304, [], .unexpectedStatus, .permanent),
    ]

    @Test(arguments: failures)
    func `each failure has its code and class`(
        _ body: String,
        _ status: Int,
        _ headers: [(String, String)],
        _ code: ReadFailure.Code,
        _ failureClass: ReadFailure.Class
    ) throws {
        let reader = try Samples.reader(.food2fork, key: "s3cret")
        let answer = Samples.answer(body, status: status, headers: headers, type: "text/html")
        let failure = #expect(throws: ReadFailure.self) { try reader.read(answer, for: Samples.record("1")) }
        #expect(failure?.code == code && failure?.failureClass == failureClass, "\(String(describing: failure))")
        #expect(failure?.message.contains("http://api.test/shown") == true)
        #expect(failure?.message.contains("s3cret") == false)
    }

    @Test func `JSON under a wrong content type is read`() throws {
        let effect = try Samples.reader(.food2fork)
            .read(Samples.answer(search(["a"]), type: "text/html; charset=utf-8"), for: Samples.search()).effect
        #expect(effect.found(.detail).count == 1)
    }

    @Test func `a page becomes a text job with its origin`() throws {
        let reader = try Samples.reader(.food2fork)
        let spec = Samples.page("http://blog.test/x", item: "recipe:t:42")
        let effect = try reader.read(Samples.answer("<p>Hi", type: "text/html; charset=latin1"), for: spec).effect
        let job = try #require(effect.found.first)
        #expect(
            effect.found.count == 1 && job.urn.kind == .text && job.key == "t:42:body:0707070707070707"
        )
        #expect(job.text?.textURN == "text:t:42:body" && job.text?.itemURN == "recipe:t:42")
        #expect(
            job.text?.contentType == "text/html; charset=latin1" && job.text?.baseURL == "http://api.test/shown"
        )
        #expect(job.text?.digest == Samples.digest && job.text?.role == .body)
        #expect(Array(effect.provenance.keys) == ["text:t:42:body"])
        let other = try reader.read(Samples.answer("%PDF-1.4", type: "application/pdf"), for: spec).effect
        #expect(other.found.isEmpty && Set(other.noteCodes) == ["page-not-html"] && other.recipes.isEmpty)
        let untyped = try reader.read(Samples.answer("\n <!DOCTYPE html><p>x", type: nil), for: spec).effect
        #expect(untyped.found.count == 1)
        let refused = #expect(throws: ReadFailure.self) { try reader.read(Samples.answer("", status: 403), for: spec) }
        #expect(refused?.code == .pageRefused)
        let gone = #expect(throws: ReadFailure.self) { try reader.read(Samples.answer("", status: 404), for: spec) }
        #expect(gone?.failureClass == .permanent)
    }

    @Test func `jobs that no reader knows are refused, not trapped on`() throws {
        let reader = try Samples.reader(.food2fork)
        for spec in [Samples.record(""), Samples.discover(), Samples.page("javascript:alert(1)", item: "x")] {
            let error = #expect(throws: SourceError.self) { try reader.request(for: spec) }
            #expect(error?.code == .unsupportedJob)
        }
        let failure = #expect(throws: ReadFailure.self) {
            try reader.read(Samples.answer("{}"), for: Samples.discover())
        }
        #expect(failure?.code == .unsupportedJob)
    }

    @Test func `a giant record is cut with a note`() throws {
        let long = String(repeating: "é", count: 50_000)
        let items = Array(repeating: "\"\(long)\"", count: 40).joined(separator: ",")
        let body = #"{"recipe":{"recipe_id":1,"title":"\#(long)","junk":"\#(long)","ingredients":[\#(items)]}}"#
        let effect = try Samples.reader(.food2fork).read(Samples.answer(body), for: Samples.record("1")).effect
        let recipe = try #require(effect.recipes.first)
        #expect(recipe.title.utf8.count == RecordBound.titleBytes.limit && !recipe.title.contains("\u{FFFD}"))
        #expect(recipe.extra.isEmpty)
        #expect(effect.notes.first?.message.contains("ingredients, junk, title") == true)
    }
}
