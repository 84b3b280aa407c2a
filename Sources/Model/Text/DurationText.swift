/// Durations as people write them: `250ms`, `2s`, `1.5m`, `1h30m`, `1d`.
package enum DurationText {
    /// Reads a duration; nil when the text is none, is negative or is longer than 1,000 days.
    ///
    /// A bare `0` needs no unit.
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
            guard number.first?.isNumber == true, let value = Double(number), let factor = factors[String(unit)] else {
                return nil
            }
            milliseconds += value * factor
            guard milliseconds <= 1_000 * 86_400_000 else { return nil }
        }
        return .milliseconds(Int(milliseconds.rounded()))
    }

    /// The whole milliseconds of a duration.
    package static func milliseconds(_ duration: Duration) -> Int64 {
        let parts = duration.components
        return parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
    }

    /// Writes a duration so that ``parse(_:)`` reads the same milliseconds.
    package static func text(_ duration: Duration) -> String {
        let milliseconds = milliseconds(duration)
        for (unit, factor) in [("h", Int64(3_600_000)), ("m", 60_000), ("s", 1_000)]
        where milliseconds != 0 && milliseconds % factor == 0 {
            return "\(milliseconds / factor)\(unit)"
        }
        return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
    }

    private static let factors: [String: Double] = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
}
