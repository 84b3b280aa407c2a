internal import LarderModel
package import LarderWorkerCore

/// Parses limits that people type.
extension WorkerLimits {
    /// Bytes of a size such as `768M`, `2G` or `805306368`; K, M, G and T count in 1024s.
    /// - Throws: ``SettingError``, also for 2^60 bytes or more.
    package static func memoryBytes(typed text: String) throws -> UInt64 {
        guard let bytes = bytes(text), bytes >= minMemoryBytes else {
            throw SettingError("it takes a size of at least 64M, such as 768M or 2G.")
        }
        return bytes
    }

    /// Milliseconds of a time such as `500ms`, `30s`, `5m` or `1h30m`, from 1 ms to 30 days.
    package static func milliseconds(typed text: String) throws -> UInt64 {
        guard let time = DurationText.parse(text).map(DurationText.milliseconds), (1...2_592_000_000).contains(time)
        else { throw SettingError("it takes a time from 1ms to 30d, such as 500ms, 30s, 5m or 1h30m.") }
        return UInt64(time)
    }

    /// A number of jobs, from 1 to 1,000,000,000.
    package static func jobs(typed text: String) throws -> Int {
        guard let jobs = Int(text), (1...1_000_000_000).contains(jobs) else {
            throw SettingError("it takes 1 to 1000000000 jobs.")
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
}
