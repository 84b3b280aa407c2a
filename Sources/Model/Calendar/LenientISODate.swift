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
        return scan.timeAndZone(into: &parts, isStrict: isStrict) ? parts : nil
    }

    private static func readDay(_ scan: inout DateScanner, _ parts: inout DateParts, _ isStrict: Bool) -> Bool {
        let mark = scan.take(anyOf: marks)
        if !isStrict, scan.take("W") {
            guard let week = scan.number(digits: 2), (1...53).contains(week) else { return false }
            _ = scan.take("-")
            return set(week: week, weekday: scan.number(digits: 1) ?? 1, &parts)
        }
        guard mark != nil else { return scan.isAtEnd || compactDay(&scan, &parts, isStrict) }
        guard let number = scan.number(1...(isStrict ? 2 : 3)) else { return false }
        if number.digits == 3 { return set(dayOfYear: number.value, &parts) }
        parts.month = number.value
        guard let second = scan.take(anyOf: marks) else {
            parts.precision = .month
            return scan.isAtEnd
        }
        guard let day = scan.number(1...2), !isStrict || second == mark else { return false }
        parts.day = day.value
        return !isStrict || scan.peek?.isASCIIDigit != true
    }

    private static let marks = "-/.:"

    /// `20240305`, `2024065`; a time of four or six digits may follow at once.
    private static func compactDay(_ scan: inout DateScanner, _ parts: inout DateParts, _ isStrict: Bool) -> Bool {
        guard let number = scan.number((isStrict ? 4 : 3)...4),
            [4, 6].contains(scan.rest.prefix(while: \.isASCIIDigit).count)
                || scan.peek.map({ "Tt, ".utf8.contains($0) }) ?? true
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
    /// Reads the rest as nothing, or as a time and perhaps a zone; false where it is something else.
    mutating func timeAndZone(into parts: inout DateParts, isStrict: Bool) -> Bool {
        skipSpaces()
        if isAtEnd { return true }
        _ = take(anyOf: "Tt,")
        skipSpaces()
        if isStrict, isAtEnd { return true }
        _ = take(":")
        return lenientTime(into: &parts, isStrict: isStrict, allowsCompact: true)
            && zone(into: &parts, isStrict: isStrict)
    }

    /// `09:05`, `9:05:00.123 PM`, and with `allowsCompact` `0905` and `090500`.
    ///
    /// - Parameter isStrict: Whether decimals do not count, and minutes of one digit and `13:05 AM` are refused.
    mutating func lenientTime(into parts: inout DateParts, isStrict: Bool, allowsCompact: Bool = false) -> Bool {
        let digits = (isStrict ? 2 : 1)...2
        guard let hour = number(1...2) else { return false }
        (parts.hour, parts.precision) = (hour.value, .hour)
        let isMarked = take(anyOf: isStrict ? ":h" : ":.h") != nil
        if isMarked || allowsCompact, let minute = number(digits) {
            (parts.minute, parts.precision) = (minute.value, .minute)
            if !isMarked || take(anyOf: ":.") != nil, let second = number(digits) {
                (parts.second, parts.precision) = (second.value, .second)
            }
        } else if isMarked {
            return false
        }
        if take(anyOf: ".,") != nil {
            var exact = parts
            _ = fraction(into: &exact)
            if !isStrict { parts = exact }
        }
        return half(of: &parts, isStrict: isStrict)
    }

    /// `AM` and `PM`, also with dots; meaningless behind an hour above 12.
    private mutating func half(of parts: inout DateParts, isStrict: Bool) -> Bool {
        let start = index
        skipSpaces()
        let dot = UInt8(ascii: ".")
        let letters = rest.prefix { $0.isASCIILetter || $0 == dot }
        let word = String(decoding: letters.filter { $0 != dot }, as: UTF8.self).lowercased()
        guard word == "am" || word == "pm" else {
            index = start
            return true
        }
        index += letters.count
        if isStrict, parts.hour == 0 || parts.hour > 12 && word == "am" { return false }
        if parts.hour <= 12 { parts.hour = parts.hour % 12 + (word == "pm" ? 12 : 0) }
        return true
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
            // Sitemaps also have `+100` and `+00:000`.
            let isShort = isStrict && rest.prefix(while: \.isASCIIDigit).count == 3
            guard let hours = number(isShort ? 1...1 : 1...2)?.value else { return isAtEnd && !isStrict }
            let isMarked = take(":")
            guard let minutes = number((isStrict ? 2 : 1)...2)?.value ?? (isStrict && isMarked ? nil : 0),
                hours <= 18, minutes <= 59
            else { return false }
            if isStrict, isMarked { _ = number(1...1) }
            parts.offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
        }
        // A `Z` behind an offset, further text and the zone's name in brackets change nothing.
        skipSpaces()
        _ = take(anyOf: "Zz")
        return isAtEnd || peek == UInt8(ascii: "(") || peek == UInt8(ascii: "[")
            || !isStrict && rest.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter || "/_".utf8.contains($0) }
    }
}
