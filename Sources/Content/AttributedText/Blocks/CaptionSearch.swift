internal import Foundation

/// Puts the captions of pictures to their pictures.
struct CaptionSearch {
    /// By the place of their picture.
    let captions: [Int: String]

    func blocks(of blocks: [TextBlock]) -> [TextBlock] {
        var result: [TextBlock] = []
        var next = 0
        while next < blocks.count {
            let block = blocks[next]
            next += 1
            guard case .picture(var picture) = block.kind, let caption = captions[block.id],
                let end = Self.end(of: caption, in: blocks[next...])
            else {
                result.append(block)
                continue
            }
            var text = blocks[next].text
            for line in blocks[next + 1..<end] { text += AttributedString("\n") + line.text }
            picture.caption = text
            result.append(
                TextBlock(
                    kind: .picture(picture),
                    text: block.text,
                    quoteDepth: block.quoteDepth,
                    alignment: block.alignment,
                    range: block.range.lowerBound..<blocks[end - 1].range.upperBound
                )
            )
            next = end
        }
        return result
    }

    /// The end of the blocks that have the characters of a caption, white space aside; nil: they have others.
    private static func end(of caption: String, in blocks: ArraySlice<TextBlock>) -> Int? {
        var rest = letters(of: caption.unicodeScalars)[...]
        for (index, block) in zip(blocks.indices, blocks) {
            let line = letters(of: block.text.unicodeScalars)
            guard !line.isEmpty, rest.starts(with: line) else { return nil }
            rest = rest.dropFirst(line.count)
            if rest.isEmpty { return index + 1 }
        }
        return nil
    }

    private static func letters(of scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        scalars.filter { !$0.properties.isWhitespace }
    }
}
