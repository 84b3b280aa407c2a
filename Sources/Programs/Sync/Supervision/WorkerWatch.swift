internal import Glibc
internal import LarderModel
internal import LarderThreading
internal import LarderTransport
internal import Synchronization

/// Kills a local worker process that takes too much memory or stops sending heartbeats; its findings are evidence.
final class WorkerWatch: Sendable {
    static let interval: Duration = .milliseconds(100)
    /// A longer step was a pause of the coordinator itself, which does not count as silence.
    private static let longestStep: Duration = .seconds(1)

    private struct State: Sendable {
        var residentBytes: UInt64 = 0
        var verdict: String?
    }

    private let processID: Int32
    private let limitBytes: UInt64?
    private let maxSilence: Duration
    private let liveness: WorkerLiveness
    private let state = Mutex(State())

    init(processID: Int32, limitBytes: UInt64?, maxSilence: Duration, liveness: WorkerLiveness) {
        self.processID = processID
        self.limitBytes = limitBytes
        self.maxSilence = maxSilence
        self.liveness = liveness
    }

    func run() async {
        var silence: Duration = .zero
        var heard = liveness.count(UInt32(processID))
        var looked = SuspendingClock.now
        while (try? await Task.sleep(for: Self.interval)) != nil {
            let now = SuspendingClock.now
            let count = liveness.count(UInt32(processID))
            silence = count == heard ? silence + min(now - looked, Self.longestStep) : .zero
            (heard, looked) = (count, now)
            // Reading fails when this process has no descriptor left: the silence still counts.
            let resident = ProcessMemory.residentBytes(of: processID) ?? 0
            let verdict = state.withLock { state -> String? in
                if resident > 0 { state.residentBytes = resident }
                if let limitBytes, resident > limitBytes {
                    state.verdict = "memory: \(resident >> 20) MB of \(limitBytes >> 20) MB"
                } else if silence > maxSilence {
                    state.verdict = "silent for \(silence.spoken)"
                }
                return state.verdict
            }
            if verdict != nil {
                // The process is reaped only after this task, so the number is still its own.
                kill(processID, SIGKILL)
                return
            }
        }
    }

    /// Why the process ended, its last memory, and its phases.
    func evidence(_ status: String, phases: [String]) -> String {
        let state = state.withLock { $0 }
        var parts = [state.verdict.map { "\($0), \(status)" } ?? status]
        if state.verdict?.hasPrefix("memory") != true, state.residentBytes > 0 {
            let limit = limitBytes.map { " of \($0 >> 20) MB" } ?? ""
            parts.append("memory: \(state.residentBytes >> 20) MB\(limit)")
        }
        if phases.count == 1 { parts.append("last phase: \(phases[0])") }
        if phases.count > 1 {
            let counts = Dictionary(phases.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
            parts.append("last phases: " + counts.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))
        }
        return parts.joined(separator: "; ")
    }
}

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

    func jobDone() { state.withLock { $0.quickDeaths = 0 } }

    /// Adds the weight of a quick death; returns the sum since the last finished job.
    func diedQuickly(weight: Int) -> Int {
        state.withLock { state in
            state.quickDeaths += weight
            return state.quickDeaths
        }
    }
}
