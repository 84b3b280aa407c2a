/// One anchor of the document and the text it lies on.
public struct TextLink: Sendable, Hashable {
    /// The absolute URL; the reference as written where it cannot be resolved.
    public let url: String
    /// The `href` as written.
    public let reference: String
    /// The reference is empty or begins with `#`: a place in this document.
    public let isFragment: Bool
    /// Following it would run code (`javascript:`, `vbscript:`), or its scheme is none that the renderer
    /// allows: it is listed, and no run points to it.
    public let isUnsafe: Bool
    /// The first character, counted in Unicode scalars.
    public let start: Int
    /// Count of Unicode scalars; 0 for an anchor around nothing and for one that is unsafe.
    public let length: Int
    /// The first character, counted in UTF-16 code units.
    public let startUTF16: Int
    /// Count of UTF-16 code units.
    public let lengthUTF16: Int
    /// The first character, counted in bytes of UTF-8.
    public let startUTF8: Int
    /// Count of bytes of UTF-8.
    public let lengthUTF8: Int

    package init(
        url: String,
        reference: String,
        isFragment: Bool,
        isUnsafe: Bool,
        from start: TextPosition,
        to end: TextPosition
    ) {
        self.url = url
        self.reference = reference
        self.isFragment = isFragment
        self.isUnsafe = isUnsafe
        self.start = start.scalars
        length = end.scalars - start.scalars
        startUTF16 = start.units
        lengthUTF16 = end.units - start.units
        startUTF8 = start.bytes
        lengthUTF8 = end.bytes - start.bytes
    }
}

/// A place in a text.
package struct TextPosition {
    package var scalars = 0
    package var units = 0
    package var bytes = 0

    package init() {}
}
