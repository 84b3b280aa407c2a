import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// What people are told of a mistake says what stands there and what to write instead.
@Suite("Messages") struct MessageTests {
    private static let head = "name: x\nkind: food2fork\nqueries: [a]\n"

    @Test func `a byte order mark at the beginning of a file is passed over`() throws {
        let yaml = Self.head + "base: http://h.test\n"
        #expect(try Samples.definition("\u{FEFF}" + yaml) == Samples.definition(yaml))
        let error = #expect(throws: SourceError.self) {
            try Samples.definition("\u{FEFF}name: 7!\n" + yaml.dropFirst(8))
        }
        #expect(error?.line == 1 && error?.column == 7, "\(error as Any)")
    }

    @Test(arguments: [
        ("base: http://h.test\npoliteness: {delay: 250}\n", ["250ms", "250s", "add a unit"]),
        ("base: http://h.test\ntimeout: 30\n", ["30ms", "30s"]),
        ("base: recipes.example.org/api\n", ["has no scheme", "`https://recipes.example.org/api`"]),
        ("base: localhost:8080\n", ["has no scheme", "`http://localhost:8080`"]),
        ("base: 127.0.0.1:8080\n", ["`http://127.0.0.1:8080`"]),
        ("base: https://me@h.test\n", ["holds a user name", "headers"]),
        ("base: ftp://h.test\n", ["no http or https URL"]), ("base: nonsense\n", ["no http or https URL"]),
    ])
    func `a value that is nearly right is told with what was meant`(lines: String, words: [String]) throws {
        let error = #expect(throws: SourceError.self) { try Samples.definition(Self.head + lines) }
        for word in words { #expect(error?.message.contains(word) == true, "\(error as Any)") }
    }

    @Test(arguments: [
        (SourceKind.food2fork, Samples.search()), (.forkifyV2, Samples.search()), (.newsAPIv2, Samples.search()),
        (.newsAPIv1, Samples.discover()),
    ])
    func `a list that is not there is told with base and kind`(kind: SourceKind, spec: JobSpec) throws {
        for body in ["<html>no such page</html>", #"{"error": "not found"}"#] {
            let failure = #expect(throws: ReadFailure.self) {
                try Samples.reader(kind).read(Samples.answer(body, status: 404), for: spec)
            }
            #expect(failure?.code == .notFound && failure?.failureClass == .permanent)
            for word in ["404", "`base: http://api.test", "`kind: \(kind.rawValue)`"] {
                #expect(failure?.message.contains(word) == true, "\(failure as Any)")
            }
        }
    }

    @Test(arguments: [
        ("kind: feed\nfeeds: [/more]", ["the feed.", "`feeds`, `base: http://api.test", "`kind: feed`"]),
        ("kind: json\nlist: /all\nfields: {id: /id}", ["the list.", "`list`, `base:", "`kind: json`"]),
        ("kind: sitemap\nsitemaps: [/map.xml]", ["the sitemap.", "`sitemaps`, `base:", "`kind: sitemap`"]),
    ])
    func `a list of a website or a mapping that is not there is told with the keys to check`(
        lines: String,
        words: [String]
    ) throws {
        let definition = try Samples.definition("name: t\nbase: http://api.test\n\(lines)\n")
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        let failure = #expect(throws: ReadFailure.self) {
            try reader.read(Samples.answer("<html>", status: 404), for: reader.firstJobs()[0].spec)
        }
        #expect(failure?.code == .notFound && failure?.failureClass == .permanent)
        for word in ["(status 404)"] + words {
            #expect(failure?.message.contains(word) == true, "\(failure as Any)")
        }
    }

    @Test func `a recipe that is gone says nothing of base and kind`() throws {
        let failure = #expect(throws: ReadFailure.self) {
            try Samples.reader(.food2fork).read(Samples.answer("{}", status: 404), for: Samples.record("1"))
        }
        #expect(failure?.message.hasSuffix("the recipe is not there (any more): status 404.") == true)
    }

    @Test(arguments: [200, 400, 403, 418, 429, 500])
    func `what an API says stays where its code is not known`(status: Int) throws {
        let news = #"{"status":"error","code":"moonPhase","message":"Come back at full moon"}"#
        let recipes = #"{"error":"Come back at full moon"}"#
        for (kind, body) in [(SourceKind.newsAPIv2, news), (.food2fork, recipes)] {
            let failure = #expect(throws: ReadFailure.self) {
                try Samples.reader(kind).read(Samples.answer(body, status: status), for: Samples.search())
            }
            #expect(failure?.message.contains("Come back at full moon") == true, "\(failure as Any)")
            if kind == .newsAPIv2 { #expect(failure?.message.contains("moonPhase") == true, "\(failure as Any)") }
        }
    }

    @Test(arguments: [
        (#"{"status":"ok","totalResults":1234,"articles":[{},{}]}"#, 1234), (#"{"data":{"total":7,"items":[]}}"#, 7),
        (#"{"count":30,"recipes":[]}"#, nil), (#"{"total":1,"items":[{},{}]}"#, nil), ("<html>", nil), ("[]", nil),
    ])
    func `the total of a list is found where its answer names one`(body: String, total: Int?) {
        #expect(ListTotal.find(in: Array(body.utf8)) == total)
    }

    @Test(
        arguments: [
            ("items: /d\npaging: {page: p, total: /m/sum}", #"{"d":[1,2],"m":{"sum":9},"total":70}"#, 9),
            ("items: /d\npaging: {page: p, total: /sum}", #"{"d":[1,2],"sum":2,"total":70}"#, nil),
            ("items: /d\npaging: {page: p, total: header X-Total}", #"{"d":[1,2]}"#, 12),
            ("items: /d\npaging: {page: p, pages: /n}", #"{"d":[1,2],"n":4}"#, 8),
            ("items: /d\npaging: {page: p}", #"{"d":[1,2],"total":70}"#, 70),
        ] as [(String, String, Int?)]
    )
    func `the total is where the definition says`(paging: String, body: String, total: Int?) throws {
        let definition = try Samples.definition(
            "name: t\nkind: json\nbase: http://api.test\n\(paging)\nfields: {id: /id}\n"
        )
        let headers = [HeaderField(name: "x-total", value: "12")]
        #expect(ListTotal.find(in: Array(body.utf8), headers: headers, of: definition) == total)
    }

    /// A site may name any number, and a plan adds those of all lists.
    @Test(
        arguments: [
            ("412", "[{}]", 412), ("1", "[{}]", 1), ("0", "[]", 0), (nil, "[]", 0), ("0", "[{}]", nil),
            ("-1", "[{}]", nil), ("-9223372036854775808", "[{}]", nil), ("9223372036854775808", "[{}]", nil),
            ("many", "[{}]", nil),
            (nil, "[{}]", nil),
        ] as [(String?, String, Int?)]
    )
    func `the total of a WordPress site is a number above 0`(value: String?, body: String, total: Int?) throws {
        let definition = try Samples.definition("name: t\nkind: wordpress\nbase: http://api.test\n")
        let headers = value.map { [HeaderField(name: "x-wp-total", value: $0)] } ?? []
        #expect(ListTotal.find(in: Array(body.utf8), headers: headers, of: definition) == total)
    }

    @Test func `totals have a bounded sum`() {
        #expect([3, 4].reduce(0, ListTotal.sum) == 7)
        #expect([Int.min, Int.min, 5].reduce(0, ListTotal.sum) == 5)
        #expect([Int.max, Int.max, 1].reduce(0, ListTotal.sum) == 1_000_000_000_000)
    }
}
