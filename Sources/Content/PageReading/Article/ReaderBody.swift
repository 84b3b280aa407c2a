public import LarderHTML

/// The text of an article as nodes of the document, in document order.
public struct ReaderBody: Sendable {
    /// The element that holds the article; nil where there is none.
    public var root: NodeID?
    /// The text nodes, pictures, embeds and `br` elements that belong to the article.
    public var leaves: [NodeID] = []
    /// The paragraphs, each a range of ``leaves``; they do not overlap and are in order.
    public var blocks: [ReaderBlock] = []

    /// An empty body.
    public init() {}
}

/// A paragraph, heading, list item or whatever else stands in a line of its own.
public struct ReaderBlock: Hashable, Sendable {
    /// What a block is; `loose` is text in another element, such as `div`.
    public enum Kind: Sendable, CaseIterable {
        case paragraph, heading, item, cell, term, definition, preformatted, caption, loose, summary
    }

    /// What it is.
    public var kind: Kind
    /// 1 to 6 for a heading, else 0.
    public var level: Int
    /// The nearest element that begins a paragraph.
    public var element: NodeID
    /// The nodes of its text, pictures and line breaks, in document order.
    public var leaves: [NodeID]
}

extension ReaderBody {
    /// The plain text: a line for each block and each `br`, white space made single but in preformatted blocks.
    ///
    /// Cells of one table row are separated by a tab.
    public func text(in document: HTMLDocument) -> String {
        var bytes: [UInt8] = []
        var before: ReaderBlock?
        for block in blocks {
            if let before {
                let isSameRow =
                    before.kind == .cell && block.kind == .cell
                    && document.parent(of: before.element) == document.parent(of: block.element)
                    && before.element != block.element
                bytes.append(isSameRow ? 0x09 : 0x0A)
            }
            block.appendText(in: document, to: &bytes)
            before = block
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ReaderBlock {
    /// The plain text, white space made single but where it is ``Kind/preformatted``.
    public func text(in document: HTMLDocument) -> String {
        var bytes: [UInt8] = []
        appendText(in: document, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func appendText(in document: HTMLDocument, to bytes: inout [UInt8]) {
        let start = bytes.count
        var isSpacePending = false
        for leaf in leaves {
            guard document.kind(of: leaf) == .text else {
                if document.isElement(leaf, .br), bytes.count > start {
                    bytes.append(0x0A)
                    isSpacePending = false
                }
                continue
            }
            document.withTextBytes(of: leaf) { text in
                if kind == .preformatted {
                    for index in 0..<text.count { bytes.append(text[index]) }
                    return
                }
                for index in 0..<text.count {
                    let byte = text[index]
                    if byte <= 0x20 {
                        isSpacePending = true
                        continue
                    }
                    if isSpacePending, bytes.count > start, bytes.last != 0x0A { bytes.append(0x20) }
                    isSpacePending = false
                    bytes.append(byte)
                }
            }
        }
        while bytes.count > start, let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    }
}
