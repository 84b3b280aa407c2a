internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderRobots
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension FetchJob {
    /// Checks an address against the robots.txt of its host.
    ///
    /// - Parameters:
    ///   - url: The address as it is sent, with the key.
    ///   - isRedirect: Whether a redirect leads to the origin, so that no job has fetched its robots.txt.
    /// - Throws: ``RobotsRefusal``; ``ReadFailure`` with code `robots-unreachable`.
    mutating func checkRobots(of address: WebAddress, sentAs url: String? = nil, isRedirect: Bool = false) async throws
    {
        guard source.definition.obeysRobots(of: address.hostPort) else { return }
        var check = RobotsCheck(origin: address.origin, source: source, running: running, services: services)
        let rules = try await check.rules(isRedirect: isRedirect)
        metrics.add(check.metrics)
        if let rule = rules.forbiddingRule(url ?? address.description) {
            throw RobotsRefusal(address: address, rule: rule)
        }
    }
}

/// The robots.txt of a host forbids an address.
struct RobotsRefusal: Error {
    /// Without secrets.
    let address: WebAddress
    let rule: String
}

/// Finds out what one host allows.
///
/// A job of its own brings a host's robots.txt into the cache, before any other job of the host starts.
struct RobotsCheck {
    let origin: String
    let source: SourceContext
    let running: RunningJob
    let services: FetchServices
    /// The traffic of the check.
    private(set) var metrics = FetchMetrics()

    private var cache: DiskCache { services.cache }
    private var recordKey: String { "GET \(origin)/robots.txt" }

    /// Brings the robots.txt into the cache; the effect of the job that does so has metrics alone.
    mutating func effect() async throws -> [UInt8] {
        try await services.files?.fetchRecord(recordKey)
        _ = try await record(evenIfFresh: source.refresh)
        var effect = JobEffect()
        effect.fetch = metrics
        return try JobEffect.packed(effect.serializedBytes(), into: cache, source.redactor)
    }

    /// The rules for this source's product token: from the worker's memory, the cache or the host.
    mutating func rules(isRedirect: Bool) async throws -> RobotsRules {
        let agent = source.definition.identity.productToken
        let key = "\(agent) \(origin)"
        let now = UnixTime.nowMs
        if let rules = services.robots.rules(for: key, at: now) { return rules }
        try await services.files?.fetchRecord(recordKey)
        let failureClass: ReadFailure.Class = isRedirect ? .retryable : .permanent
        let (record, body): (ResponseRecord, [UInt8])
        do {
            (record, body) = try await stored(isRedirect: isRedirect, at: now)
        } catch let error as UnreachableRobots {
            throw ReadFailure(failureClass, .robotsUnreachable, error.failure.message)
        }
        guard RobotsStanding(status: record.status) != .nothing else {
            let message = "\(origin)/robots.txt is out of reach, so nothing is asked of that host (RFC 9309)."
            throw ReadFailure(failureClass, .robotsUnreachable, message + " `coordinator retry` asks again.")
        }
        let rules = RobotsFile(status: record.status, body: body).rules(for: agent)
        services.robots.store(rules, for: key, at: now)
        return rules
    }

    /// The cached robots.txt; asked for where `prune` removed its body, or where a redirect leads to a stale one.
    private mutating func stored(isRedirect: Bool, at now: Int64) async throws -> (ResponseRecord, [UInt8]) {
        if let known = try? cache.record(for: recordKey), !isRedirect || known.isFresh(at: now),
            let body = try? body(of: known)
        {
            return (known, body)
        }
        let record = try await record()
        return (record, try body(of: record))
    }

    private func body(of record: ResponseRecord) throws -> [UInt8] {
        record.bodyLength > 0 ? try cache.blob(record.body) : []
    }

    /// The record of the robots.txt, asked for where it is not fresh, or `evenIfFresh`.
    private mutating func record(evenIfFresh: Bool = false) async throws -> ResponseRecord {
        guard let address = WebAddress(origin + "/robots.txt") else {
            throw ReadFailure(.permanent, .unsupportedJob, "\(origin.shortened(to: 100)) is no host.")
        }
        let request = source.signed(SourceRequest(address, accept: "text/plain,*/*;q=0.5"))
        let memory = AnswerMemory(of: request, userAgent: services.fetcher.userAgent, in: cache, now: UnixTime.nowMs)
        if !evenIfFresh, let stored = memory.stored, stored.isFresh(at: memory.now), !stored.isUnreachableMark {
            metrics.isFromCache = true
            return stored
        }
        var fetch = source.fetchRequest(for: request)
        fetch.validators = memory.validators
        fetch.maxBodyBytes = RobotsFile.maxBytes
        fetch.keepsBeginning = true
        do {
            return try store(try await services.fetch(fetch, for: running).redacted(by: source.redactor), memory)
        } catch let error as FetchError {
            guard error.code != .cancelled, error.code != .stopped else { throw error }
            metrics.requests += 1
            guard !error.leavesHostUnasked else { return try store(record(ofStatus: 404, memory)) }
            // Pages and pictures name hosts that no longer exist: a source does not wait hours for one of them.
            let isGone = error.isUnreachable && address.hostPort != source.definition.base.hostPort
            let retryAfter: Duration? = isGone ? nil : .milliseconds(HostRules.retryMs)
            return try substitute(memory, error.message, retryAfter: retryAfter)
        }
    }

