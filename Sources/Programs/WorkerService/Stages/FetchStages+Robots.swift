internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderRobots
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import Synchronization

/// What hosts allow.
///
/// A job of its own brings a host's robots.txt into the cache before any other job of the host starts; every worker reads it there.
extension FetchStages {
    /// Brings the robots.txt of a host into the cache.
    func fetchRobots(of origin: String, _ source: SourceContext, _ job: RunningJob) async -> EndedJob.Outcome {
        do {
            let (_, metrics) = try await robotsRecord(of: origin, source, job)
            var effect = JobEffect()
            effect.fetch = metrics
            return .done(effect: try JobEffect.packed(effect.serializedBytes(), into: cache, source.redactor))
        } catch let error as UnreachableRobots {
            return .failed(error.failure.redacted(by: source.redactor))
        } catch {
            return .failed(FailureReason(stage: error, of: cache).redacted(by: source.redactor))
        }
    }

    /// The rule of its host that forbids a request, nil where it may be made; and what it took to know that.
    ///
    /// - Parameter isRedirect: Whether a redirect leads to the origin, so that no job of its own has asked for its rules.
    /// - Throws: ``ReadFailure`` with code `robots-unreachable` where nothing may be asked, as nobody knows what is allowed.
    func forbiddingRule(
        _ request: SourceRequest,
        _ source: SourceContext,
        _ job: RunningJob,
        isRedirect: Bool = false
    ) async throws -> (rule: String?, metrics: FetchMetrics) {
        var metrics = FetchMetrics()
        guard source.definition.obeysRobots(of: request.lane), let origin = WebAddress(request.url)?.origin else {
            return (nil, metrics)
        }
        let agent = source.definition.manners.productToken
        let key = "\(agent) \(origin)"
        let now = UnixTime.nowMs
        if let rules = robots.rules(for: key, at: now) { return (rules.forbiddingRule(request.url), metrics) }
        let failureClass: ReadFailure.Class = isRedirect ? .retryable : .permanent
        let record: ResponseRecord
        let body: [UInt8]
        // No row names the body, so `prune` may have taken it away before the record holds no more.
        if let known = try? cache.record(for: Self.robotsKey(origin)), !isRedirect || known.isFresh(at: now),
            let text = try? self.body(of: known)
        {
            (record, body) = (known, text)
        } else {
            do {
                let (asked, askedMetrics) = try await robotsRecord(of: origin, source, job)
                metrics.add(askedMetrics)
                record = asked
                body = try self.body(of: asked)
            } catch let error as UnreachableRobots {
                throw ReadFailure(failureClass, .robotsUnreachable, error.failure.message)
            }
        }
        guard RobotsStanding(status: record.status) != .nothing else {
            throw ReadFailure(
                failureClass,
                .robotsUnreachable,
                "\(origin)/robots.txt could not be had, so nothing is asked of that host (RFC 9309). "
                    + "`coordinator retry` asks again."
            )
        }
        let rules = RobotsFile(status: record.status, body: body).rules(for: agent)
        robots.keep(rules, for: key, at: now)
        return (rules.forbiddingRule(request.url), metrics)
    }

    private func body(of record: ResponseRecord) throws -> [UInt8] {
        record.bodyLength > 0 ? try cache.blob(record.body) : []
    }

    private static func robotsKey(_ origin: String) -> String { "GET \(origin)/robots.txt" }

