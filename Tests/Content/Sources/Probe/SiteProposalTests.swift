import LarderModel
import Testing

/// Sites as generators, wikis and frameworks make them: all their items are taken, and none of their lists.
@Suite("Site proposals") struct SiteProposalTests {
    private func check(_ site: ProposedSite, kind: String, _ path: String = "/") async throws {
        let (yaml, told) = try await site.proposal(path)
        #expect(yaml.contains("\nkind: \(kind)\n"), "\(yaml)")
        let taken = try site.taken(by: yaml)
        let (missing, wrong) = (site.items.subtracting(taken), taken.subtracting(site.items))
        #expect(missing.isEmpty, "missing: \(missing.sorted().prefix(9))\n\(yaml)\n\(told.joined(separator: "\n"))")
        #expect(wrong.isEmpty, "no items: \(wrong.sorted().prefix(9))\n\(yaml)\n\(told.joined(separator: "\n"))")
    }

    private let letters = (1...40).map { "/letters/letter-\($0)/" }
    private let menu = "<a href=/about/>About</a> <a href=/archive.html>All</a>"

    /// A blog whose lists are in its sitemap too, with pages of its own for numbers, years and words.
    @Test(arguments: [false, true]) func `lists in a sitemap are left out`(areArchivesCalledSo: Bool) async throws {
        var site = ProposedSite()
        let archive = areArchivesCalledSo ? "/archive.html" : "/alles.html"
        let menu = "<a href=/about/>About</a> <a href=\(archive)>All</a>"
        var lists = ["/", archive, "/letters/", "/tags/", "/2024/", "/2025/"]
        for (number, path) in letters.enumerated() { site.serve(item: path, number, menu: menu) }
        site.serve(item: "/about/", 1, menu: menu)
        site.serve("/", title: "Stew", main: ProposedSite.cards(Array(letters.prefix(10))), menu: menu)
        site.serve(archive, title: "All", main: "<h1>All</h1>" + ProposedSite.list(letters), menu: menu)
        site.serve("/letters/", title: "Letters", main: ProposedSite.cards(letters), menu: menu)
        site.serve("/tags/", title: "Tags", main: ProposedSite.list(["/tags/red/", "/tags/hot/"]), menu: menu)
        for year in [2024, 2025] {
            site.serve("/\(year)/", title: "\(year)", main: ProposedSite.list(Array(letters.prefix(9))), menu: menu)
        }
        for word in ["red", "hot"] {
            lists.append("/tags/\(word)/")
            site.serve("/tags/\(word)/", title: word, main: ProposedSite.cards(Array(letters.prefix(9))), menu: menu)
        }
        for number in 1...3 {
            lists.append("/index-\(number).html")
            let part = Array(letters[(10 * number)..<(10 * number + 10)])
            site.serve("/index-\(number).html", title: "Stew", main: ProposedSite.cards(part), menu: menu)
        }
        site.serve(sitemap: lists + site.items.sorted())
        try await check(site, kind: "sitemap")
    }

    /// Notes of a line, links to other sites, listings; a page for each tag, with one note each.
    @Test(arguments: [true, false]) func `odd items are taken, and lists of one item are not`(hasMap: Bool) async throws
    {
        var site = ProposedSite()
        let notes = (1...9).map { "/notes/n\($0)/" }
        let links = (1...5).map { "<li><a href='https://other\($0).example/'>On rye and those who grow it</a></li>" }
        for (number, path) in notes.enumerated() {
            let figures = (1...6).map { "<figure><img src='/w\($0).jpg'><figcaption>Window</figcaption></figure>" }
            let bodies = ["<ul>\(links.joined())</ul>", "<p>Gone fishing.</p>", "<pre>make install</pre>"]
            let body = (bodies + [figures.joined()])[number % 4]
            let tag = "<p><a rel=tag href='/tags/t\(number)/'>t\(number)</a></p>"
            let next = "<p><a rel=next href='\(notes[(number + 1) % 9])'>The next note, which is longer</a></p>"
            site.serve(path, title: "Note", main: "<article><h1>Note</h1>\(body)\(tag)\(next)</article>", menu: menu)
            site.items.insert(path)
            let card = "<h1>t\(number)</h1><div><h2><a href='\(path)'>Note</a></h2>\(ProposedSite.paragraphs(2))</div>"
            site.serve("/tags/t\(number)/", title: "t", main: card, menu: menu)
        }
        site.serve("/", title: "Stew", main: ProposedSite.list(notes), menu: menu)
        site.serve("/archive.html", title: "All", main: ProposedSite.list(notes), menu: menu)
        if hasMap {
            site.serve(sitemap: ["/", "/archive.html"] + site.answers.keys.filter { $0.contains("/t") } + notes)
        }
        try await check(site, kind: hasMap ? "sitemap" : "pages")
    }