    private mutating func store(_ response: FetchResponse, _ memory: AnswerMemory) throws -> ResponseRecord {
        metrics.requests += 1 + response.redirects.count
        metrics.wireBytes += response.wireBytes + response.headerBytes
        metrics.bodyBytes += response.body.count
        metrics.isNotModified = response.status == 304
        let freshUntil = HostRules.freshUntil(response.headers, at: memory.now)
        if response.status == 304, var known = memory.stored {
            known.fetchedAt = memory.now
            known.freshUntil = freshUntil
            try cache.store(known)
            return known
        }
        guard RobotsStanding(status: response.status) != .nothing else {
            let pause = RetryAfter.pause(in: response.headers, receivedAtMs: memory.now)
            let retryAfter = max(pause ?? .zero, .milliseconds(HostRules.retryMs))
            return try substitute(memory, "HTTP \(response.status)", retryAfter: retryAfter)
        }
        var record = record(ofStatus: response.status, memory)
        record.freshUntil = freshUntil
        record.etag = response.validators.etag
        record.lastModified = response.validators.lastModified
        return try store(record, response.body)
    }

    private func store(_ record: ResponseRecord, _ body: [UInt8] = []) throws -> ResponseRecord {
        var record = record
        record.body = try cache.store(blob: body)
        record.bodyLength = body.count
        try cache.store(record)
        return record
    }

    /// An earlier robots.txt of at most 30 days, while the host does not give it.
    ///
    /// - Parameter retryAfter: The least time until the next request; nil: as after any failure of the source.
    /// - Throws: ``UnreachableRobots`` where there is no earlier file.
    private func substitute(_ memory: AnswerMemory, _ reason: String, retryAfter: Duration?) throws -> ResponseRecord {
        if var known = memory.stored, !known.isUnreachableMark,
            memory.now - known.fetchedAt < HostRules.longestSubstituteMs
        {
            known.freshUntil = memory.now + HostRules.retryMs
            try cache.store(known)
            return known
        }
        // While the mark is fresh, only the job that fetches robots.txt asks again.
        _ = try store(record(ofStatus: 503, memory))
        throw UnreachableRobots(origin: origin, reason: reason, retryAfter: retryAfter)
    }

    /// A new record without a body, fresh until robots.txt may be asked for again.
    private func record(ofStatus status: Int, _ memory: AnswerMemory) -> ResponseRecord {
        ResponseRecord(
            key: memory.key,
            url: origin + "/robots.txt",
            status: status,
            fetchedAt: memory.now,
            freshUntil: memory.now + HostRules.retryMs,
            body: .zero,
            bodyLength: 0
        )
    }
}

struct UnreachableRobots: Error {
    let origin: String
    let reason: String
    let retryAfter: Duration?

    /// The failure of the job that fetches it: tried again after ``retryAfter``, within a day.
    var failure: FailureReason {
        FailureReason(
            .retryable,
            code: .robotsUnreachable,
            message:
                "\(origin)/robots.txt is out of reach, so nothing is asked of that host until it comes (RFC 9309): "
                + reason,
            retryAfterMs: retryAfter.map { UInt64(max(0, min($0, .seconds(86_400)) / .milliseconds(1))) }
        )
    }
}

extension ResponseRecord {
    /// Whether it only says that robots.txt was out of reach.
    fileprivate var isUnreachableMark: Bool { RobotsStanding(status: status) == .nothing }
}

extension FetchError {
    /// Whether the host can never be asked, or its redirects lead nowhere, which is no file by RFC 9309.
    ///
    /// A name that does not resolve may resolve later.
    var leavesHostUnasked: Bool {
        switch code {
        case .badURL, .schemeRefused, .privateAddress, .tooManyRedirects, .redirectLoop: true
        default: false
        }
    }
}
