/// What a ``TextRenderer`` does where there is a choice.
public struct TextOptions: Sendable, Hashable {
    /// What to do with markup that was encoded twice, so that a page shows tags to its readers.
    public enum DoubleEncoding: String, Sendable, CaseIterable {
        /// Show it as browsers do.
        case off
        /// Decode it where the document has no markup of its own and the result does.
        case auto
        /// Decode the text of every document once.
        case always
    }

    /// What to do with markup that was encoded twice; default ``DoubleEncoding/off``.
    public var doubleEncoded: DoubleEncoding
    /// Whether symbols that may be shown as emoji get U+FE0E behind them, which asks for their text form; default
    /// false.
    public var textPresentation: Bool
    /// Whether closed `details` are shown whole; default false, as in browsers.
    public var opensDetails: Bool
    /// Whether `style` elements count; default true.
    public var readsStyleSheets: Bool
    /// The schemes, in lower case, whose links can be followed; the others are kept as unsafe ones.
    ///
    /// Nil: all but `javascript` and `vbscript`, which are never followed. A reference without a scheme that cannot be
    /// resolved counts as allowed.
    public var linkSchemes: Set<String>?
    /// How much is collected at most; default those of the catalog.
    public var limits = TextLimits()

    /// The options; every argument has its default.
    public init(
        doubleEncoded: DoubleEncoding = .off,
        textPresentation: Bool = false,
        opensDetails: Bool = false,
        readsStyleSheets: Bool = true,
        linkSchemes: Set<String>? = nil
    ) {
        self.doubleEncoded = doubleEncoded
        self.textPresentation = textPresentation
        self.opensDetails = opensDetails
        self.readsStyleSheets = readsStyleSheets
        self.linkSchemes = linkSchemes
    }
}