    /// What is known of a host's robots.txt, asked for where it is not fresh.
    private func robotsRecord(
        of origin: String,
        _ source: SourceContext,
        _ job: RunningJob
    ) async throws -> (ResponseRecord, FetchMetrics) {
        guard let address = WebAddress(origin + "/robots.txt") else {
            throw ReadFailure(.permanent, .unsupportedJob, "\(origin.shortened(to: 100)) is no host.")
        }
        var request = SourceRequest(address: address, accept: "text/plain,*/*;q=0.5")
        source.sign(&request)
        let memory = AnswerMemory(
            of: request,
            userAgent: fetcher.userAgent,
            isRefresh: false,
            in: cache,
            now: UnixTime.nowMs
        )
        if let stored = memory.stored, stored.isFresh(at: memory.now), !stored.isUnreachableMark {
            return (stored, FetchMetrics(isFromCache: true))
        }
        var fetch = fetchRequest(for: request, nil, source, job, memory.validators)
        fetch.maxBodyBytes = RobotsFile.maxBytes
        fetch.keepsBeginning = true
        job.allowSilence(min(fetch.timeouts.silence, fetch.timeouts.total) + .seconds(5))
        try job.enter(.fetch)
        defer { job.allowSilence(.zero) }
        let response: FetchResponse
        do throws(FetchError) {
            response = try await fetcher.fetch(fetch)
        } catch {
            guard error.code != .cancelled, error.code != .stopped else { throw error }
            guard !error.leavesHostUnasked else {
                let none = ResponseRecord(robotsOf: origin, status: 404, freshForMs: HostRules.retryMs, at: memory.now)
                return (try stored(none, []), FetchMetrics(requests: 1))
            }
            // Pages and pictures name hosts that are no more: a source does not wait hours for one of them.
            let isGone = error.isUnreachable && address.hostPort != source.definition.base.hostPort
            let retryAfter: Duration? = isGone ? nil : .milliseconds(HostRules.retryMs)
            return (try spare(memory, origin, error.message, retryAfter: retryAfter), FetchMetrics(requests: 1))
        }
        return try keep(response.redacted(by: source.redactor), memory, origin)
    }

    /// Keeps what a host answered, and what it means.
    private func keep(
        _ response: FetchResponse,
        _ memory: AnswerMemory,
        _ origin: String
    ) throws -> (ResponseRecord, FetchMetrics) {
        let metrics = FetchMetrics(
            requests: 1 + response.redirects.count,
            wireBytes: response.wireBytes + response.headerBytes,
            bodyBytes: response.body.count,
            isNotModified: response.status == 304
        )
        if response.status == 304, var known = memory.stored {
            known.fetchedAt = memory.now
            known.freshUntil = HostRules.freshUntil(response.headers, at: memory.now)
            try cache.store(known)
            return (known, metrics)
        }
        guard RobotsStanding(status: response.status) != .nothing else {
            let pause = RetryAfter.pause(in: response.headers, receivedAtMs: memory.now)
            let retryAfter = max(pause ?? .zero, .milliseconds(HostRules.retryMs))
            return (try spare(memory, origin, "HTTP \(response.status)", retryAfter: retryAfter), metrics)
        }
        var record = ResponseRecord(robotsOf: origin, status: response.status, freshForMs: 0, at: memory.now)
        record.freshUntil = HostRules.freshUntil(response.headers, at: memory.now)
        record.etag = response.validators.etag
        record.lastModified = response.validators.lastModified
        return (try stored(record, response.body), metrics)
    }

    private func stored(_ record: ResponseRecord, _ body: [UInt8]) throws -> ResponseRecord {
        var record = record
        record.body = try cache.store(blob: body)
        record.bodyLength = body.count
        try cache.store(record)
        return record
    }

    /// The copy of an earlier time, where it is not too old.
    ///
    /// - Parameter retryAfter: When to ask again at the soonest; nil: as after any failure of the source.
    /// - Throws: ``UnreachableRobots`` where there is none.
    private func spare(
        _ memory: AnswerMemory,
        _ origin: String,
        _ reason: String,
        retryAfter: Duration?
    ) throws -> ResponseRecord {
        if var known = memory.stored, !known.isUnreachableMark, memory.now - known.fetchedAt < HostRules.longestSpareMs
        {
            known.freshUntil = memory.now + HostRules.retryMs
            try cache.store(known)
            return known
        }
        // So long nobody asks again but the job that is there to ask.
        let mark = ResponseRecord(robotsOf: origin, status: 503, freshForMs: HostRules.retryMs, at: memory.now)
        _ = try stored(mark, [])
        throw UnreachableRobots(origin: origin, reason: reason, retryAfter: retryAfter)
    }
}

