import Glibc
import LarderChaos
import Testing

extension TestLarder {
    /// Expects a whole and healthy larder: nothing left, no dead job, every blob there, no worker alive.
    func expectWhole(_ comment: Comment? = nil) async throws {
        for fault in try await faults() { Issue.record("\(fault). \(comment?.rawValue ?? "")") }
    }

    /// Waits until a coordinator that tells its progress as JSON tells of so many workers.
    func expectWorkers(_ count: Int, of program: Program) async throws {
        try #require(try await hasWorkers(count, before: program), "\(count) workers: \(program.errors)")
    }

    /// Waits until a coordinator that tells its progress as JSON tells of so many workers; false: it ended before.
    func hasWorkers(_ count: Int, before end: Program) async throws -> Bool {
        let came = try await eventually(in: scratch.folder) {
            end.hasEnded || Progress.latest(of: end)?.workers == count
        }
        return came && !end.hasEnded
    }

    func expectNoWorkers(_ comment: Comment? = nil) async throws {
        for fault in try await leftovers() { Issue.record("\(fault). \(comment?.rawValue ?? "")") }
    }
}

extension SampleServer {
    /// Serves the content of these tests while `body` runs.
    static func with<Result>(
        _ scratch: Scratch,
        _ options: [String] = [],
        _ body: (SampleServer) async throws -> Result
    ) async throws -> Result {
        try await with(scratch, content: Settings.content, options, body)
    }

    /// Serves while `body` runs, and again with slower answers and a new larder where `body` says that it came too
    /// late.
    ///
    /// A sync of a quick site is over before anything is done to it where this process gets no processor for a while.
    ///
    /// - Parameters:
    ///   - latency: Milliseconds that an answer takes at first.
    ///   - body: False: the sync had ended.
    static func withSlower(
        latency: Int,
        concurrency: Int = 16,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (TestLarder, SampleServer, Reference.Result) async throws -> Bool
    ) async throws {
        let reference = try await Reference.shared.result
        for latency in [latency, 200, 2_000] {
            let isInTime = try await Scratch.with { scratch in
                try await with(scratch, ["--latency", "\(latency)", "--jitter", "20"]) { site in
                    let files = try sources(in: scratch, concurrency: concurrency, more: "timeout: 5m")
                    return try await body(TestLarder(scratch, sources: files), site, reference)
                }
            }
            if isInTime { return }
        }
        Issue.record("Each sync was over before anything was done to it", sourceLocation: sourceLocation)
    }

    /// Holds all answers while `body` runs, so that no sync can end; sources of it need a longer `timeout`.
    func held<Result>(_ body: () async throws -> Result) async throws -> Result {
        program.signal(SIGSTOP)
        defer { program.signal(SIGCONT) }
        return try await body()
    }
}

/// What an undisturbed run over the sample site comes to; made once for each lane.
actor Reference {
    struct Result: Sendable {
        var digest: String
        var jobs: Int
        var content: [String]
    }

    static let shared = Reference()

    private var tasks: [Int: Task<Result, any Error>] = [:]

    var result: Result {
        get async throws {
            let task = tasks[SampleServer.lane] ?? Task { try await Self.make() }
            tasks[SampleServer.lane] = task
            return try await task.value
        }
    }

    private static func make() async throws -> Result {
        try await Scratch.with { scratch in
            try await SampleServer.with(scratch) { _ in
                let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                try await larder.syncedWhole()
                try await larder.expectWhole("the undisturbed run")
                return Result(
                    digest: try await larder.digest(),
                    jobs: try larder.jobCounts().done,
                    content: try larder.content()
                )
            }
        }
    }
}

extension TestLarder {
    /// Syncs the sample into a new larder, which `change` changes in the middle of the run.
    ///
    /// - Returns: How the sync ended.
    static func syncedWhile(_ change: (TestLarder) throws -> Void) async throws -> Scratch.Finished {
        try await Scratch.with { scratch in
            try await SampleServer.with(scratch) { site in
                let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch, more: "timeout: 5m"))
                let program = try await site.held {
                    let program = try larder.start(progress: "json")
                    try await larder.expectWorkers(2, of: program)
                    try change(larder)
                    return program
                }
                return try await scratch.finish(program, "the sync of a larder that was changed")
            }
        }
    }
}
