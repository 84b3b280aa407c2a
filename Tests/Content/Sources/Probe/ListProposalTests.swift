import LarderModel
import LarderSourceProbe
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// APIs of different forms: a sync by the file that `sources init` writes finds all their items.
@Suite("List proposals") struct ListProposalTests {
    struct API: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var count = 23
        /// The answer to a request, by its parameters, and how often it was asked.
        var answer: @Sendable (API, [String: String], Int) -> (body: String, headers: [HeaderField])

        func items(_ start: Int, _ length: Int = 5, wrap: (String) -> String = { $0 }) -> String {
            let range = max(0, min(start, count))..<max(0, min(start + length, count))
            let items = range.map { number in
                wrap(
                    #"{"id": \#(number + 1), "title": "Soup \#(number + 1)", "url": "\#(Self.base)/soup/\#(number + 1)","#
                        + #" "author": \#(number % 3), "updated_at": "2026-01-02T10:00:00Z"}"#
                )
            }
            return "[\(items.joined(separator: ","))]"
        }

        static let base = "https://soups.example"
    }

    private static func number(_ parameters: [String: String], _ name: String, _ missing: Int) -> Int {
        parameters[name].flatMap { Int($0) } ?? missing
    }

    private static func cursor(_ start: Int) -> String { "c\(start)x" }
    private static func start(_ cursor: String?) -> Int { cursor.flatMap { Int($0.dropFirst().dropLast()) } ?? 0 }

    private static let apis: [API] = [
        API(testDescription: "page numbers from 0") { api, asked, _ in
            ("{\"results\": \(api.items(5 * number(asked, "page", 0)))}", [])
        },
        API(testDescription: "page numbers by another name, with the number of pages") { api, asked, _ in
            let page = number(asked, "p", 1)
            return ("{\"meta\": {\"total_pages\": 5}, \"data\": \(api.items(5 * page - 5))}", [])
        },
        API(testDescription: "items, total, page, size and pages") { api, asked, _ in
            let page = number(asked, "page", 1)
            let items = api.items(5 * page - 5)
            return ("{\"items\": \(items), \"total\": 23, \"page\": \(page), \"size\": 5, \"pages\": 5}", [])
        },
        API(testDescription: "an empty page in the middle") { api, asked, _ in
            let page = number(asked, "page", 1)
            let items = page == 2 ? "[]" : api.items(5 * (page > 2 ? page - 2 : 0))
            return ("{\"items\": \(items), \"total_pages\": 6}", [])
        },
        API(testDescription: "limit and offset") { api, asked, _ in
            let start = number(asked, "offset", 0)
            return ("{\"count\": 23, \"offset\": \(start), \"limit\": 5, \"results\": \(api.items(start))}", [])
        },
        API(testDescription: "a cursor by an unusual name that is given at the end too") { api, asked, _ in
            let start = start(asked["starting_after"])
            let isLast = start + 5 >= api.count
            let last = cursor(isLast ? start : start + 5)
            return ("{\"data\": \(api.items(start)), \"has_more\": \(!isLast), \"last\": \"\(last)\"}", [])
        },
        API(testDescription: "a cursor in a header field") { api, asked, _ in
            let start = start(asked["cursor"])
            let more = start + 5 < api.count ? [HeaderField(name: "X-Next-Cursor", value: cursor(start + 5))] : []
            return (api.items(start), more)
        },
        API(testDescription: "edges and nodes") { api, asked, _ in
            let start = start(asked["after"])
            let info = "{\"hasNextPage\": \(start + 5 < api.count), \"endCursor\": \"\(cursor(start + 5))\"}"
            let edges = api.items(start) { "{\"node\": \($0)}" }
            return ("{\"edges\": \(edges), \"pageInfo\": \(info)}", [])
        },
        API(testDescription: "a link header with several relations") { api, asked, _ in
            let page = number(asked, "page", 1)
            let link = HeaderField(name: "link", value: "</list?page=\(page + 1)>; rel=\"next last-but\"")
            return (api.items(5 * page - 5), page < 5 ? [link] : [])
        },
        API(testDescription: "a map by ids") { api, _, _ in
            let members = (1...api.count).map { #""\#($0)": {"title": "Soup \#($0)", "image": "/\#($0).png"}"# }
            return ("{\"query\": {\"pages\": {\(members.joined(separator: ","))}}, \"batch\": \"\"}", [])
        },
        API(testDescription: "a JSON value a line") { api, _, _ in
            let values = (try? JSONParser.parse(Array(api.items(0, 23).utf8)).items) ?? []
            return (values.map(\.json).joined(separator: "\n"), [])
        },
        API(testDescription: "ids alone, with a record each", count: 12) { api, asked, _ in
            guard let id = asked["id"].flatMap({ Int($0) }) else {
                return ("[\((1...api.count).map { "\($0)" }.joined(separator: ","))]", [])
            }
            return ("{\"item\": \(api.items(id - 1, 1).dropFirst().dropLast())}", [])
        },
        API(testDescription: "an error in an answer that is otherwise fine") { api, asked, count in
            let page = number(asked, "page", 1)
            if page > 1, count == 2 { return (#"{"status": "error", "message": "Again."}"#, []) }
            return ("{\"status\": \"ok\", \"total\": 23, \"articles\": \(api.items(5 * page - 5))}", [])
        },
        API(testDescription: "a web page in the place of an answer") { api, asked, count in
            let page = number(asked, "page", 1)
            return (count == 2 ? "<!doctype html><title>Wait</title>" : "{\"list\": \(api.items(5 * page - 5))}", [])
        },
    ]

    @Test(arguments: apis) func `all items are found by the file alone`(api: API) async throws {
        var count = 0
        func body(_ url: String) -> (body: String, headers: [HeaderField])? {
            guard let address = WebAddress(url), address.path == "/list" else { return nil }
            count += 1
            let pairs = (address.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
            let parameters = Dictionary(pairs.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }) { $1 }
            return api.answer(api, parameters, count)
        }
        let proposal = try await SourceProbe.proposal(
            for: #require(WebAddress(API.base + "/list")),
            nowMs: 1_780_000_000_000,
            ask: { url, _ throws(ProbeError) in
                guard let answer = body(url) else { return ProbeAnswer(status: 404, body: [], url: url) }
                return ProbeAnswer(status: 200, headers: answer.headers, body: Array(answer.body.utf8), url: url)
            },
            tell: { _ in }
        )
        let yaml = proposal.yaml
        let definition = try SourceDefinition.parse(yaml: yaml, file: "proposal")
        #expect(!yaml.contains("author:"), "\(yaml)")
        #expect(yaml.contains("error: {when: {/status: error}") == api.testDescription.hasPrefix("an error"), "\(yaml)")
        let asked = count
        let walk = try ListWalk(definition) { request in
            let answer = body(request.url) ?? body(request.url) ?? ("", [])
            return Samples.answer(answer.body, headers: answer.headers.map { ($0.name, $0.value) })
        }
        #expect(asked <= SourceProbe.maxRequests)
        #expect(Set(walk.ids) == Set((1...api.count).map { "\($0)" }), "\(yaml)\n\(walk.urls) \(walk.notes)")
        let titles = Set(walk.articles.map(\.title)).union(walk.recipes.map(\.title))
        #expect(titles == Set((1...api.count).map { "Soup \($0)" }), "\(yaml)")
    }

    private func proposal(_ url: String, _ answers: [String: String], headers: [HeaderField] = []) async throws
        -> String
    {
        try await SourceProbe.proposal(
            for: #require(WebAddress(url)),
            nowMs: 1_780_000_000_000,
            ask: { url, wantsJSON throws(ProbeError) in
                guard let body = answers[url + (wantsJSON ? " json" : "")] ?? answers[url] else {
                    return ProbeAnswer(status: 404, body: [], url: url)
                }
                return ProbeAnswer(status: 200, headers: headers, body: Array(body.utf8), url: url)
            },
            tell: { _ in }
        ).yaml
    }

    @Test(arguments: [
        ("/blog/wp-json/wp/v2/recipes", "https://soups.example/blog/", "recipes"),
        ("/blog/index.php?rest_route=/wp/v2/posts", "https://soups.example/blog/", "posts"),
        ("/?rest_route=%2Fwp%2Fv2%2Fposts&per_page=5", "https://soups.example/", "posts"),
    ]) func `a list of WordPress is a source of its kind`(path: String, base: String, type: String) async throws {
        let url = API.base + path
        let total = HeaderField(name: "X-WP-Total", value: "12")
        let yaml = try await proposal(
            url,
            [url: #"[{"id": 1, "author": 3, "title": {"rendered": "A"}}]"#],
            headers: [total]
        )
        #expect(yaml.contains("kind: wordpress") && yaml.contains("base: \"\(base)\""), "\(yaml)")
        #expect(yaml.contains("types: [\"\(type)\"]"), "\(yaml)")
        #expect(try SourceDefinition.parse(yaml: yaml, file: "proposal").wordPress.types == [type])
    }

    @Test(arguments: ["/w/api.php?action=query&list=allpages&format=json", "/wiki/Soup"])
    func `a wiki is read by its API`(path: String) async throws {
        let api = API.base + "/w/api.php"
        let question = "?action=query&meta=siteinfo&siprop=general%7Cstatistics&format=json"
        let edit = "<link rel=EditURI type='application/rsd+xml' href='//soups.example/w/api.php?action=rsd'>"
        let yaml = try await proposal(
            API.base + path,
            [
                api + question:
                    #"{"query": {"general": {"generator": "MediaWiki 1.39.1"}, "statistics": {"articles": 7}}}"#,
                api + "?action=query&list=allpages&format=json": #"{"query": {"allpages": [{"pageid": 1}]}}"#,
                API.base + "/wiki/Soup": "<!doctype html><head>\(edit)</head><body><p>Soup</p></body>",
            ]
        )
        let definition = try SourceDefinition.parse(yaml: yaml, file: "proposal")
        #expect(definition.kind == .mediawiki && definition.base.description == "https://soups.example/w", "\(yaml)")
        #expect(yaml.contains("# At least 7 pages"), "\(yaml)")
    }

    @Test func `an API that shows browsers a page is asked for JSON`() async throws {
        let url = API.base + "/list"
        let yaml = try await proposal(
            url,
            [url: "<!doctype html><title>API</title><p>Hello", url + " json": #"{"results": [{"id": 1}, {"id": 2}]}"#],
            headers: [HeaderField(name: "Vary", value: "Cookie, Accept")]
        )
        #expect(yaml.contains("kind: json") && yaml.contains("items: \"/results\""), "\(yaml)")
    }
}