/// Why nobody knows what a host allows.
private struct UnreachableRobots: Error {
    let origin: String
    let reason: String
    let retryAfter: Duration?

    /// Tried again then, within a day.
    var failure: FailureReason {
        FailureReason(
            .retryable,
            code: .robotsUnreachable,
            message:
                "\(origin)/robots.txt cannot be had, so nothing is asked of that host until it can (RFC 9309): \(reason)",
            retryAfterMs: retryAfter.map { UInt64(max(0, min($0, .seconds(86_400)) / .milliseconds(1))) }
        )
    }
}

/// The rules of hosts that this process has read, for a while.
final class HostRules: Sendable {
    /// How long they are kept before the cache is looked at again, in milliseconds.
    static let keptMs: Int64 = 60_000
    /// How long nothing is asked where robots.txt cannot be had, in milliseconds.
    static let retryMs: Int64 = 900_000
    /// How old a copy may become that is used instead: 30 days, in milliseconds.
    static let longestSpareMs: Int64 = 2_592_000_000
    private static let longestMs: Int64 = 86_400_000
    private static let mostHosts = 1000
    /// Rules of all hosts together.
    private static let mostRules = 200_000

    private struct Known {
        var hosts: [String: (rules: RobotsRules, until: Int64)] = [:]
        var rules = 0

        mutating func remove(_ keys: [String]) {
            for key in keys { rules -= hosts.removeValue(forKey: key)?.rules.count ?? 0 }
        }
    }

    private let known = Mutex(Known())

    func rules(for key: String, at now: Int64) -> RobotsRules? {
        known.withLock { $0.hosts[key].flatMap { $0.until > now ? $0.rules : nil } }
    }

    /// Keeps the rules of a host; those that no longer hold make room, and where that is not enough, all of them.
    func keep(_ rules: RobotsRules, for key: String, at now: Int64) {
        known.withLock { known in
            known.remove([key])
            if known.hosts.count >= Self.mostHosts || known.rules + rules.count > Self.mostRules {
                known.remove(known.hosts.filter { $0.value.until <= now }.map(\.key))
            }
            if known.hosts.count >= Self.mostHosts || known.rules + rules.count > Self.mostRules { known = Known() }
            known.hosts[key] = (rules, now + Self.keptMs)
            known.rules += rules.count
        }
    }

    /// Until when an answer holds: a day, or as long as it says, which is a quarter of an hour at least.
    static func freshUntil(_ headers: [HeaderField], at now: Int64) -> Int64 {
        guard headers.value(of: "cache-control") != nil else { return now + longestMs }
        let said = Freshness(of: headers, requestedAtMs: now, receivedAtMs: now).untilMs
        return min(max(said, now + retryMs), now + longestMs)
    }
}

extension ResponseRecord {
    fileprivate init(robotsOf origin: String, status: Int, freshForMs: Int64, at now: Int64) {
        let url = origin + "/robots.txt"
        self.init(
            key: "GET " + url,
            url: url,
            status: status,
            fetchedAt: now,
            freshUntil: now + freshForMs,
            body: .zero,
            bodyLength: 0
        )
    }

    /// Whether it only says that robots.txt could not be had.
    fileprivate var isUnreachableMark: Bool { RobotsStanding(status: status) == .nothing }
}

extension FetchError {
    /// Whether no request may be made to the host, now or later, so that it needs no rules; or its redirects lead nowhere, which the RFC
    /// takes for no file.
    ///
    /// A name that does not resolve may do so in a moment, so its host is one that cannot be reached.
    var leavesHostUnasked: Bool {
        switch code {
        case .badURL, .schemeRefused, .privateAddress, .tooManyRedirects, .redirectLoop: true
        default: false
        }
    }
}
