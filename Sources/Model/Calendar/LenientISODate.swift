/// ISO 8601 and what looks like it: a year of four digits first.
enum LenientISODate {
    /// Nil where the text has another form.
    ///
    /// - Parameter isStrict: Whether days of the year, weeks, unknown zones and letters behind a zone are refused.
    static func read(_ bytes: [UInt8], isStrict: Bool) -> DateParts? {
        var scan = DateScanner(bytes)
        guard let year = scan.number(digits: 4) else { return nil }
        var parts = DateParts()
        parts.year = year
        if scan.isAtEnd { parts.precision = .year }
        guard readDay(&scan, &parts, isStrict) else { return nil }
        scan.skipSpaces()
        if scan.isAtEnd { return parts }
        _ = scan.take(anyOf: "Tt,")
        scan.skipSpaces()
        _ = scan.take(":")
        guard scan.lenientTime(into: &parts, allowsCompact: true) else { return nil }
        return scan.zone(into: &parts, isStrict: isStrict) ? parts : nil
    }

    private static func readDay(_ scan: inout DateScanner, _ parts: inout DateParts, _ isStrict: Bool) -> Bool {
        let isMarked = scan.take(anyOf: marks) != nil
        if !isStrict, scan.take("W") {
            guard let week = scan.number(digits: 2), (1...53).contains(week) else { return false }
            _ = scan.take("-")
            return set(week: week, weekday: scan.number(digits: 1) ?? 1, &parts)
        }
        guard isMarked else { return scan.isAtEnd || compactDay(&scan, &parts, isStrict) }
        guard let number = scan.number(1...(isStrict ? 2 : 3)) else { return false }
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

    /// `20240305`, `2024065`; a time may follow at once.
    private static func compactDay(_ scan: inout DateScanner, _ parts: inout DateParts, _ isStrict: Bool) -> Bool {
        guard let number = scan.number((isStrict ? 4 : 3)...4),
            scan.peek.map({ $0.isASCIIDigit || "Tt, ".utf8.contains($0) }) ?? true
        else { return false }
        if number.digits == 3 { return set(dayOfYear: number.value, &parts) }
        (parts.month, parts.day) = (number.value / 100, number.value % 100)
        return true
    }

    private static func set(dayOfYear: Int, _ parts: inout DateParts) -> Bool {
        let first = CivilDate(year: parts.year, month: 1, day: 1).daysSince1970
        parts.date = CivilDate(daysSince1970: first + dayOfYear - 1)
        return CivilDate(year: parts.year, month: 1, day: 1).daysSince1970 == first
    }

    /// Week 1 has the year's first Thursday; Monday is day 1.
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
        half(of: &parts)
        return true
    }

    /// `AM` and `PM`, also with dots; meaningless behind an hour above 12.
    private mutating func half(of parts: inout DateParts) {
        let start = index
        skipSpaces()
        let dot = UInt8(ascii: ".")
        let letters = rest.prefix { $0.isASCIILetter || $0 == dot }
        let word = String(decoding: letters.filter { $0 != dot }, as: UTF8.self).lowercased()
        guard word == "am" || word == "pm" else {
            index = start
            return
        }
        index += letters.count
        if parts.hour <= 12 { parts.hour = parts.hour % 12 + (word == "pm" ? 12 : 0) }
    }

    /// Reads the rest as a zone; false where it is none.
    mutating func zone(into parts: inout DateParts, isStrict: Bool) -> Bool {
        skipSpaces()
        let name = word()
        if !name.isEmpty {
            guard let minutes = ZoneNames.minutes[name] ?? (isStrict ? nil : 0) else { return false }
            parts.offset = minutes
            skipSpaces()
        }
        if let sign = take(anyOf: "+-") {
            guard let hours = number(1...2)?.value else { return isAtEnd }
            _ = take(":")
            let minutes = number(1...2)?.value ?? 0
            guard hours <= 18, minutes <= 59 else { return false }
            parts.offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
        }
        // A `Z` behind an offset, further digits and the zone's name in brackets change nothing.
        skipSpaces()
        _ = take(anyOf: "Zz")
        return isAtEnd || peek == UInt8(ascii: "(") || peek == UInt8(ascii: "[")
            || rest.allSatisfy { $0.isASCIIDigit || !isStrict && ($0.isASCIILetter || "/_".utf8.contains($0)) }
    }
}
