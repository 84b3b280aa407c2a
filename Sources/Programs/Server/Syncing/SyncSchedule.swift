internal import Foundation
internal import Glibc
internal import LarderCache
internal import LarderModel
internal import Subprocess
internal import SystemPackage

/// Starts syncs of its larder, one after the other, each in a process of its own.
///
/// A sync that fails is told on the page and by a metric; the server goes on, and so does the schedule.
package struct SyncSchedule: Sendable {
    /// From the start of a sync to the start of the next one; nil: only when a button asks for one.
    package var every: Duration?
    /// The names of what a sync is of; empty: not known.
    package var sources: [String]
    /// The program `coordinator`.
    package var program: String
    /// What stands behind it for a sync, and for another try of its dead jobs.
    package var syncArguments: [String]
    package var retryArguments: [String]
    /// The environment's name under which a sync finds this process, to stop when it is gone.
    package var starterVariable: String

    package init(
        every: Duration?,
        program: String,
        sources: [String],
        syncArguments: [String],
        retryArguments: [String],
        starterVariable: String
    ) {
        (self.every, self.program, self.starterVariable) = (every, program, starterVariable)
        self.sources = sources
        (self.syncArguments, self.retryArguments) = (syncArguments, retryArguments)
    }

    /// How long a sync may take to end in order, and what it does then is given up.
    private static let grace: Duration = .seconds(25)

    /// Runs until it is cancelled; a sync that runs then is asked to stop, and awaited.
    ///
    /// - Parameter last: The larder's last run.
    func run(_ control: SyncControl, after last: RunReport?) async {
        await withDiscardingTaskGroup { group in
            func wait(_ pause: Duration) {
                let number = control.plan(in: pause)
                group.addTask {
                    if (try? await Task.sleep(for: pause)) != nil { control.askPlanned(number) }
                }
            }
            if let every { wait(Self.pause(of: every, sources, after: last, nowMs: UnixTime.nowMs)) }
            var pauses = every.map { SyncPauses(every: $0) }
            for await button in control.asked {
                let began = ContinuousClock.now
                control.begins()
                if button == .retry { _ = await start(retryArguments) }
                let (code, words) = await start(syncArguments)
                guard !Task.isCancelled else { break }
                let isStopped = control.ended(code == 0 ? nil : Self.note(code, words))
                guard let pause = pauses?.next(code: code, isStopped, took: ContinuousClock.now - began) else {
                    continue
                }
                wait(pause)
            }
            group.cancelAll()
        }
    }

    /// How long a server that begins waits for its first sync: not at all, unless the last run was of the same sources
    /// and came to its end.
    static func pause(of every: Duration, _ sources: [String], after last: RunReport?, nowMs: Int64) -> Duration {
        guard let last, let code = last.exitCode, SyncPauses.isEnd(code), !sources.isEmpty,
            Set(sources).isSubset(of: last.sources), last.startedMs <= nowMs
        else { return .zero }
        return max(.zero, every - .milliseconds(nowMs - last.startedMs))
    }

    /// Runs the program, whose messages come with this one's; its exit code and its last message.
    private func start(_ arguments: [String]) async -> (code: Int32, words: String) {
        var options = PlatformOptions()
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: Self.grace)]
        do {
            let result = try await Subprocess.run(
                .path(FilePath(program)),
                arguments: Arguments(arguments),
                environment: .inherit.updating([.init(stringLiteral: starterVariable): "\(getpid())"]),
                platformOptions: options,
                input: .none,
                output: .discarded,
                error: .sequence
            ) { execution in
                var last = ""
                for try await line in execution.standardError.strings(bufferingPolicy: .unbounded) {
                    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))  // nobody may read it
                    if !line.isEmpty { last = line }
                }
                return last
            }
            if case .exited(let code) = result.terminationStatus { return (code, result.closureResult) }
            return (128, result.closureResult)
        } catch {
            return (127, "\(program) cannot be started: \(error)")
        }
    }

    private static func note(_ code: Int32, _ words: String) -> String {
        let what =
            switch code {
            case 1: "The last sync finished with dead jobs; the failures below say why."
            case 2: "The last sync did not come to its end; the next one goes on."
            case 3: "The last sync brought less than expected."
            default: "The last sync failed (exit code \(code))."
            }
        return words.isEmpty ? what : what + " It said: " + words.shortened(to: 300)
    }
}

/// How long a server waits from the end of a sync to the next one.
struct SyncPauses {
    /// From the start of a sync to the start of the next one.
    let every: Duration
    /// The pause after a sync that could not run; it doubles with each such sync in a row.
    private var retry = SyncPauses.firstRetry

    private static let firstRetry: Duration = .seconds(60)

    init(every: Duration) { self.every = every }

    /// Whether a sync with this exit code has done its work.
    static func isEnd(_ code: Int32) -> Bool { [0, 1, 3].contains(code) }

    /// - Parameters:
    ///   - code: The exit code of the sync that has ended. One that is no end means that it could not do its work:
    ///     another sync had the larder, a file was wrong, or it was killed.
    ///   - isStopped: Whether a button stopped it.
    ///   - duration: How long it ran.
    mutating func next(code: Int32, _ isStopped: Bool, took duration: Duration) -> Duration {
        let rest = isStopped ? every : max(.zero, every - duration)
        guard !isStopped, !Self.isEnd(code) else {
            retry = Self.firstRetry
            return rest
        }
        defer { retry = min(retry * 2, every) }
        return min(retry, rest)
    }
}
