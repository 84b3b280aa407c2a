import LarderHTML
import Testing

@Suite("HTML document") struct DocumentTests {
    private let page = HTMLDocument(
        parsing: """
            <!DOCTYPE html><html lang=en><head><title> A \n page </title><body class="x y">
            <div id=one><p class="y">Salt &amp; <b>pepper</b><img src="a?b=1&amp;c=2" ALT><!-- note --></div>
            <template><p id=hidden class=y>later</p></template>
            <svg viewbox="0 0 1 1"><title>drawing</title><a xlink:href="#x">go</a></svg></body></html>
            """
    )

    @Test func `links lead from each node to its neighbours and back`() throws {
        let body = try #require(page.body)
        var children: [NodeID] = []
        var child = page.firstChild(of: body)
        while let node = child {
            #expect(page.parent(of: node) == body)
            #expect(page.previousSibling(of: node) == children.last)
            children.append(node)
            child = page.nextSibling(of: node)
        }
        #expect(page.lastChild(of: body) == children.last)
        #expect(Array(page.children(of: body)) == children)
        #expect(children.count == 6)
        #expect(page.parent(of: page.root) == nil)
    }

    @Test func `names of known elements are constants and unknown names are looked up`() throws {
        let document = HTMLDocument(parsing: "<DIV><My-Element><P>")
        let custom = try #require(document.nameID(for: "my-element"))
        #expect(document.elements(named: .div).map { document.tagName(of: $0) } == ["div"])
        #expect(document.elements(named: custom).map { document.tagName(of: $0) } == ["my-element"])
        #expect(document.nameID(for: "another-element") == nil)
        #expect(document.string(for: .httpEquiv) == "http-equiv")
    }

    @Test func `a query by name leaves out templates and foreign elements of the same name`() {
        #expect(page.elements(named: .p).map { page.textContent(of: $0) } == ["Salt & pepper"])
        #expect(page.elements(named: .title).count { _ in true } == 1)
        #expect(page.elements(named: .a).count { _ in true } == 0)
        #expect(page.title == "A page")
    }

    @Test func `queries by id, class and attribute find elements in document order`() throws {
        let one = try #require(page.element(withID: "one"))
        #expect(page.tagName(of: one) == "div")
        #expect(page.element(withID: "hidden") == nil)
        #expect(page.elements(ofClass: "y").map { page.tagName(of: $0) } == ["body", "p"])
        #expect(page.elements(ofClass: "y", in: one).map { page.tagName(of: $0) } == ["p"])
        #expect(page.elements(having: .class).map { page.tagName(of: $0) } == ["body", "p"])
        #expect(Array(page.elements(ofClass: "Y")).isEmpty)
    }

    @Test func `attribute values are decoded and an attribute without a value is empty`() throws {
        let image = try #require(page.firstElement(named: .img))
        #expect(page.value(of: .src, on: image) == "a?b=1&c=2")
        #expect(page.value(of: "alt", on: image) == "")
        #expect(page.hasAttribute(.alt, on: image))
        #expect(page.value(of: .title, on: image) == nil)
        #expect(page.attributes(of: image).map { page.string(for: $0.name) } == ["src", "alt"])
    }

    @Test func `attributes of foreign elements have their case and namespace`() throws {
        let svg = try #require(page.descendants(of: page.root).first { page.namespace(of: $0) == .svg })
        #expect(page.value(of: "viewBox", on: svg) == "0 0 1 1")
        let link = try #require(page.descendants(of: svg).first { page.name(of: $0) == .a })
        let attribute = try #require(page.attributes(of: link).first)
        #expect(attribute.namespace == .xlink && attribute.name == .href)
        #expect(page.value(of: .href, on: link) == nil, "an attribute in a namespace is not the one without")
    }

    @Test func `text is lent without a copy, from the source or from the decoded bytes`() throws {
        let paragraph = try #require(page.firstElement(named: .p))
        let texts = page.descendants(of: paragraph).filter { page.kind(of: $0) == .text }
        #expect(texts.map { page.text(of: $0).isDecoded } == [true, false])
        let counts = texts.map { page.withTextBytes(of: $0) { $0.count } }
        #expect(counts == [7, 6])
        #expect(page.textContent(of: page.root).contains("Salt & pepper"))
        #expect(!page.textContent(of: page.root).contains("later"))
    }

