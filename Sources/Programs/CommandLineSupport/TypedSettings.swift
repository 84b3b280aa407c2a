internal import ArgumentParser
internal import LarderModel
package import LarderWorkerCore

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

package struct LimitOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Replace the worker process after about this many jobs (a coordinator's workers: 5000).",
            valueName: "n"
        ),
        transform: WorkerLimits.jobs(typed:)
    )
    private var recycleJobs: Int?
    @Option(
        help: ArgumentHelp(
            "Replace the worker process after about this time, such as 30m (a coordinator's workers: 1h).",
            valueName: "time"
        ),
        transform: WorkerLimits.milliseconds(typed:)
    )
    private var recycleAfter: UInt64?
    @Option(
        help: ArgumentHelp("Cancel a fetch job that has not moved for this long (default: 30s).", valueName: "time"),
        transform: WorkerLimits.milliseconds(typed:)
    )
    private var stallFetch: UInt64?
    @Option(
        help: ArgumentHelp("Cancel a render job that has not moved for this long (default: 60s).", valueName: "time"),
        transform: WorkerLimits.milliseconds(typed:)
    )
    private var stallRender: UInt64?
    @Option(help: .hidden, transform: WorkerLimits.milliseconds(typed:))
    private var stallGrace: UInt64?

    package init() {}

    package func apply(to limits: inout WorkerLimits) {
        if let recycleJobs { limits.recycleAfterJobs = recycleJobs }
        if let recycleAfter { limits.recycleAfterMs = recycleAfter }
        if let stallFetch { limits.stallAfterMs.fetch = stallFetch }
        if let stallRender { limits.stallAfterMs.render = stallRender }
        if let stallGrace { limits.stallGraceMs = stallGrace }
    }
}

/// A setting that cannot be used, with a sentence that says why.
package struct SettingError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Disk sizes as people type them.
package enum DiskSize {
    /// Bytes of `2GB`, `1.5G`, `800MB`, `512MiB` or `700B`.
    ///
    /// k, M, G and T count in 1000s, with or without a B; with `iB` in 1024s.
    ///
    /// - Throws: ``SettingError``, also for 2^60 bytes or more, and for a number without a unit,
    ///   which as bytes would let `prune` remove everything.
    package static func bytes(typed text: String) throws -> Int {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(number.count).uppercased()
        guard !unit.isEmpty || number.isEmpty else {
            throw SettingError(
                "\(number) has no unit: it takes a size such as \(number)MB or \(number)GB (or B, kB, TB)."
            )
        }
        guard number.first?.isNumber == true, let value = Double(number), let factor = factors[unit],
            value * factor < 0x1p60
        else { throw SettingError("it takes a size such as 800MB, 2GB or 1.5TB (GB are 1000 MB, GiB are 1024 MiB).") }
        return Int(value * factor)
    }

    private static let factors: [String: Double] = [
        "B": 1, "K": 1e3, "KB": 1e3, "KIB": 0x1p10, "M": 1e6, "MB": 1e6, "MIB": 0x1p20,
        "G": 1e9, "GB": 1e9, "GIB": 0x1p30, "T": 1e12, "TB": 1e12, "TIB": 0x1p40,
    ]
}
