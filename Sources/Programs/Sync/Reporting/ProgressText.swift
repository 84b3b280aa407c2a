internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// A run's progress as a line, bars or JSON.
struct ProgressText: Sendable {
    var status: RunStatus
    var pace: Pace
    var elapsed: Duration

    private var tally: Tally { status.tally }

    var line: String {
        let ended = tally.done + tally.dead
        var line = "\(elapsed.spoken): \(ended.counted("job")) done, \(status.unfinished.grouped) left"
        line += ", \(pace.total.perSecond.rounded1)/s, \(tally.dead.grouped) dead"
        if status.waiting > 0 { line += ", " + waiting }
        for reason in reasons { line += ", " + reason }
        line += ", \(status.workers.counted("worker"))" + troubled
        if let left { line += ", about \(left.spoken) to go" }
        return line
    }

    /// A bar for each kind and the totals, in lines of at most `columns` characters.
    func bars(columns: Int, isASCII: Bool = false) -> [String] {
        let (full, empty) = isASCII ? ("#", ".") : ("█", "░")
        var lines: [String] = []
        for kind in JobKind.allCases {
            guard let counts = tally.kinds[kind], counts.found + counts.ended > 0 else { continue }
            let total = max(counts.found, counts.ended)
            let filled = counts.ended * Self.barWidth / max(1, total)
            let bar = String(repeating: full, count: filled) + String(repeating: empty, count: Self.barWidth - filled)
            let rate = pace.kinds[kind]
            lines.append(
                kind.name.padded(14) + bar + "\(Self.short(counts.ended))/\(Self.short(total))".leftPadded(17)
                    + "\((rate?.perSecond ?? 0).rounded1)/s".leftPadded(9)
                    + (isWaiting ? "" : rate?.left?.spoken ?? "").leftPadded(13)
            )
        }
        var facts = [elapsed.spoken, "\(pace.total.perSecond.rounded1) jobs/s", tally.wireBytes.bytes]
        facts.append(status.workers.counted("worker") + troubled)
        if let left { facts.append("about \(left.spoken) to go") }
        if tally.retries > 0 { facts.append("\(tally.retries.grouped) retried") }
        if tally.dead > 0 { facts.append("\(tally.dead.grouped) dead") }
        if status.waiting > 0 { facts.append(waiting) }
        facts += reasons
        return (lines + Self.wrapped(facts, columns: columns)).map {
            Self.cut($0, columns: columns, isASCII ? "..." : "…")
        }
    }

    private static let barWidth = 10

    private static func short(_ count: Int) -> String {
        count < 1_000_000 ? count.grouped : "\((Double(count) / 1e6).rounded1)M"
    }

    private static func wrapped(_ facts: [String], columns: Int) -> [String] {
        var lines: [String] = []
        for fact in facts {
            if let last = lines.last, last.count + 2 + fact.count <= columns {
                lines[lines.count - 1] = last + "  " + fact
            } else {
                lines.append(fact)
            }
        }
        return lines
    }

