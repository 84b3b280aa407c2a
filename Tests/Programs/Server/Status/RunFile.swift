import Foundation
import LarderModel

/// What a run tells of itself in a larder's folder, as tests write it.
enum RunFile {
    static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    /// A run that goes on, with hostile names.
    static func report(_ name: String = "sample", ageMs: Int64 = 0) -> RunReport {
        var report = RunReport(processID: 1, startedMs: now() - ageMs - 60_000, sources: ["sample"])
        report.writtenMs = now() - ageMs
        report.kinds = [
            RunReport.Kind(name: "page", found: 9, done: 5, dead: 1, retries: 2, unchanged: 3, fromCache: 4)
        ]
        (report.requests, report.bytes, report.unfinished, report.waiting) = (70, 8_000, 3, 1)
        report.hosts = [
            RunReport.Host(
                name: name,
                running: 1,
                concurrency: 2,
                started: 3,
                delayMs: 1_000,
                pausedUntilMs: now() + 600_000,
                reason: name,
                hasAsked: true,
                awaitsRules: false
            )
        ]
        report.workers = [
            RunReport.Worker(
                name: name,
                host: name,
                residentBytes: 1 << 20,
                limitBytes: 2 << 20,
                running: ["page": 1],
                ended: 4,
                trouble: nil
            )
        ]
        report.held = [name]
        report.jobTimes.add(.milliseconds(3))
        report.jobTimes.add(.seconds(100))
        return report
    }

    static func write(_ report: RunReport, _ folder: URL) throws {
        try JSONEncoder().encode(report).write(to: folder.appending(path: RunReport.fileName), options: .atomic)
    }
}
