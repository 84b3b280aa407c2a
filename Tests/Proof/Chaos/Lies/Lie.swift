internal import LarderModel
internal import LarderProtocol

/// How a worker lies that has keys, joins and is given jobs like any other.
package enum Lie: String, Sendable, CaseIterable {
    case garbage
    case permanent
    case memory
    case strangers
    case silent

    /// Whether it keeps its jobs and does nothing, so that it may stay for as long as it likes.
    package var mayStay: Bool { self == .silent }

    /// What it does, for people.
    package var explanation: String {
        switch self {
        case .garbage: "answers with random bytes"
        case .permanent: "says that every job has failed for good"
        case .memory: "says that every job took all its memory"
        case .strangers: "answers for jobs that it never held"
        case .silent: "keeps its jobs and sends heartbeats"
        }
    }

    /// How a job ends at the lying worker; nil: it does not.
    func end(_ numbers: inout SeededGenerator) -> EndedJob.Outcome? {
        switch self {
        case .garbage: .done(effect: Self.junk(&numbers))
        case .permanent: .failed(FailureReason(.permanent, code: "gone", message: "It is gone, says a liar."))
        case .memory:
            .failed(FailureReason(.outOfMemory, code: "out-of-memory", message: "No memory, says a liar."))
        case .strangers, .silent: nil
        }
    }

    static func junk(_ numbers: inout SeededGenerator) -> [UInt8] {
        (0..<(1 + numbers.below(2000))).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    }
}
