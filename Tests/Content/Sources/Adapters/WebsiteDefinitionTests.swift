import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Definitions of websites") struct WebsiteDefinitionTests {
    /// Sites name pages that are gone; the first page of a crawl is the user's own word.
    @Test func `a page of a website that is gone is a note`() throws {
        let definition = try SourceDefinition.parse(
            yaml: "name: t\nkind: sitemap\nbase: http://api.test\n",
            file: "test.yaml"
        )
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        let spec = Samples.page("http://api.test/x", item: "article:t:42")
        for status in [404, 410] {
            let effect = try reader.read(Samples.answer("", status: status), for: spec).effect
            #expect(effect.found.isEmpty && effect.notes.map(\.urn) == ["", "article:t:42"])
        }
        var crawl = definition
        crawl.kind = .pages
        #expect(throws: ReadFailure.self) {
            try SourceReaders.reader(for: crawl, apiKey: nil).read(Samples.answer("", status: 404), for: spec)
        }
    }

    private func definition(_ kind: String, _ lines: String, base: String = "https://site.test/a/") throws
        -> SourceDefinition
    {
        try SourceDefinition.parse(yaml: "name: t\nkind: \(kind)\nbase: \(base)\n\(lines)\n", file: "t.yaml")
    }

    @Test(arguments: [
        ("https://site.test/x", true), ("http://site.test/x", true), ("https://site.test:8443/x", true),
        ("https://site.test:9443/x", false), ("https://other.test:8080/", true), ("https://other.test/", false),
        ("https://www.more.test/", true),
    ])
    func `hosts adds to the base's own host, other ports of it too`(url: String, expected: Bool) throws {
        let hosts = "hosts: [\"site.test:8443\", \"other.test:8080\", \"*.more.test\"]"
        let source = try definition("pages", "urls: [/a]\n\(hosts)")
        #expect(source.scope.hasHost(of: try #require(WebAddress(url)), base: source.base) == expected)
    }

    @Test func `the keys of both kinds land, and come back out of the YAML that workers get`() throws {
        let sitemap = try definition(
            "sitemap",
            """
            sitemaps: [/s.xml, "https://cdn.test/x.xml"]
            include: [/recipe/**, ./**]
            exclude: [/recipe/*/print, "re:[?&]replytocom="]
            hosts: [www.site.test, "*.more.test", "other.test:8080"]
            lastmod: trust
            max-pages: 20
            site: recipe
            """
        )
        #expect(sitemap.sitemaps.files.map(\.description) == ["https://site.test/s.xml", "https://cdn.test/x.xml"])
        #expect(sitemap.sitemaps.trust == .trust && sitemap.scope.maxPages == 20 && sitemap.site == .recipe)
        #expect(try SourceDefinition.parse(yaml: sitemap.yaml, file: "t") == sitemap)
        let pages = try definition(
            "pages",
            "urls: [./, \"./chapter-{08..11}.html\"]\nfollow: [./**]\nlist-only: [./index*]\nmax-depth: 2"
        )
        #expect(
            pages.crawl.urls.map(\.path) == [
                "/a/", "/a/chapter-08.html", "/a/chapter-09.html", "/a/chapter-10.html", "/a/chapter-11.html",
            ]
        )
        #expect(pages.crawl.maxDepth == 2 && pages.scope.maxPages == 10_000 && pages.site == .auto)
        #expect(try SourceDefinition.parse(yaml: pages.yaml, file: "t") == pages)
    }

    @Test(
        arguments: [
            ("pages", "urls: [\"/p/{9..1}\"]", .outOfRange), ("pages", "urls: [\"/p/{a..z}\"]", .outOfRange),
            ("sitemap", "urls: [/a]", .conflict), ("pages", "lastmod: trust", .conflict),
            ("sitemap", "queries: [x]", .conflict), ("pages", "urls: [\"/{1..99999}\"]", .outOfRange),
            ("sitemap", "include: [recipe]", .outOfRange), ("sitemap", "exclude: [\"re:(a\"]", .outOfRange),
            ("sitemap", "exclude: [\"re:(?=a)\"]", .outOfRange), ("sitemap", "exclude: [\"re:a{9999}\"]", .outOfRange),
            ("sitemap", "lastmod: trusted", .outOfRange), ("sitemap", "hosts: [\"a/b\"]", .outOfRange),
            ("pages", "max-depth: 21", .outOfRange), ("sitemap", "site: recipes", .outOfRange),
        ] as [(String, String, SourceError.Code)]
    ) func `what makes no sense is refused in its line`(kind: String, line: String, code: SourceError.Code) {
        let error = #expect(throws: SourceError.self) { try definition(kind, line) }
        #expect(error?.code == code && error?.line == 4, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("/recipe/**", "/recipe/a/b", true), ("/recipe/**", "/recipe/", true), ("/recipe/**", "/recipes/a", false),
        ("/recipe/*", "/recipe/a", true), ("/recipe/*", "/recipe/a/b", false), ("/*/print", "/a/print", true),
        ("/a/**/b", "/a/b", true), ("/a/**/b", "/a/x/y/b", true), ("/a/**/b", "/a/xb", false),
        ("**/*.html", "/a/b.html", true), ("/p?id=*", "/p?id=7", true), ("/p", "/p?id=7", true), ("./x", "/a/x", true),
        ("/k\u{E4}se", "/k%C3%A4se", true), ("re:[?&]replytocom=", "/a?b=1&replytocom=2", true),
        ("re:^/\\d{4}/\\d+$", "/2024/7", true), ("re:^/\\d{4}/\\d+$", "/24/7", false), ("re:(a|b)+c", "/xabac", true),
        ("re:^/(?:x|y)*?z", "/xyz", true), ("re:[^a-z/.]", "/abc", false), ("re:\\.(jpg|png)$", "/a.png", true),
    ]) func `globs match paths whole, regular expressions anywhere in path and query`(
        pattern: String,
        path: String,
        isMatched: Bool
    ) throws {
        let base = try #require(WebAddress("https://site.test/a/"))
        let address = try #require(WebAddress("https://site.test" + path))
        #expect(try AddressPattern(pattern, base: base).matches(address) == isMatched)
    }

    @Test(arguments: ["re:(a+)+$", "re:(a|a)*b", "/**a**a**a**a**b", "/*a*a*a*a*a*a*b"])
    func `no pattern takes more than linear time`(pattern: String) throws {
        let base = try #require(WebAddress("https://site.test/"))
        let address = try #require(WebAddress("https://site.test/" + String(repeating: "a", count: 7_000) + "c"))
        #expect(try !AddressPattern(pattern, base: base).matches(address))
    }

    @Test func `links lose sessions and tracking, and traps are seen by their form`() throws {
        func address(_ path: String) throws -> WebAddress { try #require(WebAddress("https://site.test" + path)) }
        let cleaned = CrawlRules.cleaned(try address("/a;jsessionid=9?utm_source=x&b=1&sid=7&fbclid=z"))
        #expect(cleaned.description == "https://site.test/a?b=1")
        let cases: [(path: String, trap: CrawlRules.Trap?)] = [
            ("/a/b/a/b/a/b", CrawlRules.Trap.repeats), ("/a/b/a/c", nil),
            ("/" + String(repeating: "x/", count: 3), .repeats),
            ("/" + (1...21).map { "\($0)/" }.joined(), .segments), ("/?a=1&b=2&c=3&d=4&e=5", .parameters),
            ("/www.x.test/a/www.x.test/", .host), ("/2031/05/", .date), ("/2027/05/", nil), ("/?month=2031-05", .date),
            ("/a?q=" + String(repeating: "x", count: 2_048), .length), ("/cal/2040-01-02", .date), ("/item/2040", nil),
        ]
        for (path, trap) in cases {
            #expect(CrawlRules.trap(in: try address(path), year: 2026) == trap, "\(path)")
        }
    }

    @Test(
        arguments: [
            ("follow: [/dish/*]", nil), ("follow: [/dihs/*, /d]", "2 links, and none matches `follow: [/dihs/*, /d]`."),
            ("follow: [/dish/*]\nexclude: [/dish/*]", "2 links, of which 1 matches `follow`"),
        ] as [(String, String?)]
    )
    func `a first page of whose links none is followed is told with the key`(lines: String, words: String?) throws {
        let reader = SourceReaders.reader(for: try self.definition("pages", lines), apiKey: nil)
        let answer = SourceAnswer(
            status: 200,
            body: Array("<html><a href=/dish/1>One</a><a href=/about>About</a></html>".utf8),
            contentType: "text/html",
            redactedURL: "https://site.test/",
            bodyDigest: Samples.digest
        )
        let notes = try reader.read(answer, for: try #require(reader.firstJobs().first).spec).effect.notes
        #expect(notes.count == (words == nil ? 0 : 1) && notes.allSatisfy { $0.code == "none-included" }, "\(notes)")
        if let words { #expect(notes.first?.message.contains(words) == true, "\(notes)") }
    }

    @Test(arguments: [("pages", true), ("feed", true), ("food2fork", false)])
    func `of a website a page without a recipe is told where its items are recipes`(kind: String, isTold: Bool) throws {
        let definition = try self.definition(kind, isTold ? "site: recipe" : "queries: [a]")
        let note = MissingRecipe.note(of: "recipe:t:1", definition)
        #expect((note != nil) == isTold)
        if let note { #expect(note.urn == "recipe:t:1" && note.message.contains("no recipe was found on this page")) }
    }

    @Test(arguments: [false, true])
    func `robots.txt names sitemaps in the spellings and encodings that rules may have`(isUTF16: Bool) throws {
        let reader = SourceReaders.reader(for: try self.definition("sitemap", ""), apiKey: nil)
        let lines = ["Sitemap : /1.xml # first", "site-map: https://site.test/2.xml", "SITEMAP:/1.xml", "Map: /3.xml"]
        let text = lines.joined(separator: "\n")
        let wide: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        let body = isUTF16 ? wide : Array(text.utf8)
        let answer = SourceAnswer(
            status: 200,
            body: body,
            redactedURL: "https://site.test/robots.txt",
            fetchedAtMs: 1_795_305_600_000
        )
        let found = try reader.read(answer, for: try #require(reader.firstJobs().first).spec).effect.found
        #expect(found.compactMap(\.spec.url) == ["https://site.test/1.xml", "https://site.test/2.xml"])
    }

    /// Of 13 pages two match, far behind the others.
    @Test(arguments: [(1, ["/r/5"]), (2, ["/r/5", "/r/12"]), (3, ["/r/5", "/r/12"])])
    func `limit counts the pages of a sitemap that include takes`(limit: Int, expected: [String]) throws {
        let paths = (0..<13).map { [5, 12].contains($0) ? "/r/\($0)" : "/p/\($0)" }
        let lines = "sitemaps: [/s.xml]\ninclude: [/r/*]\nlimit: \(limit)"
        let reader = SourceReaders.reader(for: try self.definition("sitemap", lines), apiKey: nil)
        let answer = SourceAnswer(
            status: 200,
            body: Array("<urlset>\(paths.map { "<url><loc>\($0)</loc></url>" }.joined())</urlset>".utf8),
            redactedURL: "https://site.test/s.xml",
            fetchedAtMs: 1_795_305_600_000
        )
        let effect = try reader.read(answer, for: try #require(reader.firstJobs().first).spec).effect
        #expect(effect.found.compactMap(\.spec.url) == expected.map { "https://site.test" + $0 })
        #expect(effect.notes.map(\.code) == (limit == 1 ? ["page-limit"] : []), "\(effect.notes)")
    }

    @Test func `limit counts the addresses of a list, without pages that are read for their links alone`() throws {
        let lines = "urls: [./index, ./a, ./b, ./c]\nfollow: [./**]\nlist-only: [./index]\nlimit: 2"
        let reader = SourceReaders.reader(for: try self.definition("pages", lines), apiKey: nil)
        let urls = reader.firstJobs().compactMap(\.spec.url)
        #expect(urls == ["index", "a", "b"].map { "https://site.test/a/" + $0 })
    }

    @Test(arguments: [("", 20_000), ("\nlimit: 15000", 15_000), ("\nlimit: 20", 20)])
    func `a large sitemap is read in parts out of one answer`(line: String, count: Int) throws {
        let definition = try self.definition("sitemap", "pages: false\nsitemaps: [/s.xml]" + line)
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        let text = "<urlset>" + (0..<20_000).map { "<url><loc>/p/\($0)</loc></url>" }.joined() + "</urlset>"
        var job = try #require(reader.firstJobs().first)
        var found: [String] = []
        var parts = 0
        while true {
            let answer = SourceAnswer(
                status: 200,
                body: Array(text.utf8),
                redactedURL: "https://site.test/s.xml",
                fetchedAtMs: 1_795_305_600_000
            )
            let effect = try reader.read(answer, for: job.spec).effect
            parts += 1
            found += effect.articles.compactMap(\.url)
            guard let next = effect.found.first(where: { $0.spec.kind == .discover }) else { break }
            #expect(next.spec.freshSince == 1_795_305_600_000 && next.urn != job.urn)
            job = next
        }
        #expect(found == (0..<count).map { "https://site.test/p/\($0)" })
        #expect(parts == (count - 1) / 9_900 + 1)
    }
}