    /// Posts as they are in full on the front page, with a title that is no heading.
    @Test func `a front page of whole posts is no item`() async throws {
        var site = ProposedSite()
        let posts = (1...20).map { "/post-\($0).html" }
        for (number, path) in posts.enumerated() { site.serve(item: path, number) }
        let whole = posts.prefix(9).map { path in
            "<div><div class=t><a href='\(path)'>Letter</a></div><div>3 March</div>\(ProposedSite.paragraphs(3))</div>"
        }
        for front in ["/", "/index.html"] {
            site.serve(front, title: "Stew", main: "<h1>Stew</h1>" + whole.joined())
        }
        site.serve(sitemap: ["/", "/index.html"] + posts)
        try await check(site, kind: "sitemap")
    }

    /// An introduction and the beginnings of the newest posts, as some generators make their first page.
    @Test func `a front page with an introduction and excerpts is no item`() async throws {
        var site = ProposedSite()
        let posts = (1...10).map { "/posts/p\($0)/" }
        for (number, path) in posts.enumerated() { site.serve(item: path, number) }
        site.serve(item: "/about/", 1)
        let excerpts = posts.map {
            "<li><p>10 Aug - <a href='\($0)'>Letter \($0)</a></p>\(ProposedSite.paragraphs(1))</li>"
        }
        let list = "<p>A blog about wells, with all that belongs to them.</p><ul>\(excerpts.joined())</ul>"
        site.serve("/", title: "Well", main: "<article><h1>Well</h1>\(list)</article>")
        site.serve(sitemap: ["/", "/about/"] + posts)
        try await check(site, kind: "sitemap")
    }

    /// Three cards of other posts behind each post, which is shorter than they are.
    @Test(arguments: 1...3) func `cards beside an article make it no list`(paragraphs: Int) async throws {
        var site = ProposedSite()
        let posts = (1...6).map { "/w\($0)/" }
        for path in posts {
            let cards =
                "<section><h2>More to read</h2>\(ProposedSite.cards(posts.filter { $0 != path }.prefix(3).map(\.self)))</section>"
            let divided = cards.replacing("article>", with: "div>")
            let article = "<article><h1>Letter</h1>\(ProposedSite.paragraphs(paragraphs))</article>"
            site.serve(path, title: "Letter", main: article + divided)
            site.items.insert(path)
        }
        site.serve("/", title: "Stew", main: ProposedSite.cards(posts))
        site.serve(sitemap: ["/"] + posts)
        try await check(site, kind: "sitemap")
    }

    @Test func `a list is one in each language`() async throws {
        var site = ProposedSite()
        var lists: [String] = []
        for language in ["", "/de", "/fr"] {
            let posts = (1...6).map { "\(language)/2022/0\($0)/letter-\($0)/" }
            for (number, path) in posts.enumerated() { site.serve(item: path, number) }
            for list in ["\(language)/", "\(language)/posts/"] {
                site.serve(list, title: "Stew", main: "<h1>Letters</h1>" + ProposedSite.cards(posts))
                lists.append(list)
            }
        }
        site.serve(item: "/about/", 1)
        site.serve(sitemap: lists + site.items.sorted())
        try await check(site, kind: "sitemap")
    }

