/// Why a job did not end well: the only form in which an error crosses the wire.
package struct FailureReason: Sendable, Hashable {
    /// How the ledger goes on.
    ///
    /// The raw value travels in messages: never renumber.
    package enum Class: UInt32, Sendable, CaseIterable {
        /// May heal: tried again with growing delays.
        case retryable = 0
        /// Will not heal: the job is dead at once.
        case permanent = 1
        /// The job exceeded its time limit; tried again, counted apart from errors.
        case timeout = 2
        /// The worker ran out of memory over it.
        case outOfMemory = 3
        /// The worker was asked to stop; never charged to the job.
        case drain = 4
        /// The source throttled (429, or 503 with Retry-After); its host is paused.
        case throttled = 5
    }

    /// How the ledger goes on.
    package var failureClass: Class
    /// What went wrong.
    package var code: FailureCode
    /// One sentence for people, without secrets and control characters; at most ``maxMessageBytes`` bytes are kept.
    package var message: String
    /// How long the source asked to wait, in milliseconds.
    package var retryAfterMs: UInt64?

    /// The longest message that is stored.
    package static let maxMessageBytes = 1000

    /// Makes a reason out of whatever a peer or a source said.
    ///
    /// - Parameter message: Cut at a character when it is overlong; control characters, line ends and marks that turn the direction of
    ///   writing become spaces, as the sentence is shown on terminals.
    package init(_ failureClass: Class, code: FailureCode, message: String, retryAfterMs: UInt64? = nil) {
        self.failureClass = failureClass
        self.code = code
        self.message = PlainText.line(message, maxBytes: Self.maxMessageBytes)
        self.retryAfterMs = retryAfterMs
    }

    /// The reason without secrets.
    package func redacted(by redactor: Redactor) -> FailureReason {
        guard !redactor.isEmpty else { return self }
        var reason = self
        reason.message = redactor.redacted(message)
        return reason
    }
}
