internal import LarderCache
internal import LarderFetch
internal import LarderHashing
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// The stages that wait for a network: `discover`, `search`, `detail` and `imageDownload`.
///
/// A body goes into the cache before the result that names it. A cached answer that is fresh is used without a request; one that is
/// stale and did not change is a 304 and its body is the cached one.
struct FetchStages: Sendable {
    let cache: DiskCache
    let fetcher: Fetcher
    let largeBodies: LargeBodies
    let robots = HostRules()

    /// - Parameter stamp: Of a reading that this job can use, and of the one that it makes; nil: none is kept.
    func run(
        _ spec: JobSpec,
        _ source: SourceContext,
        stamp: Digest?,
        _ job: RunningJob
    ) async -> EndedJob.Outcome {
        if case .discover(let work) = spec.work, let origin = work.robotsOrigin {
            return await fetchRobots(of: origin, source, job)
        }
        var spent = FetchMetrics()
        do {
            var request = try source.reader.request(for: spec)
            let asked = spec.redirect?.address.map { SourceRequest(address: $0, accept: request.accept) } ?? request
            let (rule, rulesMetrics) = try await forbiddingRule(asked, source, job)
            spent.add(rulesMetrics)
            if let rule { return try refused(asked, spec, rule, spent, source) }
            source.sign(&request)
            let memory = AnswerMemory(
                of: request,
                userAgent: fetcher.userAgent,
                isRefresh: source.refresh,
                mayGuess: spec.kind != .discover && spec.kind != .search,
                // Further jobs may read the same index out of the cache.
                keepsTimes: spec.freshSince != nil || spec.kind == .discover && spec.url != nil,
                listFields: spec.kind == .search ? source.definition.listFields : [],
                unchangedSince: spec.freshSince,
                in: cache,
                now: UnixTime.nowMs
            )
            if let fresh = memory.fresh,
                let answer = try await cached(fresh, request, spec, job, metrics: spent)
            {
                do {
                    return try outcome(of: answer, memory, spec, source, stamp, job)
                } catch is ReadFailure {
                    // What was kept cannot be read any more: the source may have something better.
                }
            }
            var answer = try await fetch(request, memory, spec, source, job)
            if ImageAnswer.isCutShort(answer.body, of: spec.kind) {
                // What was cut on its way is whole the next time; what is short at its server is refused when it is decoded.
                spent.add(answer.metrics)
                // Another large body may need the place of this one.
                (answer.body, answer.place) = ([], nil)
                answer = try await fetch(request, memory, spec, source, job, asksForChanges: false)
            }
            answer.metrics.add(spent)
            return try outcome(of: answer, memory, spec, source, stamp, job)
        } catch {
            return outcome(of: error, spec, spent, source)
        }
    }

    /// What comes of a job without an answer.
    ///
    /// - Parameter spent: What was asked for besides.
    private func outcome(
        of error: any Error,
        _ spec: JobSpec,
        _ spent: FetchMetrics,
        _ source: SourceContext
    ) -> EndedJob.Outcome {
        do {
            switch error {
            case let move as JobMove: return try moved(spec, move, spent, source)
            case let redirect as ForbiddenRedirect:
                var metrics = redirect.metrics
                metrics.add(spent)
                return try refused(redirect.request, spec, redirect.rule, metrics, source)
            default: throw error
            }
        } catch {
            return .failed(FailureReason(stage: error, of: cache).redacted(by: source.redactor))
        }
    }

    private func outcome(
        of answer: FetchedAnswer,
        _ memory: AnswerMemory,
        _ spec: JobSpec,
        _ source: SourceContext,
        _ stamp: Digest?,
        _ job: RunningJob
    ) throws -> EndedJob.Outcome {
        let stamp = stamp.map { answer.stamp($0) }
        if let reading = answer.reading, reading.stamp == stamp {
            try job.enter(.store)
            try memory.keep(answer, reading, in: cache)
            return .done(effect: try JobEffect.packed(answer.bytes(of: reading), into: cache, source.redactor))
        }
        try job.enter(.read)
        var (effect, isRepeatable) =
            if case .imageDownload(let work) = spec.work {
                (try image(work, answer, source), true)
            } else {
                try read(answer, spec, source)
            }
        if answer.isCut, case .page(let work) = spec.work {
            let text = RecordURN.text(item: work.itemURN, role: .body)
            effect.notes.append(JobNote(over: .htmlBytes, of: text, leftOut: nil, named: answer.redactedURL))
        }
        effect.bound(of: spec.urn.description)
        var (bytes, reading) = answer.serialized(effect, stamp: isRepeatable ? stamp : nil, source.redactor)
        if effect.shorten(toFit: bytes.count, of: spec) {
            (bytes, reading) = answer.serialized(effect, stamp: isRepeatable ? stamp : nil, source.redactor)
        }
        // Only now: an answer that cannot be read must not be what a later 304 stands for.
        try job.enter(.store)
        // Nor what was cut: the whole of it may never fit, or come the next time.
        let isWhole = !answer.isCut && !ImageAnswer.isCutShort(answer.body, of: spec.kind)
        if isWhole, StatusMeaning(answer.status, pause: nil) == .success {
            try memory.keep(answer, reading, in: cache)
        }
        return .done(effect: try JobEffect.packed(bytes, into: cache, source.redactor))
    }

    // MARK: Answers

