/// What the parser may spend on one document.
///
/// The standard's algorithm is quadratic in places, so hostile pages of some kilobytes can take gigabytes. Real pages
/// need far less (depth 43 and 4 formatting elements at most in 254 pages). The parser goes on with less at a limit,
/// and ``HTMLDocument/reachedLimits`` names the limit.
public struct ParserLimits: Hashable, Sendable {
    /// The most bytes of input, at most 256 MiB, as positions have 31 bits; the rest is cut off between characters.
    public var maxInputBytes = 64 << 20

    /// The most elements open at once, 16 to 65,536; 512 as in Blink and WebKit.
    ///
    /// At the limit a further element becomes the sibling of the deepest one; a `table` or `template` is ignored.
    public var maxDepth = 512

    /// The most formatting elements (`b`, `font`, `a` …) since the last marker, 3 or more; the oldest one is dropped.
    ///
    /// The standard opens all of them again in each new paragraph.
    public var maxFormattingElements = 64

    /// How many copies of formatting elements may be made whatever the input.
    public var baseClones = 4096

    /// How many more copies may be made for each start tag; beyond both, formatting elements are not opened again.
    public var clonesPerStartTag = 4

    /// The most nodes, 32 bytes each; at this limit, and at the limits of attributes and names, parsing ends.
    public var maxNodes = 1_000_000

    /// The most attributes of all elements together, 12 bytes each.
    public var maxAttributes = 1_000_000

    /// The most different names of elements and attributes; real pages have some hundreds.
    public var maxNames = 100_000

    /// How many further `html` and `body` tags may add attributes to the first ones; further tags add nothing.
    ///
    /// Each addition copies the attributes present.
    public var maxAttributeMerges = 64

    /// The default limits.
    public init() {}
}

/// The limits of ``ParserLimits`` that a document reached.
public struct ReachedLimits: OptionSet, Hashable, Sendable {
    /// One bit for each limit.
    public let rawValue: UInt8

    /// Wraps the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// ``ParserLimits/maxInputBytes``: the input was cut.
    public static let inputBytes = ReachedLimits(rawValue: 1)
    /// ``ParserLimits/maxDepth``.
    public static let depth = ReachedLimits(rawValue: 2)
    /// ``ParserLimits/maxFormattingElements``.
    public static let formattingElements = ReachedLimits(rawValue: 4)
    /// ``ParserLimits/baseClones`` with ``ParserLimits/clonesPerStartTag``.
    public static let clones = ReachedLimits(rawValue: 8)
    /// ``ParserLimits/maxAttributeMerges``.
    public static let attributeMerges = ReachedLimits(rawValue: 16)
    /// ``ParserLimits/maxNodes``, ``ParserLimits/maxAttributes`` or ``ParserLimits/maxNames``: parsing ended.
    public static let nodes = ReachedLimits(rawValue: 32)
}
