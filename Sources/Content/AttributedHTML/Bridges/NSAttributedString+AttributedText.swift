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
    public convenience init(_ text: AttributedText) {
        let result = NSMutableAttributedString(string: "")
        for piece in TextPieces(text) {
            var attributes: [NSAttributedString.Key: Any] = [.larderAttributes: piece.attributes]
            if let link = piece.link { attributes[Key("NSLink")] = link }
            if piece.attributes.isUnderlined { attributes[Key("NSUnderline")] = 1 }
            if piece.attributes.isStruck { attributes[Key("NSStrikethrough")] = 1 }
            if let attachment = piece.attachment { attributes[.larderAttachment] = attachment }
            result.append(NSAttributedString(string: piece.string, attributes: attributes))
        }
        self.init(attributedString: result)
    }
}
