/// A date of a sitemap in the forms of ``FeedDate`` that have one reading.
///
/// Accepted are ISO 8601 from a year alone to parts of a second, also compact and with other marks; dates with dots
/// (day first), and with slashes where only one reading is a date (no `05/03/2024`); dates in words with English month
/// names, such as those of mails and JavaScript; and seconds or milliseconds since 1970. Days of the year, weeks,
/// unknown words and zones, and numbers without a place are refused.
package struct SitemapDate: Sendable, Hashable {
    /// The moment read as UTC, a day or month from its beginning on, in milliseconds since 1970.
    package let startMs: Int64
    /// The last moment that the text may mean, in milliseconds since 1970; without a zone in the zone farthest west.
    package let endMs: Int64

    /// Longer texts are no dates.
    private static let maxBytes = 100
    /// An earlier moment is a zero in some zone, and means nothing.
    private static let leastMs: Int64 = 2 * 86_400_000
    /// In minutes.
    private static let maxOffset = 15 * 60

    /// Reads a text; nil where it is no date, and for zero, 1970-01-01 and moments after `nowMs`.
    package init?(_ text: String, nowMs: Int64) {
        guard text.utf8.count <= Self.maxBytes else { return nil }
        let text = text.trimming { $0.properties.isWhitespace || "\"'\u{201C}\u{201D}".unicodeScalars.contains($0) }
        let bytes = text.unicodeScalars.map { scalar in
            scalar == "\u{2212}" ? UInt8(ascii: "-") : scalar.isASCII ? UInt8(ascii: scalar) : UInt8(ascii: " ")
        }
        guard let parts = DateParts.read(bytes, isStrict: true), abs(parts.offset ?? 0) <= Self.maxOffset else {
            return nil
        }
        guard let start = parts.unixMilliseconds, start >= Self.leastMs, start <= nowMs else { return nil }
        let length =
            parts.precision == .month
            ? Int64(CivilDate.days(inMonth: parts.month, of: parts.year)) * 86_400_000 : parts.precision.rawValue
        startMs = start
        endMs = start + length - 1 + (parts.offset == nil ? DateParts.farthestWestMs : 0)
    }
}
