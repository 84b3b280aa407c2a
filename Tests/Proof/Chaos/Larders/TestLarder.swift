internal import Foundation
package import GRDB

/// A larder that is filled under observation: the command lines over it, and looks into its files.
package struct TestLarder: Sendable {
    /// Something was not as it has to be.
    package struct StandardError: Error, CustomStringConvertible {
        package var description: String
    }

    package let scratch: Scratch
    package let folder: String
    package var sources: [String] = []

    package init(_ scratch: Scratch, _ name: String = "larder", sources: [String] = []) {
        self.scratch = scratch
        folder = scratch.path(name)
        self.sources = sources
    }

    package var catalogPath: String { folder + "/catalog.sqlite" }

    /// The arguments of the sync command.
    package func arguments(workers: Int = 2, progress: String = "none", _ options: [String] = []) -> [String] {
        ["--workers", "\(workers)", "--into", folder, "--progress", progress] + options + sources
    }

    /// Starts a sync.
    package func start(
        workers: Int = 2,
        progress: String = "none",
        _ options: [String] = [],
        environment: [String: String] = [:]
    ) throws -> Program {
        try scratch.start(
            .coordinator,
            arguments(workers: workers, progress: progress, options),
            environment: environment
        )
    }

    /// Syncs, however that ends.
    package func sync(
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

    /// Syncs.
    ///
    /// - Throws: ``StandardError`` unless that ends with exit code 0.
    @discardableResult
    package func syncedWhole(workers: Int = 2, progress: String = "none", _ options: [String] = []) async throws
        -> Scratch.Finished
    {
        let run = try await sync(workers: workers, progress: progress, options)
        guard run.end == .exited(0) else { throw StandardError(description: run.description) }
        return run
    }

    /// Starts a worker as a user of another machine would: with the endpoint and the cache alone.
    package func startWorker(
        _ endpoint: String,
        cache: String? = nil,
        _ options: [String] = [],
        environment: [String: String] = [:]
    ) throws -> Program {
        let words =
            ["--connect", endpoint, "--cache", cache ?? folder + "/cache", "--render-threads", "1"]
            + ["--until", "finished"]
        return try scratch.start(.worker, words + options, environment: environment)
    }

    /// Runs a command that looks at the larder.
    package func command(_ words: String...) async throws -> Scratch.Finished { try await command(words) }

    package func command(_ words: [String]) async throws -> Scratch.Finished {
        try await scratch.run(.coordinator, words + ["--into", folder])
    }

    /// - Throws: ``StandardError`` when the command does not print one hash.
    package func digest() async throws -> String {
        let run = try await command("digest")
        guard run.end == .exited(0), run.answer.count == 64, run.answer.allSatisfy(\.isHexDigit) else {
            throw StandardError(description: run.description)
        }
        return run.answer
    }

    /// A source in `status --json`.
    package struct SourceStatus: Decodable, Sendable {
        package var name: String
        package var recipes: Int
        package var articles: Int
        package var pictures: Int
        package var texts: Int
        package var jobsLeft: Int
        package var lastSync: String
    }

    package func status() async throws -> [SourceStatus] {
        struct Report: Decodable { var sources: [SourceStatus] }
        let run = try await command("status", "--json")
        guard run.end == .exited(0) else { throw StandardError(description: run.description) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Report.self, from: Data(run.output.utf8)).sources
    }

    // MARK: Looks into the catalog

    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: catalogPath, configuration: configuration)
        defer { try? queue.close() }  // read-only: nothing is lost
        return try queue.read(body)
    }

    /// The records, without what came in the headers of answers.
    package func content() throws -> [String] {
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
            "SELECT urn, position, url, start, hex(digest) FROM text JOIN textPage ON textID = id",
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

    package func integrity() throws -> String {
        try read { try String.fetchOne($0, sql: "PRAGMA integrity_check") ?? "no answer" }
    }

    /// Jobs whose effect is in the catalog; 0 while there is no catalog.
    package func doneJobs() -> Int {
        guard FileManager.default.fileExists(atPath: catalogPath + "-wal") else { return 0 }
        // Tables that are not there yet, and a database that is being made, count as nothing done.
        return (try? read { try Int.fetchOne($0, sql: "SELECT count(*) FROM job WHERE state = 1") ?? 0 }) ?? 0
    }

    /// Waits until `count` jobs are done, or `program` ends.
    ///
    /// - Returns: Whether that came before the end.
    package func reached(_ count: Int, before program: Program) async throws -> Bool {
        let exists = { FileManager.default.fileExists(atPath: catalogPath) }
        _ = try await eventually(in: scratch.folder, within: .seconds(300)) {
            program.hasEnded || (exists() && (count == 0 || doneJobs() >= count))
        }
        return !program.hasEnded
    }

    /// Waits for the cache, which must be there before a worker can open it.
    ///
    /// - Throws: ``StandardError`` when `program` ends before.
    package func cacheIsMade(by program: Program) async throws {
        let isThere = try await eventually(in: scratch.folder) {
            program.hasEnded || FileManager.default.fileExists(atPath: folder + "/cache/id")
        }
        guard isThere, !program.hasEnded else { throw StandardError(description: program.errors) }
    }
}
