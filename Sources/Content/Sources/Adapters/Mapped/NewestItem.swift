package import LarderModel
package import LarderSourceDefinitions

/// The newest item of a source; the next sync asks for what came after it.
package struct NewestItem {
    private let since: SourceMapping.Since
    private let latestMs: Int64
    /// Besides changes, WordPress is asked for the names of all items, so that what is gone is known.
    package let isWordPress: Bool
    private var newest: (text: String, milliseconds: Int64)?
    /// How many items are dated later than the sync; their times do not count.
    package private(set) var lateItems = 0

    /// Nil where a sync of the definition cannot ask for changes alone.
    ///
    /// - Parameter latestMs: When the sync began, in milliseconds since 1970; later times are not believed.
    package init?(_ definition: SourceDefinition, latestMs: Int64) {
        guard let since = definition.changes else { return nil }
        self.since = since
        isWordPress = definition.kind == .wordpress
        self.latestMs = latestMs
    }

    /// - Parameter extra: An item's fields without a column, as a JSON object.
    package mutating func note(extra: String) {
        guard let item = try? JSONParser.parse(Array(extra.utf8)) else { return }
        guard let text = since.from.first(in: item, \.text), let time = ItemTime.milliseconds(text) else { return }
        guard time <= latestMs else {
            lateItems += 1
            return
        }
        guard time > newest?.milliseconds ?? .min else { return }
        newest = (text, time)
    }

    /// The time, as the source writes it, from which on the next sync asks for changes; nil: it asks for all.
    package var start: String? {
        guard let newest else { return nil }
        let (start, overflow) = newest.milliseconds.subtractingReportingOverflow(
            DurationText.milliseconds(since.overlap)
        )
        guard !overflow, let text = ItemTime.text(start, like: newest.text) else { return nil }
        // WordPress writes times in UTC without a zone, and reads times without a zone as the site's own.
        return isWordPress && !text.hasSuffix("Z") ? text + "Z" : text
    }

    package func resuming(_ jobs: [FoundJob]) -> [FoundJob] {
        guard let start else { return jobs }
        return jobs.flatMap { job in
            func jobs(_ works: [JobSpec.Work]) -> [FoundJob] {
                works.map { FoundJob(spec: JobSpec(source: job.spec.source, work: $0)) }
            }
            switch job.spec.work {
            case .search(let work) where isWordPress:
                return jobs(WordPressReader.changes(of: work, since: start).map { .search($0) })
            case .search(var work) where work.cursor.isEmpty:
                work.cursor = ListProgress(since: start).cursor
                return jobs([.search(work)])
            case .discover(var work) where isWordPress:
                work.target += ":" + start
                return jobs([.discover(work)])
            default: return [job]
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

    /// A time in the form of another: a number, a date, a time with or without a zone; nil outside years 1 to 9999.
    static func text(_ milliseconds: Int64, like other: String) -> String? {
        let other = other.trimmedASCII
        if let number = Double(other) { return "\(number < 1e11 ? milliseconds / 1_000 : milliseconds)" }
        let time = CivilTime(unixSeconds: milliseconds.quotientAndRemainder(roundingDown: 1_000).quotient)
        guard (1...9_999).contains(time.date.year) else { return nil }
        guard other.utf8.count > 10 else { return time.date.text }
        let separator = other.contains(" ") && !other.contains("T") ? " " : "T"
        let hasZone = other.hasSuffix("Z") || other.dropFirst(11).contains { $0 == "+" || $0 == "-" }
        return time.date.text + separator + time.clock + (hasZone ? "Z" : "")
    }
}
