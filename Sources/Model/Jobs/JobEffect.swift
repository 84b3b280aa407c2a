/// What one job brought: records for the catalog, further jobs for the ledger, and what it took.
package struct JobEffect: Sendable, Hashable, Codable {
    /// Recipes that were read.
    package var recipes: [Recipe] = []
    /// Articles that were read.
    package var articles: [Article] = []
    /// Publications that were read.
    package var outlets: [Outlet] = []
    /// Places of items in lists of the source.
    package var listings: [ListEntry] = []
    /// Pictures that were downloaded.
    package var images: [ImageOriginal] = []
    /// Pictures that were decoded.
    package var decodings: [ImageDecoding] = []
    /// Texts that were rendered.
    package var texts: [RenderedText] = []
    /// Where the records came from, by their URN.
    package var provenance: [String: Provenance] = [:]
    /// Jobs to be done next.
    package var found: [FoundJob] = []
    /// What is worth telling and is no failure.
    package var notes: [JobNote] = []
    /// What it took from the network; nil for jobs that fetch nothing.
    package var fetch: FetchMetrics?

    /// Nothing.
    package init() {}
}

/// Something worth telling that is no failure ("the plan ends at 100 results").
package struct JobNote: Sendable, Hashable, Codable {
    /// A kebab-case label without any part of a URL, at most ``FailureCode/maxBytes`` long.
    package var code: String
    /// One sentence.
    package var message: String
    /// The item that it is about, whose note the catalog keeps; empty: only the run is told.
    package var urn: String

    /// A note of whatever a peer or a source said, made fit for terminals as ``FailureReason`` does.
    package init(code: String, message: String, urn: String = "") {
        self.code = PlainText.kebab(code, maxBytes: FailureCode.maxBytes) ?? "unknown"
        self.message = PlainText.line(message, maxBytes: RecordBound.noteBytes.limit)
        self.urn = urn
    }
}

/// What one fetch took.
package struct FetchMetrics: Sendable, Hashable, Codable {
    /// Requests, redirects included.
    package var requests: Int
    /// Bytes of headers and bodies as they came.
    package var wireBytes: Int
    /// Bytes of the decoded body.
    package var bodyBytes: Int
    /// The answer was 304: the cached body stands.
    package var isNotModified: Bool
    /// The body is the cached one though no answer confirmed it: it was fresh, and no request was made; or the source failed.
    package var isFromCache: Bool

    /// The figures of a fetch.
    package init(
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

    /// Adds what an earlier try of the same job took.
    package mutating func add(_ earlier: FetchMetrics) {
        requests += earlier.requests
        wireBytes += earlier.wireBytes
        bodyBytes += earlier.bodyBytes
    }
}
