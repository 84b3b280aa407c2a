package import LarderModel

/// A worker that was lost while it held a job, as the table keeps it.
package struct Suspicion: Sendable, Hashable {
    /// The worker's process.
    package var incarnation: [UInt8]
    /// The lease under which it held the job.
    package var attempt: Attempt
    /// The worker's name.
    package var name: String
    /// Whether the worker is known to be dead.
    package var isConfirmed: Bool
    /// Whether the job is known to have begun there.
    package var hadStarted: Bool
    /// How the worker ended; nil: it was not seen.
    package var evidence: String?

    /// Makes a suspicion.
    package init(
        incarnation: [UInt8],
        attempt: Attempt,
        name: String,
        isConfirmed: Bool,
        hadStarted: Bool,
        evidence: String? = nil
    ) {
        self.incarnation = incarnation
        self.attempt = attempt
        self.name = name
        self.isConfirmed = isConfirmed
        self.hadStarted = hadStarted
        self.evidence = evidence
    }
}
