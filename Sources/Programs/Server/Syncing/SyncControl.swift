internal import Foundation
internal import Glibc
internal import LarderModel
internal import Synchronization

/// What a server does about syncs: those that it starts itself, and what its buttons ask for.
final class SyncControl: Sendable {
    /// The buttons of the page of the sync.
    enum Button: String { case stop, retry, sync }

    private struct State {
        var next: Date?
        var notes: [String] = []
        var failedSyncs = 0
        var isStopped = false
        /// Of the plan; a sync that begins makes it void.
        var number = 0
    }

    /// The value that buttons send; nil: there are none.
    private let token: String?
    private let state = Mutex(State())
    let asked: AsyncStream<Button>
    private let asking: AsyncStream<Button>.Continuation

    init(allowsControl: Bool) {
        token = allowsControl ? (0..<4).map { _ in String(UInt64.random(in: 0...(.max)), radix: 16) }.joined() : nil
        (asked, asking) = AsyncStream.makeStream(of: Button.self, bufferingPolicy: .bufferingNewest(1))
    }

    var plan: SyncPlanView {
        state.withLock { SyncPlanView(next: $0.next, notes: $0.notes, controlToken: token) }
    }

    var failedSyncs: Int { state.withLock(\.failedSyncs) }

    func ask(_ button: Button) { asking.yield(button) }

    /// Plans a sync, in place of the one that was planned before.
    ///
    /// - Returns: The number of the plan.
    func plan(in pause: Duration) -> Int {
        state.withLock { state in
            state.next = Date(timeIntervalSinceNow: pause / .seconds(1))
            state.number += 1
            return state.number
        }
    }

    /// Asks for the planned sync, unless another one began since it was planned.
    func askPlanned(_ number: Int) {
        if state.withLock({ $0.number == number }) { ask(.sync) }
    }

    func begins() {
        state.withLock { state in
            state.number += 1
            (state.next, state.isStopped) = (nil, false)
        }
    }

    /// Tells how a sync ended that did not end well; nil: it ended well.
    ///
    /// - Returns: Whether a button stopped it.
    func ended(_ note: String?) -> Bool {
        state.withLock { state in
            state.notes = note.map { [$0] } ?? []
            if note != nil { state.failedSyncs += 1 }
            return state.isStopped
        }
    }

    /// Does what a button asks for.
    ///
    /// - Parameter report: Of the run that the page showed.
    func press(_ button: Button, running report: RunReport?) {
        guard button == .stop else {
            ask(button)
            return
        }
        // The run may be of another process on this machine; its own word, a moment old, says which.
        guard let report, RunWatcher.isRunning(report), Self.isCoordinator(report.processID) else { return }
        state.withLock { $0.isStopped = true }
        kill(report.processID, SIGTERM)
    }

    /// Whether a process is a coordinator, as far as this user may see.
    private static func isCoordinator(_ processID: Int32) -> Bool {
        let name = try? String(contentsOfFile: "/proc/\(processID)/comm", encoding: .utf8)
        return name?.hasPrefix("coordinator") == true
    }
}
