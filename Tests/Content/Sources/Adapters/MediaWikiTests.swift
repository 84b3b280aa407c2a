import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("MediaWiki reader") struct MediaWikiTests {
    private static func definition(_ more: String = "", base: String = "http://api.test/w") throws -> SourceDefinition {
        try Samples.definition("name: t\nkind: mediawiki\nbase: \(base)\n" + more)
    }

    private static func page(_ id: Int, revision: Int = 1) -> String {
        #"{"pageid":\#(id),"ns":0,"title":"Page \#(id)","displaytitle":"<i>Page</i> \#(id)","lastrevid":\#(revision),"#
            + #""pagelanguage":"de","fullurl":"http://api.test/wiki/Page_\#(id)","#
            + #""revisions":[{"revid":\#(revision),"timestamp":"2024-03-05T09:05:00Z","user":"dump>Ada"}]}"#
    }

    private static func list(_ pages: [Int], next: String? = nil) -> String {
        let more = next.map { #""continue":{"gapcontinue":"\#($0)","continue":"gapcontinue||"},"# } ?? ""
        return #"{"batchcomplete":true,\#(more)"query":{"pages":[\#(pages.map { page($0) }.joined(separator: ","))]}}"#
    }

    @Test func `the lists are read with all members of continue, and name each article's text`() throws {
        let walk = try ListWalk(Self.definition("namespaces: [0, 4]\n")) { request in
            if request.url.contains("action=parse") {
                let id = request.parameter("pageid") ?? ""
                return Samples.answer(
                    #"{"parse":{"title":"Page \#(id)","pageid":\#(id),"text":"<p>Text \#(id)</p>","#
                        + #""categories":[{"category":"Red_soups","hidden":false},{"category":"Kept","hidden":true}]}}"#
                )
            }
            guard request.parameter("gapnamespace") == "0" else { return Samples.answer(#"{"batchcomplete":true}"#) }
            switch request.parameter("gapcontinue") {
            case nil: return Samples.answer(Self.list([1, 2], next: "Page%203".percentDecoded))
            case "Page%203":
                #expect(request.parameter("continue") == "gapcontinue%7C%7C")
                // Wikis may give an empty part of a list.
                return Samples.answer(#"{"batchcomplete":true,"continue":{"gapcontinue":"4","continue":"-"}}"#)
            default: return Samples.answer(Self.list([4]))
            }
        }
        #expect(walk.failures.isEmpty && walk.notes.isEmpty, "\(walk.failures) \(walk.notes)")
        #expect(walk.ids == ["1", "2", "4"])
        #expect(walk.urls.allSatisfy { $0.hasPrefix("http://api.test/w/api.php?action=") })
        #expect(walk.urls.filter { $0.contains("action=parse") }.count == 3)
        #expect(walk.urls.allSatisfy { !$0.contains("action=query") || $0.contains("gapfilterredir=nonredirects") })
        let listed = try #require(walk.articles.first)
        #expect(listed.title == "Page 1" && listed.author == "Ada" && listed.language == "de" && listed.isPartial)
        #expect(listed.url == "http://api.test/wiki/Page_1" && listed.publishedAt == 1_709_629_500_000)
        let read = try #require(walk.articles.last)
        #expect(read.extra.contains { $0.name == "categories" && $0.json == "[\"Red soups\"]" }, "\(read.extra)")
    }

    @Test func `an article's text is its body, and is not asked for again before it has another revision`() throws {
        let reader = SourceReaders.reader(for: try Self.definition(), apiKey: nil)
        let list = try reader.read(Samples.answer(Self.list([7])), for: reader.firstJobs()[0].spec).effect
        let job = try #require(list.found.first)
        #expect(job.spec.freshSince == 1_709_629_501_000 && job.record?.recordID == "7")
        #expect(list.articles.first?.extra.contains { $0.name == "lastrevid" && $0.json == "1" } == true)
        let answer = Samples.answer(#"{"parse":{"title":"A & B","pageid":7,"text":"<p>Text <img src=/i.png></p>"}}"#)
        let reading = try reader.read(answer, for: job.spec)
        let body = try #require(reading.fragments.first)
        let html = String(decoding: body.bytes, as: UTF8.self)
        #expect(body.role == .body && body.baseURL == "http://api.test/w/index.php?curid=7")
        #expect(html.contains("<h1>A &amp; B</h1><p>Text <img src=/i.png></p></article>"), "\(html)")
    }

    @Test func `pages are read in place of the API's text where the file says so`() throws {
        let reader = SourceReaders.reader(
            for: try Self.definition("body: page\nexclude: [/wiki/Page_1]\n"),
            apiKey: nil
        )
        let list = try reader.read(Samples.answer(Self.list([1, 2])), for: reader.firstJobs()[0].spec).effect
        #expect(list.found.compactMap(\.page?.url) == ["http://api.test/wiki/Page_2"])
        #expect(list.found.first?.page?.freshSince == 1_709_629_501_000)
    }

    @Test(arguments: [
        ("nosuchpageid", ReadFailure.Code.notFound), ("readapidenied", .pageRefused), ("ratelimited", .throttled),
        ("internal_api_error_DBQueryError", .sourceError), ("badvalue", .badRequest),
    ]) func `an error with the status 200 is a failure`(code: String, expected: ReadFailure.Code) throws {
        let reader = SourceReaders.reader(for: try Self.definition(), apiKey: nil)
        let answer = Samples.answer(#"{"error":{"code":"\#(code)","info":"Why."}}"#)
        let error = #expect(throws: ReadFailure.self) { try reader.read(answer, for: Samples.record("7")) }
        #expect(error?.code == expected, "\(error as Any)")
    }

    @Test func `a list that goes on where it was ends with a note`() throws {
        let walk = try ListWalk(Self.definition()) { request in
            request.url.contains("parse") ? Samples.answer("{}") : Samples.answer(Self.list([1], next: "same"))
        }
        #expect(walk.noteCodes == ["repeated-cursor"], "\(walk.noteCodes)")
    }

    /// More than 32 members, or members that are no text, cannot be repeated.
    @Test(arguments: [
        "{" + (0...32).map { "\"c\($0)continue\": 1" }.joined(separator: ", ") + "}", #"{"gapcontinue": ["a", "b"]}"#,
        #""Soup""#,
    ])
    func `a list that goes on in a form that no request can say is cut, and told`(more: String) throws {
        let wiki = try ListWalk(Self.definition()) { request in
            request.url.contains("parse")
                ? Samples.answer("{}") : Samples.answer(#"{"query": {"pages": []}, "continue": \#(more)}"#)
        }
        #expect(wiki.noteCodes == ["list-broken"], "\(wiki.notes)")
        let hostile = try ListWalk(Self.definition()) { request in
            #expect(!request.url.contains("delete"))
            return Samples.answer(#"{"query": {"pages": []}, "continue": {"action": "delete", "gapcontinue": "b"}}"#)
        }
        #expect(hostile.noteCodes == ["list-broken"])
        let definition = try DishList.definition("items: /dishes\npaging: {continue: /continue}\n")
        let api = try ListWalk(definition) { _ in
            Samples.answer("{\"dishes\": \(DishList(count: 12, size: 5).items(0)), \"continue\": \(more)}")
        }
        #expect(api.noteCodes == ["list-broken"] && api.requests.count == 1, "\(api.notes)")
    }

    @Test func `a list that goes on without anything new ends`() throws {
        var number = 0
        let walk = try ListWalk(Self.definition()) { request in
            number += 1
            return request.url.contains("parse")
                ? Samples.answer("{}") : Samples.answer(Self.list([1], next: "\(number)"))
        }
        #expect(walk.noteCodes == ["repeated-page"] && walk.requests.count < 30, "\(walk.requests.count)")
    }

    @Test(arguments: [1, 60]) func `empty parts of a list end it only after very many`(empty: Int) throws {
        var number = 0
        let walk = try ListWalk(Self.definition()) { request in
            guard !request.url.contains("parse") else { return Samples.answer("{}") }
            number += 1
            return Samples.answer(Self.list(number <= empty ? [] : [number], next: number <= empty ? "\(number)" : nil))
        }
        #expect(walk.noteCodes.isEmpty && walk.requests.count > empty, "\(walk.notes)")
    }

    /// The part before names a page, and none is there: pages that were not listed are not gone.
    @Test func `a list that ends with an empty part may not be whole`() throws {
        let walk = try ListWalk(Self.definition()) { request in
            guard !request.url.contains("parse") else { return Samples.answer("{}") }
            return request.parameter("gapcontinue") == nil
                ? Samples.answer(Self.list([1], next: "b")) : Samples.answer(#"{"batchcomplete":true}"#)
        }
        #expect(walk.noteCodes == ["list-changed"], "\(walk.notes)")
    }

    @Test(arguments: [
        (#""batchcomplete": true"#, []), (#""batchcomplete": "" "#, []),
        (#""limits": {"allpages": 50}"#, ["list-changed"]),
        (#""batchcomplete": true, "warnings": {"query": {"*": "truncated: result size limit"}}"#, ["list-changed"]),
        (#""batchcomplete": true, "warnings": {"main": {"warnings": "Unrecognized parameter: x."}}"#, []),
    ]) func `a list that does not say that it is complete may not be whole`(said: String, codes: [String]) throws {
        let walk = try ListWalk(Self.definition("body: page\n")) { _ in
            Samples.answer(#"{"query": {"pages": [\#(Self.page(1))]}, \#(said)}"#)
        }
        #expect(walk.ids == ["1"] && walk.noteCodes == codes, "\(walk.notes)")
    }

    @Test func `an answer about another page is no article`() throws {
        let reader = SourceReaders.reader(for: try Self.definition(), apiKey: nil)
        let other = Samples.answer(#"{"parse": {"pageid": 8, "title": "Other", "text": "<p>Other</p>"}}"#)
        #expect(throws: ReadFailure.self) { try reader.read(other, for: Samples.record("7")) }
        let empty = Samples.answer(#"{"parse": {"pageid": 7, "title": "Empty", "text": " "}}"#)
        #expect(try reader.read(empty, for: Samples.record("7")).fragments.isEmpty)
    }

    @Test func `a wiki of recipes holds recipes`() throws {
        let walk = try ListWalk(Self.definition("site: recipe\n")) { request in
            request.url.contains("parse") ? Samples.answer("{}") : Samples.answer(Self.list([1], next: nil))
        }
        #expect(walk.recipes.map(\.urn) == ["recipe:t:1"] && walk.articles.isEmpty)
    }

    @Test(arguments: ["http://api.test/w/api.php", "http://api.test/w/index.php", "http://api.test/w/"])
    func `the base is the wiki's folder`(base: String) throws {
        let definition = try Self.definition(base: base)
        #expect(definition.base.path == "/w" && definition.mediaWiki.namespaces == [0])
        #expect(try Samples.definition(definition.yaml) == definition)
        #expect(throws: SourceError.self) { try Self.definition("namespaces: []\n") }
        #expect(throws: SourceError.self) { try Self.definition("namespaces: [-1]\n") }
    }

    @Test func `any API may go on by several members`() throws {
        let list = DishList(count: 12, size: 5)
        let definition = try DishList.definition("items: /dishes\npaging: {continue: /continue}\n")
        let walk = try ListWalk(definition) { request in
            let start = request.number("from", 0)
            #expect(start == 0 || request.parameter("state") == "open")
            let more = start + 5 < 12 ? #", "continue": {"from": \#(start + 5), "state": "open"}"# : ""
            return Samples.answer("{\"dishes\": \(list.items(start))\(more)}")
        }
        #expect(walk.ids == list.ids && walk.requests.count == 3 && walk.notes.isEmpty)
    }

    /// Cursor pagination of some frameworks gives the next page's address where others give a cursor.
    @Test func `an address where a cursor was expected is told`() throws {
        let list = DishList(count: 12, size: 5)
        let definition = try DishList.definition("items: /dishes\npaging: {cursor: cursor, next: /next}\n")
        let walk = try ListWalk(definition) { _ in
            Samples.answer("{\"dishes\": \(list.items(0)), \"next\": \"http://dishes.test/?cursor=abc\"}")
        }
        #expect(walk.noteCodes == ["cursor-is-address"] && walk.requests.count == 1)
        #expect(walk.notes.first?.message.contains("`paging: {next: …}`") == true, "\(walk.notes)")
    }

    @Test func `a page or record that did not change since it was read is not asked for`() throws {
        let item = #"[{"id": 1, "name": "Soup", "url": "http://dishes.test/1", "at": "2026-01-02T10:00:00Z"}]"#
        for (more, expected) in [("", 1_767_348_001_000), ("detail: \"/dishes/{id}\"\n", 1_767_348_001_000)] {
            let yaml =
                "name: t\nkind: json\nbase: http://dishes.test\n"
                + "fields: {id: /id, title: /name, url: /url, updated: /at}\n" + more
            let reader = SourceReaders.reader(for: try Samples.definition(yaml), apiKey: nil)
            let effect = try reader.read(Samples.answer(item), for: reader.firstJobs()[0].spec).effect
            #expect(effect.found(.detail).first?.spec.freshSince == Int64(expected), "\(effect.found)")
        }
    }
}
