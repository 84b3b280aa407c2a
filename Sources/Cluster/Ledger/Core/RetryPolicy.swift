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
    func waitMs(afterErrors errors: UInt32, random: inout SplitMix64) -> Milliseconds {
        let doubled = baseMs.multipliedReportingOverflow(by: 1 << UInt64(min(errors &- 1, 40)))
        let range = doubled.overflow ? capMs : min(capMs, doubled.partialValue)
        return range == 0 ? 0 : random.next() % (range + 1)
    }
}

/// A small seeded generator (Steele, Lea, Flood 2014), so that the core is a function of its events and one number.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts at a seed.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
