import LarderHTML
import Testing

@Suite("Limits of the parser") struct LimitTests {
    /// A fiftieth of each hostile page, and four fiftieths: the tree may grow with the input, not with its square.
    @Test(arguments: HostilePages.all.map(\.name))
    func `nodes grow with the input and no faster`(name: String) throws {
        let page = try #require(HostilePages.all.first { $0.name == name })
        let count = max(page.count / 50, 10)
        let small = page.make(count)
        let large = page.make(count * 4)
        let few = HTMLDocument(parsing: small)
        let many = HTMLDocument(parsing: large)
        let growth = Double(large.count) / Double(small.count)
        #expect(Double(many.nodeCapacity) <= 1.3 * growth * Double(few.nodeCapacity) + 5000)
        #expect(many.nodeCapacity <= large.count * 2 + 5000)
        #expect(depth(of: many) <= 520)
    }

    /// The greatest number of elements inside each other, and one for the document.
    private func depth(of document: HTMLDocument) -> Int {
        var depth = 0
        var greatest = 0
        for event in document.events(of: document.root, withTemplates: true) {
            switch event {
            case .enter(let node):
                depth += document.kind(of: node) == .templateContents ? 0 : 1
                greatest = max(greatest, depth)
            case .leave(let node):
                depth -= document.kind(of: node) == .templateContents ? 0 : 1
            case .leaf: break
            }
        }
        return greatest
    }

    private func page(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test(arguments: ["<p>x", "<b a\(0) b\(1) c\(2)>", "<x>", "</a b c>"])
    func `a page with more nodes, attributes or names than there is room for is read up to there`(piece: String) {
        var limits = ParserLimits()
        (limits.maxNodes, limits.maxAttributes, limits.maxNames) = (500, 500, 600)
        // Each attribute and each element has a name of its own.
        let source = (0..<2_000).map { piece.replacing("b", with: "b\($0)").replacing("<x", with: "<x\($0)") }.joined()
        let document = HTMLDocument(parsing: Array(source.utf8), limits: limits)
        #expect(document.reachedLimits.contains(.nodes))
        #expect(document.nodeCapacity < 1_500)
        #expect(document.body != nil)
    }

    @Test func `one tag with attributes without end is dropped with what follows`() {
        var limits = ParserLimits()
        limits.maxAttributes = 100
        let source = "<p>kept<p " + (0..<5_000).map { "a\($0)" }.joined(separator: " ") + ">lost"
        let document = HTMLDocument(parsing: Array(source.utf8), limits: limits)
        #expect(document.reachedLimits.contains(.nodes))
        #expect(document.textContent(of: document.root) == "kept")
    }

    @Test func `elements below the greatest depth become siblings and keep their text`() throws {
        var limits = ParserLimits()
        limits.maxDepth = 20
        let source = (0..<40).map { "<div id=\($0)>\($0)" }.joined()
        let document = HTMLDocument(parsing: Array(source.utf8), limits: limits)
        #expect(document.reachedLimits == .depth)
        #expect(depth(of: document) == 21)
        #expect(document.textContent(of: document.root) == (0..<40).map(String.init).joined())
        let last = try #require(document.element(withID: "39"))
        #expect(document.textContent(of: last) == "39")
        #expect(document.parent(of: last) == document.element(withID: "30").flatMap { document.parent(of: $0) })
    }

    @Test func `a page at the greatest depth reaches no limit`() {
        var limits = ParserLimits()
        limits.maxDepth = 20
        let document = HTMLDocument(parsing: Array(page("<div>", 18).utf8), limits: limits)
        #expect(document.reachedLimits.isEmpty)
        #expect(depth(of: document) == 21)
    }

    @Test func `a table too deep for its cells is left out and its text stays`() {
        var limits = ParserLimits()
        limits.maxDepth = 20
        let source = page("<div>", 15) + "<table><tr><td>x</table>y"
        let document = HTMLDocument(parsing: Array(source.utf8), limits: limits)
        #expect(document.reachedLimits == .depth)
        #expect(document.firstElement(named: .table) == nil)
        #expect(document.textContent(of: document.root) == "xy")
    }

    @Test func `the oldest formatting element is forgotten beyond the limit`() throws {
        var limits = ParserLimits()
        limits.maxFormattingElements = 4
        let source = "<p>" + (0..<6).map { "<b id=\($0)>" }.joined() + "<p>x"
        let document = HTMLDocument(parsing: Array(source.utf8), limits: limits)
        #expect(document.reachedLimits == .formattingElements)
        let text = try #require(document.descendants(of: document.root).first { document.kind(of: $0) == .text })
        var ids: [String] = []
        var node = document.parent(of: text)
        while let element = node {
            if let id = document.value(of: .id, on: element) { ids.append(id) }
            node = document.parent(of: element)
        }
        #expect(ids == ["5", "4", "3", "2"])
    }

    @Test func `formatting is not opened again once the copies are spent`() {
        var limits = ParserLimits()
        limits.baseClones = 3
        limits.clonesPerStartTag = 0
        let document = HTMLDocument(parsing: Array("<b><i><p>1<p>2</b></i></p><p>3<p>4".utf8), limits: limits)
        let unbounded = HTMLDocument(parsing: "<b><i><p>1<p>2</b></i></p><p>3<p>4")
        #expect(document.reachedLimits == .clones)
        #expect(unbounded.reachedLimits.isEmpty)
        #expect(document.textContent(of: document.root) == "1234")
    }

    @Test func `further body tags add attributes up to the limit`() throws {
        var limits = ParserLimits()
        limits.maxAttributeMerges = 2
        let source = "<html a=1><body b=1><html a=2 c=3><body b=2 d=4><body e=5>"
        let document = HTMLDocument(parsing: Array(source.utf8), limits: limits)
        #expect(document.reachedLimits == .attributeMerges)
        #expect(
            document.outerHTML(of: document.root) == #"<html a="1" c="3"><head></head><body b="1" d="4"></body></html>"#
        )
    }

    @Test(arguments: [(11, "a😀"), (8, "a😀"), (7, "a"), (6, "a"), (5, "a"), (4, "a"), (3, ""), (0, "")])
    func `input is cut at a character`(limit: Int, expected: String) {
        var limits = ParserLimits()
        limits.maxInputBytes = limit
        let document = HTMLDocument(parsing: Array("<p>a😀😀".utf8), limits: limits)
        #expect(document.reachedLimits == .inputBytes)
        #expect(document.textContent(of: document.root) == expected)
    }

    @Test func `real markup reaches no limit`() {
        let item =
            "<div class=card><a href=/x><h2>Title</h2></a><p>Text <b>bold <i>both</b> italic</i><table><tr><td>1</table>"
            + "</div>"
        let document = HTMLDocument(parsing: page(item, 500))
        #expect(document.reachedLimits.isEmpty)
    }
}
