public import Foundation

/// What Larder knows of a stretch of text, as attributes of Foundation's `AttributedString`.
public struct LarderTextScope: AttributeScope {
    /// All attributes of a run, those that Foundation has no name for among them.
    public let textAttributes: TextAttributesKey
    /// What an U+FFFC stands for.
    public let textAttachment: TextAttachmentKey
    /// Foundation's own, of which links, emphasis and descriptions of pictures are set.
    public let foundation: AttributeScopes.FoundationAttributes
}

/// The key of a run's attributes.
public enum TextAttributesKey: AttributedStringKey {
    /// The attributes; `TextAttributes.link` is an index into the links of the original text.
    public typealias Value = TextAttributes
    /// As in archives.
    public static let name = "larder.attributes"
}

/// The key of an attachment.
public enum TextAttachmentKey: AttributedStringKey {
    /// The picture or other thing.
    public typealias Value = TextAttachment
    /// As in archives.
    public static let name = "larder.attachment"
}

extension AttributedString {
    /// The text with its runs.
    ///
    /// Sets Foundation's `link` and, for attachments, `alternateDescription`; on Apple's systems also
    /// `inlinePresentationIntent` (bold from weight 600, italic, struck, monospace), so that text views show them.
    /// ``TextAttributesKey`` has the rest. Links that are unsafe or no URL are not set. Time is linear in the text.
    public init(_ text: AttributedText) {
        self.init()
        for piece in TextPieces(text) {
            append(AttributedString(piece.string, attributes: AttributeContainer(piece.attributes, in: text)))
        }
    }
}

extension AttributeContainer {
    /// The attributes of a run of `text`.
    init(_ attributes: TextAttributes, in text: AttributedText) {
        self.init()
        self[TextAttributesKey.self] = attributes
        self.link = text.url(of: attributes)
        // Foundation has no such attribute on Linux.
        #if canImport(Darwin)
            self.inlinePresentationIntent = attributes.inlineIntent
        #endif
        if let attachment = text.attachment(of: attributes) {
            self[TextAttachmentKey.self] = attachment
            self.alternateDescription = attachment.alternative
        }
    }
}

#if canImport(Darwin)
    extension TextAttributes {
        fileprivate var inlineIntent: InlinePresentationIntent? {
            var intent: InlinePresentationIntent = []
            if isItalic { intent.insert(.emphasized) }
            if weight >= 600 { intent.insert(.stronglyEmphasized) }
            if isStruck { intent.insert(.strikethrough) }
            if isMonospace { intent.insert(.code) }
            return intent.isEmpty ? nil : intent
        }
    }
#endif
