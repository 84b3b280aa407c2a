internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters

/// Redirects: one within a host is followed at once, one to another host is that host's turn, which the coordinator gives.
extension FetchStages {
    /// Fetches, and goes where redirects within the host lead: only where the robots.txt there allows it.
    ///
    /// An address that holds a key is followed at once wherever it leads, as it must not be stored.
    ///
    /// - Parameter rules: What it takes to know that is added to it.
    /// - Throws: ``ForbiddenRedirect`` where it does not, ``LeavingRedirect`` where another host is named.
    func follow(
        _ fetch: FetchRequest,
        _ source: SourceContext,
        _ job: RunningJob,
        _ rules: inout FetchMetrics
    ) async throws -> FetchResponse {
        var fetch = fetch
        fetch.followsRedirects = false
        var part = try await fetcher.fetch(fetch)
        var whole = part
        while let next = fetch.following(part) {
            guard let address = WebAddress(next.url) else {
                throw FetchError(
                    .badURL,
                    "<\(redacted(url: fetch.url))> redirects to <\(redacted(url: next.url))>, which is no address that is asked."
                )
            }
            noteLimits(toldIn: part, job)
            let asked = WebAddress(fetch.url)
            if asked?.hostPort != address.hostPort, source.redactor.redacted(next.url) == next.url {
                throw LeavingRedirect(address: address, answer: whole, rules: rules)
            }
            let target = SourceRequest(address: address, accept: "*/*")
            let isOtherOrigin = asked?.origin != address.origin
            let (rule, took) = try await forbiddingRule(target, source, job, isRedirect: isOtherOrigin)
            rules.add(took)
            if let rule {
                var metrics = whole.metrics
                metrics.add(rules)
                throw ForbiddenRedirect(request: target, rule: rule, metrics: metrics)
            }
            job.allowSilence(min(next.timeouts.silence, next.timeouts.total) + .seconds(5))
            try job.enter(.fetch)
            fetch = next
            part = try await fetcher.fetch(fetch)
            whole = part.after(whole)
        }
        return whole
    }

    /// What a redirect says of the host that sent it: how many requests are left, and a pause.
    ///
    /// A `Retry-After` is said of the request that the redirect leads to (RFC 9110 §10.2.3), and the host gets it too.
    private func noteLimits(toldIn redirect: FetchResponse, _ job: RunningJob) {
        let now = UnixTime.nowMs
        if let pause = RateLimit.pause(in: redirect.headers, receivedAtMs: now) { job.pauseHost(pause) }
        if let pause = RetryAfter.pause(in: redirect.headers, receivedAtMs: now), pause > .zero { job.pauseHost(pause) }
    }

    /// Where redirects led, without secrets; nil: nowhere else.
    ///
    /// - Parameter request: What was asked for first.
    func finalURL(
        of response: FetchResponse,
        after request: SourceRequest,
        _ spec: JobSpec,
        _ source: SourceContext
    ) -> String? {
        guard spec.redirect?.address != nil || !response.redirects.isEmpty,
            let final = WebAddress(redacted(url: source.redactor.redacted(response.finalURL)))?.description
        else { return nil }
        return final == redacted(url: request.redactedURL) ? nil : final
    }

    /// What a job brings that goes on at another host: itself.
    ///
    /// - Parameter spent: What it took besides.
    func moved(
        _ spec: JobSpec,
        _ move: JobMove,
        _ spent: FetchMetrics,
        _ source: SourceContext
    ) throws -> EndedJob.Outcome {
        var effect = JobEffect()
        var metrics = move.metrics
        metrics.add(spent)
        effect.fetch = metrics
        var next = spec
        next.redirect = move.redirect
        guard next.serializedBytes().count <= JobLimits.maxSpecBytes else {
            throw ReadFailure(
                .permanent,
                .tooLarge,
                "The job's description and the address that it is redirected to take more than \(JobLimits.maxSpecBytes >> 10) KiB."
            )
        }
        effect.found = [FoundJob(spec: next)]
        return .done(effect: try effect.packed(into: cache, of: spec, source.redactor))
    }
}

/// A redirect led to an address that its host does not want to be asked for.
struct ForbiddenRedirect: Error {
    let request: SourceRequest
    let rule: String
    /// What was asked before.
    let metrics: FetchMetrics
}

/// A redirect names an address of another host, which was not asked.
struct LeavingRedirect: Error {
    let address: WebAddress
    /// The redirect, with those that led to it.
    let answer: FetchResponse
    /// What it took to know the rules of the way.
    let rules: FetchMetrics
}

/// A job has to go on elsewhere.
struct JobMove: Error {
    let redirect: JobRedirect
    /// What was asked before.
    let metrics: FetchMetrics

    init(_ redirect: JobRedirect, after metrics: FetchMetrics) {
        self.redirect = redirect
        self.metrics = metrics
    }

    /// - Parameters:
    ///   - earlier: Where redirects had led the job before; nil: nowhere.
    ///   - memory: Of the job's request.
    init(_ leaving: LeavingRedirect, after earlier: JobRedirect?, _ memory: AnswerMemory, at now: Int64) {
        let answer = leaving.answer
        let redirects = answer.redirects + [FetchResponse.Redirect(status: answer.status, headers: answer.headers)]
        let wait = RetryAfter.pause(in: answer.headers, receivedAtMs: now) ?? .zero
        redirect = JobRedirect(
            url: leaving.address.description,
            count: (earlier?.count ?? 0) + redirects.count,
            freshUntil: memory.end(of: redirects, answer, after: earlier, receivedAtMs: now) ?? now,
            foundAt: now,
            waitMs: UInt64(max(0, wait / .milliseconds(1))),
            isSecondWay: earlier?.isSecondWay ?? false
        )
        var metrics = answer.metrics
        metrics.add(leaving.rules)
        self.metrics = metrics
    }
}

extension FetchResponse {
    /// What it took, without its body.
    fileprivate var metrics: FetchMetrics {
        FetchMetrics(requests: 1 + redirects.count, wireBytes: wireBytes + headerBytes)
    }
}
