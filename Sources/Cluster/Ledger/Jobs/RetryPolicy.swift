internal import LarderModel

/// How often and how late a failed job is tried again.
///
/// The wait after the n-th failed try is uniform in 0 … min(cap, base · 2ⁿ⁻¹) ("full jitter"). With the default base of
/// 1 s and cap of 15 min:
///
/// | Failed tries | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |
/// | --- | --- | --- | --- | --- | --- | --- | --- | --- |
/// | Longest wait | 1 s | 2 s | 4 s | 8 s | 16 s | 32 s | 64 s | 128 s |
///
/// After ``attempts`` failed tries the job is dead, so the last column is reached only by tries that were throttled,
/// which count here too, up to the number of attempts. When the source said how long to wait, that time, at most
/// ``pauseMs``, plus up to 1 s of jitter holds instead.
package struct RetryPolicy: Sendable, Hashable {
    /// Tries, the first included; 1 or more.
    package var attempts: UInt32
    /// The longest wait after the first failed try, in milliseconds.
    package var baseMs: Milliseconds
    /// The longest wait of all, in milliseconds.
    package var capMs: Milliseconds
    /// The longest pause that a host gets which asks for a pause, in milliseconds.
    package var pauseMs: Milliseconds
    /// Throttled tries with a Retry-After that are forgiven before further ones count as errors.
    package var maxThrottles: UInt32

    package init(
        attempts: UInt32 = 8,
        baseMs: Milliseconds = 1000,
        capMs: Milliseconds = 900_000,
        pauseMs: Milliseconds = 86_400_000,
        maxThrottles: UInt32 = 20
    ) {
        self.attempts = attempts
        self.baseMs = baseMs
        self.capMs = capMs
        self.pauseMs = pauseMs
        self.maxThrottles = maxThrottles
    }

    /// The longest wait of a job, whatever its source asked for under an earlier definition.
    var longestWaitMs: Milliseconds { max(capMs, pauseMs + Self.pauseJitterMs) }

    /// Jitter added to a pause that was asked for, so that not all jobs of a host come back at once.
    static let pauseJitterMs: Milliseconds = 1000

    /// The wait after `errors` failed tries, 1 or more, in milliseconds.
    func waitMs(afterErrors errors: UInt32, random: inout SeededGenerator) -> Milliseconds {
        let doubled = baseMs.multipliedReportingOverflow(by: 1 << UInt64(min(errors &- 1, 40)))
        let range = doubled.overflow ? capMs : min(capMs, doubled.partialValue)
        return range == 0 ? 0 : random.next() % (range + 1)
    }
}
