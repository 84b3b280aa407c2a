import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Feeds as a source") struct FeedSourceTests {
    private static func reader(_ more: String = "") throws -> any SourceReader {
        let yaml = "name: t\nkind: feed\nbase: http://api.test/feed\n" + more
        return SourceReaders.reader(for: try Samples.definition(yaml), apiKey: nil)
    }

    private static func rss(_ items: String, more: String = "") -> String {
        "<rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom'><channel><title>F</title>\(more)\(items)</channel></rss>"
    }

    private static func read(_ reader: any SourceReader, _ body: String, job: Int = 0) throws -> SourceReading {
        try reader.read(Samples.answer(body, type: "application/rss+xml"), for: reader.firstJobs()[job].spec)
    }

    private static let three = rss(
        (1...3).map { "<item><title>T\($0)</title><link>http://api.test/p/\($0)</link></item>" }.joined(),
        more: "<a:link rel='next' href='http://api.test/feed?page=2'/>"
    )

    @Test func `each feed is a job, and each page of older entries is one more`() throws {
        let reader = try Self.reader("feeds: [/comments, \"http://other.test/atom.xml\", /feed]\n")
        let jobs = reader.firstJobs()
        let urls = try jobs.map { try reader.request(for: $0.spec).url }
        #expect(urls == ["http://api.test/feed", "http://api.test/comments", "http://other.test/atom.xml"])
        let effect = try Self.read(reader, Self.three).effect
        #expect(effect.articles.map(\.title) == ["T1", "T2", "T3"] && effect.listings.map(\.position) == [0, 1, 2])
        let next = try #require(effect.found.first { $0.spec.kind == .discover })
        #expect(try reader.request(for: next.spec).url == "http://api.test/feed?page=2")
        let older = try reader.read(Samples.answer(Self.three, type: nil), for: next.spec).effect
        #expect(older.listings.map(\.position) == [3, 4, 5])
        #expect(older.found.filter { $0.spec.kind == .discover }.map(\.key) != jobs.map(\.key))
    }

    @Test func `a feed that is polled every hour is known for that long, with its older pages`() throws {
        let definition = try Samples.definition("name: t\nkind: feed\nbase: http://api.test/feed\nevery: 60m\n")
        #expect(definition.feed.every == .seconds(3_600) && definition.yaml.contains("every: 1h"))
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        let first = try #require(reader.firstJobs().first).polled(since: 1_000)
        #expect(first.spec.freshSince == 1_000 && first.key == reader.firstJobs()[0].key)
        let effect = try reader.read(Samples.answer(Self.three, type: nil), for: first.spec).effect
        #expect(effect.found.first { $0.spec.kind == .discover }?.spec.freshSince == 1_000)
    }

    /// What is there of the entry in which the end falls would be stored as if it were all of it.
    @Test(arguments: [("", 1), ("keep: 9\n", 0)])
    func `a feed that is cut is read up to its last whole entry, with a note`(more: String, older: Int) throws {
        let reader = try Self.reader(more)
        var answer = Samples.answer(String(Self.three.dropLast(35)), type: "application/rss+xml")
        answer.isCut = true
        let effect = try reader.read(answer, for: reader.firstJobs()[0].spec).effect
        #expect(effect.articles.map(\.title) == ["T1", "T2"] && effect.notes.map(\.code) == ["feed-cut"])
        #expect(effect.found.count { $0.spec.kind == .discover } == older)
        #expect(try Self.read(reader, Self.three).effect.notes.isEmpty)
    }

    @Test func `an author who is named twice counts once`() throws {
        let item = """
            <item><title>T</title><link>http://api.test/p</link><author>ada@a.test (Ada)</author>
            <dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator></item>
            """
        let feed = Self.rss(item).replacing("<rss ", with: "<rss xmlns:dc='http://purl.org/dc/elements/1.1/' ")
        #expect(try Self.read(Self.reader(), feed).effect.articles.map(\.author) == ["Ada, Bo"])
    }

    @Test func `a JSON Feed that is cut is told to be too large`() throws {
        let reader = try Self.reader()
        let body = #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "T"}, {"id": "2", "#
        var answer = Samples.answer(body, type: "application/feed+json")
        for (isCut, code) in [(true, ReadFailure.Code.tooLarge), (false, .otherForm)] {
            answer.isCut = isCut
            let failure = #expect(throws: ReadFailure.self) {
                try reader.read(answer, for: reader.firstJobs()[0].spec)
            }
            #expect(failure?.code == code && failure?.failureClass == .permanent, "\(failure as Any)")
            #expect(failure?.message.contains("more than 32 MiB") == isCut, "\(failure as Any)")
        }
    }

    @Test(arguments: [
        ("base: http://api.test/f?n=2", ", query: token", "http://api.test/f?n=2&token=s3cret-key", []),
        ("base: \"http://api.test/{key}/f\"", "", "http://api.test/s3cret-key/f", []),
        ("base: http://api.test/f", ", header: X-Key", "http://api.test/f", ["s3cret-key"]),
    ])
    func `the key of a feed goes to its own host and is never shown`(
        base: String,
        place: String,
        url: String,
        headers: [String]
    ) throws {
        let yaml =
            "name: t\nkind: feed\n\(base)\nkey: {environment: A_KEY\(place)}\nfeeds: [\"http://other.test/atom.xml\"]\n"
        let definition = try Samples.definition(yaml)
        #expect(try Samples.definition(definition.yaml) == definition)
        let reader = SourceReaders.reader(for: definition, apiKey: "s3cret-key")
        let requests = try reader.firstJobs().map { try reader.request(for: $0.spec) }
        #expect(requests[0].url == url && requests[0].headers.map(\.value) == headers)
        #expect(!requests[0].redactedURL.contains("s3cret"))
        #expect(requests[1].url == "http://other.test/atom.xml" && requests[1].headers.isEmpty)
    }

    @Test func `a page that is relative to a base with a key in its path is asked for with the key`() throws {
        let yaml = "name: t\nkind: feed\nbase: \"http://api.test/{key}/f\"\nkey: {environment: A_KEY}\n"
        let reader = SourceReaders.reader(for: try Samples.definition(yaml), apiKey: "s3cret-key")
        let body = Self.rss(
            ["one.html", "http://other.test/%7Bkey%7D/two"].map { "<item><title>T</title><link>\($0)</link></item>" }
                .joined()
        )
        var answer = Samples.answer(body, type: "application/rss+xml")
        answer.redactedURL = "http://api.test/%7Bkey%7D/f"
        let pages = try reader.read(answer, for: reader.firstJobs()[0].spec).effect.found(.detail)
        let requests = try pages.map { try reader.request(for: $0.spec) }
        #expect(requests.map(\.url) == ["http://api.test/s3cret-key/one.html", "http://other.test/%7Bkey%7D/two"])
        #expect(requests.allSatisfy { !$0.redactedURL.contains("s3cret") && $0.headers.isEmpty })
    }

    @Test(arguments: [
        ("base: http://api.test/f?token=abc", "query: \"token\""),
        ("base: http://api.test/f?n=1&feed_token=glft-1", "query: \"feed_token\""),
        ("base: http://api.test/f\nkey: {environment: A_KEY}", "where the key goes"),
        ("base: \"http://api.test/{key}/f\"", "add `key: {environment: NAME}`"),
        ("base: http://api.test/f\nfeeds: [\"/{key}/g\"]", "{key} in \"feeds\""),
        (
            "base: \"http://api.test/{key}/f\"\nkey: {environment: A_KEY}\nfeeds: [\"http://other.test/{key}\"]",
            "http://api.test alone"
        ),
        ("base: http://api.test/f\nfeeds: [\"/g?n=1&token=abc\"]", "query: \"token\"}`, which goes to each feed of"),
        ("base: http://api.test/f\nfeeds: [\"http://other.test/g?feed_token=a\"]", "another source for this feed"),
    ])
    func `a key in plain, without a place or without a name is refused`(lines: String, words: String) {
        let error = #expect(throws: SourceError.self) {
            try Samples.definition("name: t\nkind: feed\n\(lines)\n")
        }
        #expect(error?.message.contains(words) == true, "\(error as Any)")
    }

    @Test(arguments: [
        "channel_id=UC0a1b2c3d4e5f60718293", "n=2&sort_key=date", "keyword=soup", "page_token=abc",
        "list=PL590aWQmH8fJ54F369BLD",
    ])
    func `a parameter that holds no key stays in the base`(query: String) throws {
        let definition = try Samples.definition(
            "name: t\nkind: feed\nbase: \"http://api.test/f?\(query)\"\nfeeds: [\"/g?\(query)\"]\n"
        )
        #expect(definition.base.query == query && definition.feed.feeds.map(\.query) == [query])
    }

    @Test func `keep and limit end a feed, and include chooses`() throws {
        for key in ["keep", "limit"] {
            let effect = try Self.read(Self.reader("\(key): 2\n"), Self.three).effect
            #expect(
                effect.articles.map(\.title) == ["T1", "T2"] && !effect.found.contains { $0.spec.kind == .discover }
            )
        }
        let chosen = try Self.read(Self.reader("include: [/p/2]\n"), Self.three).effect
        #expect(chosen.articles.map(\.title) == ["T2"] && chosen.notes.isEmpty)
        let none = try Self.read(Self.reader("include: [/q/*]\n"), Self.three).effect
        let told = "http://api.test/shown: 3 pages listed, none matches `include`."
        #expect(none.articles.isEmpty && none.notes.map(\.message) == [told])
    }

    @Test(arguments: [("page", 2), ("feed", 0), ("longer", 1)])
    func `full-text says which pages are asked for`(word: String, pages: Int) throws {
        let long = String(repeating: "A long story about bread. ", count: 100)
        let body = Self.rss(
            """
            <item><link>http://api.test/1</link><body>\(long)</body></item>
            <item><link>http://api.test/2</link><body>\(long)…</body></item>
            """
        )
        let effect = try Self.read(Self.reader("full-text: \(word)\n"), body).effect
        #expect(effect.found.filter { $0.spec.kind == .detail }.count == pages)
        #expect(effect.articles.count == 2 && effect.articles[0].title.hasSuffix("…"))
    }

    @Test func `with site recipe the items are recipes`() throws {
        let effect = try Self.read(Self.reader("site: recipe\n"), Self.three).effect
        #expect(effect.articles.isEmpty && effect.recipes.map(\.title) == ["T1", "T2", "T3"])
        #expect(effect.recipes[0].urn.hasPrefix("recipe:t:") && effect.recipes[0].sourceURL == "http://api.test/p/1")
    }

    @Test func `a web page instead of a feed names it, or the job fails`() throws {
        let reader = try Self.reader()
        let page = "<html><head><link rel=alternate type=application/rss+xml href=/real></head><body>x</body></html>"
        let effect = try Self.read(reader, page).effect
        #expect(try effect.found.map { try reader.request(for: $0.spec).url } == ["http://api.test/real"])
        #expect(effect.notes.map(\.code) == ["feed-found"])
        #expect(throws: ReadFailure.self) { try Self.read(reader, "<html><body>Just a moment</body></html>") }
        #expect(throws: ReadFailure.self) { try reader.read(Samples.answer(page), for: effect.found[0].spec) }
    }

    @Test func `the definition's keys are kept on its way to a worker`() throws {
        let text = "name: t\nkind: feed\nbase: http://api.test/feed\nfeeds: [/b]\nfull-text: longer\nkeep: 9\n"
        let definition = try Samples.definition(text)
        #expect(try Samples.definition(definition.yaml) == definition && definition.feed.keep == 9)
        for wrong in ["full-text: pge", "feeds: [\"ftp://x\"]", "keep: 0", "types: [posts]", "queries: [x]"] {
            #expect(throws: SourceError.self) {
                try Samples.definition("name: t\nkind: feed\nbase: http://a.test\n\(wrong)\n")
            }
        }
    }

    @Test func `a file is no page of its entry`() throws {
        let entry = "<entry><id>tag:e,2024:1</id><title>e</title><link href='/a.mp3'/></entry>"
        let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title>\(entry)</feed>"
        let reader = try Self.reader()
        let effect = try reader.read(
            Samples.answer(feed, type: "application/atom+xml"),
            for: reader.firstJobs()[0].spec
        )
        .effect
        #expect(effect.articles.map(\.url) == [nil] && effect.found.isEmpty)
    }
}
