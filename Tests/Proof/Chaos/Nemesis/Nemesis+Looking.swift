internal import Foundation
internal import Synchronization

/// What is looked at while the cluster runs.
extension Nemesis {
    /// Descriptors that a coordinator may have beyond three for each connection: files, pipes, sockets of its own.
    private static let ownDescriptors = 64

    /// Looks for children that ended and were not waited for, and for descriptors that pile up: found again later, as
    /// the coordinator may be about to see to them.
    func look() {
        guard let coordinator, !coordinator.hasEnded else { return }
        let now = ContinuousClock.now
        let zombies = ProcessTable.children(of: coordinator.processID).filter {
            ProcessTable.field("State", of: $0)?.hasPrefix("Z") == true
        }
        let known = state.withLock { state in
            let before = state.zombies
            state.zombies = [:]
            for zombie in zombies { state.zombies[zombie] = before[zombie] ?? now }
            return state.zombies.filter { now - $0.value > .seconds(5) }.keys.sorted()
        }
        if !known.isEmpty { printError("The children \(known) of the coordinator have ended and are not reaped") }
        let count = ProcessTable.descriptors(of: coordinator.processID)
        let bound = Self.ownDescriptors + 3 * 8 * (schedule.localWorkers + schedule.remoteWorkers)
        let hasTooMany = count.map { $0 > bound } ?? false
        let hadTooMany = state.withLock { state in
            defer { state.hadTooMany = hasTooMany }
            return state.hadTooMany
        }
        if let count, hasTooMany, hadTooMany {
            printError("The coordinator has \(count) descriptors open; \(bound) would do")
        }
    }
}
