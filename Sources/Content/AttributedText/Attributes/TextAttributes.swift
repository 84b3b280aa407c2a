/// A colour in sRGB with alpha.
public struct TextColor: Sendable, Hashable, CustomStringConvertible {
    /// Red, green, blue and alpha, 8 bits each, red highest.
    public let rgba: UInt32

    /// Makes a colour from 0xRRGGBBAA.
    public init(rgba: UInt32) {
        self.rgba = rgba
    }

    /// Opaque black.
    public static let black = TextColor(rgba: 0x0000_00FF)

    /// `#rrggbb`, or `#rrggbbaa` where it is not opaque.
    public var description: String {
        let count = rgba & 0xFF == 0xFF ? 6 : 8
        // Strings of this length need no memory of their own, and each link has a colour.
        return unsafe String(unsafeUninitializedCapacity: 1 + count) { text in
            unsafe text[0] = UInt8(ascii: "#")
            for place in 0..<count {
                let digit = UInt8(rgba >> UInt32(28 - 4 * place) & 15)
                unsafe text[1 + place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            }
            return 1 + count
        }
    }
}

/// What the characters of a run are.
public enum TextRole: Sendable, Hashable {
    /// Characters of the document, as a browser's `innerText` has them.
    case text
    /// Made by the layout: a list marker, a quotation mark of `q`, or the line break of a line that has nothing else.
    case marker
    /// U+FFFC, which stands for the attachment of this index in ``AttributedText/attachments``.
    case attachment(Int)
}

/// The attributes of a run of text; every property has the default that plain text has.
public struct TextAttributes: Sendable, Hashable {
    /// Font size in CSS pixels, 0 to 10,000; default 16.
    public var size = 16.0
    /// Font weight, 1 to 1,000; default 400, bold from 600.
    public var weight = 400
    /// Italic or oblique.
    public var isItalic = false
    /// A line below, that of links included.
    public var isUnderlined = false
    /// A line through the text.
    public var isStruck = false
    /// A font whose characters have one width.
    public var isMonospace = false
    /// 1 for superscript, -1 for subscript.
    public var script = 0
    /// Colour of the text; default black.
    public var color = TextColor.black
    /// Colour behind the text of the nearest inline element that has one.
    public var background: TextColor?
    /// Index into ``AttributedText/links``.
    public var link: Int?
    /// 1 to 6 inside a heading, else 0.
    public var heading = 0
    /// How many lists the text is in.
    public var listDepth = 0
    /// The number of the list item the text is in, as counted by the list; nil outside of items.
    public var listOrdinal: Int?
    /// How many block quotes the text is in.
    public var quoteDepth = 0
    /// How the paragraph is aligned.
    public var alignment = TextAlignment.natural
    /// What the characters are.
    public var role = TextRole.text

    /// The attributes of plain text.
    public init() {}
}
