internal import Foundation
internal import Glibc
internal import LarderModel
internal import LarderSourceDefinitions

/// Shows a run's progress on the console and its summary on standard output.
struct ProgressReporter: Sendable {
    let mode: ProgressMode
    private let console: Console
    private let began = ContinuousClock.now

    init(mode: ProgressMode, console: Console) {
        let isTerminal = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
        self.mode = mode == .auto ? (isTerminal ? .bar : .plain) : mode
        self.console = console
    }

    /// Announces the run.
    ///
    /// - Parameter listen: The endpoint that remote workers can join.
    func begin(_ plan: SyncPlan, _ base: SyncRun.Base, _ options: SyncRun.Options, listen: String?) {
        guard mode != .none, mode != .json else { return }
        let hasKeys = base.keys != nil
        let sources = base.definitions.map(\.name).joined(separator: ", ")
        var line = "Syncing \(sources) into \(base.larder.path) with \(options.workers.counted("worker"))"
        if let listen {
            line += ", and others on \(listen)"
            if listen.hasPrefix("tcp:") {
                line += hasKeys ? " (with keys)" : " (without keys: whoever reaches the port)"
            }
        }
        console.print(line + ".")
        if let listen, options.workers == 0 {
            console.print(Self.joining(listen, base))
            let keysOption = TypedCommand.keys(options.keys, into: options.into)
            if hasKeys { console.print("Its keys come from: coordinator keygen\(keysOption) --worker NAME") }
        }
        for source in plan.restarted.sorted() {
            console.print("The unfinished sync of \(source) was asked for something else: it begins anew.")
        }
        for (source, open) in plan.resumed.sorted(by: { $0.key < $1.key }) {
            let are = open == 1 ? "is" : "are"
            console.print("Going on with \(source): \(open.counted("job")) \(are) left from the last run.")
        }
    }

    static func joining(_ endpoint: String, _ base: SyncRun.Base) -> String {
        "A worker joins with: worker --connect \(endpoint.shellWord) --cache \(base.larder.cachePath.shellWord)"
            + (base.keys == nil ? "" : " --key NAME.secret --server-key server.public")
    }

    func follow(_ runStatus: @Sendable () async -> RunStatus) async {
        guard mode != .none else { return }
        let interval: Duration = mode == .bar ? .milliseconds(200) : mode == .json ? .seconds(1) : .seconds(5)
        var pace = Pace()
        while (try? await Task.sleep(for: interval)) != nil {
            let status = await runStatus()
            let elapsed = ContinuousClock.now - began
            pace.update(status.tally, unfinished: status.unfinished, at: elapsed)
            let text = ProgressText(status: status, pace: pace, elapsed: elapsed)
            switch mode {
            case .bar: console.draw(text.bars(columns: Self.columns))
            case .json: console.print(text.json)
            default: console.print(text.line)
            }
        }
        console.draw([])
    }

    /// The terminal's width, at most 120; 64 if unknown.
    private static var columns: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 64 }
        return min(120, Int(size.ws_col))
    }

    /// Prints the summary; returns whether standard output accepted it.
    func print(_ summary: Summary) -> Bool {
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

package enum ProgressMode: String, Sendable, CaseIterable {
    /// A bar on a terminal, plain lines elsewhere.
    case auto
    case bar
    case plain
    /// A JSON object a second on standard error; the summary as JSON on standard output.
    case json
    case none
}
