public import Foundation

extension NSAttributedString.Key {
    /// All attributes of a run, a `TextAttributes`.
    public static let larderAttributes = NSAttributedString.Key("larder.attributes")
    /// What an U+FFFC stands for, a `TextAttachment`.
    public static let larderAttachment = NSAttributedString.Key("larder.attachment")
}

extension NSAttributedString {
    /// The text with its runs.
    ///
    /// Links, underlines and strikethroughs have the names of UIKit and AppKit, so that text views show them. The app
    /// finds fonts and colours, which those frameworks define, under
    /// ``Foundation/NSAttributedString/Key/larderAttributes``. Links that are unsafe or no URL are not set.
    /// Time is linear in the text.
    public convenience init(_ text: AttributedText) {
        let pieces = Array(TextPieces(text))
        // On Linux `append` copies the whole string each time.
        let result = NSMutableAttributedString(string: pieces.map(\.string).joined())
        var start = 0
        for piece in pieces {
            var attributes: [NSAttributedString.Key: Any] = [.larderAttributes: piece.attributes]
            if let link = text.url(of: piece.attributes) { attributes[Key("NSLink")] = link }
            if piece.attributes.isUnderlined { attributes[Key("NSUnderline")] = 1 }
            if piece.attributes.isStruck { attributes[Key("NSStrikethrough")] = 1 }
            if let attachment = text.attachment(of: piece.attributes) { attributes[.larderAttachment] = attachment }
            let range = NSRange(location: start, length: piece.string.utf16.count)
            result.setAttributes(attributes, range: range)
            start += range.length
        }
        self.init(attributedString: result)
    }
}
