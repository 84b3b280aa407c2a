package import LarderModel
package import LarderSourceDefinitions

/// Turns a source's answers into records and further jobs: bytes in, values out.
///
/// A reader knows no network, clock or file. Two readings of one answer are equal, so it does not matter which worker
/// reads it, when, or how often.
package protocol SourceReader: Sendable {
    var definition: SourceDefinition { get }
    /// The version of the reader's rules; a higher version makes cached answers worth reading again.
    var version: Int { get }

    func firstJobs() -> [FoundJob]

    /// The first jobs after an earlier sync.
    ///
    /// - Parameter hasAnswered: Whether that sync did this job.
    func firstJobs(after hasAnswered: (JobSpec) throws -> Bool) rethrows -> [FoundJob]

    /// What to fetch for a `discover`, `search`, `detail` or `imageDownload` job.
    ///
    /// - Throws: ``SourceError`` with code `unsupported-job` for any other job, or a job without a valid URL.
    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest

    /// Reads the answer to any job but a page's.
    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure)

    func readPage(_ work: PageWork, into builder: inout EffectBuilder) throws(ReadFailure)
}

extension SourceReader {
    /// What the answer to a `discover`, `search` or `detail` job says.
    ///
    /// Redirects are followed before, and a 304 is answered with the stored body and status 200.
    ///
    /// - Throws: ``ReadFailure``, which says whether to try again.
    package func read(_ answer: SourceAnswer, for spec: JobSpec) throws(ReadFailure) -> SourceReading {
        var builder = EffectBuilder(definition: definition, answer: answer, version: version, work: spec.work)
        if case .page(let work) = spec.work {
            try readPage(work, into: &builder)
        } else {
            try read(spec, into: &builder)
            if answer.status == 203 {
                let message = "\(builder.url) was changed on its way by a proxy (status 203), so it may lack items."
                builder.noteOfJob(.listChanged, message)
            }
            if answer.hasRest {
                let message = "\(builder.url) goes on behind the end of its compressed body, so it may lack items."
                builder.noteOfJob(.listBroken, message)
            }
        }
        return builder.finished()
    }

    package func firstJobs(after hasAnswered: (JobSpec) throws -> Bool) rethrows -> [FoundJob] { firstJobs() }

    package func readPage(_ work: PageWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        _ = try PageReading.read(work, into: &builder)
    }

    func unreadable(_ spec: JobSpec) -> ReadFailure {
        ReadFailure(
            .permanent,
            .unsupportedJob,
            "The source \"\(definition.name)\" reads no answers to this kind of job; "
                + "it was made by another version of Larder or is damaged."
        )
    }
}

package struct SourceRequest: Sendable, Hashable {
    /// The address without secrets: the name of the cache entry and of the record's origin.
    package let address: WebAddress
    /// The URL to send, which may hold the API key: never logged or stored.
    package let url: String
    /// Header fields to send, which may hold the API key: never logged or stored.
    package var headers: [HeaderField]
    package let accept: String
    /// The body of a POST; nil: the request is a GET.
    package var body: [UInt8]?
    /// The most bytes of the body; nil: the fetcher's own bound.
    package var maxBodyBytes: Int?
    /// Whether the beginning of a longer body is read; else a longer body is a failure.
    package var keepsBeginning = false

    /// - Parameter signed: The address with the API key in it; nil: it holds none.
    package init(
        _ address: WebAddress,
        signed: WebAddress? = nil,
        headers: [HeaderField] = [],
        accept: String,
        body: [UInt8]? = nil
    ) {
        self.address = address
        url = (signed ?? address).description
        self.headers = headers
        self.accept = accept
        self.body = body
    }

    package var redactedURL: String { address.description }

    package var lane: HostPort { address.hostPort }

    /// The name of the answer in the cache: of a POST also by what is sent.
    package var cacheKey: String {
        guard let body else { return "GET " + redactedURL }
        return "POST \(redactedURL) \(StableHash.hex(String(decoding: body, as: UTF8.self)))"
    }
}

package struct SourceAnswer: Sendable {
    package var status: Int
    package var headers: [HeaderField]
    package var body: [UInt8]
    /// Whether the body went on, see ``SourceRequest/keepsBeginning``.
    package var isCut: Bool
    /// Whether nothing but the end of the connection told where the body ends, so that it may be cut.
    package var isEndOpen = false
    /// Whether something follows the end of the compressed body, which ``body`` does not hold.
    package var hasRest = false
    package var contentType: String?
    /// The URL of the request, without secrets.
    package var redactedURL: String
    /// Where redirects led to another origin or path, without secrets; nil: nowhere else.
    package var finalURL: String?
    /// The SHA-256 of ``body``; nil where the body is kept nowhere.
    package var bodyDigest: Digest?
    /// When the answer came, in milliseconds since 1970.
    package var fetchedAtMs: Int64
    /// The ETag, else Last-Modified, else empty.
    package var validator: String
    /// Whether redirects led to another path or query, on whatever host.
    package var isMoved: Bool

    package init(
        status: Int,
        headers: [HeaderField] = [],
        body: [UInt8],
        isCut: Bool = false,
        contentType: String? = nil,
        redactedURL: String,
        finalURL: String? = nil,
        bodyDigest: Digest? = nil,
        fetchedAtMs: Int64 = 0,
        validator: String = "",
        isMoved: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isCut = isCut
        self.contentType = contentType
        self.redactedURL = redactedURL
        self.finalURL = finalURL
        self.bodyDigest = bodyDigest
        self.fetchedAtMs = fetchedAtMs
        self.validator = validator
        self.isMoved = isMoved
    }

    /// The URL that answered, which relative addresses are relative to (RFC 3986 §5.1.3).
    package var baseURL: String { finalURL ?? redactedURL }

    package func header(_ name: String) -> String? { headers.value(of: name) }
}

package struct SourceReading: Sendable, Equatable {
    package var effect: JobEffect
    /// Pieces of HTML out of records; they are stored before their text jobs exist.
    package var fragments: [Fragment]

    package init(effect: JobEffect = JobEffect(), fragments: [Fragment] = []) {
        self.effect = effect
        self.fragments = fragments
    }

    package struct Fragment: Sendable, Hashable {
        package let bytes: [UInt8]
        package var contentType: String { "text/html; charset=utf-8" }
        package let role: ItemTextRole
        package let itemURN: String
        package let baseURL: String

        /// The text job, once the bytes are stored under `digest`.
        package func job(digest: Digest, source: String) -> FoundJob {
            let work = TextWork(
                itemURN: itemURN,
                digest: digest,
                contentType: contentType,
                baseURL: baseURL,
                role: role
            )
            return FoundJob(spec: JobSpec(source: source, work: .text(work)))
        }
    }
}

package enum SourceReaders {
    /// - Parameter apiKey: From ``SourceDefinition/apiKey(from:)``; nil where the API needs none.
    package static func reader(for definition: SourceDefinition, apiKey: String?) -> any SourceReader {
        switch definition.kind {
        case .food2fork, .forkifyV1, .forkifyV2: RecipeReader(definition: definition, apiKey: apiKey)
        case .sitemap: SitemapFileReader(definition: definition)
        case .pages: LinkedPagesReader(definition: definition)
        case .json, .theMealDB, .spoonacular: MappedReader(definition: definition, apiKey: apiKey)
        case .feed: FeedSourceReader(definition: definition, apiKey: apiKey)
        case .wordpress: WordPressReader(definition: definition)
        case .mediawiki: MediaWikiReader(definition: definition)
        case .newsAPIv1, .newsAPIv2: NewsReader(definition: definition, apiKey: apiKey)
        }
    }
}
