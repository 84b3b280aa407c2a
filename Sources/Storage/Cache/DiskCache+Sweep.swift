internal import Foundation

extension DiskCache {
    /// What a sweep took away.
    package struct Swept: Sendable, Hashable {
        /// How many files.
        package var files = 0
        /// How many bytes they had.
        package var bytes = 0

        /// So many.
        package init(files: Int = 0, bytes: Int = 0) {
            self.files = files
            self.bytes = bytes
        }
    }

    /// Takes away temporary files that killed processes have left behind.
    ///
    /// For the coordinator alone.
    ///
    /// The age of a file is told from its name, which holds when it was begun by the clock of the machine that wrote
    /// it: leave room for clocks that disagree. A file still being written when it is swept costs its writer one failed
    /// store, nothing else.
    ///
    /// - Parameters:
    ///   - age: A day leaves room enough.
    ///   - now: In milliseconds since 1970; `nil` asks the clock.
    /// - Throws: ``CacheError`` with code `notWritable` or `io`.
    package func sweep(olderThan age: Duration, now: Int64? = nil) throws(CacheError) -> Swept {
        let now = now ?? UnixTime.nowMs
        let (seconds, attoseconds) = age.components
        let oldest = now.subtractingReportingOverflow(
            seconds.multipliedReportingOverflow(by: 1_000).partialValue + attoseconds / 1_000_000_000_000_000
        ).partialValue
        var swept = Swept()
        for name in try FileCalls.names(in: folder + "/tmp") {
            guard let begun = Self.beginning(ofTemporary: name), begun < oldest else { continue }
            let path = "\(folder)/tmp/\(name)"
            let length = try FileCalls.length(of: path) ?? 0
            if try FileCalls.remove(path) {
                swept.files += 1
                swept.bytes += length
            }
        }
        return swept
    }
}
