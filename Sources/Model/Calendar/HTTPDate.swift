/// A moment as HTTP writes it (RFC 9110 §5.6.7).
package struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// Seconds since the start of 1970 in UTC, leap seconds not counted.
    package let unixSeconds: Int64

    package init(unixSeconds: Int64) { self.unixSeconds = unixSeconds }

    /// Reads any of the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
    /// `Sun Nov  6 08:49:37 1994`; nil for all other texts.
    ///
    /// The first word must be the name of a day, though not of the date's day. Letters may have any case.
    ///
    /// - Parameter now: Seconds since 1970. A year of two digits that would lie more than 50 years after it means the
    ///   past century.
    package init?(parsing text: String, now: Int64) {
        let words = text.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        guard let form = Form(words), let month = MonthNames.short.firstIndex(of: form.month),
            let day = Self.number(form.day, form.dayDigits),
            var year = Self.number(form.year, form.yearDigits)
        else { return nil }
        if form.year.utf8.count == 2 { year = Self.fullYear(year, now: now) }
        var parts = DateParts()
        (parts.year, parts.month, parts.day) = (year, month + 1, day)
        var scan = DateScanner(form.time)
        guard scan.clock(into: &parts), scan.isAtEnd, parts.precision == .second, parts.hour < 24,
            let milliseconds = parts.unixMilliseconds
        else { return nil }
        unixSeconds = milliseconds / 1_000
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    package var description: String {
        let time = CivilTime(unixSeconds: unixSeconds)
        let (date, month) = (time.date, MonthNames.short[time.date.month - 1])
        // 1970-01-01 was a Thursday, day 3 of a week that begins on Monday.
        let weekday = Self.weekdays[(date.daysSince1970 + 3).quotientAndRemainder(roundingDown: 7).remainder]
        return "\(weekday.capitalizedASCII), \(date.day.padded(2)) \(month.capitalizedASCII) \(date.year.padded(4)) "
            + "\(time.clock) GMT"
    }

    /// The words of a date, by what they mean.
    private struct Form {
        var (day, month, year, time) = ("", "", "", "")
        var (dayDigits, yearDigits) = (2...2, 4...4)

        init?(_ words: [String]) {
            var weekday = words.first ?? ""
            var weekdays = HTTPDate.weekdays
            if words.count != 5 {
                guard weekday.hasSuffix(","), words.last == "gmt" else { return nil }
                weekday.removeLast()
            }
            switch words.count {
            case 6: (day, month, year, time) = (words[1], words[2], words[3], words[4])
            case 5:
                (month, day, time, year) = (words[1], words[2], words[3], words[4])
                dayDigits = 1...2
            case 4:
                let date = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
                guard date.count == 3, date[2].utf8.count != 3 else { return nil }
                (day, month, year, time) = (date[0], date[1], date[2], words[2])
                yearDigits = 2...4
                // Some servers write the short name with the dashes of the long form.
                weekdays += HTTPDate.longWeekdays
            default: return nil
            }
            guard weekdays.contains(weekday) else { return nil }
        }
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let longWeekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Whether a day's English name begins with a text of at least three letters in lower case.
    static func isWeekday(prefix: String) -> Bool {
        prefix.utf8.count > 2 && longWeekdays.contains { $0.hasPrefix(prefix) }
    }

    private static func number(_ text: String, _ digits: ClosedRange<Int>) -> Int? {
        var scan = DateScanner(text)
        guard let number = scan.number(digits), scan.isAtEnd else { return nil }
        return number.value
    }

    private static func fullYear(_ short: Int, now: Int64) -> Int {
        let thisYear = CivilTime(unixSeconds: now).date.year
        var year = thisYear - thisYear % 100 + short
        if year > thisYear + 50 { year -= 100 }
        if year <= thisYear - 50 { year += 100 }
        return year
    }
}

extension String {
    /// The text with its first letter in upper case.
    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