    @Test func `a walk enters and leaves each element and can leave out its children`() throws {
        let document = HTMLDocument(parsing: "<body><ul><li>a<li><b>b</b></ul><template>t</template>")
        let body = try #require(document.body)
        #expect(trace(document, body) == "(body(ul(li-)(li(b-)))(template))")
        #expect(trace(document, body, skipping: .li) == "(body(ul(li)(li))(template))")
        #expect(trace(document, body, withTemplates: true) == "(body(ul(li-)(li(b-)))(template(-)))")
        let text = try #require(document.descendants(of: body).first { document.kind(of: $0) == .text })
        #expect(Array(document.events(of: text)) == [.leaf(text)])
    }

    private func trace(
        _ document: HTMLDocument,
        _ top: NodeID,
        skipping: NameID? = nil,
        withTemplates: Bool = false
    ) -> String {
        var result = ""
        var walk = document.events(of: top, withTemplates: withTemplates)
        while let event = walk.next() {
            switch event {
            case .enter(let node):
                result += "(" + document.tagName(of: node)
                if let skipping, document.isElement(node, skipping) { walk.skipChildren() }
            case .leave: result += ")"
            case .leaf: result += "-"
            }
        }
        return result
    }

    @Test(arguments: [
        ("<!DOCTYPE html>", HTMLDocument.QuirksMode.noQuirks), ("", .quirks), ("<!DOCTYPE foo>", .quirks),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", .quirks),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://x\">", .limitedQuirks),
        ("<!doctype html public '-//W3C//DTD XHTML 1.0 Frameset//EN' 'x'>", .limitedQuirks),
        ("<!DOCTYPE html SYSTEM \"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd\">", .quirks),
        ("<!DOCTYPE html PUBLIC \"HTML\">", .quirks), ("<!DOCTYPE html SYSTEM \"about:legacy-compat\">", .noQuirks),
    ])
    func `the doctype decides the quirks mode`(source: String, mode: HTMLDocument.QuirksMode) {
        #expect(HTMLDocument(parsing: source).quirksMode == mode)
    }

    @Test func `a line feed after pre is dropped and opens nothing`() {
        let document = HTMLDocument(
            parsing: "<body><p><b></p><pre>\n</pre><pre>&#10;\nx</pre><textarea>\n\ny</textarea>"
        )
        let body = document.body.map { document.innerHTML(of: $0) }
        #expect(body == "<p><b></b></p><pre></pre><pre><b>\nx</b></pre><textarea>\ny</textarea>")
    }

    @Test func `a class is found as a whole word only`() throws {
        let document = HTMLDocument(parsing: "<p class='one  two\tthree'>")
        let paragraph = try #require(document.firstElement(named: .p))
        #expect(["one", "two", "three"].allSatisfy { document.hasClass($0, on: paragraph) })
        #expect(!["on", "ones", "One", "", " ", "two\tthree"].contains { document.hasClass($0, on: paragraph) })
    }

    @Test func `a doctype keeps its identifiers apart from their absence`() {
        let doctype = HTMLDocument(parsing: "<!DOCTYPE HTML PUBLIC '' \"s\">").doctype
        #expect(doctype?.name == "html" && doctype?.publicID == "" && doctype?.systemID == "s")
        #expect(HTMLDocument(parsing: "<!DOCTYPE html>").doctype?.publicID == nil)
        #expect(HTMLDocument(parsing: "<p>").doctype == nil)
    }

    @Test func `a fragment is parsed for its context and hangs below the root`() {
        let row = HTMLDocument.fragment(parsing: Array("<td>1<td>2".utf8), context: "tr")
        #expect(row.children(of: row.root).map { row.tagName(of: $0) } == ["td", "td"])
        #expect(row.documentElement == nil)
        let inBody = HTMLDocument.fragment(parsing: Array("<td>1<td>2".utf8))
        #expect(inBody.innerHTML(of: inBody.root) == "12")
        let vector = HTMLDocument.fragment(parsing: Array("<lineargradient/>".utf8), context: "svg", namespace: .svg)
        #expect(vector.innerHTML(of: vector.root) == "<linearGradient></linearGradient>")
    }

    @Test func `scripting decides whether noscript holds text`() throws {
        let source = "<body><noscript><p>x</p></noscript>"
        let off = HTMLDocument(parsing: source)
        let on = HTMLDocument(parsing: source, scripting: true)
        #expect(off.firstElement(named: .p) != nil)
        #expect(on.firstElement(named: .p) == nil)
        let noscript = try #require(on.firstElement(named: .noscript))
        #expect(on.innerHTML(of: noscript) == "<p>x</p>")
    }
}
