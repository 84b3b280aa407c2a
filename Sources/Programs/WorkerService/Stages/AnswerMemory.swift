internal import LarderCache
internal import LarderFetch
internal import LarderHashing
internal import LarderModel
internal import LarderSourceAdapters

/// What the cache knows of the answers to one request, and whether it may be used (RFC 9111).
struct AnswerMemory {
    /// Decides over an answer together with the URL, see ``Vary``.
    private let sent: [HeaderField]
    private let key: String
    /// Milliseconds since 1970.
    let now: Int64
    /// What is known, if its body is there; nil also where it is not to be used.
    let stored: ResponseRecord?
    /// Whether the stored answer was given to a request like this one.
    let isMatching: Bool
    private let isAuthorized: Bool
    /// Whether the request has a body: nobody answers such a one with a 304.
    private let isPost: Bool
    /// The source says that nothing changed since this moment, in milliseconds since 1970; nil: it does not say.
    private let unchangedSince: Int64?
    /// Whether it matters to later jobs when the answer was confirmed.
    private let keepsTimes: Bool
    /// Whether an answer that does not say how long it is fresh may be taken for fresh all the same.
    private let mayGuess: Bool
    /// Further header fields that are kept, in lowercase.
    private let listFields: Set<String>

    /// A field is kept up to so many bytes.
    private static let maxFieldBytes = 4096

