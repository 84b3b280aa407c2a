internal import LarderHTML
internal import LarderModel

/// The pictures inside the body.
enum BodyPictures {
    static func pictures(
        _ tree: PageTree,
        _ reasons: [DropReason],
        root: Int,
        _ finder: PictureFinder,
        _ document: HTMLDocument
    ) -> [ReaderPicture] {
        let element = tree.elements[root]
        var pictures: [ReaderPicture] = []
        var seen: Set<[UInt8]> = []
        var captions: [Int32: String] = [:]
        for index in Int(element.firstLeaf)..<Int(element.endLeaf) {
            let leaf = tree.leaves[index]
            guard leaf.kind == .picture else { continue }
            let owner = tree.elements[Int(leaf.element)]
            guard keeps(owner.drop), leaf.block < 0 || keeps(reasons[Int(leaf.block)]), !finder.isIcon(leaf.node) else {
                continue
            }
            let candidates = finder.candidates(of: leaf.node)
            let isFallback = owner.context.contains(.noscript)
            guard let best = candidates.first else {
                continue
            }
            if isFallback, let last = pictures.last,
                isBeside(last.node, leaf.node, document) || isSameFile(last.url, best.url)
            {
                // What stands in the noscript is the picture; what stands beside it may be a blur until scripts run.
                pictures[pictures.count - 1].url = best.url
                pictures[pictures.count - 1].candidates =
                    candidates + last.candidates.filter { !$0.url.isSame(as: best.url) }
                seen.insert(Array(best.url.utf8))
                continue
            }
            guard seen.insert(Array(best.url.utf8)).inserted || !isFallback else { continue }
            let caption = caption(of: leaf.element, tree, document, &captions)
            pictures.append(
                ReaderPicture(
                    node: leaf.node,
                    url: best.url,
                    candidates: candidates,
                    alternative: document.value(of: .alt, on: leaf.node),
                    caption: caption
                )
            )
        }
        return pictures
    }

    private static func keeps(_ reason: DropReason) -> Bool { reason == .none || reason == .caption }

    /// Whether two addresses end in the same name of a file, of eight bytes or more.
    private static func isSameFile(_ first: String, _ second: String) -> Bool {
        let name = name(first)
        return name.count >= 8 && name == Self.name(second)
    }

    /// The bytes of the last part of a URL's path, from the last to the first.
    private static func name(_ url: String) -> [UInt8] {
        let path = url.utf8.prefix { $0 != 0x3F }
        return Array(path.reversed().prefix { $0 != 0x2F })
    }

    /// Whether the second picture stands in a `noscript` right behind the first or what holds it.
    private static func isBeside(_ first: NodeID?, _ second: NodeID, _ document: HTMLDocument) -> Bool {
        guard let first else { return false }
        var fallback = second
        while let parent = document.parent(of: fallback) {
            fallback = parent
            if document.isElement(fallback, .noscript) { break }
        }
        var before = document.previousSibling(of: fallback)
        while let node = before, document.kind(of: node) != .element { before = document.previousSibling(of: node) }
        guard let before else { return false }
        var node = first
        for _ in 0..<6 {
            if node == before { return true }
            guard let parent = document.parent(of: node) else { return false }
            node = parent
        }
        return false
    }

    /// The caption of the figure that a picture stands in.
    private static func caption(
        of element: Int32,
        _ tree: PageTree,
        _ document: HTMLDocument,
        _ known: inout [Int32: String]
    ) -> String? {
        guard tree.elements[Int(element)].context.contains(.figure) else { return nil }
        var figure = element
        while figure >= 0, tree.elements[Int(figure)].name != .figure { figure = tree.elements[Int(figure)].parent }
        guard figure >= 0 else { return nil }
        if let caption = known[figure] { return caption.isEmpty ? nil : caption }
        let range = Int(tree.elements[Int(figure)].firstBlock)..<Int(tree.elements[Int(figure)].endBlock)
        let texts = range.filter { tree.blocks[$0].kind == .caption }.prefix(5).map {
            BlockText.text(tree.blocks[$0], tree, document)
        }
        let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
        known[figure] = text
        return text.isEmpty ? nil : text
    }
}
