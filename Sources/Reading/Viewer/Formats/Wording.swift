package import Foundation
internal import LarderModel

/// Dates, durations and amounts as pages show them.
package enum Wording {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// "Swedish" for "sv"; the tag itself where it has no English name.
    static func language(_ tag: String) -> String {
        Locale(identifier: "en").localizedString(forIdentifier: tag) ?? tag
    }

    /// "27 December 2025", by the time zone of this machine.
    package static func longDate(_ date: Date) -> String {
        let day = local(date).date
        return "\(day.day) \(months[day.month - 1]) \(day.year)"
    }

    /// "27 Dec 2025".
    package static func shortDate(_ date: Date) -> String {
        let day = local(date).date
        return "\(day.day) \(months[day.month - 1].prefix(3)) \(day.year)"
    }

    /// "27 Dec", or with the year where that is another than now.
    package static func dayAndMonth(_ date: Date, now: Date) -> String {
        let (day, today) = (local(date).date, local(now).date)
        return "\(day.day) \(months[day.month - 1].prefix(3))" + (day.year == today.year ? "" : " \(day.year)")
    }

    /// "13:42", with seconds "13:42:11".
    package static func clock(_ date: Date, hasSeconds: Bool = false) -> String {
        String(local(date).clock.prefix(hasSeconds ? 8 : 5))
    }

    private static func local(_ date: Date) -> CivilTime {
        // Dates of sources may be any number.
        let seconds = min(max(date.timeIntervalSince1970, -6e10), 2e11)
        let offset = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
        return CivilTime(unixSeconds: Int64(seconds) + Int64(offset))
    }

    /// "35 min", "2 h 5 min", from two days on "2 d 12 h".
    package static func minutes(_ minutes: Int) -> String {
        guard minutes >= 60 else { return "\(minutes)\u{A0}min" }
        let (days, hours) = (minutes / 1_440, minutes % 1_440 / 60)
        let parts = days > 1 ? [(days, "d"), (hours, "h")] : [(minutes / 60, "h"), (minutes % 60, "min")]
        return parts.filter { $0.0 > 0 }.map { "\($0.0)\u{A0}\($0.1)" }.joined(separator: " ")
    }

    /// "6 min read" at 230 words a minute; nil for texts below 100 words.
    ///
    /// - Parameter length: In Unicode scalars. A word and its space are taken for six; of Chinese, Japanese and Korean
    ///   500 characters are read a minute.
    package static func readingTime(_ length: Int?, language: String?) -> String? {
        let isUnspaced = ["zh", "ja", "ko"].contains(language?.prefix(2).lowercased())
        let (shortest, perMinute) = isUnspaced ? (200, 500) : (600, 1_380)
        guard let length, length >= shortest else { return nil }
        return "\(max(1, (length + perMinute / 2) / perMinute))\u{A0}min read"
    }
}
