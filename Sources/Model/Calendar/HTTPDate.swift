/// A moment as HTTP writes it (RFC 9110 §5.6.7).
package struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// Seconds since the start of 1970 in UTC, leap seconds not counted.
    package let unixSeconds: Int64

    package init(unixSeconds: Int64) { self.unixSeconds = unixSeconds }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// The first word must be the name of a day, though not of the date's day. Letters may have any case.
    ///
    /// - Parameter now: Seconds since 1970. A year of two digits lies within 50 years of it.
    package init?(parsing text: String, now: Int64) {
        let words = text.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        guard let first = words.first, words.count == 5 || first.hasSuffix(",") && words.last == "gmt" else {
            return nil
        }
        let weekday = words.count == 5 ? first : String(first.dropLast())
        // Day, month, year and time.
        let date: [String]
        switch words.count {
        case 6: date = Array(words[1...4])
        case 5: date = [words[2], words[1], words[4], words[3]]
        case 4: date = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init) + [words[2]]
        default: return nil
        }
        // Some servers write the short name of the day with the dashes of the long form.
        let isLong = words.count == 4
        guard Self.weekdays.contains(weekday) || isLong && Self.longWeekdays.contains(weekday), date.count == 4,
            let day = Self.number(date[0], words.count == 5 ? 1...2 : 2...2),
            let month = MonthNames.short.firstIndex(of: date[1]), date[2].utf8.count != 3,
            var year = Self.number(date[2], isLong ? 2...4 : 4...4)
        else { return nil }
        if date[2].utf8.count == 2 { year = Self.fullYear(year, now: now) }
        var parts = DateParts()
        (parts.year, parts.month, parts.day) = (year, month + 1, day)
        var scan = DateScanner(date[3])
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

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let longWeekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

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
