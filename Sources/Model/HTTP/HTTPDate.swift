/// A moment as HTTP writes it (RFC 9110 §5.6.7).
package struct HTTPDate: Sendable, Hashable, Comparable {
    /// Seconds since the start of 1970 in UTC, leap seconds not counted.
    package let unixSeconds: Int64

    /// Makes a date from seconds since 1970.
    package init(unixSeconds: Int64) {
        self.unixSeconds = unixSeconds
    }

    /// Reads any of the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6
    /// 08:49:37 1994`.
    ///
    /// The day's name must be a day's name, yet need not be that of the date; letters may have any case. Gives `nil`
    /// for all else.
    ///
    /// - Parameter now: Seconds since 1970. A year of two digits that would lie more than 50 years after it means the
    ///   past century.
    package init?(parsing text: String, now: Int64) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { $0.lowercased() }
        let fields: (day: String, month: String, year: String, time: String)
        var isShortYear = false
        switch words.count {
        case 6 where words[0].hasSuffix(",") && words[5] == "gmt":
            guard Self.isDay(words[0].dropLast(), in: Self.dayNames), words[1].utf8.count == 2, words[3].utf8.count == 4
            else {
                return nil
            }
            fields = (words[1], words[2], words[3], words[4])
        case 4 where words[0].hasSuffix(",") && words[3] == "gmt":
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard Self.isDay(words[0].dropLast(), in: Self.longDayNames), parts.count == 3, parts[0].utf8.count == 2
            else {
                return nil
            }
            isShortYear = parts[2].utf8.count == 2
            guard isShortYear || parts[2].utf8.count == 4 else { return nil }
            fields = (parts[0], parts[1], parts[2], words[2])
        case 5:
            guard Self.isDay(words[0][...], in: Self.dayNames), words[4].utf8.count == 4 else { return nil }
            fields = (words[2], words[1], words[4], words[3])
        default: return nil
        }
        guard let day = Self.number(fields.day, digits: 1...2),
            let month = Self.monthNames.firstIndex(of: fields.month),
            var year = Self.number(fields.year, digits: 2...4), let seconds = Self.seconds(fields.time)
        else { return nil }
        if isShortYear { year = Self.fullYear(year, now: now) }
        guard day >= 1, day <= Self.days(inMonth: month + 1, of: year) else { return nil }
        unixSeconds = Self.daysSince1970(year: year, month: month + 1, day: day) * 86_400 + seconds
    }

    /// Orders by time.
    package static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.unixSeconds < right.unixSeconds
    }

    private static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    // Some servers write the short name with the dashes of the long form.
    private static let longDayNames =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] + dayNames
    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func isDay(_ name: Substring, in names: [String]) -> Bool {
        names.contains(String(name))
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// `hh:mm:ss` in seconds; 60 stands for a leap second, counted as the next minute's start.
    private static func seconds(_ time: String) -> Int64? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map {
            number(String($0), digits: 2...2)
        }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24,
            minute < 60,
            second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private static func fullYear(_ short: Int64, now: Int64) -> Int64 {
        let thisYear = year(ofDaysSince1970: now >= 0 ? now / 86_400 : (now - 86_399) / 86_400)
        var year = thisYear - thisYear % 100 + short
        if year > thisYear + 50 { year -= 100 }
        if year <= thisYear - 50 { year += 100 }
        return year
    }

    private static func year(ofDaysSince1970 days: Int64) -> Int64 {
        var year = 1970 + days / 365
        while daysSince1970(year: year, month: 1, day: 1) > days { year -= 1 }
        return year
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func days(inMonth month: Int, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Of the proleptic Gregorian calendar, for years from 0.
    private static func daysSince1970(year: Int64, month: Int, day: Int64) -> Int64 {
        let past = year - 1
        let leaps = past >= 0 ? past / 4 - past / 100 + past / 400 : -1
        let leapsTo1970: Int64 = 1969 / 4 - 1969 / 100 + 1969 / 400
        var days = (year - 1970) * 365 + leaps - leapsTo1970
        for earlier in 1..<max(month, 1) { days += Self.days(inMonth: earlier, of: year) }
        return days + day - 1
    }
}
