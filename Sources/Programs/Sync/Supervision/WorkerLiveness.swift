internal import LarderModel
internal import Synchronization

/// State that the dispatcher (messages of workers) and the supervisor (their processes) share.
package final class WorkerLiveness: Sendable {
    private struct State: Sendable {
        var processes: [SessionID: UInt32] = [:]
        var messages: [UInt32: UInt64] = [:]
        var quickDeaths = 0
        var isEnding = false
    }

    private let state = Mutex(State())

    /// Makes the state before any worker has started.
    package init() {}

    /// Whether the run comes to its end: workers that leave are not replaced any more.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// From now on workers that leave are not replaced.
    func end() { state.withLock { $0.isEnding = true } }

    /// A local worker introduced itself on a session.
    func joined(_ session: SessionID, processID: UInt32) {
        state.withLock { state in
            state.processes[session] = processID
            state.messages[processID, default: 0] += 1
        }
    }

    func heard(_ session: SessionID) {
        state.withLock { state in
            if let processID = state.processes[session] { state.messages[processID, default: 0] += 1 }
        }
    }

    func lost(_ session: SessionID) { state.withLock { $0.processes[session] = nil } }

    /// Forgets a process that ended.
    ///
    /// - Returns: Whether it was ever heard.
    func ended(_ processID: UInt32) -> Bool {
        state.withLock { state in
            state.processes = state.processes.filter { $0.value != processID }
            return state.messages.removeValue(forKey: processID) ?? 0 > 0
        }
    }

    /// A number that changes with each message of the process.
    func count(_ processID: UInt32) -> UInt64 { state.withLock { $0.messages[processID] ?? 0 } }

    /// A job was done: whatever workers died of before, it is not all that they do.
    func jobDone() { state.withLock { $0.quickDeaths = 0 } }

    /// A worker died soon after its start.
    ///
    /// - Parameter weight: What it counts.
    /// - Returns: The weight of all that did since the last job was done.
    func diedQuickly(weight: Int) -> Int {
        state.withLock { state in
            state.quickDeaths += weight
            return state.quickDeaths
        }
    }
}
