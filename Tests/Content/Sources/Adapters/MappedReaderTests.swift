import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Mapped reader") struct MappedReaderTests {
    private func only(_ more: String, _ body: String, headers: [(String, String)] = []) throws -> ListWalk {
        try ListWalk(
            try Samples.definition("name: t\nkind: json\nbase: http://api.test\n" + more)
        ) { _ in Samples.answer(body, headers: headers) }
    }

    @Test func `fields come from the first place that says something, and the rest is kept`() throws {
        let walk = try only(
            "items: /docs/*/entry\nfields: {id: /_id, title: [/headline/main, /headline], outlet: /paper/name}\n",
            #"""
            {"docs": [{"entry": {"_id": 7, "headline": {"main": "First"}, "paper": {"name": "The Pan"}}}, {"more": 1},
             {"entry": {"_id": 8, "headline": "Second", "paper": {"name": "The Pan", "rank": 2}}}]}
            """#
        )
        #expect(walk.articles.map(\.title) == ["First", "Second"])
        #expect(walk.articles.map(\.outletName) == ["The Pan", "The Pan"])
        #expect(walk.articles.map { $0.extra.map(\.name) } == [["_id"], ["_id", "paper"]])
    }

    @Test func `a whole article`() throws {
        let walk = try only(
            """
            items: /docs
            fields: {id: /id, title: /t, url: /link, images: /pictures/*/src, author: /writers/*/name, published: /date,
                summary: /lead, html: /body, language: /lang, outlet: /paper/name}
            """,
            #"""
            {"docs": [{"id": "00x/7", "t": "<b>One</b>", "link": "/a/7", "pictures": [{"src": "/p/7.png"}],
              "writers": [{"name": "Ada"}, {"name": "Grace"}], "date": 1767225600, "lead": "Short",
              "body": "<p>Long &amp; good</p>", "lang": "en-GB", "paper": {"name": "The Pan"}, "votes": 4}]}
            """#
        )
        let article = try #require(walk.articles.first)
        #expect(article.urn == "article:t:00x%2F7" && article.title == "One")
        #expect(article.url == "http://api.test/a/7" && article.imageURL == "http://api.test/p/7.png")
        #expect(article.author == "Ada, Grace" && article.publishedAt == 1_767_225_600_000)
        #expect(article.summary == "Short" && article.content == "Long & good" && article.language == "en-GB")
        #expect(article.outletName == "The Pan" && article.extra.map(\.name) == ["id", "votes"])
    }

    @Test(arguments: ["..", ".", "../../admin", "a/b"])
    func `an id does not lead out of the path of details`(id: String) throws {
        let definition = try Samples.definition(
            """
            name: t
            kind: json
            base: http://api.test/v1
            detail: {path: "/items/{id}"}
            fields: {id: /id, title: /t}
            """
        )
        let walk = try ListWalk(definition) { request in
            Samples.answer(request.url == "http://api.test/v1" ? #"[{"id": "\#(id)", "t": "One"}]"# : "{}")
        }
        let details = walk.urls.dropFirst()
        #expect(details.allSatisfy { $0.hasPrefix("http://api.test/v1/items/") && !$0.dropFirst(25).contains("/") })
        #expect(details.isEmpty == (id == ".." || id == "."))
        #expect(walk.noteCodes.contains("record-skipped") == details.isEmpty)
    }

    @Test func `items of a map are known by its keys`() throws {
        let walk = try only(
            "items: /pages/*\nfields: {id: $key, title: /title}\n",
            #"{"pages": {"10": {"title": "Ten"}, "11": {"title": "Eleven"}}}"#
        )
        #expect(walk.ids == ["10", "11"])
    }

    @Test func `keys with slashes and tildes, lines of JSON, a byte order mark`() throws {
        let deep = try only(
            "items: /a~1b/c~0d\nfields: {id: /id, title: /title}\n",
            #"{"a/b": {"c~d": [{"id": 1, "title": "One"}]}}"#
        )
        #expect(deep.ids == ["1"])
        let lines = try only(
            "fields: {id: /id, title: /title}\n",
            "{\"id\": 1, \"title\": \"One\"}\n\n{\"id\": 2, \"title\": \"Two\"}\n"
        )
        #expect(lines.ids == ["1", "2"])
        let cut = try only(
            "fields: {id: /id, title: /title}\n",
            "{\"id\": 1, \"title\": \"One\"}\n{\"id\": 2, \"ti"
        )
        #expect(cut.ids.isEmpty && cut.failures.map(\.code) == [.unreadable])
        #expect(try only("fields: {id: /id, title: /t}\n", "\u{FEFF}[{\"id\": 1, \"t\": \"One\"}]").ids == ["1"])
    }

    @Test func `a list of ids is asked item by item`() throws {
        let definition = try Samples.definition(
            """
            name: t
            kind: json
            base: http://api.test/v1
            list: /all
            detail: {path: "/items/{id}", params: {full: "{id}"}, item: /item}
            fields: {id: /id, title: /name}
            """
        )
        let walk = try ListWalk(definition) { request in
            if request.url.hasSuffix("/v1/all") { return Samples.answer(#"[7, "a b"]"#) }
            let id = request.url.contains("/7") ? "7" : #""A b""#
            return Samples.answer(#"{"item": {"id": \#(id), "name": "Some"}}"#)
        }
        let items = ["http://api.test/v1/items/7?full=7", "http://api.test/v1/items/a%20b?full=a%20b"]
        #expect(walk.urls == ["http://api.test/v1/all"] + items)
        #expect(walk.ids == ["7", "a%20b"] && walk.articles.map(\.url) == items && walk.notes.isEmpty)
    }

    @Test(arguments: [
        ("7", #"{"id": 5, "name": "Five"}"#, false), ("7", #"{"id": "5", "name": "Five"}"#, false),
        ("7", #"{"id": "07", "name": "Seven"}"#, true), ("7", #"{"name": "Nameless"}"#, true),
        ("7", #"{"id": "seven", "name": "Seven"}"#, true), ("7", #"{"id": 5, "no": 7, "name": "Seven"}"#, true),
        (#""soup""#, #"{"id": "Soup", "name": "Soup"}"#, true), (#""soup""#, #"{"id": 3, "name": "Soup"}"#, true),
        (#""soup""#, #"{"id": "stew", "name": "Stew"}"#, false),
    ]) func `a detail of another item is not taken`(listed: String, detail: String, isTaken: Bool) throws {
        let lines = "detail: \"/items/{id}\"\nfields: {id: [/id, /no], title: /name}\n"
        let definition = try Samples.definition("name: t\nkind: json\nbase: http://api.test\n" + lines)
        let walk = try ListWalk(definition) { request in
            Samples.answer(request.url.contains("/items/") ? detail : #"[{"id": \#(listed), "name": "Listed"}]"#)
        }
        #expect(walk.articles.count == (isTaken ? 2 : 1) && walk.articles.first?.title == "Listed")
        #expect(walk.noteCodes == (isTaken ? [] : ["record-skipped"]) && walk.failures.isEmpty)
    }

    @Test(arguments: [
        (
            #"{"recipe": {"id": 7, "name": "Some"}}"#, ReadFailure.Code.otherForm,
            "nothing where `detail.item` points (/recip). The answer has recipe."
        ),
        (#"{"recip": null, "status": "none"}"#, .notFound, "the item 7 is not there"),
        ("{}", .notFound, "the item 7 is not there"),
    ])
    func `an item that is not where the file says is told with the pointer`(
        body: String,
        code: ReadFailure.Code,
        words: String
    ) throws {
        let lines = "detail: {path: \"/items/{id}\", item: /recip}\nfields: {id: /id, title: /name}\n"
        let definition = try Samples.definition("name: t\nkind: json\nbase: http://api.test\n" + lines)
        let walk = try ListWalk(definition) { request in
            Samples.answer(request.url.hasSuffix("/items/7") ? body : "[7]")
        }
        #expect(walk.failures.map(\.code) == [code], "\(walk.failures)")
        #expect(walk.failures.first?.message.contains(words) == true, "\(walk.failures)")
    }

    @Test(arguments: [
        ("{id: /id, title: /titel}", "None of 2 items on URL has anything at `fields.title` (/titel); an item has M."),
        (
            "{id: [/rid, /n/rid], title: /name}",
            "None of 2 items on URL has anything at `fields.id` (/rid, /n/rid); an item has M."
        ),
        ("{id: /id, title: /name}", "The item article:t:2 on URL has no title."),
    ])
    func `a field that stands nowhere is told once, with its pointer and what items have`(
        fields: String,
        told: String
    ) throws {
        let walk = try only("fields: \(fields)\n", #"[{"id": 1, "name": "One"}, {"id": 2, "name": ""}]"#)
        let whole = told.replacing("URL", with: "http://api.test/").replacing("M.", with: "id, name.")
        #expect(walk.notes.map(\.message) == [whole])
    }

    @Test func `a search by POST has its page in the body, and a name of its own in the cache`() throws {
        let dishes = DishList(count: 12, size: 5)
        let definition = try DishList.definition(
            """
            list: {path: /search, method: POST, body: {query: "{query}", page: {size: 5}}}
            queries: ['a"b']
            items: /hits/*/_source
            paging: {offset: /page/from, total: /total/value}
            """
        )
        let walk = try ListWalk(definition) { request in
            let body = try JSONParser.parse(request.body ?? [])
            #expect(body["query"]?.string == "a\"b" && body["page"]?["size"]?.integer == 5)
            let start = body["page"]?["from"]?.integer ?? -1
            let hits = try JSONParser.parse(Array(dishes.items(start).utf8)).items ?? []
            let entries = hits.map { #"{"_source": \#($0.json)}"# }.joined(separator: ",")
            return Samples.answer(#"{"hits": [\#(entries)], "total": {"value": 12}}"#)
        }
        #expect(walk.ids == dishes.ids && walk.requests.count == 3)
        #expect(Set(walk.requests.map(\.cacheKey)).count == 3 && Set(walk.urls).count == 1)
        #expect(walk.requests.allSatisfy { $0.headers.value(of: "content-type") == "application/json" })
    }

    @Test(arguments: [
        ("header: X-Api-Key", "http://api.test/?q=1", ["X-Api-Key: s3cret-key"]),
        ("bearer: true", "http://api.test/?q=1", ["Authorization: Bearer s3cret-key"]),
        ("query: apikey", "http://api.test/?q=1&apikey=s3cret-key", []),
    ]) func `the key goes where it is said and is never shown`(place: String, url: String, headers: [String]) throws {
        let definition = try Samples.definition(
            """
            name: t
            kind: json
            base: http://api.test
            key: {environment: A_KEY, \(place)}
            list: {params: {q: 1}}
            fields: {id: /id, title: /t}
            """
        )
        let walk = try ListWalk(definition, key: "s3cret-key") { _ in Samples.answer("[]") }
        #expect(walk.urls == [url])
        #expect(walk.requests[0].headers.map { "\($0.name): \($0.value)" } == headers)
        #expect(walk.requests[0].redactedURL == "http://api.test/?q=1")
    }

    @Test func `errors are told in the API's words`() throws {
        let mapped = """
            fields: {id: /id, title: /t}
            items: /items
            error: {when: {/status: error}, message: /why, code: /code}

            """
        let inside = try only(mapped, #"{"status": "error", "why": "The oven is cold.", "code": "cold"}"#)
        #expect(inside.failures.map(\.failureClass) == [.retryable])
        #expect(
            inside.failures[0].message.contains("(cold)") && inside.failures[0].message.contains("The oven is cold.")
        )
        let key = try only(mapped, #"{"status": "error", "why": "Bad", "code": "apiKeyInvalid"}"#)
        #expect(key.failures.map(\.code) == [.keyRefused])
        let spent = try only(mapped, #"{"status": "error", "code": "apiKeyExhausted"}"#)
        #expect(spent.failures.map(\.code) == [.quotaExhausted])
        let nothing = try only(mapped, #"{"detail": "No such list.", "x": 1}"#)
        #expect(nothing.failures.map(\.code) == [.otherForm])
        #expect(nothing.failures[0].message.contains("The answer has detail, x."))
        #expect(nothing.failures[0].message.contains("No such list."))
        let html = try only(mapped, "<!doctype html><title>Wait</title>")
        #expect(html.failures.map(\.failureClass) == [.retryable])
        #expect(try only(mapped, #"{"items": null}"#).failures.isEmpty)
    }

    @Test func `an error behind the first page with a code of the end leaves a note`() throws {
        let dishes = DishList(count: 10, size: 5)
        let definition = try DishList.definition(
            """
            items: /items
            paging: {page: page}
            error: {when: [/error], message: /error/text, code: /error/code, end: beyond}
            """
        )
        let walk = try ListWalk(definition) { request in
            let page = request.number("page", 1)
            return page < 3
                ? Samples.answer(#"{"items": \#(dishes.items((page - 1) * 5)), "error": false}"#)
                : Samples.answer(#"{"error": {"code": "beyond", "text": "Ten is all."}}"#)
        }
        #expect(walk.ids == dishes.ids && walk.failures.isEmpty && walk.noteCodes == ["results-limit"])
        #expect(walk.notes[0].message.contains("Ten is all."))
    }

    @Test func `a later sync asks for what is newer than the newest item`() throws {
        let definition = try DishList.definition("since: {param: after, from: /at, overlap: 1d}\n")
        var newest = try #require(NewestItem(definition, latestMs: 1_780_000_000_000))
        for time in ["2026-03-01T00:30:00Z", "2026-02-01T00:00:00Z", "9999-01-01T00:00:00Z", "never"] {
            newest.note(extra: #"{"at": "\#(time)"}"#)
        }
        #expect(newest.lateItems == 1)
        let first = newest.resuming(SourceReaders.reader(for: definition, apiKey: nil).firstJobs())
        let walk = try ListWalk(definition, first: first) { _ in Samples.answer("[]") }
        #expect(walk.urls == ["http://dishes.test/?after=2026-02-28T00%3A30%3A00Z"])
        #expect(!definition.listsEverything)
    }

    @Test(arguments: [
        (1_709_164_800_000, "2024-02-29T00:00:00", "2024-02-29T00:00:00"),
        (951_782_400_000, "2000-01-01", "2000-02-29"),
        (-1_000, "1999-01-01 00:00:00+02:00", "1969-12-31 23:59:59Z"), (5_000, "1700000000", "5"),
        (5_000, "1700000000000", "5000"),
    ]) func `times are written as the API writes them`(time: Int64, like: String, expected: String) {
        #expect(ItemTime.text(time, like: like) == expected)
    }
}
