internal import LarderCache
internal import LarderFetch
internal import LarderHashing
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// One job that asks a source; a body goes into the cache before the result that names it.
struct FetchJob {
    let spec: JobSpec
    let source: SourceContext
    let running: RunningJob
    let services: FetchServices
    /// The reader's request, with the user's own header fields.
    let request: SourceRequest
    let rules: AnswerMemory.Rules
    /// What the cache holds of the request, read when it is needed.
    private(set) lazy var memory = AnswerMemory(
        of: request,
        userAgent: services.fetcher.userAgent,
        rules: rules,
        in: services.cache,
        now: UnixTime.nowMs
    )
    /// The answer of an earlier sync whose effect the coordinator has; nil: there is none that counts here.
    private(set) var known: Revalidation?
    /// Identifies the reading that this job makes and can use; nil: no reading is stored.
    let stamp: Digest?
    /// The traffic so far, of requests for robots.txt too.
    var metrics = FetchMetrics()

    init(_ spec: JobSpec, _ source: SourceContext, stamp: Digest?, _ running: RunningJob, _ services: FetchServices)
        throws
    {
        self.spec = spec
        self.source = source
        self.stamp = stamp
        self.running = running
        self.services = services
        request = source.signed(try source.reader.request(for: spec))
        rules = AnswerMemory.Rules(of: spec, source)
    }

    /// Takes what the coordinator knows of the job's answer, unless that was read by other rules.
    mutating func know(_ revalidation: [UInt8]) {
        guard spec.redirect == nil, !rules.isRefresh, !rules.hasChanged, let stamp,
            let known = try? Revalidation(serializedBytes: revalidation),
            known.stamp.elementsEqual(stamp.bytes.prefix(Revalidation.stampBytes))
        else { return }
        self.known = known
    }

    var cache: DiskCache { services.cache }

    /// The address that an earlier redirect named; else the reader's.
    var target: WebAddress { spec.redirect?.address ?? request.address }

    /// Does the job; returns its effect as the bytes of a RESULT.
    mutating func run() async throws -> [UInt8] {
        do {
            try await checkRobots(of: target, sentAs: spec.redirect?.address == nil ? request.url : nil)
            if let known, known.isFresh(at: UnixTime.nowMs, unchangedSince: rules.unchangedSince) {
                metrics.isFromCache = true
                return JobEffect(unchanged: metrics).serializedBytes()
            }
            var answer: FetchedAnswer
            if let known, known.mayAsk {
                guard let changed = try await changedAnswer(since: known) else {
                    metrics.isNotModified = true
                    return JobEffect(unchanged: metrics).serializedBytes()
                }
                answer = changed
            } else {
                try await services.files?.fetchRecord(request.cacheKey)
                if let stored = memory.fresh, let answer = try await storedAnswer(stored) {
                    // A stored answer that can no longer be read: the source may have a better one.
                    do { return try effect(of: answer) } catch is ReadFailure {}
                }
                answer = try await fetchedAnswer()
            }
            if answer.isCutShort(for: spec.kind) {
                // A picture cut on its way is whole the next time. The decoder refuses one that its server cuts.
                answer.dropBody()
                answer = try await fetchedAnswer(asksForChanges: false)
            }
            return try effect(of: answer)
        } catch let refusal as RobotsRefusal {
            if let next = spec.atNextAddress { return try effect(goingOnAs: next) }
            return try effect(of: refusal)
        } catch let move as JobMove {
            var next = spec
            next.redirect = move.redirect
            return try effect(goingOnAs: next)
        } catch {
            // A file that a page offers may be missing where the picture's other files are there.
            guard let next = spec.atNextAddress, FailureReason(stage: error, of: cache).failureClass == .permanent
            else {
                throw error
            }
            return try effect(goingOnAs: next)
        }
    }

    /// Asks the source whether the known answer has changed, without a look into the cache; nil: it has not.
    private mutating func changedAnswer(since known: Revalidation) async throws -> FetchedAnswer? {
        var request = fetchRequest(asksForChanges: false)
        request.validators = Validators(etag: known.etag, lastModified: known.lastModified)
        let (response, place) = try await self.response(to: request)
        guard response.status == 304 else { return try await answer(response, place, asksForChanges: false) }
        guard known.isConfirmed(by: response) else {
            try await services.files?.fetchRecord(self.request.cacheKey)
            // The response changes how long the answer holds. The cache's record is updated if it has the same
            // validators.
            let isSame = memory.validators(at: target.hostPort) == request.validators
            return isSame ? try await answer(response, place, asksForChanges: true) : try await fetchedAnswer()
        }
        pauseHost(asToldBy: response)
        return nil
    }

