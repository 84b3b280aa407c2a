internal import LarderModel

/// Dates as HTTP and JSON write them, UTC, from seconds since 1970.
enum Timestamp {
    /// `2026-01-01T00:00:00Z` (RFC 3339).
    static func iso8601(_ seconds: Int) -> String { CivilTime(unixSeconds: Int64(seconds)).iso8601 }

    /// `Thu, 01 Jan 2026 00:00:00 GMT` (RFC 9110, section 5.6.7).
    static func http(_ seconds: Int) -> String { HTTPDate(unixSeconds: Int64(seconds)).description }
}
