/// A moment as feeds write it: RFC 822 and ISO 8601 with everything that programs make of them, dates in words of many languages,
/// and Unix times.
package struct FeedDate: Sendable, Hashable, Comparable {
    /// Milliseconds since the start of 1970 in UTC.
    package let unixMilliseconds: Int64
    /// The last millisecond that it may mean: a date without a time is any moment of its day, wherever clocks are farthest behind.
    package let endMilliseconds: Int64

    /// Makes a date from milliseconds since 1970.
    package init(unixMilliseconds: Int64) {
        self.unixMilliseconds = unixMilliseconds
        endMilliseconds = unixMilliseconds
    }

    /// Reads a text; nil where it is no date, or one that does not exist.
    ///
    /// A text without a zone, or with one that nobody knows, is read as UTC; a date without a time as its midnight. A year of two
    /// digits is one of 1990 to 2089. Where day and month are two numbers, the one above 12 is the day, else the month comes first
    /// between slashes and the day between dots.
    package init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.maxBytes))
        guard text.utf8.count <= Self.maxBytes, let fields = DateFields.read(bytes), let time = fields.unixMilliseconds
        else { return nil }
        unixMilliseconds = time
        endMilliseconds = time + fields.spanMilliseconds - 1
    }

    /// No date is longer.
    private static let maxBytes = 160

    /// Orders by time.
    package static func < (left: FeedDate, right: FeedDate) -> Bool { left.unixMilliseconds < right.unixMilliseconds }

    /// The moment as `2024-03-05T09:05:00Z`, whole seconds.
    package var iso8601: String {
        let (days, second) = Self.divided(Self.divided(unixMilliseconds, by: 1_000).quotient, by: 86_400)
        // Days counted in eras of 400 years that begin in March of the year 0.
        let shifted = days + 719_468
        let (era, dayOfEra) = Self.divided(shifted, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return padded(year, 4) + "-" + padded(month < 10 ? month + 3 : month - 9, 2) + "-" + padded(day, 2) + "T"
            + padded(second / 3_600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2) + "Z"
    }

    private static func divided(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let remainder = number % divisor
        return remainder < 0 ? (number / divisor - 1, remainder + divisor) : (number / divisor, remainder)
    }
}

/// The numbers of a date.
struct DateFields {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var milliseconds = 0
    /// Minutes east of UTC.
    var offset = 0
    /// What is written.
    var precision = Precision.day

    enum Precision { case year, month, day, hour, minute, second, millisecond }

    /// How many milliseconds it may mean from its beginning on; that of a day ends where clocks are 12 hours behind UTC.
    var spanMilliseconds: Int64 {
        let dayMs: Int64 = 86_400_000
        return switch precision {
        case .year: 366 * dayMs + dayMs / 2
        case .month: 31 * dayMs + dayMs / 2
        case .day: dayMs + dayMs / 2
        case .hour: 3_600_000
        case .minute: 60_000
        case .second: 1_000
        case .millisecond: 1
        }
    }

    /// Reads a text of any form.
    static func read(_ text: [UInt8]) -> DateFields? {
        var bytes = text[...]
        while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
        guard !bytes.isEmpty else { return nil }
        if let fields = ISODate.read(bytes) { return fields }
        if bytes.allSatisfy({ $0 &- 0x30 < 10 }) { return digits(bytes) }
        return WordDate.read(bytes)
    }

    /// A Unix time in seconds or milliseconds, or a date and time without marks between.
    private static func digits(_ bytes: ArraySlice<UInt8>) -> DateFields? {
        guard let number = Int64(String(decoding: bytes, as: UTF8.self)) else { return nil }
        switch bytes.count {
        case 9...10: return DateFields(unixMilliseconds: number * 1_000, .second)
        case 13: return DateFields(unixMilliseconds: number, .millisecond)
        case 12, 14:
            let time = bytes.count == 14 ? number : number * 100
            var fields = DateFields()
            (fields.year, fields.month) = (Int(time / 10_000_000_000), Int(time / 100_000_000 % 100))
            (fields.day, fields.hour) = (Int(time / 1_000_000 % 100), Int(time / 10_000 % 100))
            (fields.minute, fields.second) = (Int(time / 100 % 100), Int(time % 100))
            fields.precision = bytes.count == 14 ? .second : .minute
            return fields
        default: return nil
        }
    }

    init() {}

    /// Only the sum counts: everything but the milliseconds is as at the start of 1970.
    private init(unixMilliseconds: Int64, _ precision: Precision) {
        self.precision = precision
        year = 1970
        let (days, rest) = (unixMilliseconds / 86_400_000, unixMilliseconds % 86_400_000)
        extraDays = Int(days)
        milliseconds = Int(rest)
    }

    private var extraDays = 0

    /// The moment; nil where there is no such day or time.
    var unixMilliseconds: Int64? {
        guard (1...9_999).contains(year), year > 1, (1...12).contains(month), day >= 1,
            day <= Self.days(in: month, of: year),
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            hour < 24 || (minute == 0 && second == 0), abs(offset) <= 18 * 60
        else { return nil }
        let days = Self.daysSince1970(year, month, day) + extraDays
        let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
        return Int64(seconds) * 1_000 + Int64(milliseconds)
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Of the proleptic Gregorian calendar, for years from 1.
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
