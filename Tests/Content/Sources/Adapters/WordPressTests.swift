import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("WordPress reader") struct WordPressTests {
    static func reader(_ more: String = "") throws -> any SourceReader {
        let yaml = "name: t\nkind: wordpress\nbase: http://api.test/blog/\n" + more
        return SourceReaders.reader(for: try Samples.definition(yaml), apiKey: nil)
    }

    static func post(_ number: Int) -> String {
        #"{"id":\#(number),"link":"http://api.test/\#(number)","title":{"rendered":"T&#8217;s \#(number)"},"modified_gmt":"2024-03-05T09:05:00"}"#
    }

    @Test func `lists are asked for by identifier until the last page`() throws {
        let reader = try Self.reader("types: [posts, pages]\npage-size: 2\n")
        let jobs = reader.firstJobs()
        #expect(jobs.count == 2)
        let url = try reader.request(for: jobs[0].spec).url
        #expect(
            url.hasPrefix("http://api.test/blog/wp-json/wp/v2/posts?orderby=id&order=asc&per_page=2&page=1&_embed=")
        )
        let body = "[\(Self.post(1)),\(Self.post(2))]"
        let first = try reader.read(Samples.answer(body, headers: [("X-WP-TotalPages", "2")]), for: jobs[0].spec).effect
        #expect(first.articles.map(\.title) == ["T’s 1", "T’s 2"])
        let page = try #require(first.found.first { $0.spec.kind == .detail })
        guard case .page(let work) = page.spec.work else { return }
        #expect(work.freshSince == 1_709_629_501_000)
        let next = try #require(first.found.last)
        #expect(next.search?.page == 2)
        let end = try reader.read(
            Samples.answer("[\(Self.post(3))]", headers: [("X-WP-TotalPages", "2")]),
            for: next.spec
        )
        #expect(end.effect.listings.map(\.position) == [2] && !end.effect.found.contains { $0.spec.kind == .search })
        let past = #"{"code":"rest_post_invalid_page_number","message":"m","data":{"status":400}}"#
        #expect(try reader.read(Samples.answer(past, status: 400), for: next.spec).effect.found.isEmpty)
        #expect(throws: ReadFailure.self) { try reader.read(Samples.answer(past, status: 400), for: jobs[0].spec) }
    }

    @Test(arguments: ["", "categories: [soups]\n"])
    func `a later sync asks for what was modified since, on every page and by either route`(more: String) throws {
        let yaml = "name: t\nkind: wordpress\nbase: http://api.test\npage-size: 1\n" + more
        let definition = try Samples.definition(yaml)
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        var newest = try #require(NewestItem(definition, latestMs: 1_780_000_000_000))
        newest.note(extra: #"{"modified_gmt": "2024-03-05T09:05:00"}"#)
        newest.note(extra: #"{"modified_gmt": "2024-03-04T23:00:00"}"#)
        var list = try #require(newest.resuming(reader.firstJobs()).first)
        if !more.isEmpty {
            let lost = try reader.read(Samples.answer("<html>", status: 404), for: list.spec).effect.found
            let found = try reader.read(Samples.answer(#"[{"id":4,"slug":"soups"}]"#), for: #require(lost.first).spec)
            list = try #require(found.effect.found.first)
        }
        for page in 1...2 {
            let url = try reader.request(for: list.spec).url
            #expect(url.contains("&modified_after=2024-03-05T08%3A05%3A00Z&"), "\(url)")
            #expect(url.contains("page=\(page)&"), "\(url)")
            let answer = Samples.answer("[\(Self.post(page))]", headers: [("X-WP-TotalPages", "2")])
            list = try reader.read(answer, for: list.spec).effect.found.last ?? list
        }
        #expect(try Samples.definition(yaml + "since: \"off\"\n").changes == nil)
    }

    /// WordPress leaves the time of change of a scheduled post as it is when it publishes it.
    @Test func `a later sync asks for what was published since, too, by either route`() throws {
        let definition = try Samples.definition("name: t\nkind: wordpress\nbase: http://api.test\n")
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        var newest = try #require(NewestItem(definition, latestMs: 1_780_000_000_000))
        newest.note(extra: #"{"modified_gmt": "2024-03-05T09:05:00"}"#)
        var jobs = newest.resuming(reader.firstJobs())
        for route in ["/wp-json/wp/v2/posts?", "?rest_route=%2Fwp%2Fv2%2Fposts&"] {
            let urls = try jobs.map { try reader.request(for: $0.spec).url }
            #expect(urls.count == 3 && Set(jobs.map(\.urn)).count == 3)
            #expect(urls.allSatisfy { $0.contains(route) }, "\(urls)")
            #expect(urls[0].contains("&modified_after=2024-03-05T08%3A05%3A00Z&") && !urls[0].contains("&after="))
            #expect(urls[1].contains("&after=2024-03-05T08%3A05%3A00Z&") && !urls[1].contains("modified_after"))
            #expect(urls[2].contains("&per_page=100&page=1&_fields=id%2Clink") && !urls[2].contains("after="))
            guard route.hasPrefix("/wp-json/") else { continue }
            jobs = try jobs.flatMap { try reader.read(Samples.answer("", status: 404), for: $0.spec).effect.found }
        }
    }

    @Test func `the list of names tells what there is, and lists of changes move nothing`() throws {
        let definition = try Samples.definition("name: t\nkind: wordpress\nbase: http://api.test\n")
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        var newest = try #require(NewestItem(definition, latestMs: 1_780_000_000_000))
        newest.note(extra: #"{"modified_gmt": "2024-03-05T09:05:00"}"#)
        let effects = try newest.resuming(reader.firstJobs()).map { job in
            let body = "[\(Self.post(1)), \(Self.post(2))]"
            return try reader.read(Samples.answer(body, headers: [("X-WP-Total", "2")]), for: job.spec).effect
        }
        #expect(effects.map(\.articles.count) == [2, 2, 0])
        #expect(effects.map(\.listings.count) == [0, 0, 2])
        #expect(effects[2].listings.map(\.itemURN) == effects[0].articles.map(\.urn))
        // Of these the coordinator asks for what it does not know.
        let items = effects[2].found
        #expect(items.compactMap(\.spec.subjectURN) == effects[0].articles.map(\.urn))
        let urls = try items.map { try reader.request(for: $0.spec).url }
        #expect(
            urls.allSatisfy { $0.contains("/wp-json/wp/v2/posts/") && $0.contains("&_fields=id%2Cdate_gmt") },
            "\(urls)"
        )
        let item = try reader.read(Samples.answer(Self.post(1)), for: items[0].spec).effect
        #expect(item.articles == [effects[0].articles[0]])
        #expect(throws: ReadFailure.self) { try reader.read(Samples.answer(Self.post(2)), for: items[0].spec) }
    }

    @Test(arguments: ["", "categories: [soups]\n"])
    func `the route that answered in the sync before is asked first`(more: String) throws {
        let reader = try Self.reader(more)
        #expect(reader.firstJobs(after: { _ in false }) == reader.firstJobs())
        let lost = try reader.read(Samples.answer("", status: 404), for: reader.firstJobs()[0].spec).effect.found
        #expect(reader.firstJobs(after: { $0.urn == lost[0].urn }) == lost)
    }

    @Test(arguments: ["article", "recipe"])
    func `an item is named by its identifier, whatever its address`(site: String) throws {
        let reader = try Self.reader("site: \(site)\n")
        let urns = try ["old", "new"].map { slug in
            let post = #"[{"id":7,"link":"http://api.test/\#(slug)","title":{"rendered":"T"}}]"#
            let effect = try reader.read(Samples.answer(post), for: reader.firstJobs()[0].spec).effect
            return (effect.articles.map(\.urn) + effect.recipes.map(\.urn), effect.found.map(\.key))
        }
        #expect(urns[0].0 == ["\(site):t:posts-7"] && urns[0] == urns[1])
    }

    @Test func `of a post with a password there are title and dates, and neither text nor page`() throws {
        let text = #"{"rendered":"<form>Enter your password</form>","protected":true}"#
        let post = #"[{"id":7,"link":"/p","title":{"rendered":"Protected: T"},"content":\#(text),"excerpt":\#(text)}]"#
        let reader = try Self.reader("body: longer\n")
        let answer = Samples.answer(post, headers: [("X-WP-Total", "1")])
        let reading = try reader.read(answer, for: reader.firstJobs()[0].spec)
        let effect = reading.effect
        #expect(effect.articles.map(\.title) == ["Protected: T"] && reading.fragments.isEmpty && effect.found.isEmpty)
        #expect(effect.articles[0].content == nil && effect.articles[0].summary == nil)
        #expect(effect.provenance["article:t:posts-7"]?.origin == .list, "nothing but a list says something of it")
    }

    @Test func `the featured picture is the widest of its sizes within reach, and no cropped one`() throws {
        func size(_ name: String, _ width: Int, _ height: Int) -> String {
            #""\#(name)":{"source_url":"http://api.test/\#(name).jpg","width":\#(width),"height":\#(height)}"#
        }
        let sizes = [size("square", 2_100, 2_100), size("large", 2_048, 1_365), size("medium", 300, 200)]
        let details = #"{"width":3000,"height":2000,"sizes":{\#(sizes.joined(separator: ","))}}"#
        let media = #"{"source_url":"http://api.test/full.jpg","media_details":\#(details)}"#
        let post = #"[{"id":7,"link":"/p","title":{"rendered":"T"},"_embedded":{"wp:featuredmedia":[\#(media)]}}]"#
        let reader = try Self.reader()
        let effect = try reader.read(Samples.answer(post), for: reader.firstJobs()[0].spec).effect
        let job = try #require(effect.found.first { $0.spec.kind == .imageDownload })
        guard case .imageDownload(let work) = job.spec.work else { return }
        #expect(([work.url] + work.alternatives) == ["large", "full", "medium"].map { "http://api.test/\($0).jpg" })
        #expect(
            effect.articles[0].imageURL == "http://api.test/full.jpg" && effect.articles[0].imageURN == work.imageURN
        )
    }

    @Test(arguments: [
        ([("X-WP-TotalPages", "0")], true), ([("X-WP-TotalPages", "-1")], true), ([("X-WP-Total", "5")], true),
        ([("X-WP-TotalPages", "1"), ("X-WP-Total", "3")], true), ([("X-WP-TotalPages", "many")], true), ([], true),
        ([("X-WP-TotalPages", "1"), ("X-WP-Total", "2")], false), ([("X-WP-TotalPages", "1")], false),
        ([("X-WP-Total", "2")], false),
    ])
    func `a full page is the last where a number that makes sense says so`(
        _ headers: [(String, String)],
        _ goesOn: Bool
    ) throws {
        let reader = try Self.reader("page-size: 2\n")
        let body = "[\(Self.post(1)),\(Self.post(2))]"
        let found = try reader.read(Samples.answer(body, headers: headers), for: reader.firstJobs()[0].spec).effect
            .found
        #expect(found.contains { $0.search?.page == 2 } == goesOn)
    }

    @Test(arguments: [404, 200])
    func `a site without permanent links is asked by its query`(status: Int) throws {
        let reader = try Self.reader()
        let page = Samples.answer("<html>\(status)</html>", status: status, type: "text/html")
        let lost = try reader.read(page, for: reader.firstJobs()[0].spec).effect
        let other = try #require(lost.found.first)
        #expect(
            try reader.request(for: other.spec).url.hasPrefix("http://api.test/blog?rest_route=%2Fwp%2Fv2%2Fposts&")
        )
        #expect(throws: ReadFailure.self) { try reader.read(Samples.answer("x", status: 404), for: other.spec) }
    }

    @Test(arguments: ["x", #"{"code":"rest_no_route","message":"No route","data":{"status":404}}"#])
    func `a type that the site does not have is told with the key that names it`(body: String) throws {
        let reader = try Self.reader("types: [recipess]\n")
        let lost = try reader.read(Samples.answer(body, status: 404), for: reader.firstJobs()[0].spec).effect
        let other = try #require(lost.found.first)
        let failure = #expect(throws: ReadFailure.self) {
            try reader.read(Samples.answer(body, status: 404), for: other.spec)
        }
        #expect(failure?.message.contains("Check `types`, `base: http://api.test/blog") == true, "\(failure as Any)")
    }

    /// A later page of a longer list may have what is wanted.
    @Test(arguments: [("1", 1), ("2", 0)])
    func `posts of which include takes none are counted where the list has one page`(pages: String, notes: Int) throws {
        let reader = try Self.reader("include: [/recipes/*]\n")
        let answer = Samples.answer("[\(Self.post(1)),\(Self.post(2))]", headers: [("X-WP-TotalPages", pages)])
        let effect = try reader.read(answer, for: reader.firstJobs()[0].spec).effect
        let told = "http://api.test/shown: 2 pages listed, none matches `include`."
        #expect(effect.articles.isEmpty && effect.notes.map(\.message) == Array(repeating: told, count: notes))
    }

    @Test func `categories are found by their slugs`() throws {
        let reader = try Self.reader("categories: [soups, stews]\n")
        let first = try #require(reader.firstJobs().first)
        #expect(
            try reader.request(for: first.spec).url.contains(
                "/wp-json/wp/v2/categories?slug=soups%2Cstews&per_page=100"
            )
        )
        let effect = try reader.read(Samples.answer(#"[{"id":4,"slug":"soups"}]"#), for: first.spec).effect
        #expect(effect.notes.map(\.code) == ["category-not-listed"])
        let list = try #require(effect.found.first)
        #expect(try reader.request(for: list.spec).url.contains("&categories=4&"))
    }

    @Test(arguments: [("page", true, false), ("rest", false, true), ("longer", true, true)])
    func `body says where texts come from`(word: String, asksPage: Bool, keepsContent: Bool) throws {
        let reader = try Self.reader("body: \(word)\n")
        let post = #"[{"id":1,"link":"/p","title":{"rendered":"T"},"content":{"rendered":"<p>Hi <b>you</b></p>"}}]"#
        let reading = try reader.read(Samples.answer(post), for: reader.firstJobs()[0].spec)
        #expect(reading.effect.found.contains { $0.spec.kind == .detail } == asksPage)
        #expect((reading.effect.articles[0].content == "Hi you") == keepsContent)
        #expect(reading.fragments.map(\.role) == (keepsContent ? [.content] : []))
    }

    @Test(
        arguments: [
            ("[]", 200, nil), ("{}", 200, "other-form"), ("[1, null, {}]", 200, nil), ("<html>", 200, "other-form"),
            (#"{"code":"rest_forbidden","message":"Only members.","data":{"status":401}}"#, 401, "page-refused"),
            (#"{"code":"rest_invalid_param","message":"m","data":{"status":400}}"#, 400, "bad-request"),
            ("oops", 503, "server-error"),
        ] as [(String, Int, String?)]
    )
    func `odd answers are told`(body: String, status: Int, code: String?) throws {
        let reader = try Self.reader()
        do {
            let effect = try reader.read(Samples.answer(body, status: status), for: reader.firstJobs()[0].spec).effect
            #expect(code == nil && effect.articles.isEmpty)
        } catch {
            #expect(error.code.rawValue == code)
        }
    }

    @Test func `the definition's keys are kept on its way to a worker`() throws {
        let text =
            "name: t\nkind: wordpress\nbase: http://api.test\ntypes: [posts, recipe]\ncategories: [a]\nbody: rest\nsince: off\n"
        let definition = try Samples.definition(text.replacing("since: off", with: "since: \"off\""))
        #expect(try Samples.definition(definition.yaml) == definition && definition.wordPress.since == .off)
        for wrong in ["body: pages", "types: []", "types: [\"a/b\"]", "full-text: page", "page-size: 101"] {
            #expect(throws: SourceError.self) {
                try Samples.definition("name: t\nkind: wordpress\nbase: http://a.test\n\(wrong)\n")
            }
        }
    }
}
