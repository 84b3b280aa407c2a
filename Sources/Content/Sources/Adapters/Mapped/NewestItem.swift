package import LarderModel
internal import LarderPageReading
package import LarderSourceDefinitions

/// The newest of the items that a source gave, for the next sync to ask for what came after it.
package struct NewestItem {
    private let since: SourceMapping.Since
    private let latestMs: Int64
    private let isWordPress: Bool
    private var newest: (text: String, milliseconds: Int64)?
    /// How many items are dated later than they can have been seen; their times do not count.
    package private(set) var lateItems = 0

    /// Nil where a sync of the definition cannot ask for changes alone.
    ///
    /// - Parameter latestMs: When the sync that brought the items began, in milliseconds since 1970: a later time would leave out
    ///   what came between.
    package init?(_ definition: SourceDefinition, latestMs: Int64) {
        guard let since = definition.changes else { return nil }
        self.since = since
        isWordPress = definition.kind == .wordpress
        self.latestMs = latestMs
    }

    /// Takes note of an item.
    ///
    /// - Parameter extra: Its fields without a column of their own, as a JSON object.
    package mutating func note(extra: String) {
        guard let item = try? JSONParser.parse(Array(extra.utf8)) else { return }
        let text = since.from.lazy.compactMap { $0.value(in: item)?.text }.first
        guard let text, let time = ItemTime.milliseconds(text) else { return }
        guard time <= latestMs else {
            lateItems += 1
            return
        }
        guard time > newest?.milliseconds ?? .min else { return }
        newest = (text, time)
    }

    /// The time of change, as the source writes it, from which on items are asked for; nil: all are.
    package var start: String? {
        guard let newest else { return nil }
        let (start, overflow) = newest.milliseconds.subtractingReportingOverflow(
            DurationText.milliseconds(since.overlap)
        )
        guard !overflow, let text = ItemTime.text(start, like: newest.text) else { return nil }
        // WordPress writes times in UTC without saying so, and reads such ones as the site's own.
        return isWordPress && !text.hasSuffix("Z") ? text + "Z" : text
    }

    /// The jobs of a sync that asks only for items that are newer, or hardly older, than the newest.
    package func resuming(_ jobs: [FoundJob]) -> [FoundJob] {
        guard let start else { return jobs }
        return jobs.map { job in
            switch job.spec.work {
            case .search(var work) where work.cursor.isEmpty:
                work.cursor = ListProgress(since: start).cursor
                return FoundJob(spec: JobSpec(source: job.spec.source, work: .search(work)))
            case .discover(var work) where isWordPress:
                work.target += ":" + start
                return FoundJob(spec: JobSpec(source: job.spec.source, work: .discover(work)))
            default: return job
            }
        }
    }
}

/// Times of items as APIs write them: RFC 3339 and its variations, or seconds or milliseconds since 1970.
enum ItemTime {
    static func milliseconds(_ text: String) -> Int64? {
        if let time = Timestamps.milliseconds(text) { return time }
        guard let number = Double(text.trimmedASCII), number > 1e8, number < 1e14 else { return nil }
        return Int64(number < 1e11 ? number * 1_000 : number)
    }

    /// A time in the form of another: a number, a date, a time with or without its zone; nil before the year 1 and after 9999.
    static func text(_ milliseconds: Int64, like other: String) -> String? {
        let other = other.trimmedASCII
        if let number = Double(other) { return "\(number < 1e11 ? milliseconds / 1_000 : milliseconds)" }
        let seconds = Int(milliseconds / 1_000) - (milliseconds % 1_000 < 0 ? 1 : 0)
        let (days, time) = (seconds.quotientRoundedDown(86_400), seconds.remainderFromBelow(86_400))
        // Years that begin in March have the leap day as their last.
        let shifted = days + 719_468
        let era = shifted.quotientRoundedDown(146_097)
        let day = shifted.remainderFromBelow(146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        let civil = year + era * 400 + (month <= 2 ? 1 : 0)
        guard (1...9_999).contains(civil) else { return nil }
        func digits(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = "\(digits(civil, 4))-\(digits(month, 2))-\(digits(dayOfYear - (153 * part + 2) / 5 + 1, 2))"
        guard other.utf8.count > 10 else { return date }
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { digits($0, 2) }.joined(separator: ":")
        let separator = other.contains(" ") && !other.contains("T") ? " " : "T"
        let hasZone = other.hasSuffix("Z") || other.dropFirst(11).contains { $0 == "+" || $0 == "-" }
        return date + separator + clock + (hasZone ? "Z" : "")
    }
}

extension Int {
    /// Rounded towards minus infinity; `divisor` is positive.
    fileprivate func quotientRoundedDown(_ divisor: Int) -> Int { (self - remainderFromBelow(divisor)) / divisor }

    /// From 0 to `divisor` - 1.
    fileprivate func remainderFromBelow(_ divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
