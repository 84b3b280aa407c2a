/// A day of the Gregorian calendar, extended to all years.
package struct CivilDate: Sendable, Hashable {
    /// The year; 0 is the year before the year 1.
    package var year: Int
    /// 1 is January.
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that is `days` after 1970-01-01: Howard Hinnant's `civil_from_days`.
    package init(daysSince1970 days: Int) {
        // Years are counted from March, so that the leap day is the last of its year.
        let (era, dayOfEra) = (days + Self.daysBefore1970).quotientAndRemainder(roundingDown: Self.daysInEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// Days after 1970-01-01, negative before it: Howard Hinnant's `days_from_civil`.
    package var daysSince1970: Int {
        let (era, yearOfEra) = (month > 2 ? year : year - 1).quotientAndRemainder(roundingDown: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * Self.daysInEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - Self.daysBefore1970
    }

    /// Whether the calendar has this day.
    package var exists: Bool {
        (1...12).contains(month) && day >= 1 && day <= Self.days(inMonth: month, of: year)
    }

    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package var text: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    /// Days in 400 years.
    private static let daysInEra = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysBefore1970 = 719_468
}

/// A second of the calendar in UTC.
package struct CivilTime: Sendable, Hashable {
    package let date: CivilDate
    /// 0 to 86,399.
    package let secondOfDay: Int

    /// The second that is `unixSeconds` after the start of 1970.
    package init(unixSeconds: Int64) {
        let (days, rest) = unixSeconds.quotientAndRemainder(roundingDown: 86_400)
        date = CivilDate(daysSince1970: Int(days))
        secondOfDay = Int(rest)
    }

    /// `hh:mm:ss`.
    package var clock: String {
        [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60].map { $0.padded(2) }.joined(separator: ":")
    }

    /// `2024-03-05T09:05:00Z`.
    package var iso8601: String { "\(date.text)T\(clock)Z" }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// The quotient rounded towards minus infinity, and the remainder from 0 to `divisor` - 1.
    ///
    /// - Parameter divisor: Above zero.
    package func quotientAndRemainder(roundingDown divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The number with zeros before it, so that it has at least `digits` digits.
    package func padded(_ digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }
}