    /// Asks the source and stores the body; `asksForChanges` allows a 304 for the stored answer.
    private mutating func fetchedAnswer(asksForChanges: Bool = true) async throws -> FetchedAnswer {
        let response: FetchResponse
        let place: LargeBodies.Place?
        do {
            (response, place) = try await self.response(to: fetchRequest(asksForChanges: asksForChanges))
        } catch let error as FetchError {
            guard error.isUnreachable, asksForChanges else { throw error }
            metrics.requests += 1
            guard let answer = try await substitute(for: error.code.rawValue) else { throw error }
            return answer
        }
        if asksForChanges, response.isServerFailure,
            let answer = try await substitute(for: "HTTP \(response.status)")
        {
            return answer
        }
        return try await answer(response, place, asksForChanges: asksForChanges)
    }

    private func pauseHost(asToldBy response: FetchResponse) {
        let pause = RateLimit.pause(in: response.headers, receivedAtMs: UnixTime.nowMs)
        if let pause { running.pauseHost(pause) }
    }

    /// The answer that a response is, or confirms, with its body in the cache.
    private mutating func answer(
        _ response: FetchResponse,
        _ place: LargeBodies.Place?,
        asksForChanges: Bool
    ) async throws -> FetchedAnswer {
        try running.enter(.store)
        pauseHost(asToldBy: response)
        let now = UnixTime.nowMs
        if spec.redirect?.mayHaveEnded(status: response.status, at: now) == true {
            throw JobMove(redirect: .back(at: now))
        }
        metrics.bodyBytes += response.body.count
        let confirmed = response.status == 304 && asksForChanges ? memory.stored : nil
        var answer = FetchedAnswer(response, of: request, at: finalURL(of: response), receivedAtMs: now)
        answer.place = place
        answer.recordChange =
            memory.recordChange(for: response, confirming: confirmed, after: spec.redirect, receivedAtMs: now)
        if let confirmed {
            // Validators of another address do not count; a stored body may be damaged or gone.
            guard WebAddress(confirmed.url)?.path == WebAddress(answer.baseURL)?.path,
                try await load(confirmed, into: &answer)
            else { return try await fetchedAnswer(asksForChanges: false) }
            answer.confirm(confirmed)
        } else {
            let isWhole = StatusMeaning(response.status, pause: nil) == .success
            answer.content.bodyDigest = isWhole ? try cache.store(blob: response.body) : Digest(of: response.body)
        }
        answer.metrics.add(metrics)
        return answer
    }

    /// The stored answer, not asked for; nil: its body is damaged or gone.
    private func storedAnswer(_ stored: ResponseRecord) async throws -> FetchedAnswer? {
        var answer = FetchedAnswer(stored, of: request)
        guard try await load(stored, into: &answer) else { return nil }
        answer.metrics.add(metrics)
        answer.metrics.isFromCache = true
        return answer
    }

    /// What to use when the source fails; nil: the failure is the answer.
    ///
    /// - Throws: ``JobMove`` where the job's own address may lead to another host.
    private mutating func substitute(for failure: String) async throws -> FetchedAnswer? {
        if let stored = memory.substitute, var answer = try await storedAnswer(stored) {
            answer.notes = [
                JobNote(
                    code: NoteCode.staleAnswer.rawValue,
                    message: "The source failed (\(failure)); an earlier answer was used (stale-if-error)."
                )
            ]
            return answer
        }
        guard spec.redirect?.mayBeNamedAnew == true else { return nil }
        throw JobMove(redirect: .back(at: UnixTime.nowMs))
    }

    /// - Returns: `false` when the stored body is damaged or gone.
    private func load(_ stored: ResponseRecord, into answer: inout FetchedAnswer) async throws -> Bool {
        // What was read out of a picture's bytes stands for them.
        let isRead = stored.reading.map { $0.stamp == stamp.map { answer.stamp($0) } } ?? false
        let needsBody = spec.kind != .imageDownload || !isRead
        if needsBody, stored.bodyLength > services.largeBodies.smallBytes {
            answer.place = try await services.largeBodies.place { running.advance() }
        }
        return try answer.load(stored, from: cache, withBody: needsBody)
    }
}
