/// Why a job did not end well: the only form in which an error crosses the wire.
public struct FailureReason: Sendable, Hashable {
    /// How the ledger goes on.
    ///
    /// The raw value travels in messages: never renumber.
    public enum Class: UInt32, Sendable, CaseIterable {
        /// May heal: tried again with growing delays.
        case retryable = 0
        /// Will not heal: the job is dead at once.
        case permanent = 1
        /// The job ran out of its own time; tried again, counted apart from errors.
        case timeout = 2
        /// The worker ran out of memory over it.
        case outOfMemory = 3
        /// The worker was asked to stop; never charged to the job.
        case drain = 4
        /// The source asked for patience (429, 503 with Retry-After); its host rests.
        case throttled = 5
    }

    /// How the ledger goes on.
    public var failureClass: Class
    /// A short kebab-case code without any part of a URL: the catalog column and the metric label.
    public var code: String
    /// One sentence for people, without secrets; at most ``maxMessageBytes`` bytes are kept.
    public var message: String
    /// How long the source asked to wait, in milliseconds.
    public var retryAfterMs: UInt64?

    /// As many whole scalars as fit, and an ellipsis.
    private static func cut(_ message: String) -> String {
        var kept = String.UnicodeScalarView()
        var bytes = 3
        for scalar in message.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= maxMessageBytes else { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }

    /// The longest message that is stored.
    public static let maxMessageBytes = 1000

    /// Makes a reason, cutting an overlong message at a character.
    public init(_ failureClass: Class, code: String, message: String, retryAfterMs: UInt64? = nil) {
        self.failureClass = failureClass
        self.code = String(code.prefix(60))
        self.message = message.utf8.count <= Self.maxMessageBytes ? message : Self.cut(message)
        self.retryAfterMs = retryAfterMs
    }
}
