internal import Foundation
internal import Glibc
internal import LarderModel

/// Tells the user how a run goes: progress on the console, the summary on standard output.
struct ProgressReporter: Sendable {
    let mode: ProgressMode
    private let console: Console
    private let began = ContinuousClock.now

    init(mode: ProgressMode, console: Console) {
        let isTerminal = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
        self.mode = mode == .auto ? (isTerminal ? .bar : .plain) : mode
        self.console = console
    }

    /// Says with what a run begins.
    ///
    /// - Parameters:
    ///   - listen: The endpoint that other workers can join, if there is one.
    ///   - keysOption: What `coordinator keygen` needs to work on this run's keys.
    func begin(
        _ plan: SyncPlan,
        sources: [String],
        larder: String,
        workers: Int,
        listen: String?,
        wantsKeys: Bool,
        keysOption: String
    ) {
        guard mode != .none, mode != .json else { return }
        var line = "Syncing \(sources.joined(separator: ", ")) into \(larder) with \(workers.counted("worker"))"
        if let listen {
            line += ", and others on \(listen)"
            if listen.hasPrefix("tcp:") {
                line += wantsKeys ? " (with keys)" : " (without keys: whoever reaches the port)"
            }
        }
        console.print(line + ".")
        if let listen, workers == 0 {
            console.print(Self.joining(listen, larder: larder, wantsKeys))
            if wantsKeys { console.print("Its keys come from: coordinator keygen\(keysOption) --worker NAME") }
        }
        for source in plan.restarted.sorted() {
            console.print(
                "The unfinished sync of \(source) was asked for something else: it begins anew."
            )
        }
        for (source, open) in plan.resumed.sorted(by: { $0.key < $1.key }) {
            let are = open == 1 ? "is" : "are"
            console.print("Going on with \(source): \(open.counted("job")) \(are) left from the last run.")
        }
    }

    /// How a worker is had.
    static func joining(_ endpoint: String, larder: String, _ wantsKeys: Bool) -> String {
        let keys = wantsKeys ? " --key NAME.secret --server-key server.public" : ""
        return
            "A worker joins with: worker --connect \(endpoint.shellWord) --cache "
            + "\((larder + "/cache").shellWord)\(keys)"
    }

    /// Shows how things stand until the task is cancelled.
    func follow(_ runStatus: @Sendable () async -> RunStatus) async {
        guard mode != .none else { return }
        let interval: Duration = mode == .bar ? .milliseconds(200) : mode == .json ? .seconds(1) : .seconds(5)
        var pace = Pace()
        while (try? await Task.sleep(for: interval)) != nil {
            let status = await runStatus()
            let elapsed = ContinuousClock.now - began
            pace.note(status.tally, unfinished: status.unfinished, at: elapsed)
            let text = ProgressText(status: status, pace: pace, elapsed: elapsed)
            switch mode {
            case .bar: console.draw(text.bars(columns: Self.columns))
            case .json: console.print(text.json)
            default: console.print(text.line)
            }
        }
        console.draw([])
    }

    /// The width of the terminal, at most as wide as lines are read with ease; 64 where it is not known.
    private static var columns: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 64 }
        return min(120, Int(size.ws_col))
    }

    /// Prints the summary.
    ///
    /// - Returns: Whether standard output took it; a failure was told.
    func summarize(_ summary: Summary) -> Bool {
        let text = console.redacted(mode == .json ? summary.json : summary.table) + "\n"
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            return true
        } catch {
            console.print(
                "The summary could not be written to standard output. The sync itself is not harmed: see "
                    + "`coordinator status\(summary.intoOption)`."
            )
            return false
        }
    }
}
