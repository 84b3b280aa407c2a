internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// Answers requests over HTTP.
protocol RequestFetcher: Sendable {
    /// The `User-Agent` of requests that have none of their own.
    var userAgent: String { get }

    /// The answer, whatever its status.
    func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse
}

extension Fetcher: RequestFetcher {}

/// What all fetch jobs of a worker share; with ``using(_:)``, one job's files besides.
struct FetchServices: Sendable {
    private(set) var cache: DiskCache
    let fetcher: any RequestFetcher
    let largeBodies: LargeBodies
    let robots = HostRules()
    /// The job's files, where the worker does not share the coordinator's cache.
    private(set) var files: JobFiles?

    func using(_ files: JobFiles?) -> FetchServices {
        guard let files else { return self }
        var services = self
        (services.cache, services.files) = (files.cache, files)
        return services
    }

    /// - Parameters:
    ///   - stamp: See ``FetchJob/stamp``.
    ///   - revalidation: As the coordinator gave it; empty: none.
    func run(
        _ spec: JobSpec,
        _ source: SourceContext,
        stamp: Digest?,
        revalidation: [UInt8] = [],
        _ running: RunningJob
    ) async -> EndedJob.Outcome {
        do {
            if case .discover(let work) = spec.work, let origin = work.robotsOrigin {
                var check = RobotsCheck(origin: origin, source: source, running: running, services: self)
                return .done(effect: try await check.effect())
            }
            var job = try FetchJob(spec, source, stamp: stamp, running, self)
            if !revalidation.isEmpty { job.know(revalidation) }
            return .done(effect: try await job.run())
        } catch {
            return .failed(FailureReason(stage: error, of: cache).redacted(by: source.redactor))
        }
    }

    /// Fetches for a job, which may be silent a little longer than the fetcher: its error names the cause.
    func fetch(_ request: FetchRequest, for running: RunningJob) async throws -> FetchResponse {
        running.allowSilence(min(request.timeouts.silence, request.timeouts.total) + .seconds(5))
        defer { running.allowSilence(.zero) }
        try running.enter(.fetch)
        var request = request
        request.onProgress = { running.advance() }
        return try await fetcher.fetch(request)
    }
}

extension SourceContext {
    /// The request as it is sent: with the key, the source's limits and the addresses it may reach.
    func fetchRequest(for request: SourceRequest) -> FetchRequest {
        let hasAccept = request.headers.contains { $0.isNamed("accept") }
        var fetch = FetchRequest(
            url: restored(request),
            headers: request.headers + (hasAccept ? [] : [HeaderField(name: "Accept", value: request.accept)])
        )
        fetch.secretHeaders = Set(request.headers.map(\.name)).subtracting(["User-Agent"])
        fetch.body = request.body
        fetch.allowedPrivateAuthorities = allowedPrivateAuthorities
        fetch.proxy = definition.identity.proxy
        fetch.timeouts.silence = definition.timeout
        fetch.timeouts.leastRate = definition.leastRate
        if let bound = request.maxBodyBytes { fetch.maxBodyBytes = bound }
        fetch.keepsBeginning = request.keepsBeginning
        if request.lane == definition.base.hostPort { fetch.connectTo = connectTo }
        return fetch
    }
}

extension FetchResponse {
    /// The answer as it may be read and stored: body and header fields without secrets.
    ///
    /// The URL that answered stays as it is; nothing is made of it.
    func redacted(by redactor: Redactor) -> FetchResponse {
        guard !redactor.isEmpty else { return self }
        var response = self
        response.headers = headers.map {
            HeaderField(name: redactor.redacted($0.name), value: redactor.redacted($0.value))
        }
        response.body = redactor.redacted(body)
        return response
    }
}
