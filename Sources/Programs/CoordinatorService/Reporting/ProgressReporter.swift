internal import Foundation
internal import Glibc
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport
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
        var turnedAway: [HandshakeFailure: Int] = [:]
        /// The count from which the next sentence is due.
        var tellAt: [HandshakeFailure: Int] = [:]
        /// Jobs ended at earlier looks, for the rates of the last seconds.
        var history: [(at: ContinuousClock.Instant, ended: [JobKind: Int])] = []
    }

    let mode: ProgressMode
    private let sources: [String]
    /// What `coordinator keygen` needs to work on this run's keys.
    private let keysOption: String
    private let state = Mutex(State())
    private let began = ContinuousClock.now

    init(mode: ProgressMode, sources: [String], keysOption: String) {
        self.sources = sources
        self.keysOption = keysOption
        self.mode =
            mode == .auto
            ? (isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
                ? .bar : .plain)
            : mode
    }

    func begin(_ plan: SyncPlan, larder: String, workers: Int, listen: String?, wantsKeys: Bool) {
        guard mode != .none, mode != .json else { return }
        var line = "Syncing \(sources.joined(separator: ", ")) into \(larder) with \(workers) workers"
        if let listen {
            line += ", and others on \(listen)"
            if listen.hasPrefix("tcp:") {
                line += wantsKeys ? " (with keys)" : " (without keys: whoever reaches the port)"
            }
        }
        say(line + ".")
        if let listen, workers == 0 {
            let keys = wantsKeys ? " --key NAME.secret --server-key server.public" : ""
            let cache = (larder + "/cache").shellWord
            say("A worker joins with: worker --connect \(listen.shellWord) --cache \(cache)\(keys)")
            if wantsKeys { say("Its keys come from: coordinator keygen\(keysOption) --worker NAME") }
        }
        for source in plan.restarted.sorted() {
            say(
                "The unfinished sync of \(source) was asked for something else: it begins anew. What is cached is not fetched again."
            )
        }
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
                : "Stopping: running jobs are finished first, at most 25 s. Once more stops at once."
        )
    }

    func refused(_ address: String, key: String) {
        state.withLock { clear(&$0) }
        say(
            "A worker at \(address) was turned away: its key \(key) is not in the list. If it is yours, type: coordinator keygen\(keysOption) --allow 'NAME=\(key)'"
        )
    }

    /// Tells of peers whose handshake failed: at the first of each kind, then at each tenfold count.
    func turnedAway(_ failure: HandshakeFailure, _ count: Int) {
        let total = state.withLock { state in
            state.turnedAway[failure, default: 0] += count
            let total = state.turnedAway[failure, default: 0]
            guard total >= state.tellAt[failure, default: 1] else { return 0 }
            state.tellAt[failure] = total * 10
            clear(&state)
            return total
        }
        guard total > 0 else { return }
        let who = "A peer was turned away before a word of it was read (\(total) so far)"
        switch failure {
        case .keysMissing, .keyRefused:
            say(
                "\(who): it has no keys. If it is a worker of yours, type: coordinator keygen\(keysOption) --worker NAME, and start it with --key "
                    + "NAME.secret --server-key server.public"
            )
        case .wrongServerKey:
            say(
                "\(who): it was given another coordinator's key. If it is a worker of yours, copy this coordinator's server.public to it "
                    + "again, for --server-key"
            )
        case .notZeroMQ:
            say("\(who): what it sent is no worker's greeting. If you do not know it, keep the port to your network")
        case .brokenOff:
            // A peer that finds first that the two sides do not agree is the one that hangs up.
            say(
                "\(who): it broke off, or said nothing for 5 s. If it is a worker of yours, look at its own messages; should it have no "
                    + "keys, type: coordinator keygen\(keysOption) --worker NAME, and start it with --key NAME.secret --server-key server.public"
            )
        }
    }

    /// Shows how things stand until the task is cancelled.
    func follow(_ runStatus: @Sendable () async -> RunStatus) async {
        guard mode != .none else { return }
        let interval: Duration = mode == .bar ? .milliseconds(200) : mode == .json ? .seconds(1) : .seconds(5)
        while (try? await Task.sleep(for: interval)) != nil {
            let now = await runStatus()
            switch mode {
            case .bar: drawBars(now)
            case .json: say(json(now))
            default: say(plain(now))
            }
        }
        state.withLock { clear(&$0) }
    }

    /// Prints the summary.
    ///
    /// - Returns: Whether standard output took it; a failure was told.
    func summarize(_ summary: Summary) -> Bool {
        state.withLock { clear(&$0) }
        let text = (mode == .json ? summary.json : summary.table) + "\n"
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            return true
        } catch {
            say(
                "The summary could not be written to standard output. The sync itself is not harmed: see `coordinator status\(summary.intoOption)`."
            )
            return false
        }
    }

    // MARK: Forms

    private func plain(_ now: RunStatus) -> String {
        let ended = now.tally.done + now.tally.dead
        let (rate, left) = pace(now).total
        var line = "\((ContinuousClock.now - began).spoken): \(ended.grouped) jobs done, \(now.unfinished.grouped) left"
        line += ", \(rate.rounded1)/s, \(now.tally.dead.grouped) dead"
        if now.waiting > 0 { line += ", " + waiting(now) }
        line += ", \(now.workers) workers"
        if let left { line += ", about \(left.spoken) to go" }
        return line
    }

    private func waiting(_ now: RunStatus) -> String {
        "\(now.waiting.grouped) waiting for another try" + (now.nextTry.map { ", the next in \($0.spoken)" } ?? "")
    }

    private func json(_ now: RunStatus) -> String {
        let (rate, left) = pace(now).total
        var object: [String: Any] = [
            "event": "progress", "seconds": (ContinuousClock.now - began) / .seconds(1), "done": now.tally.done,
            "dead": now.tally.dead, "unfinished": now.unfinished, "waiting": now.waiting, "workers": now.workers,
            "turned_away": now.turnedAway,
            "per_second": rate, "bytes": now.tally.wireBytes,
        ]
        if let left { object["seconds_left"] = left / .seconds(1) }
        object["kinds"] = Dictionary(
            uniqueKeysWithValues: now.tally.kinds.map {
                ($0.key.name, ["found": $0.value.found, "done": $0.value.done, "dead": $0.value.dead])
            }
        )
        return JSONLine.text(object)
    }

    private func drawBars(_ now: RunStatus) {
        let pace = pace(now)
        var lines: [String] = []
        for kind in JobKind.allCases {
            guard let counts = now.tally.kinds[kind], counts.found + counts.ended > 0 else { continue }
            let total = max(counts.found, counts.ended)
            let filled = counts.ended * 20 / max(1, total)
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
            var line = kind.name.padded(14) + bar + "\(counts.ended.grouped)/\(total.grouped)".leftPadded(16)
            let (rate, left) = pace.kinds[kind] ?? (0, nil)
            line += "\(rate.rounded1)/s".leftPadded(9) + (left?.spoken ?? "").leftPadded(12)
            if counts.retries > 0 { line += "  \(counts.retries.grouped) retried" }
            if counts.dead > 0 { line += "  \(counts.dead.grouped) dead" }
            lines.append(line)
        }
        var last =
            "\((ContinuousClock.now - began).spoken)  \(pace.total.rate.rounded1) jobs/s  \(now.tally.wireBytes.bytes)  \(now.workers) workers"
        if now.waiting > 0 { last += "  " + waiting(now) }
        if let left = pace.total.left { last += "  about \(left.spoken) to go" }
        lines.append(last)
        state.withLock { state in
            clear(&state)
            write(lines.joined(separator: "\n") + "\n")
            state.drawnLines = lines.count
        }
    }

    /// Jobs a second, and how long the known jobs take at that rate.
    private typealias Pace = (rate: Double, left: Duration?)

    /// The pace of the last ten seconds, of each kind and of all.
    private func pace(_ now: RunStatus) -> (total: Pace, kinds: [JobKind: Pace]) {
        let ended = now.tally.kinds.mapValues(\.ended)
        let first = state.withLock { state in
            let time = ContinuousClock.now
            state.history.append((time, ended))
            state.history.removeAll { time - $0.at > .seconds(10) }
            return state.history.count > 1 ? state.history[0] : (at: began, ended: [:])
        }
        let seconds = max(0.001, (ContinuousClock.now - first.at) / .seconds(1))
        func pace(_ gained: Int, _ left: Int) -> Pace {
            let rate = Double(gained) / seconds
            return (rate, rate > 0 && left > 0 ? .seconds(Double(left) / rate) : nil)
        }
        let kinds = now.tally.kinds.map { kind, counts in
            (kind, pace(counts.ended - first.ended[kind, default: 0], max(0, counts.found - counts.ended)))
        }
        let gained = ended.values.reduce(0, +) - first.ended.values.reduce(0, +)
        return (pace(gained, now.unfinished), Dictionary(uniqueKeysWithValues: kinds))
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