    /// Folders of a handbook with pages that say something of their own, more of them than anybody looks at.
    @Test func `no folder of a handbook is left out`() async throws {
        var site = ProposedSite()
        site.serve(item: "/", 0)
        for part in 1...12 {
            if part % 2 == 0 { site.serve(item: "/part\(part)/", part) }
            for page in 1...4 { site.serve(item: "/part\(part)/page-\(page)/", page) }
        }
        site.serve(item: "/topics/soup/", 2)
        site.serve(item: "/topics/bread/", 1)
        site.serve(sitemap: site.items.sorted())
        try await check(site, kind: "sitemap")
    }

    /// No sitemap, a feed with the newest letters, and front pages with ten letters each.
    @Test(arguments: ["index-%.html", "page/%/", "?page=%"])
    func `a blog without a sitemap is followed by its links, and its lists are not kept`(form: String) async throws {
        var site = ProposedSite()
        let head = "<link rel=alternate type='application/rss+xml' href='/feed.xml'>"
        let tags = "<p>In <a href=/tag/red.html>red</a> by <a href=/author/ada.html>Ada</a></p>"
        for (number, path) in letters.enumerated() {
            site.serve(item: path, number, head: head, menu: menu, end: tags)
        }
        site.serve(item: "/about/", 1, menu: menu)
        for number in 1...4 {
            let part = Array(letters[(10 * number - 10)..<(10 * number)])
            let other = number < 4 ? "<a href='/\(form.replacing("%", with: "\(number + 1)"))'>Older</a>" : ""
            let path = number == 1 ? "/" : "/" + form.replacing("%", with: "\(number)")
            site.serve(path, title: "Stew", main: ProposedSite.cards(part) + other, head: head, menu: menu)
        }
        site.serve("/archive.html", title: "All", main: ProposedSite.list(letters), menu: menu)
        for path in ["/tag/red.html", "/author/ada.html"] {
            site.serve(path, title: "Red", main: ProposedSite.cards(letters), menu: menu)
        }
        site.serve(feed: Array(letters.prefix(10)))
        try await check(site, kind: "pages")
    }

    /// The list of all documents that a page's own search reads says which pages there are.
    @Test func `the pages of an index and of a search are no items`() async throws {
        var site = ProposedSite()
        let head = "<link rel=index href=/docs/genindex.html><link rel=search href=/docs/search.html>"
        let menu = "<a href=/docs/index.html>Start</a>"
        let end = "<p><a href='/docs/genindex.html'>Index</a> <a href='/docs/_sources/a.rst.txt'>Source</a></p>"
        var names = ["index"]
        var parts: [String] = []
        for part in 1...3 {
            let pages = (1...9).map { "/docs/part\(part)/page\($0).html" }
            for (number, path) in pages.enumerated() {
                site.serve(item: path, number, head: head, menu: menu, end: end)
            }
            parts.append("/docs/part\(part)/index.html")
            site.serve(parts[part - 1], title: "Part", main: ProposedSite.list(pages), head: head, menu: menu)
            names += ["part\(part)/index"] + (1...9).map { "part\(part)/page\($0)" }
        }
        for path in ["/docs/", "/docs/index.html"] {
            site.serve(path, title: "Docs", main: ProposedSite.list(parts), head: head, menu: menu)
        }
        site.serve("/docs/genindex.html", title: "Index", main: ProposedSite.list(parts), head: head, menu: menu)
        site.serve("/docs/search.html", title: "Search", main: "<h1>Search</h1><form><input></form>", menu: menu)
        site.serve("/docs/_sources/a.rst.txt", "Source", type: "text/plain")
        let quoted = names.map { "\"\($0)\"" }.joined(separator: ",")
        site.serve("/docs/searchindex.js", "Search.setIndex({\"docnames\":[\(quoted)]})", type: "text/javascript")
        try await check(site, kind: "pages", "/docs/")
    }

