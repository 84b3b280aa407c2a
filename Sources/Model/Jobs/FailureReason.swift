/// Why a job did not end well: the only form in which an error crosses the wire.
package struct FailureReason: Sendable, Hashable {
    package enum Class: UInt32, Sendable, CaseIterable {  // the raw value travels in messages: never renumber
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

    package var failureClass: Class
    package var code: FailureCode
    /// One sentence for people, at most ``maxMessageBytes`` bytes, without secrets and control characters.
    package var message: String
    /// How long the source asked to wait, in milliseconds.
    package var retryAfterMs: UInt64?

    package static let maxMessageBytes = 1000

    /// Makes a reason of what a peer or a source said; the message becomes one line by ``PlainText``.
    package init(_ failureClass: Class, code: FailureCode, message: String, retryAfterMs: UInt64? = nil) {
        self.failureClass = failureClass
        self.code = code
        self.message = PlainText.line(message, maxBytes: Self.maxMessageBytes)
        self.retryAfterMs = retryAfterMs
    }

    package func redacted(by redactor: Redactor) -> FailureReason {
        guard !redactor.isEmpty else { return self }
        var reason = self
        reason.message = redactor.redacted(message)
        return reason
    }
}
