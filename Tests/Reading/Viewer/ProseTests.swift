import Larder
import LarderAttributedHTML
import LarderAttributedText
import LarderFixtures
import LarderHTML
import LarderModel
import LarderPages
import LarderViewer
import Testing

@Suite("Texts of pages") struct ProseTests {
    private static let page = "https://sample.example/page"

    /// The page of an article whose body is `html`, as a browser reads it.
    private func shown(
        _ html: String,
        _ change: (LarderFixture, AttributedText, inout RenderedText) throws -> Void = { _, _, _ in }
    ) async throws -> HTMLDocument {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "Soup") { $0.sourceURL = "https://sample.example/soup" },
            recipe(2, "Cake") { $0.sourceURL = "https://sample.example/cake" },
        ])
        try fixture.execute("UPDATE recipe SET goneAt = 9 WHERE recordID = '2'")
        try fixture.add([Article(urn: "article:sample:1", title: "News", url: Self.page)])
        let text = TextRenderer().render(HTMLDocument(parsing: html), documentURL: Self.page)
        var failure: (any Error)?
        try fixture.add(text: text, of: "article:sample:1") { stored in
            do { try change(fixture, text, &stored) } catch { failure = error }
        }
        if let failure { throw failure }
        let viewer = Viewer(try await fixture.open(), addresses: .served, hasStatus: true)
        let made = try await viewer.read { try $0.article("article:sample:1")?.html().text }
        return HTMLDocument(parsing: try #require(made))
    }

    /// The link around a text, by the names of its attributes; nil: it is no link.
    private func link(_ text: String, _ document: HTMLDocument) -> [String: String]? {
        let found = document.elements(named: .a).first { document.textContent(of: $0) == text }
        return found.map { link in
            Dictionary(
                document.attributes(of: link).map { (document.string(for: $0.name), document.string($0.value)) }
            ) { first, _ in first }
        }
    }

    @Test func `links lead into the larder, to the web, or nowhere`() async throws {
        let document = try await shown(
            """
            <p><a href="/soup#x">saved</a> <a href="http://www.sample.example/cake/">gone</a>
            <a href="https://other.example/a?b=1&c=%22">outside</a> <a href="mailto:a@b.example">mail</a>
            <a href="javascript:alert(1)">run</a> <a href=" JaVaScRiPt:alert(1)">RUN</a>
            <a href="data:text/html,x">data</a> <a href="vbscript:x">basic</a> <a href="file:///etc/passwd">file</a> <a href="#nowhere">nowhere</a></p>
            """
        )
        #expect(link("saved", document)?["href"] == "/item/recipe:sample:1")
        #expect(link("gone", document)?["href"] == "/item/recipe:sample:2")
        #expect(link("gone", document)?["title"] == "saved copy")
        let outside = try #require(link("outside", document))
        #expect(outside["href"] == "https://other.example/a?b=1&c=%22")
        #expect(outside["rel"] == "noreferrer noopener" && outside["target"] == "_blank")
        #expect(outside["title"] == "other.example")
        #expect(link("mail", document)?["href"] == "mailto:a@b.example")
        // The text lacks the place: the page itself may have it.
        #expect(link("nowhere", document)?["target"] == "_blank")
        for text in ["run", "RUN", "data", "basic", "file"] {
            #expect(link(text, document) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("<p>One<a href='#n1'>1</a>.</p><p>Two.</p><p id=n1>The note.</p>", "The note."),
        ("<p>One<a href='#n1'>1</a>.</p><ol><li>First.</li><li id=n1>The note.</li></ol>", "The note."),
        ("<p>One<a href='#n1'>1</a>.</p><ul><li><a name=n1></a>The note.</li></ul>", "The note."),
        ("<p>One<a href='#n1'>1</a>.</p><h2 id=n1>Notes</h2><p>Two.</p>", "Notes"),
        ("<p>One<a href='#n1'>1</a>.</p><div id=n1></div><p>The note.</p>", "The note."),
        ("<p>One<a href='#n1'>1</a>.</p><p>Before. <span id=n1>The</span> note.</p>", "The note."),
        ("<p>One<a href='#n%C3%BC'>1</a>.</p><p id=nü>The note.</p>", "The note."),
        ("<p id=n1>The note.</p><p>Back<a href='#n1'>1</a></p>", "The note."),
        ("<p>One<a href='#n1'>1</a>.</p><blockquote><p id=n1>The note.</p></blockquote>", "The note."),
    ])
    func `a footnote's link leads to the note`(html: String, note: String) async throws {
        let document = try await shown(html)
        let address = try #require(link("1", document)?["href"])
        try #require(address.hasPrefix("#"))
        let targets = Array(document.descendants(of: document.root)).filter {
            document.value(of: .id, on: $0) == String(address.dropFirst())
        }
        try #require(targets.count == 1, "\(address)")
        let text = document.textContent(of: targets[0])
        #expect(text.trimmedSpace.hasPrefix(String(note.prefix(3))), "\(text)")
    }

    @Test func `a picture of the text is shown with its words, and one without a file leaves its words`() async throws {
        let document = try await shown(
            "<p>A</p><img src=/1.png alt='A <b>cake</b>'><p>B</p><img src=/2.png alt='A pie'>"
        ) {
            fixture,
            text,
            stored in
            let places = text.text.unicodeScalars.enumerated().filter { $0.element == "\u{FFFC}" }.map(\.offset)
            try #require(places.count == 2)
            stored.pictures = zip(["1", "2"], places).map { name, place in
                TextPicture(url: "https://sample.example/\(name).png", imageURN: "image:sample:\(name)", start: place)
            }
            try fixture.add(picture: "image:sample:1", format: "png", file: [0x89, 0x50, 0x4E, 0x47])
        }
        let pictures = Array(document.elements(named: .img)).filter {
            document.value(of: .alt, on: $0)?.hasPrefix("A ") == true
        }
        try #require(pictures.count == 1)
        #expect(document.value(of: .alt, on: pictures[0]) == "A <b>cake</b>")
        #expect(document.value(of: .src, on: pictures[0])?.hasPrefix("/pictures/") == true)
        #expect(document.value(of: .width, on: pictures[0]) == "40")
        let figures = Array(document.elements(named: .figure)).map { document.textContent(of: $0) }
        #expect(figures.contains { $0.contains("A pie") })
    }

    @Test func `what a source wrote is text, never markup`() async throws {
        let fixture = try LarderFixture()
        let hostile = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'&lt;"
        try fixture.add([
            recipe(1, hostile) {
                ($0.publisher, $0.authors, $0.summary, $0.servingsText) = (hostile, [hostile], hostile, hostile)
                ($0.categories, $0.keywords, $0.equipment, $0.language) = ([hostile], [hostile], [hostile], hostile)
                $0.ingredients = [Ingredient(text: "2 cups \(hostile)", section: hostile)]
                $0.steps = [RecipeStep(text: "\(hostile) 20 minutes", name: hostile, section: hostile)]
                $0.nutrition = [NutritionFact(name: hostile, amount: nil, unit: nil, text: hostile)]
                ($0.sourceURL, $0.videos) = ("javascript:alert(1)", ["javascript:alert(1)"])
            }
        ])
        try fixture.add([
            Article(
                urn: "article:sample:2",
                outletName: hostile,
                author: hostile,
                title: hostile,
                summary: hostile,
                url: "javascript:alert(1)",
                content: hostile
            )
        ])
        try fixture.add(text: hostile, of: "article:sample:2")
        let viewer = Viewer(try await fixture.open(), addresses: .served, hasStatus: true)
        let pages = try await viewer.read { pages in
            try [
                pages.recipe("recipe:sample:1")?.html(), pages.recipe("recipe:sample:1")?.cookHTML(step: 1),
                pages.article("article:sample:2")?.html(), pages.list(ListAddress()).html(),
                pages.list(ListAddress(query: "q=script")).html(),
                pages.list(ListAddress().changed { ($0.query, $0.source, $0.category) = (hostile, hostile, hostile) })
                    .html(),
            ].map { $0?.text ?? "" }
        }
        for page in pages {
            try #require(!page.isEmpty)
            let document = HTMLDocument(parsing: page)
            for script in document.elements(named: .script) {
                #expect(document.textContent(of: script).isEmpty && document.value(of: .src, on: script) != nil)
            }
            for node in document.descendants(of: document.root) {
                for attribute in document.attributes(of: node) {
                    let (name, value) = (document.string(for: attribute.name), document.string(attribute.value))
                    #expect(!name.hasPrefix("on") && !value.hasPrefix("javascript:"), "\(name)=\(value)")
                }
            }
            #expect(document.elements(named: .img).allSatisfy { document.value(of: .src, on: $0) != "x" })
        }
    }
}
