/// The settings as people type them.
extension WorkerHygiene {
    /// The least memory a worker can do jobs in, in bytes.
    public static let minMemoryBytes: UInt64 = 64 << 20

    /// Bytes from a size such as `768M`, `2G` or `805306368`; K, M, G and T count in 1024s.
    ///
    /// - Returns: Nil for anything else, and for 2^60 bytes or more.
    public static func bytes(_ text: String) -> UInt64? {
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

    /// Milliseconds from a time such as `500ms`, `30s`, `5m` or `1h`, 1 ms to 30 days.
    public static func milliseconds(_ text: String) -> UInt64? {
        let units: [String: UInt64] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = UInt64(digits), let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        let (product, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow || !(1...2_592_000_000).contains(product) ? nil : product
    }

    /// The options of the `worker` program that say the same.
    public var arguments: [String] {
        var words = [
            "--stall-fetch", "\(stallAfterMs[0])ms", "--stall-render", "\(stallAfterMs[1])ms", "--stall-grace",
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
    public func spread(_ random: () -> Double) -> WorkerHygiene {
        var result = self
        result.recycleAfterJobs = recycleAfterJobs.map { max(1, Int((Double($0) * (1 + random() / 10)).rounded())) }
        result.recycleAfterMs = recycleAfterMs.map { max(1, UInt64(Double($0) * (1 + random() / 10))) }
        return result
    }
}
