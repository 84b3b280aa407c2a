internal import LarderCache
internal import LarderLedger
internal import LarderModel
internal import LarderTransport
internal import Logging

/// Log messages on workers, and checks of the cache folder while a worker cannot use it.
extension Dispatcher {
    /// Checks of the cache folder that this coordinator and its local workers use.
    struct CacheWatch: Sendable {
        static let firstPauseMs: Milliseconds = 1000
        static let longestPauseMs: Milliseconds = 30_000

        var isUnderWay = false
        var dueAt: Milliseconds = 0
        var pauseMs = Self.firstPauseMs
    }

    /// A worker that cannot work.
    struct TroubledWorker: Sendable, Hashable {
        var name: String
        var host: String
        var reason: FailureReason

        var line: String { "\(name) on \(PlainText.line(host, maxBytes: 64)): \(reason.message)" }
    }

    /// Logs an event of a worker.
    func log(_ level: Logger.Level, _ message: String, _ session: SessionID?, _ further: Logger.Metadata = [:]) {
        var metadata = further
        metadata["worker.id"] = "\(session.flatMap { names[$0] } ?? "unknown")"
        metadata["host"] = "\(session.flatMap { hosts[$0] } ?? "unknown")"
        if let session { metadata["session"] = "\(session)" }
        setup.logger.log(level: level, "\(message)", metadata: metadata)
    }

    func log(_ report: WorkerReport, of session: SessionID) {
        names[session] = report.name
        hosts[session] = PlainText.line(report.host, maxBytes: 64)
        // The supervisor reports local workers.
        let usual: Logger.Level = report.isLocal ? .info : .notice
        let (level, message, reason): (Logger.Level, String, String?) =
            switch report.news {
            case .joined: (usual, "A worker joined", nil)
            case .left: (usual, "A worker left", "it said that it ends")
            case .lost(let reason): (.notice, "A worker is gone", reason)
            case .silent(let jobs):
                (
                    .warning, "A worker is silent: what it held goes to others",
                    "\(jobs.counted("job")) held, three beats missed"
                )
            case .heard: (.notice, "A worker is heard again", nil)
            case .troubled(let reason):
                (.warning, "A worker cannot work, and gets nothing to do before it can", reason.message)
            case .recovered: (.notice, "A worker can work again", nil)
            case .stalled(let jobs, let pauseMs):
                (
                    .warning, "A worker does not do what it holds: it was taken from it",
                    "\(jobs.counted("job")) without progress; nothing more for "
                        + "\(Duration.milliseconds(Int64(pauseMs)).spoken)"
                )
            case .unreliable(let count):
                (
                    .warning, "A worker is not believed, and gets work only when no other worker has room",
                    "\(count) times its result was refused, or another worker did what it could not do"
                )
            case .sharesName: (.warning, "Two workers bear one name. Give each its own with --name", nil)
            case .knowsFewerKinds(let kinds):
                (
                    .warning, "A worker of another release does not know all kinds of jobs, and gets the others",
                    kinds.map(\.name).joined(separator: ", ")
                )
            }
        log(level, message, session, reason.map { ["reason": "\($0)"] } ?? [:])
        switch report.news {
        case .troubled(let reason):
            troubled[session] = TroubledWorker(name: report.name, host: report.host, reason: reason)
            troubles[report.name] = troubled[session]
            guard reason.isCacheTrouble else { break }
            cacheWatch.pauseMs = CacheWatch.firstPauseMs
            probeCache()
        case .recovered, .left, .lost: troubled[session] = nil
        case .joined, .silent, .heard, .stalled, .unreliable, .sharesName, .knowsFewerKinds: break
        }
    }

    /// Checks the cache folder while a worker reports trouble with its own.
    func watchCache() {
        guard troubled.values.contains(where: \.reason.isCacheTrouble), now >= cacheWatch.dueAt else { return }
        probeCache()
    }

    private func probeCache() {
        guard setup.cache != nil, !cacheWatch.isUnderWay else { return }
        cacheWatch.isUnderWay = true
        // A disk with less room than this is full for any run.
        let isFull = troubled.values.contains { $0.reason.code == .cacheFull }
        backgroundSink.yield { [cache = setup.cache] in .probed(cache?.trouble(writing: isFull ? 16 << 20 : 4096)) }
    }

    /// - Throws: ``CoordinatorError`` when the cache folder is unusable: no job can be done then.
    func finishProbe(_ trouble: CacheError?) throws {
        if let trouble { throw CoordinatorError(cache: trouble) }
        cacheWatch.isUnderWay = false
        cacheWatch.dueAt = now + cacheWatch.pauseMs
        cacheWatch.pauseMs = min(CacheWatch.longestPauseMs, cacheWatch.pauseMs * 2)
    }

    /// Suggests how to start a worker when there is none for a while.
    func adviseWithoutWorkers() {
        guard core.joinedWorkers == 0, core.unfinishedJobs > 0, end == nil, let advice = setup.adviceWithoutWorkers
        else {
            aloneSince = nil
            return
        }
        let since = aloneSince ?? now
        aloneSince = since
        guard now >= max(since, adviseAt) + Self.aloneMs else { return }
        adviseAt = now + 5 * Self.aloneMs
        setup.logger.notice(
            "No worker is joined, so nothing is done. \(advice)",
            metadata: ["jobs": "\(core.unfinishedJobs)"]
        )
    }

    private static let aloneMs: Milliseconds = 10_000
}
