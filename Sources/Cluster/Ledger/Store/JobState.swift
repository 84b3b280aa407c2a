/// What became of a job.
package enum JobState: Int, Sendable, CaseIterable {
    /// Unfinished: waiting, or under a lease that only the coordinator's memory knows.
    case ready = 0
    /// Its effect is in the catalog.
    case done = 1
    /// Set aside with a code and a message.
    case dead = 2

    /// The name that users see.
    package var name: String {
        switch self {
        case .ready: "open"
        case .done: "done"
        case .dead: "dead"
        }
    }

    /// The state in SQL, as a condition or as an assignment.
    ///
    /// The index `jobQueue` needs the number as a literal.
    package var sql: String { "state = \(rawValue)" }
}
