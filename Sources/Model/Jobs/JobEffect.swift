/// What one job brought: records for the catalog, further jobs for the ledger, and what it took.
public struct JobEffect: Sendable, Hashable, Codable {
    /// Recipes that were read.
    public var recipes: [Recipe] = []
    /// Articles that were read.
    public var articles: [Article] = []
    /// Publications that were read.
    public var outlets: [Outlet] = []
    /// Pictures that were downloaded.
    public var images: [ImageOriginal] = []
    /// Pictures that were decoded.
    public var decodings: [ImageDecoding] = []
    /// Texts that were rendered.
    public var texts: [RenderedText] = []
    /// Where the records came from, by their URN.
    public var provenance: [String: Provenance] = [:]
    /// Jobs to be done next.
    public var found: [FoundJob] = []
    /// What is worth telling and is no failure.
    public var notes: [JobNote] = []
    /// What it took from the network; nil for jobs that fetch nothing.
    public var fetch: FetchMetrics?

    /// Nothing.
    public init() {}
}

/// Something worth telling that is no failure ("the plan ends at 100 results").
public struct JobNote: Sendable, Hashable, Codable {
    /// A kebab-case label without any part of a URL.
    public var code: String
    /// One sentence.
    public var message: String

    /// A note.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// What one fetch took.
public struct FetchMetrics: Sendable, Hashable, Codable {
    /// Requests, redirects included.
    public var requests: Int
    /// Bytes of headers and bodies as they came.
    public var wireBytes: Int
    /// Bytes of the decoded body.
    public var bodyBytes: Int
    /// The answer was 304: the cached body stands.
    public var isNotModified: Bool
    /// No request was made.
    public var isFromCache: Bool

    /// The figures of a fetch.
    public init(
        requests: Int = 0,
        wireBytes: Int = 0,
        bodyBytes: Int = 0,
        isNotModified: Bool = false,
        isFromCache: Bool = false
    ) {
        self.requests = requests
        self.wireBytes = wireBytes
        self.bodyBytes = bodyBytes
        self.isNotModified = isNotModified
        self.isFromCache = isFromCache
    }
}
