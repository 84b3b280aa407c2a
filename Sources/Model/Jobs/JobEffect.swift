/// What one job brought: records for the catalog, further jobs for the ledger, and what it took.
package struct JobEffect: Sendable, Hashable, Codable {
    package var recipes: [Recipe] = []
    package var articles: [Article] = []
    package var outlets: [Outlet] = []
    package var listings: [ListEntry] = []
    package var images: [ImageOriginal] = []
    package var decodings: [ImageDecoding] = []
    package var texts: [RenderedText] = []
    /// By the records' URNs.
    package var provenance: [String: Provenance] = [:]
    package var found: [FoundJob] = []
    package var notes: [JobNote] = []
    /// Nil for jobs that fetch nothing.
    package var fetch: FetchMetrics?
    /// The serialized ``Revalidation`` of the answer that brought all this; empty: there is none.
    package var revalidation: [UInt8] = []
    /// Whether the source's answer is the one that the coordinator knows by ``AssignedJob/revalidation``.
    ///
    /// Then the effect has nothing but ``fetch``, and perhaps a newer ``revalidation``.
    package var isUnchanged = false

    package init() {}

    /// The effect of an answer that is known; see ``isUnchanged``.
    package init(unchanged fetch: FetchMetrics, revalidation: [UInt8] = []) {
        self.fetch = fetch
        self.revalidation = revalidation
        isUnchanged = true
    }

    /// Where the job of this kind goes on, and brings nothing yet; nil: it does not.
    package func move(of kind: JobKind) -> JobSpec? {
        found.first { $0.spec.redirect != nil || kind == .imageDownload && $0.spec.kind == kind }?.spec
    }

    /// Whether it says of an item's page or record only why it brings nothing, such as that it is not there.
    package func bringsNothing(of kind: JobKind) -> Bool {
        kind == .detail && !notes.isEmpty && found.isEmpty && recipes.isEmpty && articles.isEmpty && texts.isEmpty
    }
}

/// A remark that is no failure ("the plan ends at 100 results").
package struct JobNote: Sendable, Hashable, Codable {
    /// A kebab-case label without any part of a URL, at most ``FailureCode/maxBytes`` long.
    package var code: String
    /// One sentence.
    package var message: String
    /// The item that it is about; empty: the note belongs to the run alone.
    package var urn: String

    /// Makes a peer's or a source's words fit for terminals, as ``FailureReason`` does.
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
    /// The answer was 304.
    package var isNotModified: Bool
    /// The cached body was used without an answer: it was fresh, or the source failed.
    package var isFromCache: Bool

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