    /// - Parameter asksForChanges: Whether an answer that is cached may be confirmed by a 304.
    private func fetch(
        _ request: SourceRequest,
        _ memory: AnswerMemory,
        _ spec: JobSpec,
        _ source: SourceContext,
        _ job: RunningJob,
        asksForChanges: Bool = true
    ) async throws -> FetchedAnswer {
        let host = spec.redirect?.address?.hostPort ?? request.lane
        let known = asksForChanges ? memory.validators(at: host) : Validators()
        let fetch = fetchRequest(for: request, spec, source, job, known)
        // The fetcher's own timeout comes first, as its error names the cause.
        job.allowSilence(min(fetch.timeouts.silence, fetch.timeouts.total) + .seconds(5))
        try job.enter(.fetch)
        var response: FetchResponse
        let place: LargeBodies.Place?
        let rules: FetchMetrics
        do {
            (response, place, rules) = try await self.answer(
                to: fetch,
                asksOnce: source.definition.countsAgainstQuota(host),
                source,
                job
            )
        } catch let leaving as LeavingRedirect {
            throw JobMove(leaving, after: spec.redirect, memory, at: UnixTime.nowMs)
        } catch let error as FetchError {
            job.allowSilence(.zero)
            guard error.isUnreachable, asksForChanges else { throw error }
            let metrics = FetchMetrics(requests: 1)
            if let answer = try await spare(memory, error.code.rawValue, metrics, request, spec, job) { return answer }
            guard spec.redirect?.mayBeNamedAnew == true else { throw error }
            throw JobMove(.back(at: UnixTime.nowMs), after: metrics)
        }
        response = response.redacted(by: source.redactor)
        job.allowSilence(.zero)
        try job.enter(.store)
        var metrics = FetchMetrics(
            requests: 1 + response.redirects.count,
            wireBytes: response.wireBytes + response.headerBytes,
            bodyBytes: response.body.count
        )
        metrics.add(rules)
        let now = UnixTime.nowMs
        if response.isServerFailure, asksForChanges {
            if let answer = try await spare(memory, "HTTP \(response.status)", metrics, request, spec, job) {
                return answer
            }
            if spec.redirect?.mayBeNamedAnew == true { throw JobMove(.back(at: now), after: metrics) }
        }
        if let pause = RateLimit.pause(in: response.headers, receivedAtMs: now) { job.pauseHost(pause) }
        if spec.redirect?.mayHaveEnded(status: response.status, at: now) == true {
            throw JobMove(.back(at: now), after: metrics)
        }
        let confirmed = response.status == 304 && asksForChanges ? memory.stored : nil
        var answer = FetchedAnswer(
            status: response.status,
            headers: response.headers,
            contentType: response.contentType,
            redactedURL: request.redactedURL,
            finalURL: finalURL(of: response, after: request, spec, source),
            digest: .zero,
            byteCount: response.body.count,
            body: response.body,
            place: place,
            isCut: response.isBodyCut,
            fetchedAtMs: now,
            validators: response.validators,
            metrics: metrics,
            memory: memory.memory(of: response, confirming: confirmed, after: spec.redirect, receivedAtMs: now)
        )
        if let confirmed {
            // Validators that another address gave say nothing of this one.
            guard WebAddress(confirmed.url)?.path == WebAddress(answer.baseURL)?.path,
                try await take(confirmed, spec, job, &answer)
            else {
                return try await self.fetch(request, memory, spec, source, job, asksForChanges: false)
            }
            answer.metrics.isNotModified = true
            if case .nothing = answer.memory { answer.validators = Validators() }
            answer.validators.etag = answer.validators.etag ?? confirmed.etag
            answer.validators.lastModified = answer.validators.lastModified ?? confirmed.lastModified
        } else {
            let isWhole = StatusMeaning(response.status, pause: nil) == .success
            answer.digest = isWhole ? try cache.store(blob: response.body) : Digest(of: response.body)
        }
        return answer
    }

    /// The stored answer as that of this job, though the source did not confirm it; nil: its body is damaged or gone.
    private func cached(
        _ stored: ResponseRecord,
        _ request: SourceRequest,
        _ spec: JobSpec,
        _ job: RunningJob,
        metrics: FetchMetrics = FetchMetrics()
    ) async throws -> FetchedAnswer? {
        var answer = FetchedAnswer(
            status: stored.status,
            headers: stored.headers,
            redactedURL: request.redactedURL,
            finalURL: stored.finalURL(after: request),
            digest: stored.body,
            byteCount: stored.bodyLength,
            body: [],
            fetchedAtMs: stored.fetchedAt,
            validators: Validators(etag: stored.etag, lastModified: stored.lastModified),
            metrics: metrics
        )
        answer.metrics.isFromCache = true
        return try await take(stored, spec, job, &answer) ? answer : nil
    }

    /// What to use instead of the answer of a source that fails; nil: there is nothing that may be used so.
    private func spare(
        _ memory: AnswerMemory,
        _ reason: String,
        _ metrics: FetchMetrics,
        _ request: SourceRequest,
        _ spec: JobSpec,
        _ job: RunningJob
    ) async throws -> FetchedAnswer? {
        guard let stored = memory.spare,
            var answer = try await cached(stored, request, spec, job, metrics: metrics)
        else { return nil }
        answer.metrics.bodyBytes = 0
        answer.notes = [
            JobNote(
                code: NoteCode.staleAnswer.rawValue,
                message: "The source failed (\(reason)); an earlier answer was used, as it allows with stale-if-error."
            )
        ]
        return answer
    }

    /// Puts what is stored in the place of an answer.
    ///
    /// - Returns: `false` when the bytes are damaged or gone.
    private func take(
        _ stored: ResponseRecord,
        _ spec: JobSpec,
        _ job: RunningJob,
        _ answer: inout FetchedAnswer
    ) async throws -> Bool {
        let needsBody = spec.kind != .imageDownload
        if needsBody, stored.bodyLength > largeBodies.smallBytes {
            answer.place = try await largeBodies.place { job.advance() }
        }
        return try answer.take(stored, from: cache, withBody: needsBody)
    }
}
