import Foundation
import LarderCache
import LarderFetch
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Synchronization
import Testing

@testable import LarderWorker

/// A fetcher that gives prepared answers in their order, and records what it was asked.
final class ScriptedFetcher: RequestFetcher {
    typealias Answer = Result<FetchResponse, FetchError>

    let userAgent = "Larder/1"
    private let state: Mutex<(answers: [Answer], requests: [FetchRequest])>

    init(_ answers: [Answer]) { state = Mutex((answers, [])) }

    /// The requests so far.
    var requests: [FetchRequest] { state.withLock { $0.requests } }

    func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
        let answer = state.withLock { state -> Answer in
            state.requests.append(request)
            guard !state.answers.isEmpty else { return .failure(FetchError(.stopped, "No answer is left.")) }
            return state.answers.removeFirst()
        }
        return try answer.get()
    }
}

extension Result<FetchResponse, FetchError> {
    /// An answer from ``FetchFixture/page``.
    static func scripted(
        _ status: Int = 200,
        _ fields: [String: String] = [:],
        body: [UInt8] = [],
        isCut: Bool = false,
        to target: String? = nil
    ) -> ScriptedFetcher.Answer {
        .success(
            FetchResponse(
                status: status,
                finalURL: FetchFixture.page,
                headers: fields.map { HeaderField(name: $0.key, value: $0.value) },
                body: body,
                isBodyCut: isCut,
                wireBytes: body.count,
                redirectTarget: target
            )
        )
    }

    /// An answer with ``FetchFixture/html``.
    static func html(_ fields: [String: String] = [:], isCut: Bool = false) -> ScriptedFetcher.Answer {
        scripted(
            200,
            fields.merging(["content-type": "text/html"]) { $1 },
            body: Array(FetchFixture.html.utf8),
            isCut: isCut
        )
    }
}

/// A worker's fetch jobs over a cache in a folder of its own and scripted answers.
struct FetchFixture {
    static let page = "http://127.0.0.1:8080/page"
    static let html = "<html><body><p>Soup of a-secret-key</p></body></html>"
    static let key = "a-secret-key"
    static let pageJob = JobSpec(source: "s", work: .page(PageWork(itemURN: "article:s:1", url: page)))

    let cache: DiskCache
    let fetcher: ScriptedFetcher
    private let services: FetchServices
    private let source: SourceContext
    private let jobs = RunningJobs(flightRecorder: nil)

    /// - Parameter robots: The source's rule for robots.txt, `obey` or `ignore`.
    init(
        folder: String,
        robots: String = "ignore",
        kind: SourceKind = .feed,
        _ answers: [ScriptedFetcher.Answer]
    ) throws {
        cache = try DiskCache(folder: folder)
        fetcher = ScriptedFetcher(answers)
        services = FetchServices(cache: cache, fetcher: fetcher, largeBodies: LargeBodies(slots: 1))
        let yaml = "name: s\nkind: \(kind)\nbase: http://127.0.0.1:8080/feed\nown: true\nrobots: \(robots)\n"
        source = try SourceContext(SourceConfig(name: "s", yaml: yaml), Redactor(secrets: [Self.key]))
    }

    /// Runs `body` with a fixture, and removes its folder.
    static func with(
        robots: String = "ignore",
        kind: SourceKind = .feed,
        _ answers: [ScriptedFetcher.Answer],
        _ body: (FetchFixture) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-fetch-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(FetchFixture(folder: folder, robots: robots, kind: kind, answers))
    }

    /// Does a job.
    ///
    /// - Returns: How it ended, and for how long its host is to be left alone.
    func run(
        _ spec: JobSpec = pageJob,
        stamp: Digest? = nil,
        revalidation: [UInt8] = []
    ) async -> (outcome: EndedJob.Outcome, hostPauseMs: UInt64?) {
        let job = jobs.begin(JobLease(job: 1, attempt: 1), .fetch)
        defer { jobs.end(job) }
        return (await services.run(spec, source, stamp: stamp, revalidation: revalidation, job), job.hostPauseMs)
    }

    /// Does a job that succeeds.
    func effect(
        _ spec: JobSpec = pageJob,
        stamp: Digest? = nil,
        revalidation: [UInt8] = []
    ) async throws -> JobEffect {
        switch await run(spec, stamp: stamp, revalidation: revalidation).outcome {
        case .done(let bytes): return try JobEffect(serializedBytes: bytes)
        case .failed(let reason): throw Failed(reason: reason)
        }
    }

    /// Does a job that fails.
    func failure(_ spec: JobSpec = pageJob) async throws -> FailureReason {
        guard case .failed(let reason) = await run(spec).outcome else { throw Failed(reason: nil) }
        return reason
    }

    /// A job did not end as the test needs it to.
    struct Failed: Error {
        let reason: FailureReason?
    }

    /// The record of the page's answer.
    var record: ResponseRecord? { try? cache.record(for: "GET " + Self.page) }
}
