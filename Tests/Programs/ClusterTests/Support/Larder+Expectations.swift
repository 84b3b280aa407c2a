import LarderChaos
import Testing

extension Larder {
    /// Expects a whole and healthy larder: nothing left, no dead job, every blob there, no worker alive.
    func expectWhole(_ comment: Comment? = nil) async throws {
        for fault in try await faults() { Issue.record("\(fault). \(comment?.rawValue ?? "")") }
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
                let larder = Larder(scratch, sources: try SampleServer.sources(in: scratch))
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
