/// Durations as people write them: `250ms`, `2s`, `1.5m`, `1h30m`, `1d`.
package enum DurationText {
    /// Reads a duration up to 1,000 days; a bare `0` needs no unit.
    package static func parse(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        var rest = Substring(text)
        var milliseconds = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard number.first?.isNumber == true, let value = Double(number),
                let factor = units[String(unit)]?.milliseconds
            else {
                return nil
            }
            milliseconds += value * factor
            guard milliseconds <= 1_000 * 86_400_000 else { return nil }
        }
        return .milliseconds(Int64(milliseconds.rounded()))
    }

    package static func milliseconds(_ duration: Duration) -> Int64 {
        let parts = duration.components
        return parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
    }

    /// The suggested spelling for a number with another word for its unit (`5 s`, `1 hour`, `2w`) or with none.
    package static func forms(of text: String) -> [String] {
        let text = text.trimmedASCII.lowercased()
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let word = String(text.dropFirst(number.count)).trimmedASCII
        guard number.utf8.count <= 20, let value = Double(number) else { return [] }
        if word.isEmpty { return ["ms", "s", "m", "h", "d"].map { number + $0 } }
        if ["w", "week", "weeks"].contains(word) {
            let days = value * 7
            return days == days.rounded() && days <= 1_000 ? ["\(Int(days))d"] : []
        }
        return units.filter { $0.value.words.contains(word) }.map { number + $0.key }
    }

    /// The units with other words for them.
    private static let units: [String: (milliseconds: Double, words: [String])] = [
        "ms": (1, ["ms", "msec", "millisecond", "milliseconds"]),
        "s": (1_000, ["s", "sec", "secs", "second", "seconds"]),
        "m": (60_000, ["m", "min", "mins", "minute", "minutes"]),
        "h": (3_600_000, ["h", "hr", "hrs", "hour", "hours"]),
        "d": (86_400_000, ["d", "day", "days"]),
    ]

    /// Writes a duration so that ``parse(_:)`` reads the same milliseconds.
    package static func text(_ duration: Duration) -> String {
        let milliseconds = milliseconds(duration)
        let day: Int64 = 86_400_000
        if milliseconds >= 2 * day, milliseconds % day == 0 { return "\(milliseconds / day)d" }
        for (unit, factor) in [("h", Int64(3_600_000)), ("m", 60_000), ("s", 1_000)]
        where milliseconds != 0 && milliseconds % factor == 0 {
            return "\(milliseconds / factor)\(unit)"
        }
        return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
    }
}
