internal import Foundation
internal import Glibc
internal import LarderCache
internal import LarderModel
internal import Synchronization
internal import SystemPackage

/// Writes what a run does into the file `run.json` of its larder.
///
/// The server shows the file as a page and as metrics.
final class RunReporter: Sendable {
    private static let interval: Duration = .seconds(1)

    private let path: String
    private let last: Mutex<RunReport>

    init(larder: String, sources: [String]) {
        path = larder + "/" + RunReport.fileName
        last = Mutex(RunReport(processID: getpid(), startedMs: UnixTime.nowMs, sources: sources))
        write()
    }

    /// Writes a report each second until it is cancelled.
    func follow(_ report: @Sendable (_ empty: RunReport) async -> RunReport) async {
        while (try? await Task.sleep(for: Self.interval)) != nil { await take(report) }
    }

    /// Writes a report now.
    func take(_ report: @Sendable (_ empty: RunReport) async -> RunReport) async {
        let known = last.withLock { $0 }
        let made = await report(
            RunReport(processID: known.processID, startedMs: known.startedMs, sources: known.sources)
        )
        last.withLock { $0 = made }
        write()
    }

    /// Writes how the run ended.
    func end(_ exitCode: Int32) {
        last.withLock { report in
            report.exitCode = exitCode
            (report.hosts, report.workers) = ([], [])
        }
        write()
    }

    /// A report that cannot be written is missing from a page; the run itself goes on.
    private func write() {
        let report = last.withLock { report in
            report.writtenMs = UnixTime.nowMs
            return report
        }
        let new = path + ".new"
        guard let bytes = try? JSONEncoder().encode(report),
            let file = try? FileDescriptor.open(
                FilePath(new),
                .writeOnly,
                options: [.create, .truncate, .noFollow, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead]
            ),
            (try? file.closeAfter { _ = try file.writeAll(bytes) }) != nil
        else { return }
        _ = unsafe rename(new, path)
    }
}
