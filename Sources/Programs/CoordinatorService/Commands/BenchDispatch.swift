internal import Foundation
internal import LarderCatalog
internal import LarderLedger
internal import LarderTransport

/// Measures dispatch: durable jobs that do nothing, through real workers, real sockets and the real database.
public struct BenchDispatch: Sendable {
    /// Local worker processes.
    public var workers: Int
    /// Jobs of the first part; the further parts take a quarter.
    public var jobs: Int
    /// Hosts that the jobs are spread over.
    public var hosts = 1
    /// Measures over tcp with CURVE keys too.
    public var curve = true
    /// Measures too how soon jobs start at half the load.
    public var starts = true
    /// Where the database goes; a temporary folder when nil.
    public var folder: String?
    /// What it makes for itself.
    private let temporary = FileManager.default.temporaryDirectory.path + "/larder-bench-\(UUID().uuidString)"

    private var temporaryLarder: String { temporary + "/larder" }

    /// Makes a measurement.
    public init(workers: Int, jobs: Int, folder: String?) {
        self.workers = workers
        self.jobs = jobs
        self.folder = folder
    }

    /// Runs it.
    ///
    /// - Throws: What kept a part from its end.
    public func run() async throws -> Figures {
        defer { removeTemporary() }
        let larder = try LarderFolder(taking: folder ?? temporaryLarder)
        let database = try LarderStore.open(larder.catalogPath)
        let bench = BenchRun(workers: workers, hosts: hosts, larder: larder, database: database)
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

    /// Removes what it has made for itself, for a process that ends early; leftovers do no harm.
    public func removeTemporary() {
        try? FileManager.default.removeItem(atPath: temporary)
        PrivateEndpoint.removeFolders(of: temporaryLarder)
    }

    private static func makeKeys(in path: String) throws -> KeyFolder {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let keys = KeyFolder(path)
        _ = try keys.makeServerKeys()
        try keys.makeWorkerKeys(BenchRun.keyName)
        return keys
    }
}

extension BenchDispatch {
    /// What one part measured.
    public struct Part: Sendable {
        /// Jobs that were put into the table.
        public var jobs: Int
        /// Jobs done and committed.
        public var done: Int
        /// Time to put the jobs into the table, durably.
        public var enqueue: Duration
        /// From the first assignment to the last commit.
        public var dispatch: Duration
        /// Half of the jobs, and 99 of a hundred, had begun so soon after they were handed out, as the coordinator heard; empty when not
        /// measured.
        public var startsWithin: [Duration] = []
        /// Jobs a second from the first assignment to the last commit.
        public var jobsPerSecond: Double { Double(done) / max(1e-9, dispatch / .seconds(1)) }
    }

    /// What was measured.
    public struct Figures: Sendable {
        /// Over ipc, as workers of the same machine are reached.
        public var bare: Part
        /// Over tcp with CURVE keys, as workers of other machines are reached.
        public var curve: Part?
        /// Over ipc, with jobs offered at half the rate of ``bare``.
        public var half: Part?
        /// Jobs a second that were offered to ``half``.
        public var offered = 0.0

        /// Makes figures of the first part.
        public init(bare: Part) { self.bare = bare }

        /// Whether every job of every part was done.
        public var isWhole: Bool { [bare, curve, half].allSatisfy { $0.map { $0.done == $0.jobs } ?? true } }

        /// For people and programs; the last line is the rate over ipc.
        public var text: String {
            var lines = [
                "enqueued \(bare.jobs.grouped) jobs in \(bare.enqueue.spoken)",
                "dispatched and committed \(bare.done.grouped) jobs in \(bare.dispatch.spoken)",
            ]
            if let curve {
                let percent = Int((curve.jobsPerSecond / max(1, bare.jobsPerSecond) * 100).rounded())
                lines.append(
                    "over tcp with CURVE keys: \(curve.done.grouped) jobs in \(curve.dispatch.spoken), "
                        + "\(Int(curve.jobsPerSecond)) jobs/s, \(percent) % of ipc"
                )
            }
            if let half, half.startsWithin.count == 2 {
                lines.append(
                    "assign to start at \(Int(offered)) jobs/s, half of the rate: p50 \(Self.milliseconds(half.startsWithin[0])), "
                        + "p99 \(Self.milliseconds(half.startsWithin[1])) (\(half.done.grouped) jobs, done at "
                        + "\(Int(half.jobsPerSecond)) jobs/s)"
                )
            }
            lines.append("\(Int(bare.jobsPerSecond)) jobs/s")
            return lines.joined(separator: "\n")
        }

        private static func milliseconds(_ duration: Duration) -> String {
            let hundredths = Int((duration / .microseconds(10)).rounded())
            return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) ms"
        }
    }
}
