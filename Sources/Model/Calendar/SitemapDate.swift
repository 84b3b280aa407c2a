/// Reads the dates of sitemaps, whatever form they have.
///
/// Accepted are the forms of W3C (ISO 8601) from a year alone to parts of a second, with and without a zone, with a
/// space for the `T`; compact ones (`20240305`); dates with dots (day first) and with slashes where only one reading
/// is a date; dates of mails (`Tue, 05 Mar 2024 09:05:00 +0100`), of `date` and of JavaScript; and seconds or
/// milliseconds since 1970. Month names are English only.
package struct SitemapDate: Sendable, Hashable {
    /// The moment read as UTC, a day or month from its beginning on, in milliseconds since 1970.
    package let startMs: Int64
    /// The last moment that the text may mean, in milliseconds since 1970: a day's end, in the zone farthest west
    /// where none is given.
    package let endMs: Int64

    /// Longer texts are no dates.
    private static let maxBytes = 100
    /// An earlier moment is a zero in some zone, and means nothing.
    private static let leastMs: Int64 = 2 * 86_400_000
    /// In minutes.
    private static let maxOffset = 15 * 60

    /// Reads a text; nil where it is no date, and for zero, 1970-01-01 and moments after `nowMs`.
    ///
    /// - Parameter nowMs: Milliseconds since 1970.
    package init?(_ text: String, nowMs: Int64) {
        guard text.utf8.count <= Self.maxBytes else { return nil }
        let text = text.trimming { $0.properties.isWhitespace || "\"'\u{201C}\u{201D}".unicodeScalars.contains($0) }
        let bytes = text.unicodeScalars.map { scalar in
            scalar == "\u{2212}" ? UInt8(ascii: "-") : scalar.isASCII ? UInt8(ascii: scalar) : UInt8(ascii: " ")
        }
        guard let parts = Self.epoch(bytes) ?? Self.numeric(bytes) ?? Self.words(bytes),
            abs(parts.offset ?? 0) <= Self.maxOffset, let start = parts.unixMilliseconds,
            start >= Self.leastMs, start <= nowMs
        else { return nil }
        let length =
            parts.precision == .month
            ? Int64(CivilDate.days(inMonth: parts.month, of: parts.year)) * 86_400_000 : parts.milliseconds
        startMs = start
        endMs = start + length - 1 + (parts.offset == nil ? DateParts.farthestWestMs : 0)
    }

    /// Seconds or milliseconds since 1970, of ten or thirteen digits.
    private static func epoch(_ bytes: [UInt8]) -> DateParts? {
        guard bytes.count == 10 || bytes.count == 13, bytes.allSatisfy(\.isASCIIDigit),
            let number = Int64(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return DateParts(unixMilliseconds: bytes.count == 10 ? number * 1_000 : number, .second)
    }

    /// Dates whose months are numbers.
    private static func numeric(_ bytes: [UInt8]) -> DateParts? {
        var scan = DateScanner(bytes)
        guard let first = scan.whole(1...14) else { return nil }
        var parts = DateParts()
        switch first.digits {
        case 4:
            parts.year = first.value
            parts.precision = .year
            guard !scan.isAtEnd else { return parts }
            guard let mark = scan.take(anyOf: "-/."), let month = scan.whole(1...2) else { return nil }
            parts.month = month.value
            parts.precision = .month
            guard !scan.isAtEnd else { return mark == UInt8(ascii: "-") ? parts : nil }
            guard scan.take(Unicode.Scalar(mark)), let day = scan.whole(1...2) else { return nil }
            parts.day = day.value
            parts.precision = .day
        case 8: parts = DateParts(compact: Int64(first.value) * 1_000_000, .day)
        case 14:
            parts = DateParts(compact: Int64(first.value), .second)
            return scan.zone(into: &parts) ? parts : nil
        case 1, 2:
            guard let mark = scan.take(anyOf: "./-"), let second = scan.whole(1...2),
                scan.take(Unicode.Scalar(mark)), let year = scan.whole(4...4)
            else { return nil }
            parts.year = year.value
            let isDayFirst = mark == UInt8(ascii: ".") || first.value > 12 || first.value == second.value
            guard isDayFirst || second.value > 12 else { return nil }
            (parts.day, parts.month) = isDayFirst ? (first.value, second.value) : (second.value, first.value)
        default: return nil
        }
        guard !scan.isAtEnd else { return parts }
        guard scan.take(anyOf: "Tt ,") != nil else { return nil }
        scan.skipSpaces()
        guard !scan.isAtEnd else { return parts }
        return scan.time(into: &parts) && scan.zone(into: &parts) ? parts : nil
    }
}
