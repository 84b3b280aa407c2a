package import LarderModel

/// When a worker takes less work, is replaced, or gives up a job that does not move.
package struct WorkerLimits: Sendable, Hashable {
    /// Bytes this process may hold in memory; nil: as many as it gets.
    ///
    /// At 70 % it asks for no more work, at 80 % it begins none and gives back what waits, at 90 % it finishes what runs
    /// and ends to be replaced.
    package var memoryLimitBytes: UInt64?
    /// Whether the worker ends itself above the limit; false where its coordinator watches it.
    package var endsAboveLimit = false
    /// Jobs begun, no-op jobs left out, after which it finishes what runs and ends to be replaced; nil: never.
    package var recycleAfterJobs: Int?
    /// Age in milliseconds after which it does so; nil: never.
    package var recycleAfterMs: UInt64?
    /// Milliseconds without progress after which a job is cancelled.
    package var stallAfterMs = PerClass<UInt64>(fetch: 30_000, render: 60_000)
    /// Milliseconds that a cancelled job has to go away before the whole process ends.
    package var stallGraceMs: UInt64 = 5_000

    /// The least memory a worker can do jobs in, in bytes.
    package static let minMemoryBytes: UInt64 = 64 << 20
    /// What each of several workers on a machine gets at least, in bytes: with less they would be replaced all the time.
    package static let minShareBytes: UInt64 = 128 << 20
    /// The share of the machine's or the container's memory that its workers take together, unless told otherwise.
    package static let memoryShare = 0.8

    /// No limits but those against jobs that do not move.
    package init() {}

    /// The same with the counts at which it recycles moved by up to a tenth, so that workers of one age go one by one.
    ///
    /// - Parameter random: Gives the shares, -1 to 1.
    package func spread(_ random: () -> Double) -> WorkerLimits {
        var result = self
        result.recycleAfterJobs = recycleAfterJobs.map { max(1, Int((Double($0) * (1 + random() / 10)).rounded())) }
        result.recycleAfterMs = recycleAfterMs.map { max(1, UInt64(Double($0) * (1 + random() / 10))) }
        return result
    }
}
