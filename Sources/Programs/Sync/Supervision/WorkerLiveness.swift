internal import LarderModel
internal import Synchronization

/// State shared by the dispatcher (workers' messages) and the supervisor (their processes).
package final class WorkerLiveness: Sendable {
    private struct State: Sendable {
        var processes: [SessionID: UInt32] = [:]
        var messages: [UInt32: UInt64] = [:]
        var quickDeaths = 0
        var isEnding = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the run is ending: workers that leave are not replaced.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    func end() { state.withLock { $0.isEnding = true } }

    /// Records a local worker's session.
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

    /// Forgets a process that ended; returns whether it had joined.
    func ended(_ processID: UInt32) -> Bool {
        state.withLock { state in
            state.processes = state.processes.filter { $0.value != processID }
            return state.messages.removeValue(forKey: processID) ?? 0 > 0
        }
    }

    /// Changes with each message of the process.
    func count(_ processID: UInt32) -> UInt64 { state.withLock { $0.messages[processID] ?? 0 } }

    /// Resets the quick deaths.
    func jobDone() { state.withLock { $0.quickDeaths = 0 } }

    /// Adds the weight of a quick death; returns the sum since the last finished job.
    func diedQuickly(weight: Int) -> Int {
        state.withLock { state in
            state.quickDeaths += weight
            return state.quickDeaths
        }
    }
}
