package import LarderModel

/// When a worker takes less work, is replaced, or gives up a job that does not move.
package struct WorkerLimits: Sendable, Hashable {
    /// Bytes this process may hold in memory; nil: no limit.
    ///
    /// At 70 % it asks for no more work, at 80 % it begins none and gives back what waits, at 90 % it finishes what
    /// runs and is replaced; nil: never.
    package var memoryLimitBytes: UInt64?
    /// Whether the worker ends above the limit; false where its coordinator watches it.
    package var endsAboveLimit = false
    /// Jobs begun, without no-op jobs, after which it finishes what runs and is replaced.
    package var recycleAfterJobs: Int?
    /// The same by age in milliseconds.
    package var recycleAfterMs: UInt64?
    /// Milliseconds without progress after which a job is cancelled.
    package var stallAfterMs = PerClass<UInt64>(fetch: 30_000, render: 60_000)
    /// Milliseconds that a cancelled job has to go away before the whole process ends.
    package var stallGraceMs: UInt64 = 5_000

    /// The least memory a worker can do jobs in, in bytes.
    package static let minMemoryBytes: UInt64 = 64 << 20
    /// The least bytes for each of several workers: with less they would be replaced all the time.
    package static let minShareBytes: UInt64 = 128 << 20
    /// The workers' share of the memory of the machine or container, by default.
    package static let memoryShare = 0.8

    package init() {}

    /// The same with the recycling limits moved by up to a tenth, so that workers of one age go one by one.
    ///
    /// - Parameter random: Gives the shares, -1 to 1.
    package func spread(_ random: () -> Double) -> WorkerLimits {
        var result = self
        result.recycleAfterJobs = recycleAfterJobs.map { max(1, Int((Double($0) * (1 + random() / 10)).rounded())) }
        result.recycleAfterMs = recycleAfterMs.map { max(1, UInt64(Double($0) * (1 + random() / 10))) }
        return result
    }
}
