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
    func answer(
        to fetch: FetchRequest,
        asksOnce: Bool,
        _ job: RunningJob
    ) async throws -> (FetchResponse, LargeBodies.Place?) {
        guard fetch.maxBodyBytes > largeBodies.smallBytes else { return (try await fetcher.fetch(fetch), nil) }
        guard !asksOnce else {
            let place = try await largeBodies.place { job.advance() }
            return (try await fetcher.fetch(fetch), place)
        }
        var small = fetch
        small.maxBodyBytes = largeBodies.smallBytes
        small.keepsBeginning = false
        do throws(FetchError) {
            return (try await fetcher.fetch(small), nil)
        } catch {
            guard error.code == .tooLarge, !error.isRetryable else { throw error }
        }
        let place = try await largeBodies.place { job.advance() }
        return (try await fetcher.fetch(fetch), place)
    }
}
