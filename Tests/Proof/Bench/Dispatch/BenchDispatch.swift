internal import Foundation
internal import LarderCatalog
package import LarderSync
internal import LarderTransport
package import Logging

/// Measures dispatch: durable jobs that do nothing, through real workers, real sockets and the real database.
package struct BenchDispatch: Sendable {
    /// Local worker processes.
    package var workers: Int
    /// Jobs of the first part; the further parts take a quarter.
    package var jobs: Int
    /// Hosts that the jobs are spread over.
    package var hosts = 1
    /// Measures over tcp with CURVE keys too.
    package var curve = true
    /// Measures too how soon jobs start at half the load.
    package var starts = true
    /// Where the database goes; a temporary folder when nil.
    package var folder: String?
    private let logger: Logger
    private let console: Console
    /// What it makes for itself.
    private let temporary = FileManager.default.temporaryDirectory.path + "/larder-bench-\(UUID().uuidString)"

    private var temporaryLarder: String { temporary + "/larder" }

    /// Makes a measurement.
    package init(workers: Int, jobs: Int, folder: String?, logger: Logger, console: Console) {
        self.workers = workers
        self.jobs = jobs
        self.folder = folder
        self.logger = logger
        self.console = console
    }

    /// Runs it.
    ///
    /// - Throws: What kept a part from its end.
    package func run() async throws -> Figures {
        defer {
            // What stays behind in the temporary folder is not read again.
            try? FileManager.default.removeItem(atPath: temporary)
            PrivateEndpoint.removeFolders(of: temporaryLarder)
        }
        let larder = try LarderFolder(taking: folder ?? temporaryLarder)
        let database = try LarderStore.open(larder.catalogPath)
        let bench = BenchRun(
            workers: workers,
            hosts: hosts,
            larder: larder,
            database: database,
            logger: logger,
            console: console
        )
        var figures = Figures(bare: try await bench.run(jobs, over: .ipc))
        let quarter = max(1, jobs / 4)
        if curve {
            let keys = try Self.makeKeys(in: temporary + "/keys")
            figures.curve = try await bench.run(quarter, over: .curve(keys))
        }
        if starts {
            // Two seconds are enough for a p99, and the offer has to come from the table in good time.
            let rate = max(1, figures.bare.jobsPerSecond / 2)
            figures.offered = rate
            figures.half = try await bench.run(max(1, min(quarter, Int(rate * 2))), over: .ipc, jobsPerSecond: rate)
        }
        try database.close()
        withExtendedLifetime(larder) {}
        return figures
    }

    private static func makeKeys(in path: String) throws -> KeyFolder {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let keys = KeyFolder(path)
        _ = try keys.makeServerKeys()
        try keys.makeWorkerKeys(BenchRun.keyName)
        return keys
    }
}
