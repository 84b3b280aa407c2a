/// A moment as feeds write it.
///
/// Accepted are RFC 822 and ISO 8601 with everything that programs make of them, dates in words of many languages,
/// and Unix times.
package struct FeedDate: Sendable, Hashable {
    /// Milliseconds since the start of 1970 in UTC.
    package let unixMilliseconds: Int64
    /// The last millisecond that the text may mean; without a time the end of the day where clocks are farthest behind.
    package let endMilliseconds: Int64

    /// Reads a text; nil where it is no date, or one that does not exist.
    ///
    /// A text without a zone, or with an unknown one, is read as UTC; a date without a time as its midnight. A year
    /// of two digits is one of 1990 to 2089. Where day and month are two numbers, the one above 12 is the day, else
    /// the month comes first between slashes and the day between dots.
    package init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.maxBytes + 1))
        guard bytes.count <= Self.maxBytes, let parts = DateParts.read(Array(bytes.trimmedBlanks), isStrict: false),
            parts.year > 1, abs(parts.offset ?? 0) <= Self.maxOffset, let time = parts.unixMilliseconds
        else { return nil }
        unixMilliseconds = time
        let isDay = [.year, .month, .day].contains(parts.precision)
        endMilliseconds = time + parts.precision.rawValue + (isDay ? DateParts.farthestWestMs : 0) - 1
    }

    /// Longer texts are no dates.
    private static let maxBytes = 160
    /// In minutes.
    private static let maxOffset = 18 * 60

    /// The moment as `2024-03-05T09:05:00Z`, whole seconds.
    package var iso8601: String {
        CivilTime(unixSeconds: unixMilliseconds.quotientAndRemainder(roundingDown: 1_000).quotient).iso8601
    }
}