    /// - Parameters:
    ///   - mayGuess: Whether an answer that does not say how long it is fresh may be taken for fresh all the same: a list that
    ///     is asked for tells what else has changed.
    ///   - isRefresh: Whether nothing that is known counts.
    ///   - keepsTimes: Whether it matters to later jobs when the answer was confirmed.
    ///   - listFields: Further header fields that are kept, in lowercase.
    ///   - unchangedSince: From when on an answer holds without asking, in milliseconds since 1970; nil: HTTP's rules alone say.
    init(
        of request: SourceRequest,
        userAgent: String,
        isRefresh: Bool,
        mayGuess: Bool = true,
        keepsTimes: Bool = false,
        listFields: Set<String> = [],
        unchangedSince: Int64? = nil,
        in cache: DiskCache,
        now: Int64
    ) {
        self.unchangedSince = unchangedSince
        self.mayGuess = mayGuess
        self.keepsTimes = keepsTimes
        self.listFields = listFields
        key = request.cacheKey
        isPost = request.body != nil
        sent =
            [
                HeaderField(name: "User-Agent", value: userAgent), HeaderField(name: "Accept", value: request.accept),
            ].filter { field in !request.headers.contains { $0.isNamed(field.name) } } + request.headers
        self.now = now
        isAuthorized = request.headers.contains { $0.isNamed("authorization") }
        // A record that cannot be read is as good as none: the body is fetched again.
        guard !isRefresh, let known = try? cache.record(for: key),
            (try? cache.length(of: known.body)) == known.bodyLength
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

    /// The stored answer, where nobody need be asked.
    var fresh: ResponseRecord? {
        guard isMatching, let stored else { return nil }
        let isUnchanged = unchangedSince.map { ($0...max($0, now)).contains(stored.fetchedAt) } ?? false
        return isUnchanged || stored.isFresh(at: now) ? stored : nil
    }

    /// The stored answer, where it may be used because the source fails (RFC 5861 §4).
    var spare: ResponseRecord? {
        guard isMatching, let stored, now >= stored.fetchedAt else { return nil }
        let freshness = Freshness(
            of: stored.headers,
            requestedAtMs: stored.fetchedAt,
            receivedAtMs: stored.fetchedAt,
            isAuthorized: isAuthorized
        )
        let (age, overflow) = now.subtractingReportingOverflow(stored.freshUntil)
        return !overflow && age < freshness.graceMs ? stored : nil
    }

    /// What to ask for changes with; of an answer to another request only its `ETag` tells which one it is.
    var validators: Validators {
        isPost
            ? Validators() : Validators(etag: stored?.etag, lastModified: isMatching ? stored?.lastModified : nil)
    }

    /// The same for a request to a host: it is asked for changes since a date only if it gave what is known, as that says nothing of
    /// what other hosts have.
    func validators(at host: HostPort) -> Validators {
        var known = validators
        if let stored, WebAddress(stored.url)?.hostPort != host { known.lastModified = nil }
        return known
    }

    // MARK: Keeping

    /// What is to be known of an answer that came.
    ///
    /// - Parameters:
    ///   - confirmed: What is known of the answer that it confirms, where it is a 304 (RFC 9111 §4.3.4).
    ///   - redirect: Where redirects had led before it was asked for; nil: nowhere.
    ///   - receivedAtMs: When it came, in milliseconds since 1970.
    func memory(
        of response: FetchResponse,
        confirming confirmed: ResponseRecord?,
        after redirect: JobRedirect? = nil,
        receivedAtMs: Int64
    ) -> FetchedAnswer.Memory {
        if let confirmed, !Self.isSame(response.validators.etag, confirmed.etag) { return .nothing }
        let new =
            Freshness.lasting(of: response.headers)
            + response.headers.filter {
                listFields.contains($0.name.lowercased()) && $0.value.utf8.count <= Self.maxFieldBytes
            }
        let old = confirmed?.headers.filter { field in
            field.name != ResponseRecord.variantName && field.name != "content-type"
                && !new.contains { $0.isNamed(field.name) }
        }
        var kept = new + (old ?? [])
        let type = confirmed?.contentType ?? response.contentType
        let modified = response.validators.lastModified ?? confirmed?.lastModified
        let freshness = Freshness(
            of: kept + response.headers.filter { $0.isNamed("date") || $0.isNamed("age") }
                + (modified.map { [HeaderField(name: "last-modified", value: $0)] } ?? []),
            requestedAtMs: receivedAtMs - response.duration.wholeMilliseconds,
            receivedAtMs: receivedAtMs,
            isAuthorized: isAuthorized,
            mayGuess: mayGuess
        )
        guard freshness.isStorable else { return .forgotten }
        var freshUntil = freshness.untilMs
        if let end = end(of: response.redirects, response, after: redirect, receivedAtMs: receivedAtMs) {
            // What is kept was said by the last of several answers: once it is stale, the others may lead elsewhere.
            freshUntil = min(freshUntil, end)
            kept = kept.filter { $0.name != "cache-control" } + [HeaderField(name: "cache-control", value: "no-cache")]
        }
        if let variant = Self.variant(kept, sent) {
            kept.append(HeaderField(name: ResponseRecord.variantName, value: variant))
        }
        return .fields(
            (type.map { [HeaderField(name: "content-type", value: $0)] } ?? []) + kept,
            freshUntilMs: freshUntil
        )
    }

    /// Until when redirects may be followed again without asking for them, those before the request included; nil: there were none.
    ///
    /// - Parameter response: The last answer of the way.
    func end(
        of redirects: [FetchResponse.Redirect],
        _ response: FetchResponse,
        after earlier: JobRedirect?,
        receivedAtMs: Int64
    ) -> Int64? {
        let before = earlier.flatMap { $0.address == nil ? nil : $0.freshUntil }
        return (redirects.map { end(of: $0, response, receivedAtMs) } + (before.map { [$0] } ?? [])).min()
    }

    /// Until when a redirect may be followed again without asking for it (RFC 9111 §3): those that may change at any time must say so.
    private func end(of redirect: FetchResponse.Redirect, _ response: FetchResponse, _ receivedAtMs: Int64) -> Int64 {
        let isLasting = redirect.status == 301 || redirect.status == 308
        let freshness = Freshness(
            of: redirect.headers.filter { isLasting || !$0.isNamed("last-modified") },
            requestedAtMs: receivedAtMs - response.duration.wholeMilliseconds,
            receivedAtMs: receivedAtMs,
            isAuthorized: isAuthorized
        )
        let isForAll = !redirect.headers.contains { $0.isNamed("vary") }
        return isForAll && freshness.isStorable ? freshness.untilMs : receivedAtMs
    }

    /// Writes down what later jobs may know of an answer.
    ///
    /// A record whose times matter to nobody is not written again for them alone.
    func keep(_ answer: FetchedAnswer, _ reading: ResponseRecord.Reading?, in cache: DiskCache) throws {
        switch answer.memory {
        case .nothing:
            guard var known = stored, reading?.stamp != known.reading?.stamp, reading != nil else { return }
            known.reading = reading
            try cache.store(known)
        case .forgotten: try cache.removeRecord(for: key)
        case .fields(let fields, let freshUntilMs):
            var record = ResponseRecord(
                key: key,
                url: answer.baseURL,
                status: answer.status,
                headers: fields,
                etag: answer.validators.etag,
                lastModified: answer.validators.lastModified,
                fetchedAt: answer.fetchedAtMs,
                freshUntil: freshUntilMs,
                body: answer.digest,
                bodyLength: answer.byteCount,
                reading: reading
            )
            if answer.metrics.isNotModified, let stored {
                record.reading = reading ?? stored.reading
                var timeless = record
                timeless.fetchedAt = stored.fetchedAt
                timeless.freshUntil = stored.freshUntil
                let hasTimes =
                    keepsTimes || [stored, record].contains { $0.freshUntil > $0.fetchedAt || $0.hasGrace }
                guard hasTimes || timeless != stored else { return }
            }
            try cache.store(record)
        }
    }

    // MARK: Comparing

    /// Of the request fields that an answer's `Vary` names; nil where it names none.
    private static func variant(_ headers: [HeaderField], _ sent: [HeaderField]) -> String? {
        let vary = Vary(parsing: headers.values(of: "vary"))
        guard vary.names?.isEmpty == false else { return nil }
        return vary.selection(in: sent).map { Digest(of: $0).hex }
    }

    /// Whether a 304 with this tag can mean the stored answer: strong tags differ where bodies do.
    private static func isSame(_ tag: String?, _ known: String?) -> Bool {
        guard let tag, let known, !tag.hasPrefix("W/"), !known.hasPrefix("W/") else { return true }
        return tag == known
    }
}

extension ResponseRecord {
    /// Where redirects led from a request; nil: nowhere else.
    func finalURL(after request: SourceRequest) -> String? { url == request.redactedURL ? nil : url }

    /// What the server said the body is.
    var contentType: String? { headers.first { $0.name == "content-type" }?.value }

    fileprivate var hasGrace: Bool {
        Freshness(of: headers, requestedAtMs: fetchedAt, receivedAtMs: fetchedAt).graceMs > 0
    }
}

extension FetchResponse {
    /// What the server says the body is.
    var contentType: String? { header("content-type").map { String($0.prefix(200)) } }

    /// Whether the source fails (RFC 5861 §4).
    ///
    /// A 503 that asks for a pause does not count: the coordinator must hear of the pause, as it is for the whole host.
    var isServerFailure: Bool {
        let pause = status == 503 ? RetryAfter.pause(in: headers, receivedAtMs: 0) : nil
        return [500, 502, 503, 504].contains(status) && pause == nil
    }
}

extension Duration {
    /// Rounded up; never negative, at most a day.
    fileprivate var wholeMilliseconds: Int64 {
        Int64((max(.zero, min(self, .seconds(86_400))) / .milliseconds(1)).rounded(.up))
    }
}
