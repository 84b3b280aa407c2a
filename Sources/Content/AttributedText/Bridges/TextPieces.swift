internal import Foundation

/// The runs of a text with their strings, without what does not fit in a text put together by hand.
struct TextPieces: Sequence, IteratorProtocol {
    struct Piece {
        let string: String
        let attributes: TextAttributes
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
        return Piece(string: String(scalars[index..<end]), attributes: run.attributes)
    }
}

extension AttributedText {
    /// The address of a run's link; nil where that is unsafe or no URL.
    func url(of attributes: TextAttributes) -> URL? {
        guard let index = attributes.link, links.indices.contains(index), !links[index].isUnsafe else { return nil }
        return URL(string: links[index].url)
    }

    /// What a run's U+FFFC stands for.
    func attachment(of attributes: TextAttributes) -> TextAttachment? {
        guard case .attachment(let index) = attributes.role, attachments.indices.contains(index) else { return nil }
        return attachments[index]
    }
}
