internal import Foundation
internal import Glibc
internal import LarderProtocol
internal import Synchronization

/// How progress is shown.
public enum ProgressMode: String, Sendable, CaseIterable {
    /// A bar on a terminal, plain lines elsewhere.
    case auto
    /// A bar for each kind, drawn again and again.
    case bar
    /// One line every five seconds.
    case plain
    /// One JSON object a second on standard error, the summary as one on standard output.
    case json
    /// Nothing until the summary.
    case none
}

/// Tells the user how a run goes: progress on standard error, the summary on standard output.
final class ProgressReporter: Sendable {
    private struct State {
        var drawnLines = 0
        var initial: [JobKind: Int] = [:]
        /// Jobs ended at earlier looks, for the rate of the last seconds.
        var history: [(at: ContinuousClock.Instant, ended: Int)] = []
    }

    let mode: ProgressMode
    private let sources: [String]
    private let state = Mutex(State())
    private let began = ContinuousClock.now

    init(mode: ProgressMode, sources: [String]) {
        self.sources = sources
        self.mode =
            mode == .auto
            ? (isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb" ? .bar : .plain)
            : mode
    }

    func begin(_ plan: SyncPlan, larder: String, workers: Int, listen: String?) {
        guard mode != .none, mode != .json else { return }
        var line = "Syncing \(sources.joined(separator: ", ")) into \(larder) with \(workers) workers"
        if let listen { line += ", and others on \(listen)" }
        say(line + ".")
        for (source, open) in plan.resumed.sorted(by: { $0.key < $1.key }) {
            say("Going on with \(source): \(open.grouped) jobs are left from the last run.")
        }
    }

    func stopRequested(again: Bool) {
        guard mode != .none else { return }
        state.withLock { clear(&$0) }
        say(
            again
                ? "Stopping at once. What is committed stays; type the same command to go on."
                : "Stopping: running jobs are finished first, at most 25 s. Once more stops at once.")
    }

    /// Shows how things stand until the task is cancelled.
    func follow(_ standing: @Sendable () async -> Standing) async {
        guard mode != .none else { return }
        let interval: Duration = mode == .bar ? .milliseconds(200) : mode == .json ? .seconds(1) : .seconds(5)
        while (try? await Task.sleep(for: interval)) != nil {
            let now = await standing()
            switch mode {
            case .bar: drawBars(now)
            case .json: say(json(now))
            default: say(plain(now))
            }
        }
        state.withLock { clear(&$0) }
    }

    func summarize(_ summary: Summary) {
        state.withLock { clear(&$0) }
        print(mode == .json ? summary.json : summary.table)
    }

    // MARK: Forms

    private func plain(_ now: Standing) -> String {
        let ended = now.tally.done + now.tally.dead
        let (rate, left) = pace(ended: ended, unfinished: now.unfinished)
        var line = "\((ContinuousClock.now - began).spoken): \(ended.grouped) jobs done, \(now.unfinished.grouped) left"
        line += ", \(rate.rounded1)/s, \(now.tally.dead.grouped) dead"
        if now.waiting > 0 { line += ", \(now.waiting.grouped) wait for another try" }
        line += ", \(now.workers) workers"
        if let left { line += ", about \(left.spoken) to go" }
        return line
    }

    private func json(_ now: Standing) -> String {
        let ended = now.tally.done + now.tally.dead
        let (rate, left) = pace(ended: ended, unfinished: now.unfinished)
        var object: [String: Any] = [
            "event": "progress", "seconds": (ContinuousClock.now - began) / .seconds(1), "done": now.tally.done,
            "dead": now.tally.dead, "unfinished": now.unfinished, "waiting": now.waiting, "workers": now.workers,
            "per_second": rate, "bytes": now.tally.wireBytes,
        ]
        if let left { object["seconds_left"] = left / .seconds(1) }
        object["kinds"] = Dictionary(
            uniqueKeysWithValues: now.tally.kinds.map {
                ($0.key.name, ["found": $0.value.found, "done": $0.value.done, "dead": $0.value.dead])
            })
        return JSONLine.text(object)
    }

    private func drawBars(_ now: Standing) {
        let ended = now.tally.done + now.tally.dead
        let (rate, left) = pace(ended: ended, unfinished: now.unfinished)
        var lines: [String] = []
        for kind in JobKind.allCases {
            guard let counts = now.tally.kinds[kind], counts.found + counts.done + counts.dead > 0 else { continue }
            let total = max(counts.found, counts.done + counts.dead)
            let part = Double(counts.done + counts.dead) / Double(max(1, total))
            let filled = Int((part * 24).rounded(.down))
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
            var line = kind.name.padded(14) + bar + " \((counts.done + counts.dead).grouped)/\(total.grouped)"
            if counts.dead > 0 { line += "  \(counts.dead.grouped) dead" }
            lines.append(line)
        }
        var last = "\((ContinuousClock.now - began).spoken)  \(rate.rounded1) jobs/s  \(now.tally.wireBytes.bytes)  \(now.workers) workers"
        if now.waiting > 0 { last += "  \(now.waiting.grouped) waiting for another try" }
        if let left { last += "  about \(left.spoken) to go" }
        lines.append(last)
        state.withLock { state in
            clear(&state)
            write(lines.joined(separator: "\n") + "\n")
            state.drawnLines = lines.count
        }
    }

    /// Jobs a second over the last ten seconds, and how long the known jobs take at that pace.
    private func pace(ended: Int, unfinished: Int) -> (rate: Double, left: Duration?) {
        state.withLock { state in
            let now = ContinuousClock.now
            state.history.append((now, ended))
            state.history.removeAll { now - $0.at > .seconds(10) }
            let first = state.history.count > 1 ? state.history[0] : (at: began, ended: 0)
            let seconds = (now - first.at) / .seconds(1)
            let rate = seconds > 0 ? Double(ended - first.ended) / seconds : 0
            guard rate > 0, unfinished > 0 else { return (rate, nil) }
            return (rate, .seconds(Double(unfinished) / rate))
        }
    }

    private func clear(_ state: inout State) {
        guard state.drawnLines > 0 else { return }
        write("\u{1B}[\(state.drawnLines)A\u{1B}[J")
        state.drawnLines = 0
    }

    private func say(_ line: String) { write(line + "\n") }

    private func write(_ text: String) {
        // A closed standard error must not end the run.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
