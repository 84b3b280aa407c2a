internal import LarderCache
internal import LarderFetch
internal import LarderHashing
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// What the cache holds of earlier answers to one request, and whether it may be used (RFC 9111).
struct AnswerMemory {
    /// The cache entry's name.
    let key: String
    /// The request's header fields, which `Vary` selects from.
    let sent: [HeaderField]
    let rules: Rules
    let cache: DiskCache
    /// Milliseconds since 1970.
    let now: Int64
    /// The record of the last answer, if its body is there and may be used.
    let stored: ResponseRecord?
    /// Whether the stored answer was given to a request with the same fields.
    let isMatching: Bool
    let isAuthorized: Bool
    /// No 304 answers such a request.
    private let isPost: Bool

    /// What a job makes of stored answers besides HTTP's rules.
    struct Rules {
        /// Whether nothing stored may be used.
        var isRefresh = false
        /// For how many seconds at most an answer without a stated lifetime may count as fresh.
        var longestGuess = Freshness.longestGuess
        /// Whether later jobs need to know when the answer was confirmed.
        var keepsTimes = false
        /// Further header fields that are stored, in lowercase.
        var listFields: Set<String> = []
        /// A later answer is used without asking, in milliseconds since 1970; nil: HTTP's rules alone count.
        var unchangedSince: Int64?
        /// Whether an answer that was a file and no page is used without asking, for 30 days at most.
        var keepsFiles = false
        /// Whether the source says that the answer changed, so that it is asked for however fresh it is.
        var hasChanged = false
    }

    init(of request: SourceRequest, userAgent: String, rules: Rules = Rules(), in cache: DiskCache, now: Int64) {
        self.rules = rules
        self.cache = cache
        key = request.cacheKey
        isPost = request.body != nil
        let defaults = [
            HeaderField(name: "User-Agent", value: userAgent), HeaderField(name: "Accept", value: request.accept),
        ]
        sent = defaults.filter { field in !request.headers.contains { $0.isNamed(field.name) } } + request.headers
        self.now = now
        isAuthorized = request.headers.contains { $0.isNamed("authorization") }
        // A record that cannot be read counts as none: the body is fetched again.
        guard !rules.isRefresh, let known = try? cache.record(for: key),
            (try? cache.length(of: known.body)) == known.bodyLength,
            rules.keepsFiles || !Self.isFileLeftOut(known)
        else {
            stored = nil
            isMatching = false
            return
        }
        stored = known
        isMatching =
            Self.variant(known.headers, sent) == known.headers.value(of: ResponseRecord.variantName)
            && Vary(parsing: known.headers.values(of: "vary")).names != nil
    }

    /// How long an address that led to a file is not asked again whether it is a page: 30 days.
    private static let longestFileMs: Int64 = 30 * 86_400_000

    /// Whether the answer was a file where a page was wanted: its body was not read, so no other job may use it.
    private static func isFileLeftOut(_ record: ResponseRecord) -> Bool {
        record.bodyLength == 0 && record.contentType.map(MediaType.isFile) == true
    }

    /// The stored answer, if it may be used without asking.
    var fresh: ResponseRecord? {
        guard isMatching, !rules.hasChanged, let stored else { return nil }
        if rules.keepsFiles, Self.isFileLeftOut(stored), stored.fetchedAt >= rules.unchangedSince ?? 0,
            (0..<Self.longestFileMs).contains(now - stored.fetchedAt)
        {
            return stored
        }
        return stored.isFresh(at: now, unchangedSince: rules.unchangedSince) ? stored : nil
    }

    /// The stored answer, if it may be used because the source fails (RFC 5861 §4).
    var substitute: ResponseRecord? {
        guard isMatching, let stored, now >= stored.fetchedAt else { return nil }
        let graceMs = stored.graceMs(isAuthorized: isAuthorized)
        let (age, overflow) = now.subtractingReportingOverflow(stored.freshUntil)
        return !overflow && age < graceMs ? stored : nil
    }

    /// The validators to send; if the stored answer was to other header fields, only its ETag.
    var validators: Validators {
        guard let stored, !isPost else { return Validators() }
        return Validators(etag: stored.etag, lastModified: isMatching ? stored.lastModified : nil)
    }

    /// The same for a request to a host: another host's date does not count.
    func validators(at host: HostPort) -> Validators {
        var known = validators
        if let stored, WebAddress(stored.url)?.hostPort != host { known.lastModified = nil }
        return known
    }

    /// A digest of the request fields that an answer's `Vary` names; nil where it names none.
    static func variant(_ headers: [HeaderField], _ sent: [HeaderField]) -> String? {
        let vary = Vary(parsing: headers.values(of: "vary"))
        guard vary.names?.isEmpty == false else { return nil }
        return vary.selection(in: sent).map { Digest(of: $0).hex }
    }
}

extension AnswerMemory.Rules {
    init(of spec: JobSpec, _ source: SourceContext) {
        isRefresh = source.refresh
        // A guess must not hide a change for longer than the source's file allows; pictures hardly ever change.
        let every = source.definition.feed.every.map { min(Int64($0 / .seconds(1)), Freshness.longestGuess) }
        longestGuess =
            switch spec.kind {
            case .discover, .search: 0
            case .imageDownload: every ?? Freshness.longestGuess
            default: every ?? 0
            }
        // Further jobs may read the same index out of the cache.
        keepsTimes = spec.freshSince != nil || spec.kind == .discover && spec.url != nil
        listFields = spec.kind == .search ? source.definition.listFields : []
        if case .page = spec.work { keepsFiles = true }
        unchangedSince = spec.freshSince
        hasChanged = spec.freshSince == PageWork.changed
    }

    /// Whether later jobs need to know when an answer was confirmed last.
    func needsTimes(of record: ResponseRecord) -> Bool {
        keepsTimes || record.freshUntil > record.fetchedAt || record.graceMs() > 0
    }
}

extension ResponseRecord {
    var contentType: String? { headers.first { $0.name == "content-type" }?.value }

    var validators: Validators { Validators(etag: etag, lastModified: lastModified) }

    /// How long the answer may be used after its time while the source fails, in milliseconds.
    func graceMs(isAuthorized: Bool = false) -> Int64 {
        Freshness(of: headers, requestedAtMs: fetchedAt, receivedAtMs: fetchedAt, isAuthorized: isAuthorized).graceMs
    }
}

extension FetchResponse {
    /// At most 200 characters.
    var contentType: String? { headers.value(of: "content-type").map { String($0.prefix(200)) } }

    /// Whether the source fails (RFC 5861 §4); not a 503 with a pause, which the coordinator must get.
    var isServerFailure: Bool {
        let pause = status == 503 ? RetryAfter.pause(in: headers, receivedAtMs: 0) : nil
        return [500, 502, 503, 504].contains(status) && pause == nil
    }
}
