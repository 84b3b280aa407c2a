/// What a ``TextRenderer`` does where there is a choice.
public struct TextOptions: Sendable, Hashable {
    /// What to do with markup that was encoded twice, so that a page shows tags to its readers.
    public enum DoubleEncoding: String, Sendable {
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
    /// How much is collected at most; default those of the catalog.
    public var limits = TextLimits()

    /// The options; every argument has its default.
    public init(
        doubleEncoded: DoubleEncoding = .off,
        textPresentation: Bool = false,
        opensDetails: Bool = false,
        readsStyleSheets: Bool = true
    ) {
        self.doubleEncoded = doubleEncoded
        self.textPresentation = textPresentation
        self.opensDetails = opensDetails
        self.readsStyleSheets = readsStyleSheets
    }
}
