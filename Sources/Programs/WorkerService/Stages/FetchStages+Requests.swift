internal import LarderFetch
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSourceReaders

extension FetchStages {
    /// What is sent for a request of a source.
    ///
    /// - Parameter spec: The job that it is for; nil: it is for a host's rules.
    func fetchRequest(
        for request: SourceRequest,
        _ spec: JobSpec?,
        _ source: SourceContext,
        _ job: RunningJob,
        _ validators: Validators
    ) -> FetchRequest {
        var fetch = FetchRequest(
            url: source.restored(request),
            headers: request.headers
                + (request.headers.contains { $0.isNamed("accept") }
                    ? [] : [HeaderField(name: "Accept", value: request.accept)])
        )
        fetch.secretHeaders = Set(request.headers.map(\.name)).subtracting(["User-Agent"])
        fetch.body = request.body
        fetch.validators = validators
        fetch.allowedPrivateAuthorities = source.allowedPrivateAuthorities
        fetch.timeouts.silence = source.definition.timeout
        if let bound = request.maxBodyBytes { fetch.maxBodyBytes = bound }
        fetch.keepsBeginning = request.keepsBeginning
        if case .page? = spec?.work {
            fetch.maxBodyBytes = RecordBound.htmlBytes.limit
            fetch.keepsBeginning = true
        }
        if request.lane == source.definition.base.hostPort { fetch.connectTo = source.connectTo }
        fetch.onProgress = { job.advance() }
        return fetch
    }

    /// Fetches with a small limit first: what is larger is asked for again once there is a place for it.
    ///
    /// Where the length is announced, nothing of the body is sent twice.
    ///
    /// - Parameter asksOnce: Whether requests are counted: then there is one, with a place for it from the beginning.
    /// - Returns: The answer, the place of its body, and what it took to know the rules of hosts that redirects lead to.
    func answer(
        to fetch: FetchRequest,
        asksOnce: Bool,
        _ source: SourceContext,
        _ job: RunningJob
    ) async throws -> (FetchResponse, LargeBodies.Place?, FetchMetrics) {
        var rules = FetchMetrics()
        let isSmall = fetch.maxBodyBytes <= largeBodies.smallBytes
        if isSmall || !asksOnce {
            var small = fetch
            if !isSmall {
                small.maxBodyBytes = largeBodies.smallBytes
                small.keepsBeginning = false
            }
            do {
                let response = try await follow(small, source, job, &rules)
                return (response, nil, rules)
            } catch let error as FetchError {
                guard !isSmall, error.code == .tooLarge, !error.isRetryable else { throw error }
            }
        }
        let place = try await largeBodies.place { job.advance() }
        let response = try await follow(fetch, source, job, &rules)
        return (response, place, rules)
    }

    /// Fetches, and goes where redirects lead: only where the robots.txt of that host allows it.
    ///
    /// - Parameter rules: What it takes to know that is added to it.
    /// - Throws: ``ForbiddenRedirect`` where one does not.
    private func follow(
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
            let target = SourceRequest(address: address, accept: "*/*")
            let (rule, asked) = try await forbiddingRule(target, source, job, isRedirect: true)
            rules.add(asked)
            if let rule {
                var metrics = FetchMetrics(
                    requests: 1 + whole.redirects.count,
                    wireBytes: whole.wireBytes + whole.headerBytes
                )
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
}

/// A redirect led to an address that its host does not want to be asked for.
struct ForbiddenRedirect: Error {
    let request: SourceRequest
    let rule: String
    /// What was asked before.
    let metrics: FetchMetrics
}

extension FetchResponse {
    /// Whether redirects led to another path or query than a URL has; a slash at the end of the path is no difference.
    func isMoved(from url: String) -> Bool {
        guard !redirects.isEmpty, let asked = WebAddress(url), let final = WebAddress(finalURL) else { return false }
        func path(_ address: WebAddress) -> Substring {
            address.path.hasSuffix("/") ? address.path.dropLast() : address.path[...]
        }
        return path(asked) != path(final) || asked.query != final.query
    }
}
