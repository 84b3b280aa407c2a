internal import Foundation

/// The runs of a text with what they refer to, without what does not fit in a text put together by hand.
struct TextPieces: Sequence, IteratorProtocol {
    struct Piece {
        let string: String
        let attributes: TextAttributes
        let link: URL?
        let attachment: TextAttachment?
    }

    private let text: AttributedText
    private var run = 0
    private var index: String.Index

    init(_ text: AttributedText) {
        self.text = text
        index = text.text.startIndex
    }

    mutating func next() -> Piece? {
        guard run < text.runs.count else { return nil }
        let run = text.runs[run]
        self.run += 1
        let scalars = text.text.unicodeScalars
        let end = scalars.index(index, offsetBy: run.length, limitedBy: scalars.endIndex) ?? scalars.endIndex
        defer { index = end }
        return Piece(
            string: String(scalars[index..<end]),
            attributes: run.attributes,
            link: link(run.attributes),
            attachment: attachment(run.attributes)
        )
    }

    private func link(_ attributes: TextAttributes) -> URL? {
        guard let index = attributes.link, text.links.indices.contains(index), !text.links[index].isUnsafe else {
            return nil
        }
        return URL(string: text.links[index].url)
    }

    private func attachment(_ attributes: TextAttributes) -> TextAttachment? {
        guard case .attachment(let index) = attributes.role, text.attachments.indices.contains(index) else {
            return nil
        }
        return text.attachments[index]
    }
}
