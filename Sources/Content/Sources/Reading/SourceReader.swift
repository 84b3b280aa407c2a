public import LarderModel
public import LarderProtocol

/// Turns a source's answers into records and further jobs: bytes in, values out.
///
/// A reader knows no network, clock or file. Two readings of one answer are equal, so it does not matter which worker
/// reads it, when, or how often.
public protocol SourceReader: Sendable {
    /// The version of the reader's rules; a higher one makes cached answers worth reading again.
    var version: UInt32 { get }

    /// The jobs that a sync begins with.
    func firstJobs() -> [WireFoundJob]

    /// What to fetch for a `discover`, `search`, `detail` or `imageDownload` job.
    ///
    /// - Throws: ``SourceError`` with code `unsupported-job` for any other job, or one whose URL is none.
    func request(for spec: WireJobSpec) throws(SourceError) -> SourceRequest

    /// What the answer to a `discover`, `search` or `detail` job says.
    ///
    /// Redirects are followed before, and a 304 is answered with the stored body and status 200.
    ///
    /// - Throws: ``ReadFailure``, which says whether to try again.
    func read(_ answer: SourceAnswer, for spec: WireJobSpec) throws(ReadFailure) -> SourceReading
}

/// What to fetch.
public struct SourceRequest: Sendable, Hashable {
    /// The URL to send, with the API key where the API wants it there.
    ///
    /// Never logged or stored.
    public let url: String
    /// Header fields to send, possibly with the API key.
    ///
    /// Never logged or stored.
    public let headers: [HeaderField]
    /// The URL without secrets: the name of the cache entry and of the record's origin.
    public let redactedURL: String
    /// The value of the `Accept` field.
    public let accept: String
    /// The host and port that the request goes to.
    public let lane: HostPort
}

/// What a source answered, after redirects.
public struct SourceAnswer: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields.
    public var headers: [HeaderField]
    /// The decoded body.
    public var body: [UInt8]
    /// The `Content-Type` field; nil: there was none.
    public var contentType: String?
    /// The URL that answered, without secrets.
    public var redactedURL: String
    /// The SHA-256 of ``body``, 32 bytes.
    public var bodyDigest: [UInt8]
    /// When the answer came, in milliseconds since 1970.
    public var fetchedAtMs: Int64
    /// The ETag, else Last-Modified, else empty.
    public var validator: String

    /// Makes an answer.
    public init(
        status: Int,
        headers: [HeaderField] = [],
        body: [UInt8],
        contentType: String? = nil,
        redactedURL: String,
        bodyDigest: [UInt8] = [],
        fetchedAtMs: Int64 = 0,
        validator: String = ""
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.contentType = contentType
        self.redactedURL = redactedURL
        self.bodyDigest = bodyDigest
        self.fetchedAtMs = fetchedAtMs
        self.validator = validator
    }

    /// The value of the first field of that name, in any case.
    public func header(_ name: String) -> String? { headers.value(of: name) }
}

/// What an answer said.
public struct SourceReading: Sendable, Equatable {
    /// Records, provenance, notes and found jobs.
    public var effect: WireEffect
    /// Pieces of HTML out of records, which have to be stored before their text jobs exist.
    public var fragments: [Fragment]

    /// Makes a reading.
    public init(effect: WireEffect = WireEffect(), fragments: [Fragment] = []) {
        self.effect = effect
        self.fragments = fragments
    }

    /// A piece of HTML that stood in a record.
    public struct Fragment: Sendable, Hashable {
        /// The HTML, UTF-8.
        public let bytes: [UInt8]
        /// Always `text/html; charset=utf-8`.
        public let contentType: String
        /// The URN of the text that it becomes.
        public let textURN: String
        /// The URN of the item that it belongs to.
        public let itemURN: String
        /// The URL that its links are relative to.
        public let baseURL: String

        /// The text job, once the bytes are stored under `digest` (SHA-256, 32 bytes).
        ///
        /// - Parameter source: The name of the source.
        public func job(digest: [UInt8], source: String) -> WireFoundJob {
            FoundJobs.text(
                source: source,
                textURN: textURN,
                itemURN: itemURN,
                digest: digest,
                contentType: contentType,
                baseURL: baseURL,
                isFragment: true
            )
        }
    }
}
