internal import LarderModel
internal import LarderProtocol

/// How a worker lies that has keys, joins and is given jobs like any other.
package enum Lie: String, Sendable, CaseIterable {
    case garbage
    case permanent
    case memory
    case silent

    /// What it does, for people.
    package var explanation: String {
        switch self {
        case .garbage: "answers with random bytes"
        case .permanent: "says that every job has failed for good"
        case .memory: "says that every job took all its memory"
        case .silent: "keeps its jobs and sends heartbeats"
        }
    }

    /// How a job ends at the lying worker; nil: it does not.
    func end(_ numbers: inout SeededGenerator) -> EndedJob.Outcome? {
        switch self {
        case .garbage:
            .done(effect: (0...numbers.below(2000)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
        case .permanent: .failed(FailureReason(.permanent, code: "gone", message: "It is gone, says a liar."))
        case .memory:
            .failed(FailureReason(.outOfMemory, code: "out-of-memory", message: "No memory, says a liar."))
        case .silent: nil
        }
    }
}
