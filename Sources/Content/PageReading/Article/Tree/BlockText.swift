internal import LarderHTML

/// The text of a block of the page.
enum BlockText {
    /// One line with single spaces; at most `maxBytes`.
    static func text(_ block: PageBlock, _ tree: PageTree, _ document: HTMLDocument, maxBytes: Int = 4_000) -> String {
        String(decoding: bytes(block, tree, document, maxBytes: maxBytes), as: UTF8.self)
    }

    /// The same; the last character may be cut.
    static func bytes(_ block: PageBlock, _ tree: PageTree, _ document: HTMLDocument, maxBytes: Int) -> [UInt8] {
        bytes(Int(block.firstLeaf)..<Int(block.endLeaf), tree, document, maxBytes: maxBytes)
    }

    /// The text of an element, blocks separated by a space.
    static func text(_ element: PageElement, _ tree: PageTree, _ document: HTMLDocument, maxBytes: Int = 400) -> String
    {
        String(
            decoding: bytes(Int(element.firstLeaf)..<Int(element.endLeaf), tree, document, maxBytes: maxBytes),
            as: UTF8.self
        )
    }

    /// Most blocks that are looked at are short.
    private static let usualBytes = 128

    private static func bytes(_ leaves: Range<Int>, _ tree: PageTree, _ document: HTMLDocument, maxBytes: Int)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(maxBytes, usualBytes))
        var isSpacePending = false
        var block: Int32 = -1
        for index in leaves {
            let leaf = tree.leaves[index]
            if leaf.block != block || leaf.kind == .lineBreak { isSpacePending = true }
            block = leaf.block
            guard leaf.kind == .text else { continue }
            document.withTextBytes(of: leaf.node) { text in
                var position = 0
                while position < text.count, bytes.count < maxBytes {
                    let byte = text[position]
                    let isNoBreak = byte == 0xC2 && position + 1 < text.count && text[position + 1] == 0xA0
                    position += isNoBreak ? 2 : 1
                    if byte <= 0x20 || isNoBreak {
                        isSpacePending = true
                        continue
                    }
                    if isSpacePending, !bytes.isEmpty { bytes.append(0x20) }
                    isSpacePending = false
                    bytes.append(byte)
                }
            }
            if bytes.count >= maxBytes { break }
        }
        return bytes
    }
}
