internal import LarderModel
internal import LarderProtocol

/// The settings as people type them.
extension WorkerLimits {
    /// The least memory a worker can do jobs in, in bytes.
    package static let minMemoryBytes: UInt64 = 64 << 20

    /// Why a setting cannot be what was typed; one sentence that says what can.
    package struct SettingError: Error, CustomStringConvertible {
        /// One sentence.
        package let description: String
    }

    /// Bytes of memory from a size such as `768M`, `2G` or `805306368`; K, M, G and T count in 1024s.
    ///
    /// - Throws: ``SettingError`` for anything else, for less than ``minMemoryBytes`` and for 2^60 bytes or more.
    package static func memoryBytes(typed text: String) throws -> UInt64 {
        guard let bytes = bytes(text), bytes >= minMemoryBytes else {
            throw SettingError(description: "it takes a size of at least 64M, such as 768M or 2G.")
        }
        return bytes
    }

    /// Milliseconds from a time such as `500ms`, `30s`, `5m` or `1h30m` (``DurationText``).
    ///
    /// - Throws: ``SettingError`` for anything else, and outside 1 ms to 30 days.
    package static func milliseconds(typed text: String) throws -> UInt64 {
        guard let time = DurationText.parse(text).map(DurationText.milliseconds), (1...2_592_000_000).contains(time)
        else { throw SettingError(description: "it takes a time from 1ms to 30d, such as 500ms, 30s, 5m or 1h30m.") }
        return UInt64(time)
    }

    /// A number of jobs.
    ///
    /// - Throws: ``SettingError`` outside 1 to 1,000,000,000.
    package static func jobs(typed text: String) throws -> Int {
        guard let jobs = Int(text), (1...1_000_000_000).contains(jobs) else {
            throw SettingError(description: "it takes 1 to 1000000000 jobs.")
        }
        return jobs
    }

    private static func bytes(_ text: String) -> UInt64? {
        let word = text.uppercased()
        let units: [Character: UInt64] = ["K": 10, "M": 20, "G": 30, "T": 40]
        let digits = word.prefix { ("0"..."9").contains($0) }
        guard let number = UInt64(digits) else { return nil }
        let unit = word.dropFirst(digits.count)
        guard let first = unit.first else { return number < 1 << 60 ? number : nil }
        guard let shift = units[first], ["", "B", "IB"].contains(unit.dropFirst()), number < 1 << (60 - shift) else {
            return nil
        }
        return number << shift
    }

    /// The options of the `worker` program that say the same.
    package var arguments: [String] {
        var words = [
            "--stall-fetch", "\(stallAfterMs.fetch)ms", "--stall-render", "\(stallAfterMs.render)ms", "--stall-grace",
            "\(stallGraceMs)ms",
        ]
        if let memoryLimitBytes { words += ["--memory", "\(memoryLimitBytes)"] }
        if let recycleAfterJobs { words += ["--recycle-jobs", "\(recycleAfterJobs)"] }
        if let recycleAfterMs { words += ["--recycle-after", "\(recycleAfterMs)ms"] }
        return words
    }

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
