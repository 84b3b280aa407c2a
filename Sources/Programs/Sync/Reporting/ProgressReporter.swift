internal import Foundation
internal import Glibc
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderTransport

/// Shows a run's progress on the console and its summary on standard output.
struct ProgressReporter: Sendable {
    let mode: ProgressMode
    private let console: Console
    private let began = ContinuousClock.now

    init(mode: ProgressMode, console: Console) {
        let showsBar = mode == .auto || mode == .bar
        self.mode = showsBar ? (Terminal.takesControl(STDERR_FILENO) ? .bar : .plain) : mode
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
            let left = open == 0 ? "none of its jobs is" : "\(open.counted("job")) \(open == 1 ? "is" : "are")"
            console.print("Going on with \(source): \(left) left from the last run.")
        }
    }

    static func joining(_ endpoint: String, _ base: SyncRun.Base) -> String {
        "A worker joins with: worker --connect \(Endpoint.reachable(endpoint).shellWord) --cache \(base.larder.cachePath.shellWord)"
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
            case .bar:
                guard Terminal.isInForeground(STDERR_FILENO) else { continue }
                let columns = min(120, Terminal.columns(of: STDERR_FILENO) ?? 80)
                console.draw(text.bars(columns: columns, isASCII: !Terminal.isUTF8()))
            case .json: console.print(text.json)
            default: console.print(text.line)
            }
        }
        console.draw([])
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
    /// The same.
    case bar
    case plain
    /// A JSON object a second on standard error; the summary as JSON on standard output.
    case json
    case none
}
