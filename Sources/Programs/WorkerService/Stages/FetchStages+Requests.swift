internal import LarderFetch
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

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
        var place = request.lane
        if let redirect = spec?.redirect, let address = redirect.address {
            fetch = fetch.redirected(to: address.description, after: redirect.count)
            place = address.hostPort
        }
        if place == source.definition.base.hostPort { fetch.connectTo = source.connectTo }
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
}
