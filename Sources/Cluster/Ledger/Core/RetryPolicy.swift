internal import LarderModel

/// How often and how late a failed job is tried again.
///
/// The wait before try n+1 is uniform in 0 … min(cap, base · 2ⁿ) ("full jitter"), and at least what the source asked for.
public struct RetryPolicy: Sendable, Hashable {
    /// Tries of a job, the first included.
    public var attempts: UInt32
    /// The range of the first wait, in milliseconds.
    public var baseMs: Milliseconds
    /// The longest range, in milliseconds.
    public var capMs: Milliseconds
    /// Throttled tries (429 and the like) that are forgiven before they count as errors.
    public var patience: UInt32

    /// Makes a policy; the defaults are the protocol's for fetches.
    public init(attempts: UInt32 = 8, baseMs: Milliseconds = 1000, capMs: Milliseconds = 900_000, patience: UInt32 = 20)
    {
        self.attempts = attempts
        self.baseMs = baseMs
        self.capMs = capMs
        self.patience = patience
    }

    /// The wait after `errors` failed tries.
    func waitMs(afterErrors errors: UInt32, random: inout SeededGenerator) -> Milliseconds {
        let doubled = baseMs.multipliedReportingOverflow(by: 1 << UInt64(min(errors &- 1, 40)))
        let range = doubled.overflow ? capMs : min(capMs, doubled.partialValue)
        return range == 0 ? 0 : random.next() % (range + 1)
    }
}
