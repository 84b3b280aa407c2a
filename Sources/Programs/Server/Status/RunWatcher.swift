internal import Foundation
internal import LarderCache
internal import LarderModel
internal import LarderSourceDefinitions
internal import Synchronization

/// What the run did over the last minutes, second by second.
struct RunHistory: Sendable {
    struct Sample: Sendable {
        var ms: Int64
        var report: RunReport
    }

    /// How far back the courses of a page go, in seconds.
    private static let length: Int64 = 300
    /// Rates are means over so many milliseconds.
    private static let window: Int64 = 10_000
    /// How many points a course has.
    private static let points = 60

    private var samples: [Sample] = []

    var latest: RunReport? { samples.last?.report }

    mutating func add(_ report: RunReport) {
        if let last = latest, last.processID != report.processID || last.startedMs != report.startedMs { samples = [] }
        guard latest?.writtenMs != report.writtenMs else { return }
        samples.append(Sample(ms: report.writtenMs, report: report))
        samples.removeAll { $0.ms < report.writtenMs - Self.length * 1_000 }
        samples.removeFirst(max(0, samples.count - Int(Self.length) - 100))
    }

    /// How fast a count grows, a second, over the last ten seconds.
    func rate(_ count: (RunReport) -> Int) -> Double {
        guard let last = samples.last, let first = samples.first(where: { $0.ms >= last.ms - Self.window }) else {
            return 0
        }
        // A run that has just begun is compared with its start.
        let (start, before) = first.ms == last.ms ? (last.report.startedMs, 0) : (first.ms, count(first.report))
        guard last.ms > start else { return 0 }
        return Double(count(last.report) - before) * 1_000 / Double(last.ms - start)
    }

    /// How fast a count grew over the last five minutes, oldest first.
    func course(_ count: (RunReport) -> Int) -> [Double] {
        guard samples.count > 2 else { return [] }
        let step = max(1, samples.count / Self.points)
        let chosen = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
        return zip(chosen, chosen.dropFirst()).map { earlier, later in
            let seconds = Double(max(1, later.ms - earlier.ms)) / 1_000
            return max(0, Double(count(later.report) - count(earlier.report)) / seconds)
        }
    }
}

/// Reads what a sync, in this process or another one, writes into the larder each second.
final class RunWatcher: Sendable {
    /// A run that has not written for longer was killed.
    private static let longestSilenceMs: Int64 = 6_000
    /// The clock of another machine may be ahead by so much; a later time is made up.
    private static let mostAheadMs: Int64 = 3_600_000
    private static let mostBytes = 1 << 20

    /// How long after a server's start the run that it resumes may need to begin.
    private static let resumption: Duration = .seconds(120)

    private let path: String
    private let began = ContinuousClock.now
    private let history = Mutex(RunHistory())

    init(folder: String) { path = folder + "/" + RunReport.fileName }

    /// Whether the server's first run may be yet to begin.
    var hasJustBegun: Bool { began.duration(to: .now) < Self.resumption }

    /// The runs' history until now.
    var current: RunHistory { history.withLock { $0 } }

    /// Looks each second until it is cancelled.
    func run() async {
        repeat { look() } while (try? await Task.sleep(for: .seconds(1))) != nil
    }

    /// Reads what the run has written last.
    func look() {
        guard let bytes = try? NamedFile.bytes(of: path, atMost: Self.mostBytes),
            let report = try? JSONDecoder().decode(RunReport.self, from: bytes), report.isPlausible
        else { return }
        history.withLock { $0.add(report) }
    }

    /// Whether a run goes on: it has not told its end, and wrote a moment ago.
    static func isRunning(_ report: RunReport?) -> Bool {
        guard let report, report.exitCode == nil else { return false }
        return (-mostAheadMs..<longestSilenceMs).contains(UnixTime.nowMs - report.writtenMs)
    }
}

extension RunReport {
    /// Whether its times and counts can be added up: the file may be damaged, or another program's.
    var isPlausible: Bool {
        let times = [startedMs, writtenMs, nextTryMs ?? 0] + hosts.compactMap(\.pausedUntilMs)
        let counts =
            [requests, bytes, items, unfinished, waiting, workersWanted, Int(exactly: backlogSeconds.rounded()) ?? -1]
            + hosts.flatMap { [$0.running, $0.started] }
            + kinds.flatMap { [$0.found, $0.done, $0.dead, $0.retries, $0.unchanged, $0.fromCache] }
        let most: Int64 = 1 << 53
        let rows = [kinds.count, hosts.count, workers.count, held.count, sources.count / 10]
        return rows.allSatisfy { $0 <= Self.mostRows } && times.allSatisfy { (0...most).contains($0) }
            && counts.allSatisfy { (0...most).contains(Int64($0)) }
            && (jobTimes.counts + commitTimes.counts).allSatisfy { $0 <= UInt64(most) }
    }
}
