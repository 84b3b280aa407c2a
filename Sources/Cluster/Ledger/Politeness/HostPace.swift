internal import LarderModel

/// How fast a host of the public Internet is asked beyond what its sources allow: slower at once when it refuses or
/// answers late, faster again little by little.
///
/// | Refusals in a row | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 and more |
/// | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
/// | Pause, where the host names none | 5 s | 10 s | 20 s | 40 s | 80 s | 160 s | 320 s | 640 s | 900 s |
struct HostPace: Sendable {
    /// Milliseconds between two starts.
    private(set) var delayMs: Milliseconds = 0
    private var latencyMs: Milliseconds = 0
    private var refusals: UInt64 = 0

    /// The longest delay that answers can cause.
    static let maxDelayMs: Milliseconds = 60_000
    private static let pauses: ClosedRange<Milliseconds> = 5000...900_000

    /// Slows down after a late result at once, before it is known whether the host was asked for it.
    mutating func recordLatency(_ milliseconds: Milliseconds, factor: UInt64) {
        delayMs = max(delayMs, delay(for: latency(with: milliseconds), factor))
    }

    mutating func answered(in milliseconds: Milliseconds, factor: UInt64) {
        refusals = 0
        latencyMs = latency(with: milliseconds)
        let wanted = delay(for: latencyMs, factor)
        delayMs = max(wanted, delayMs - min(delayMs, max(1, delayMs / 8)))
    }

    /// The mean latency with one more answer.
    private func latency(with milliseconds: Milliseconds) -> Milliseconds {
        let sample = min(milliseconds, Self.maxDelayMs)
        return latencyMs == 0 ? sample : (latencyMs * 7 + sample) / 8
    }

    private func delay(for latencyMs: Milliseconds, _ factor: UInt64) -> Milliseconds {
        let (product, isTooMuch) = latencyMs.multipliedReportingOverflow(by: factor)
        return isTooMuch ? Self.maxDelayMs : min(product, Self.maxDelayMs)
    }

    /// The host refused or failed.
    ///
    /// - Parameter leastMs: The delay that its sources ask for.
    /// - Returns: The pause where the host names none, in milliseconds.
    mutating func refused(leastMs: Milliseconds) -> Milliseconds {
        delayMs = min(max(delayMs, leastMs, 1000) * 2, Self.maxDelayMs)
        refusals += 1
        return min(Self.pauses.lowerBound << min(refusals - 1, 10), Self.pauses.upperBound)
    }
}
