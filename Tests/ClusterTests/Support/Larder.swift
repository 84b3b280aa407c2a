import Foundation
import GRDB
import Testing

/// A larder that a test fills: the command lines over it, and looks into its files.
struct Larder {
    let scratch: Scratch
    let folder: String
    var sources: [String] = []

    init(_ scratch: Scratch, _ name: String = "larder", sources: [String] = []) {
        self.scratch = scratch
        folder = scratch.path(name)
        self.sources = sources
    }

    var catalogPath: String { folder + "/catalog.sqlite" }

    /// The arguments of the sync command.
    func arguments(workers: Int = 2, progress: String = "none", _ options: [String] = []) -> [String] {
        ["--workers", "\(workers)", "--into", folder, "--progress", progress] + options + sources
    }

    func start(workers: Int = 2, progress: String = "none", _ options: [String] = []) throws -> Program {
        try scratch.start(.coordinator, arguments(workers: workers, progress: progress, options))
    }

    func sync(
        workers: Int = 2,
        progress: String = "none",
        _ options: [String] = [],
        environment: [String: String] = [:],
        input: Program.Input = .nothing
    ) async throws -> Scratch.Finished {
        try await scratch.run(
            .coordinator,
            arguments(workers: workers, progress: progress, options),
            environment: environment,
            input: input
        )
    }

    /// Syncs and expects exit code 0.
    @discardableResult
    func syncedWhole(workers: Int = 2, progress: String = "none", _ options: [String] = []) async throws
        -> Scratch.Finished
    {
        let run = try await sync(workers: workers, progress: progress, options)
        try #require(run.end == .exited(0), "\(run)")
        return run
    }

    func command(_ words: String...) async throws -> Scratch.Finished {
        try await scratch.run(.coordinator, words + ["--into", folder])
    }

    func digest() async throws -> String {
        let run = try await command("digest")
        try #require(run.end == .exited(0), "\(run)")
        try #require(run.answer.count == 64 && run.answer.allSatisfy(\.isHexDigit), "\(run)")
        return run.answer
    }

    /// What `status --json` says of a source.
    struct SourceStatus: Decodable {
        var name: String
        var recipes: Int
        var articles: Int
        var pictures: Int
        var texts: Int
        var jobsLeft: Int
        var jobsDone: Int
        var jobsDead: Int
        var lastSync: String
    }

    func status() async throws -> [SourceStatus] {
        struct Report: Decodable { var sources: [SourceStatus] }
        let run = try await command("status", "--json")
        try #require(run.end == .exited(0), "\(run)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Report.self, from: Data(run.output.utf8)).sources
    }

    /// Expects a whole and healthy larder: nothing left, no dead job, every blob there, no worker alive.
    func expectWhole(_ comment: Comment? = nil) async throws {
        for source in try await status() {
            #expect(source.jobsLeft == 0, comment)
            #expect(source.jobsDead == 0, comment)
            #expect(source.lastSync == "finished", comment)
        }
        let verify = try await command("verify")
        #expect(verify.end == .exited(0), "\(verify)")
        #expect(try integrity() == "ok", comment)
        await expectNoWorkers(comment)
    }

    func expectNoWorkers(_ comment: Comment? = nil) async {
        var left: [Int32] = []
        let areGone = await eventually(within: .seconds(20)) {
            left = ProcessTable.workers(of: folder)
            return left.isEmpty
        }
        #expect(areGone, "workers \(left) are left over of \(folder). \(comment?.rawValue ?? "")")
    }

    // MARK: Looks into the catalog

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: catalogPath, configuration: configuration)
        defer { try? queue.close() }  // read-only: nothing is lost
        return try queue.read(body)
    }

    /// What the records say, without what came in the headers of answers.
    func content() throws -> [String] {
        let queries = [
            "SELECT urn, title, publisher, publisherURL, sourceURL, apiURL, imageURL, imageURN, socialRank, extra FROM recipe",
            "SELECT urn, position, text FROM recipe JOIN ingredient ON recipeID = id",
            "SELECT urn, outletID, outletName, author, title, summary, url, imageURL, imageURN, publishedAt, content, extra"
                + " FROM article",
            "SELECT urn, name, summary, url, category, language, country, extra FROM outlet",
            "SELECT urn, url, hex(digest), byteCount, format, width, height, rejectCode FROM image",
            "SELECT urn, position, v.width, v.height, hex(v.digest) FROM image JOIN imageVariant AS v ON imageID = id",
            "SELECT urn, itemURN, hex(htmlDigest), plain, runs FROM text",
            "SELECT urn, position, url, start, length FROM text JOIN link ON textID = id",
            "SELECT recordURN, recordKind, url, hex(digest) FROM provenance",
        ]
        return try read { db in
            try queries.flatMap { sql in
                try Row.fetchAll(db, sql: sql + " ORDER BY 1, 2").map { row in
                    row.databaseValues.map(\.description).joined(separator: "|")
                }
            }
        }
    }

    func integrity() throws -> String {
        try read { try String.fetchOne($0, sql: "PRAGMA integrity_check") ?? "no answer" }
    }

    /// Jobs whose effect is in the catalog; 0 while there is no catalog.
    func doneJobs() -> Int {
        guard FileManager.default.fileExists(atPath: catalogPath + "-wal") else { return 0 }
        // Tables that are not there yet, and a database that is being made, count as nothing done.
        return (try? read { try Int.fetchOne($0, sql: "SELECT count(*) FROM job WHERE state = 1") ?? 0 }) ?? 0
    }

    /// Waits until `count` jobs are done, or `program` ends.
    ///
    /// - Returns: Whether that came before the end.
    func reached(_ count: Int, before program: Program) async -> Bool {
        let exists = { FileManager.default.fileExists(atPath: catalogPath) }
        _ = await eventually(within: .seconds(300)) {
            program.hasEnded || (exists() && (count == 0 || doneJobs() >= count))
        }
        return !program.hasEnded
    }
}

/// What an undisturbed run over the sample site comes to; made once.
actor Reference {
    struct Result: Sendable {
        var digest: String
        var jobs: Int
        var content: [String]
    }

    static let shared = Reference()

    private var task: Task<Result, any Error>?

    var result: Result {
        get async throws {
            let task = self.task ?? Task { try await Self.make() }
            self.task = task
            return try await task.value
        }
    }

    private static func make() async throws -> Result {
        try await Scratch.with { scratch in
            try await SampleServer.with(scratch) { _ in
                let larder = Larder(scratch, sources: try SampleServer.sources(in: scratch))
                try await larder.syncedWhole()
                try await larder.expectWhole("the undisturbed run")
                let jobs = try larder.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM job WHERE state = 1") ?? 0
                }
                return Result(digest: try await larder.digest(), jobs: jobs, content: try larder.content())
            }
        }
    }
}
