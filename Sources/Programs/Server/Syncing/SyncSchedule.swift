internal import Foundation
internal import Glibc
internal import LarderModel
internal import Subprocess
internal import SystemPackage

/// Starts syncs of its larder, one after the other, each in a process of its own.
///
/// A sync that fails is told on the page and by a metric; the server goes on, and so does the schedule.
package struct SyncSchedule: Sendable {
    /// From the start of a sync to the start of the next one; nil: only when a button asks for one.
    package var every: Duration?
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
        syncArguments: [String],
        retryArguments: [String],
        starterVariable: String
    ) {
        (self.every, self.program, self.starterVariable) = (every, program, starterVariable)
        (self.syncArguments, self.retryArguments) = (syncArguments, retryArguments)
    }

    /// How long a sync may take to end in order, and what it does then is given up.
    private static let grace: Duration = .seconds(25)
    /// A sync that could not run is tried again after so long, then after twice as long, and so on.
    private static let firstPause: Duration = .seconds(60)

    /// Runs until it is cancelled; a sync that runs then is asked to stop, and awaited.
    func run(_ control: SyncControl) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await ask(control) }
            var pause = Self.firstPause
            for await button in control.asked {
                if button == .retry { _ = await start(retryArguments) }
                let (code, words) = await start(syncArguments)
                guard !Task.isCancelled else { break }
                control.ended(code == 0 ? nil : Self.note(code, words))
                guard let every, Self.couldNotRun(code), !control.takeStop() else {
                    pause = Self.firstPause
                    continue
                }
                let wait = min(pause, every)
                pause *= 2
                group.addTask {
                    if (try? await Task.sleep(for: wait)) != nil { control.ask(.sync) }
                }
            }
            group.cancelAll()
        }
    }

    /// Whether a sync ended before its work: another one had the larder, a file was wrong, or it was killed.
    private static func couldNotRun(_ code: Int32) -> Bool { ![0, 1, 3].contains(code) }

    /// Asks for a sync whenever it is time; one that is due while another one runs begins after it.
    private func ask(_ control: SyncControl) async {
        guard let every else { return }
        repeat {
            control.ask(.sync)
            control.planned(Date(timeIntervalSinceNow: every / .seconds(1)))
        } while (try? await Task.sleep(for: every)) != nil
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
                    FileHandle.standardError.write(Data((line + "\n").utf8))
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
            case 2: "The last sync stopped with work left; the next one goes on."
            case 3: "The last sync brought less than expected."
            default: "The last sync failed (exit code \(code))."
            }
        return words.isEmpty ? what : what + " It said: " + words.shortened(to: 300)
    }
}
