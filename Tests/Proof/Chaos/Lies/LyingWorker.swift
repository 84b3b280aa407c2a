internal import LarderCache
internal import LarderThreading
internal import LarderTransport

/// A worker of its own process number and name that lies; it runs on a thread of this process.
///
/// It knows what every worker that has joined knows: the endpoint, keys of its own, and the cache folder.
package final class LyingWorker: Sendable {
    /// How many jobs it was given, and why it ended before it was asked to; nil: it did not.
    package struct Report: Sendable {
        package var jobs = 0
        package var problem: String?
    }

    private let mailbox: Mailbox<Void>
    private let thread: OwnerThread
    private let report: SharedReport

    /// Joins; the connection may come up later.
    ///
    /// - Parameter keys: The folder that `coordinator keygen` made, with keys for a worker of this name.
    /// - Throws: What the key files, the cache folder or the kernel refuse.
    package init(_ lie: Lie, name: String, port: Int, keys: String, cache: String, seed: UInt64) throws {
        let mailbox = try Mailbox<Void>()
        let report = SharedReport()
        let loop = LyingLoop(
            lie: lie,
            name: name,
            endpoint: "tcp://127.0.0.1:\(port)",
            keys: try WorkerKeys(secretFile: "\(keys)/\(name).secret", serverFile: "\(keys)/server.public"),
            cacheID: try DiskCache(folder: cache, mayCreate: false).id,
            seed: seed,
            mailbox: mailbox
        )
        thread = try OwnerThread(name: "liar") {
            var loop = loop
            var problem: String?
            do { try loop.run() } catch { problem = "\(error)" }
            let told = Report(jobs: loop.jobs, problem: problem)
            report.value.withLock { $0 = told }
        }
        self.mailbox = mailbox
        self.report = report
    }

    /// Ends it: every second one says goodbye.
    package func stop() async -> Report {
        mailbox.post(())
        await thread.joined()
        _ = mailbox.close()
        return report.value.withLock { $0 }
    }

    private final class SharedReport: Sendable {
        let value = Guarded(Report())
    }
}
