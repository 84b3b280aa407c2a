internal import LarderModel

/// Reads the dates of sitemaps and feeds, whatever form they have.
///
/// Read are the forms of W3C (ISO 8601) from a year alone to parts of a second, with and without a zone, with a space for the
/// `T`; compact ones (`20240305`); dates with dots (day first) and with slashes where only one reading is a date; those of mails
/// (`Tue, 05 Mar 2024 09:05:00 +0100`), of `date` and of JavaScript; and seconds or milliseconds since 1970. English names only.
package enum SitemapDate {
    /// Longer texts are no dates.
    private static let maxBytes = 100
    /// What lies before says nothing: zero, in every zone, and all that is made of it.
    private static let leastMs: Int64 = 2 * 86_400_000

    /// The moment that `text` means; nil where it means none, or one that says nothing: zero, 1970-01-01 and what comes after
    /// `nowMs`.
    ///
    /// - Parameter nowMs: Milliseconds since 1970.
    package static func time(_ text: String, nowMs: Int64) -> SitemapTime? {
        guard text.utf8.count <= maxBytes else { return nil }
        let text = text.trimming { $0.properties.isWhitespace || "\"'\u{201C}\u{201D}".unicodeScalars.contains($0) }
        let bytes = text.unicodeScalars.map { scalar in
            scalar == "\u{2212}" ? UInt8(ascii: "-") : scalar.isASCII ? UInt8(ascii: scalar) : UInt8(ascii: " ")
        }
        guard let parts = epoch(bytes) ?? numeric(bytes) ?? SitemapWordDate.parts(bytes) else { return nil }
        guard let time = parts.time, time.startMs >= leastMs, time.startMs <= nowMs else { return nil }
        return time
    }

    /// Seconds or milliseconds since 1970, of ten or thirteen digits.
    private static func epoch(_ bytes: [UInt8]) -> SitemapDateParts? {
        guard bytes.count == 10 || bytes.count == 13, bytes.allSatisfy(\.isASCIIDigit),
            let number = Int64(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return SitemapDateParts(epochMs: bytes.count == 10 ? number * 1_000 : number)
    }

    /// Dates whose months are numbers.
    private static func numeric(_ bytes: [UInt8]) -> SitemapDateParts? {
        var scan = SitemapDateScan(bytes)
        guard let first = scan.number() else { return nil }
        var parts = SitemapDateParts()
        switch first.digits {
        case 4:
            parts.year = first.value
            guard !scan.isAtEnd else { return parts }
            guard let separator = scan.take(anyOf: "-/."), let month = scan.number(max: 2) else { return nil }
            parts.month = month.value
            guard !scan.isAtEnd else { return separator == UInt8(ascii: "-") ? parts : nil }
            guard scan.take(separator), let day = scan.number(max: 2) else { return nil }
            parts.day = day.value
        case 8, 14:
            let digits = first.digits == 14 ? first.value / 1_000_000 : first.value
            (parts.year, parts.month, parts.day) = (digits / 10_000, digits / 100 % 100, digits % 100)
            if first.digits == 14 {
                let time = first.value % 1_000_000
                (parts.hour, parts.minute, parts.second) = (time / 10_000, time / 100 % 100, time % 100)
                return scan.zone(into: &parts) ? parts : nil
            }
        case 1, 2:
            guard let separator = scan.take(anyOf: "./-"), let second = scan.number(max: 2), scan.take(separator),
                let year = scan.number(), year.digits == 4
            else { return nil }
            parts.year = year.value
            let isDayFirst = separator == UInt8(ascii: ".") || first.value > 12 || first.value == second.value
            guard isDayFirst || second.value > 12 else { return nil }
            (parts.day, parts.month) = isDayFirst ? (first.value, second.value) : (second.value, first.value)
        default: return nil
        }
        guard !scan.isAtEnd else { return parts }
        guard scan.take(anyOf: "Tt ,") != nil else { return nil }
        scan.skipSpaces()
        guard !scan.isAtEnd else { return parts }
        guard scan.time(into: &parts), scan.zone(into: &parts) else { return nil }
        return parts
    }
}

/// A date that was read, of which parts may be missing.
struct SitemapDateParts {
    var year = 0
    var month: Int?
    var day: Int?
    var hour: Int?
    var minute: Int?
    var second: Int?
    /// East of UTC; nil: none is written.
    var zoneMinutes: Int?
    private var epochMs: Int64?

    init() {}
    init(epochMs: Int64) { self.epochMs = epochMs }

    private static let dayMs: Int64 = 86_400_000
    /// How far west of UTC there are clocks.
    private static let farthestWestMs = dayMs / 2

    /// The moments that are meant; nil where there is no such day or time.
    var time: SitemapTime? {
        if let epochMs { return SitemapTime(startMs: epochMs, endMs: epochMs + 999) }
        guard (1...9_999).contains(year), (1...12).contains(month ?? 1),
            (1...Self.days(in: month ?? 1, of: year)).contains(day ?? 1), (0...24).contains(hour ?? 0),
            (0...59).contains(minute ?? 0), (0...60).contains(second ?? 0),
            hour != 24 || (minute ?? 0) == 0 && (second ?? 0) == 0, (-15 * 60...15 * 60).contains(zoneMinutes ?? 0)
        else { return nil }
        let start = Self.milliseconds(year, month ?? 1, day ?? 1)
        var end: Int64
        var begin = start
        if let hour {
            begin += Int64(hour) * 3_600_000 + Int64(minute ?? 0) * 60_000 + Int64(second ?? 0) * 1_000
            end = begin + (second != nil ? 999 : minute != nil ? 59_999 : 3_599_999)
        } else {
            let days = day != nil ? 1 : month.map { Self.days(in: $0, of: year) } ?? 366
            end = start + Int64(days) * Self.dayMs - 1
        }
        if let zoneMinutes {
            begin -= Int64(zoneMinutes) * 60_000
            end -= Int64(zoneMinutes) * 60_000
        } else {
            end += Self.farthestWestMs
        }
        return SitemapTime(startMs: begin, endMs: end)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The beginning of a day, counted in years that begin in March.
    private static func milliseconds(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return Int64(days) * dayMs
    }
}
