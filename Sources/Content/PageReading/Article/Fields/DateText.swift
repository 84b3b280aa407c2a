internal import LarderModel

/// Finds dates in texts as pages write them.
enum DateText {
    /// A time as ISO 8601 has it stays as it is; any other text gives the first date in it.
    ///
    /// - Parameter monthFirst: Whether 3/4/2026 is the fourth of March.
    static func published(_ text: String, monthFirst: Bool) -> String? {
        guard let day = ProseDate.first(in: text, monthFirst: monthFirst) else { return nil }
        let bytes = Array(text.drop { $0.isWhitespace }.utf8.prefix(40))
        guard bytes.count >= 16, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":")
        else { return day.text }
        var time = String(decoding: bytes, as: UTF8.self).prefix { $0 != "[" }
        while time.last?.isWhitespace == true { time.removeLast() }
        return String(time)
    }

    /// Whether a day is the one before or after the day of a text in ISO 8601.
    static func isBeside(_ day: CivilDate, _ text: String) -> Bool {
        guard let other = ProseDate.first(in: text, monthFirst: false) else { return false }
        return abs(day.daysSince1970 - other.daysSince1970) == 1
    }

    /// The hour, 0 to 23, of a text that states a time of Greenwich; nil where it states no time or one of another place.
    static func greenwichHour(_ text: String) -> Int? {
        let bytes = Array(text.utf8.prefix(400)).trimmedBlanks
        // `2026-03-02+00:00`: this colon belongs to the zone.
        guard let zone = zones.first(where: { bytes.suffix($0.count).elementsEqual($0) }),
            let colon = bytes.dropLast(zone.count).firstIndex(of: UInt8(ascii: ":")), bytes[..<colon].count >= 2
        else { return nil }
        let hour = Int(String(decoding: bytes[(colon - 2)..<colon], as: UTF8.self))
        return hour.flatMap { (0...23).contains($0) ? $0 : nil }
    }

    private static let zones = ["Z", "+00:00", "+0000", "GMT", "UTC"].map { Array($0.utf8) }
}