    private static func cut(_ line: String, columns: Int, _ end: String) -> String {
        line.count <= columns ? line : String(line.prefix(max(0, columns - end.count))) + end
    }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("event", "progress")
                line.member("seconds", elapsed / .seconds(1))
                line.members([
                    "done": tally.done, "dead": tally.dead, "unfinished": status.unfinished, "waiting": status.waiting,
                ])
                line.key("paused_hosts")
                line.array(status.pausedHosts) { line, host in
                    line.object {
                        $0.member("host", host.name)
                        $0.member("seconds", host.left / .seconds(1))
                        $0.member("reason", host.reason)
                        $0.member("has_asked", host.hasAsked)
                    }
                }
                line.key("slow_hosts")
                line.array(status.slowHosts) { line, host in
                    line.object {
                        $0.member("host", host.name)
                        $0.members(["requests": host.transfers])
                        $0.member("seconds", Double(host.longestMs) / 1000)
                    }
                }
                line.member("held", strings: status.held)
                line.member("workers", status.workers)
                line.member("troubled", status.troubled.count)
                line.member("turned_away", status.turnedAway)
                line.member("per_second", pace.total.perSecond)
                line.member("bytes", tally.wireBytes)
                if let left { line.member("seconds_left", left / .seconds(1)) }
                line.key("kinds")
                line.object { kinds in
                    for (kind, counts) in tally.kinds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        kinds.key(kind.name)
                        kinds.object { $0.members(["found": counts.found, "done": counts.done, "dead": counts.dead]) }
                    }
                }
            }
        }
    }

    /// Whether jobs wait for something else than a worker, so that their rate tells nothing of the time left.
    private var isWaiting: Bool {
        !status.pausedHosts.isEmpty || !status.held.isEmpty || status.waiting * 2 > status.unfinished
    }

    private var left: Duration? { isWaiting ? nil : pace.total.left }

    private var troubled: String {
        status.troubled.isEmpty ? "" : " (\(status.troubled.count.grouped) of them cannot work: \(status.troubled[0]))"
    }

    /// Why requests wait: paused hosts, or something else.
    private var reasons: [String] {
        guard let first = status.pausedHosts.first else { return slow + status.held.prefix(1) }
        let others = status.pausedHosts.count - 1
        let pause =
            "\(first.name) \(first.hasAsked ? "asked for a pause and " : "")is asked again in \(first.left.spoken)"
            + (others > 0 ? " (and \(others.counted("other host")))" : "")
            + (first.reason.isEmpty ? "" : " (\(first.reason.shortened(to: 160)))")
        return [pause] + slow + status.held.prefix(1)
    }

    /// Which host's transfers run for long.
    private var slow: [String] {
        guard let first = status.slowHosts.first else { return [] }
        let others = status.slowHosts.count - 1
        let longest = Duration.milliseconds(Int64(clamping: first.longestMs)).spoken
        return [
            "waiting for \(first.name), where \(first.transfers.counted("request")) \(first.transfers == 1 ? "runs" : "run") "
                + "for up to \(longest)" + (others > 0 ? " (and \(others.counted("other host")))" : "")
        ]
    }

    private var waiting: String {
        "\(status.waiting.grouped) waiting for another try"
            + (status.nextTry.map { ", the next in \($0.spoken)" } ?? "")
    }
}

struct RunStatus: Sendable {
    var tally: Tally
    var unfinished: Int
    var waiting: Int
    var nextTry: Duration?
    /// Hosts with jobs left that get no requests now, longest pause first.
    var pausedHosts: [(name: String, left: Duration, reason: String, hasAsked: Bool)] = []
    /// Hosts with transfers that run for long.
    var slowHosts: [SlowHost] = []
    var held: [String] = []
    var workers: Int
    /// Workers that cannot work, with hosts and reasons.
    var troubled: [String] = []
    var turnedAway: UInt64
}

/// How fast jobs end, over the last ten seconds.
struct Pace: Sendable {
    struct Rate: Sendable {
        var perSecond = 0.0
        var left: Duration?

        fileprivate init(gained: Int, in seconds: Double, left: Int) {
            perSecond = Double(gained) / max(0.001, seconds)
            self.left = perSecond > 0 && left > 0 ? .seconds(Double(left) / perSecond) : nil
        }
    }

    private static let window: Duration = .seconds(10)

    private(set) var total = Rate(gained: 0, in: 1, left: 0)
    private(set) var kinds: [JobKind: Rate] = [:]
    private var history: [(at: Duration, ended: [JobKind: Int])] = [(.zero, [:])]

    mutating func update(_ tally: Tally, unfinished: Int, at time: Duration) {
        let ended = tally.kinds.mapValues(\.ended)
        history.append((time, ended))
        // The oldest look stays until there is another one to compare with.
        while history.count > 2, time - history[0].at > Self.window { history.removeFirst() }
        let first = history[0]
        let seconds = (time - first.at) / .seconds(1)
        let gained = ended.values.reduce(0, +) - first.ended.values.reduce(0, +)
        total = Rate(gained: gained, in: seconds, left: unfinished)
        kinds = Dictionary(
            uniqueKeysWithValues: tally.kinds.map { kind, counts in
                let gained = counts.ended - first.ended[kind, default: 0]
                return (kind, Rate(gained: gained, in: seconds, left: max(0, counts.found - counts.ended)))
            }
        )
    }
}