    /// A wiki whose pages are parameters, with actions on each, an empty feed, and a page that no other one leads to.
    @Test func `a wiki is read by its own index, without its forms and former versions`() async throws {
        var site = ProposedSite()
        let head =
            "<meta name=generator content=DokuWiki><meta name=robots content='noindex,nofollow'>"
            + "<link rel=alternate type='application/rss+xml' href='/feed.php'>"
        func menu(_ id: String) -> String {
            ["edit", "revisions", "login"].map { "<a href='/doku.php?id=\(id)&do=\($0)'>\($0)</a>" }.joined()
                + "<a href='/doku.php?do=recent'>Recent</a><a href='/doku.php?id=start&do=index'>Map</a>"
        }
        let pages = (1...20).map { "/doku.php?id=\($0 % 4 == 0 ? "deep:" : "")letter\($0)" }
        for (number, path) in pages.enumerated() {
            let id = String(path.dropFirst("/doku.php?id=".count))
            site.serve(item: path, number, head: head, menu: menu(id))
            for action in ["edit", "login"] {
                site.serve("\(path)&do=\(action)", title: action, main: "<form><textarea>a</textarea></form>")
            }
            if number % 5 == 0 {
                let file = "/doku.php?id=\(id)&media=a.png"
                site.serve(
                    item: path,
                    number,
                    head: head,
                    menu: menu(id),
                    end: "<a href='\(file)'><img src=/a.png></a>"
                )
                site.serve(file, title: "a.png", main: "<h1>a.png</h1><p>\(ProposedSite.words)</p>", head: head)
            }
            let version = "<a href='\(path)&rev=1'>2026-01-01</a> <a href='\(path)&rev=2'>2026-01-02</a>"
            site.serve("\(path)&do=revisions", title: "Old", main: "<h1>Old Revisions</h1><ul><li>\(version)</ul>")
        }
        let start = ProposedSite.list(Array(pages.prefix(12)))
        let sidebar = "<p>\(ProposedSite.words)</p>\(ProposedSite.list(Array(pages.prefix(2))))"
        site.serve("/doku.php?id=sidebar", title: "sidebar", main: sidebar, head: head, menu: menu("sidebar"))
        site.serve(
            "/",
            title: "Start",
            main: start,
            head: head,
            menu: menu("start") + "<a href='/doku.php?id=sidebar'>Edit</a>"
        )
        site.serve("/doku.php?id=start", title: "Start", main: start, head: head + "<link rel=canonical href='/'>")
        site.serve(
            "/feed.php",
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'></rdf:RDF>",
            type: "text/xml"
        )
        let tops = pages.filter { !$0.contains("deep") }
        let map = ProposedSite.list(tops + ["/doku.php?id=start&idx=deep"])
        site.serve("/doku.php?do=index", title: "Map", main: map, head: head)
        site.serve("/doku.php?id=start&do=index", title: "Map", main: map, head: head)
        site.serve("/doku.php?id=start&idx=deep", title: "Map", main: ProposedSite.list(pages), head: head)
        site.serve("/doku.php?do=recent", title: "Recent", main: start, head: head)
        try await check(site, kind: "pages")
    }

    @Test func `a feed that has all is taken, and one without entries never`() async throws {
        var site = ProposedSite()
        let head = "<link rel=alternate type='application/rss+xml' href='/feed.xml'>"
        let few = Array(letters.prefix(6))
        for (number, path) in few.enumerated() { site.serve(item: path, number, head: head) }
        site.serve("/", title: "Stew", main: ProposedSite.cards(few), head: head)
        site.serve(feed: few)
        #expect(try await site.proposal().yaml.contains("kind: feed"))
        site.serve(feed: [])
        try await check(site, kind: "pages")
    }

    @Test func `a sitemap that lacks most of what the site links to is not believed`() async throws {
        var site = ProposedSite()
        for (number, path) in letters.enumerated() { site.serve(item: path, number) }
        site.serve("/", title: "Stew", main: ProposedSite.list(letters))
        site.serve(sitemap: ["/", letters[0]])
        try await check(site, kind: "pages")
    }

    /// The hosts of a public site's pictures are never allowed: it could name any address of the user's network.
    @Test func `pictures on private hosts are allowed to private sites alone`() async throws {
        var site = ProposedSite()
        let picture = "<img src='http://127.0.0.1:9000/a.png'><img src='http://192.168.0.4/b.png'>"
        site.serve("/", title: "Stew", main: picture + ProposedSite.list(letters))
        for (number, path) in letters.enumerated() { site.serve(item: path, number, end: picture) }
        let yaml = try await site.proposal().yaml
        #expect(!yaml.contains("allow:") && yaml.contains("contact: you@example.org"), "\(yaml)")
    }
}
