/// ISO 8601 and what looks like it: a year of four digits first.
enum LenientISODate {
    /// Nil where the text has another form.
    static func read(_ bytes: [UInt8]) -> DateParts? {
        var scan = DateScanner(bytes)
        guard let year = scan.number(digits: 4) else { return nil }
        var parts = DateParts()
        parts.year = year
        if scan.isAtEnd { parts.precision = .year }
        guard readDay(&scan, &parts) else { return nil }
        scan.skipSpaces()
        if scan.isAtEnd { return parts }
        _ = scan.take(anyOf: "Tt,")
        scan.skipSpaces()
        _ = scan.take(":")
        guard scan.lenientTime(into: &parts, allowsCompact: true) else { return nil }
        scan.skipSpaces()
        return scan.lenientZone(into: &parts) ? parts : nil
    }

    private static func readDay(_ scan: inout DateScanner, _ parts: inout DateParts) -> Bool {
        let isMarked = scan.take(anyOf: marks) != nil
        if scan.take("W") {
            guard let week = scan.number(digits: 2), (1...53).contains(week) else { return false }
            _ = scan.take("-")
            return set(week: week, weekday: scan.number(digits: 1) ?? 1, &parts)
        }
        guard isMarked else { return scan.isAtEnd || compactDay(&scan, &parts) }
        guard let number = scan.number(1...3) else { return false }
        if number.digits == 3 { return set(dayOfYear: number.value, &parts) }
        parts.month = number.value
        guard scan.take(anyOf: marks) != nil else {
            parts.precision = .month
            return scan.isAtEnd
        }
        guard let day = scan.number(1...2) else { return false }
        parts.day = day.value
        return true
    }

    private static let marks = "-/.:"

    /// `20240305`, `2024065`.
    private static func compactDay(_ scan: inout DateScanner, _ parts: inout DateParts) -> Bool {
        guard let number = scan.number(3...4), scan.peek.map({ "Tt ".utf8.contains($0) }) ?? true else {
            return false
        }
        if number.digits == 3 { return set(dayOfYear: number.value, &parts) }
        (parts.month, parts.day) = (number.value / 100, number.value % 100)
        return true
    }

    private static func set(dayOfYear: Int, _ parts: inout DateParts) -> Bool {
        let first = CivilDate(year: parts.year, month: 1, day: 1).daysSince1970
        parts.date = CivilDate(daysSince1970: first + dayOfYear - 1)
        return CivilDate(year: parts.year, month: 1, day: 1).daysSince1970 == first
    }

    /// Week 1 is the one with the year's first Thursday; Monday is day 1.
    private static func set(week: Int, weekday: Int, _ parts: inout DateParts) -> Bool {
        guard (1...7).contains(weekday), (2...9_998).contains(parts.year) else { return false }
        let fourth = CivilDate(year: parts.year, month: 1, day: 4).daysSince1970
        // 1970-01-01 was a Thursday.
        let monday = fourth - (fourth + 3).quotientAndRemainder(roundingDown: 7).remainder
        parts.date = CivilDate(daysSince1970: monday + (week - 1) * 7 + weekday - 1)
        return true
    }
}

extension DateScanner {
    /// `09:05`, `9:05:00.123 PM`, and with `allowsCompact` `0905` and `090500`.
    mutating func lenientTime(into parts: inout DateParts, allowsCompact: Bool = false) -> Bool {
        guard let hour = number(1...2) else { return false }
        (parts.hour, parts.precision) = (hour.value, .hour)
        let isMarked = take(anyOf: ":.h") != nil
        if isMarked || allowsCompact, let minute = number(1...2) {
            (parts.minute, parts.precision) = (minute.value, .minute)
            if !isMarked || take(anyOf: ":.") != nil, let second = number(1...2) {
                (parts.second, parts.precision) = (second.value, .second)
            }
        } else if isMarked {
            return false
        }
        if take(anyOf: ".,") != nil { _ = fraction(into: &parts) }
        lenientHalf(of: &parts)
        return true
    }

    /// `AM` and `PM`, also with dots.
    private mutating func lenientHalf(of parts: inout DateParts) {
        let start = index
        skipSpaces()
        let dot = UInt8(ascii: ".")
        let letters = rest.prefix { $0.isASCIILetter || $0 == dot }
        let word = String(decoding: letters.filter { $0 != dot }, as: UTF8.self).lowercased()
        guard parts.hour <= 12, word == "am" || word == "pm" else {
            index = start
            return
        }
        index += letters.count
        parts.hour = parts.hour % 12 + (word == "pm" ? 12 : 0)
    }

    /// Reads the rest as a zone; false where it is none.
    mutating func lenientZone(into parts: inout DateParts) -> Bool {
        skipSpaces()
        let name = word()
        if !name.isEmpty {
            parts.offset = ZoneNames.all[name] ?? 0
            skipSpaces()
        }
        if let sign = take(anyOf: "+-") {
            guard let hours = number(1...2)?.value else { return isAtEnd }
            _ = take(":")
            let minutes = number(1...2)?.value ?? 0
            guard hours <= 18, minutes <= 59 else { return false }
            parts.offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
        }
        // The zone's name in brackets, and further digits, change nothing.
        skipSpaces()
        return isAtEnd || peek == UInt8(ascii: "(") || peek == UInt8(ascii: "[")
            || rest.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || "/_".utf8.contains($0) }
    }
}
