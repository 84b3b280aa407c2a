/// What the parser may spend on one document.
///
/// The standard's algorithm grows with the square of its input in places, so hostile pages of some kilobytes can take
/// gigabytes. No limit here is near what real pages need (depth 43 and 4 formatting elements at most in 254 pages).
/// The parser never fails at a limit: it goes on with less, and ``HTMLDocument/reachedLimits`` names the limit.
public struct ParserLimits: Hashable, Sendable {
    /// The most bytes of input that are read, at most 256 MiB; default 64 MiB.
    ///
    /// The rest is cut off at a character boundary. Positions have 31 bits, hence the upper bound.
    public var maxInputBytes = 64 << 20

    /// The most elements open at once, 16 to 65,536; default 512, as in Blink and WebKit.
    ///
    /// At the limit a further element becomes the sibling of the deepest one, and a further `table` or `template` is
    /// ignored. It bounds the walks over the open elements, and the depth of the tree for those who recurse.
    public var maxDepth = 512

    /// The most formatting elements (`b`, `font`, `a` …) since the last marker that are opened again, 3 or more;
    /// default 64.
    ///
    /// The oldest one is forgotten. The standard opens all of them again in each new paragraph.
    public var maxFormattingElements = 64

    /// How many copies of formatting elements may be made whatever the input; default 4,096.
    public var baseClones = 4096

    /// How many more copies may be made for each start tag read; default 4.
    ///
    /// Beyond both together the formatting elements are not opened again.
    public var clonesPerStartTag = 4

    /// The most nodes, default 1,000,000: 32 bytes each.
    ///
    /// At the limit, and at those of attributes and names, the rest of the input is not looked at.
    public var maxNodes = 1_000_000

    /// The most attributes of all elements together, default 1,000,000: 12 bytes each.
    public var maxAttributes = 1_000_000

    /// The most different names of elements and attributes, default 100,000.
    ///
    /// Real pages have some hundreds.
    public var maxNames = 100_000

    /// How many further `html` and `body` tags may add attributes to the first ones, default 64.
    ///
    /// Each addition copies the attributes that are there.
    public var maxAttributeMerges = 64

    /// The default limits.
    public init() {}
}

/// The limits of ``ParserLimits`` that a document reached.
public struct ReachedLimits: OptionSet, Hashable, Sendable {
    /// One bit for each limit.
    public let rawValue: UInt8

    /// Wraps the bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The input was longer than ``ParserLimits/maxInputBytes`` and was cut.
    public static let inputBytes = ReachedLimits(rawValue: 1)
    /// Elements stood deeper than ``ParserLimits/maxDepth``.
    public static let depth = ReachedLimits(rawValue: 2)
    /// More formatting elements were open than ``ParserLimits/maxFormattingElements``.
    public static let formattingElements = ReachedLimits(rawValue: 4)
    /// Formatting elements would have been copied more often than the limits allow.
    public static let clones = ReachedLimits(rawValue: 8)
    /// More tags had attributes to add to `html` or `body` than ``ParserLimits/maxAttributeMerges``.
    public static let attributeMerges = ReachedLimits(rawValue: 16)
    /// The input had more nodes, attributes or names than ``ParserLimits/maxNodes``, ``ParserLimits/maxAttributes`` or
    /// ``ParserLimits/maxNames``, and the rest was not looked at.
    public static let nodes = ReachedLimits(rawValue: 32)
}
