package import LarderModel

/// Durations of schema.org markup, in minutes.
package enum SchemaTimes {
    /// The minutes of an ISO 8601 duration or of something like one; nil for zero, negative ones and nonsense.
    ///
    /// Real pages leave out the `T`, write `PT70M`, decimals, `PTH30M` and words ("1 hour 20 minutes"), so numbers are
    /// paired with the letters after them: `M` is a month only after `Y` or before a `T`.
    package static func minutes(_ value: JSONValue?) -> Int? {
        switch value {
        case .number(let text): return plausible(Double(text))
        case .object:
            return minutes(value?["maxValue"]) ?? minutes(value?["minValue"]) ?? minutes(value?["value"])
                ?? minutes(value?["duration"])
        case .array(let items): return items.firstNonNil { minutes($0) }
        case .string(let text):
            if let minutes = text.withUTF8Span(plainMinutes) { return plausible(minutes) }
            let clean = String(SchemaText.line(text).prefix(200))
            guard clean.utf8.first != UInt8(ascii: "-") else { return nil }
            if clean.utf8.first == UInt8(ascii: "P") || clean.utf8.first == UInt8(ascii: "p") {
                return plausible(duration(clean.dropFirst()))
            }
            return plausible(Double(clean) ?? words(clean))
        default: return nil
        }
    }

    private static func plausible(_ minutes: Double?) -> Int? {
        guard let minutes, minutes.isFinite, minutes > 0, minutes < 10_000_000 else { return nil }
        let rounded = Int(minutes.rounded())
        return rounded > 0 ? rounded : nil
    }

    /// The minutes of a duration as most pages write it: `PT`, then whole numbers of hours, minutes and seconds.
    private static func plainMinutes(_ text: Span<UInt8>) -> Double? {
        guard text.count > 3, text.count <= 20, text[0] == UInt8(ascii: "P"), text[1] == UInt8(ascii: "T") else {
            return nil
        }
        var total = 0.0
        var number: Double?
        for index in 2..<text.count {
            let byte = text[index]
            if byte.isASCIIDigit {
                number = (number ?? 0) * 10 + Double(byte - UInt8(ascii: "0"))
                continue
            }
            guard let value = number else { return nil }
            switch byte {
            case UInt8(ascii: "H"): total += value * 60
            case UInt8(ascii: "M"): total += value
            case UInt8(ascii: "S"): total += value / 60
            default: return nil
            }
            number = nil
        }
        return number == nil ? total : nil
    }

    private static func duration(_ text: Substring) -> Double? {
        guard !text.contains("-") else { return nil }
        let upper = text.uppercased().filter { !$0.isWhitespace }
        let hasTime = upper.contains("T")
        var isTime = !hasTime && !upper.contains("Y")
        var total = 0.0
        for (number, unit) in pairs(upper) {
            if let mark = unit.firstIndex(of: "T"), number.isEmpty, mark == unit.startIndex { isTime = true }
            let value = Double(number) ?? 0
            switch unit.first {
            case "W": total += value * 7 * 1_440
            case "D": total += value * 1_440
            case "H": total += value * 60
            case "M": total += isTime ? value : value * 30 * 1_440
            case "S": total += value / 60
            case "Y": total += value * 365 * 1_440
            default: break
            }
            if unit.contains("T") { isTime = true }
        }
        return total
    }

    /// Minutes out of words such as "1 hour 20 minutes" and "35 minuti".
    private static func words(_ text: String) -> Double? {
        var total = 0.0
        var hoursBefore: Double?
        for (number, unit) in pairs(text.lowercased()) {
            guard let value = Double(number) else { continue }
            // "1:15 h" is an hour and 15 minutes.
            if let before = hoursBefore, number.utf8.count == 2, value < 60 {
                total += before * 60 + value
                hoursBefore = nil
                continue
            }
            hoursBefore = unit == ":" ? value : nil
            if hoursBefore != nil { continue }
            let word = unit.drop { !$0.isLetter }
            if hours.contains(where: word.hasPrefix) {
                total += value * 60
            } else if days.contains(where: word.hasPrefix) {
                total += value * 1_440
            } else if word.hasPrefix("sec") || word.hasPrefix("sek") {
                total += value / 60
            } else if word.isEmpty || minuteWords.contains(where: word.hasPrefix) {
                total += value
            }
        }
        return total
    }

    private static let hours = [
        "h", "st", "ó", "ore", "ora", "uur", "tim", "godz", "saat", "час", "ч", "год", "ώρ", "時間", "小时", "시간", "jam",
    ]
    private static let days = ["d", "tag", "giorn", "jour", "día", "dzień", "dni"]
    private static let minuteWords = ["m", "perc", "dk", "dakika", "мин", "хв", "λεπ", "分", "분", "phút", "'"]

    /// Numbers with what follows each of them up to the next; the first pair may lack its number.
    private static func pairs(_ text: String) -> [(number: String, unit: Substring)] {
        var result: [(String, Substring)] = []
        var rest = Substring(text)
        while !rest.isEmpty, result.count < 32 {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { !($0.isASCII && $0.isNumber) }
            rest = rest.dropFirst(unit.count)
            result.append((String(number).replacing(",", with: "."), unit))
        }
        return result
    }
}
