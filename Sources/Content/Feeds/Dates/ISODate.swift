/// ISO 8601 and what looks like it: a year of four digits first.
enum ISODate {
    /// Nil where the text has another form.
    static func read(_ bytes: ArraySlice<UInt8>) -> DateFields? {
        var scan = DateScan(bytes)
        guard let year = scan.digits(exactly: 4) else { return nil }
        var fields = DateFields()
        fields.year = year
        if scan.isAtEnd { fields.precision = .year }
        guard readDay(&scan, &fields) else { return nil }
        scan.skipSpace()
        if scan.isAtEnd { return fields }
        if !scan.take("T") && !scan.take("t") { _ = scan.take(",") }
        scan.skipSpace()
        _ = scan.take(":")
        guard scan.readTime(&fields, allowsCompact: true) else { return nil }
        scan.skipSpace()
        return scan.readZone(&fields) ? fields : nil
    }

    private static func readDay(_ scan: inout DateScan, _ fields: inout DateFields) -> Bool {
        let isMarked = scan.take("-") || scan.take("/") || scan.take(".") || scan.take(":")
        if scan.take("W") {
            guard let week = scan.digits(exactly: 2), (1...53).contains(week) else { return false }
            _ = scan.take("-")
            return set(week: week, weekday: scan.digits(exactly: 1) ?? 1, &fields)
        }
        let start = scan.index
        guard isMarked else {
            if scan.isAtEnd { return true }
            return compactDay(&scan, &fields)
        }
        guard let number = scan.digits(1...3) else { return false }
        if scan.index - start == 3 { return set(dayOfYear: number, &fields) }
        fields.month = number
        guard scan.take("-") || scan.take("/") || scan.take(".") || scan.take(":") else {
            fields.precision = .month
            return scan.isAtEnd
        }
        guard let day = scan.digits(1...2) else { return false }
        fields.day = day
        return true
    }

    /// `20240305`, `2024065`.
    private static func compactDay(_ scan: inout DateScan, _ fields: inout DateFields) -> Bool {
        let start = scan.index
        guard let number = scan.digits(3...4),
            scan.isAtEnd || scan.peek.map({ $0 | 0x20 == UInt8(ascii: "t") || $0 == 0x20 }) ?? true
        else { return false }
        if scan.index - start == 3 { return set(dayOfYear: number, &fields) }
        (fields.month, fields.day) = (number / 100, number % 100)
        return true
    }

    private static func set(dayOfYear: Int, _ fields: inout DateFields) -> Bool {
        var left = dayOfYear
        for month in 1...12 {
            let days = DateFields.days(in: month, of: fields.year)
            if left <= days {
                (fields.month, fields.day) = (month, left)
                return left > 0
            }
            left -= days
        }
        return false
    }

    /// Week 1 is the one with the year's first Thursday; Monday is day 1.
    private static func set(week: Int, weekday: Int, _ fields: inout DateFields) -> Bool {
        guard (1...7).contains(weekday), (2...9_998).contains(fields.year) else { return false }
        let fourth = DateFields.daysSince1970(fields.year, 1, 4)
        // 1970-01-01 was a Thursday.
        let monday = fourth - ((fourth % 7 + 7) % 7 + 3) % 7
        var dayOfYear = monday + (week - 1) * 7 + weekday - 1 - DateFields.daysSince1970(fields.year, 1, 1) + 1
        if dayOfYear < 1 {
            fields.year -= 1
            dayOfYear += DateFields.days(in: 2, of: fields.year) + 337
        } else if dayOfYear > DateFields.days(in: 2, of: fields.year) + 337 {
            dayOfYear -= DateFields.days(in: 2, of: fields.year) + 337
            fields.year += 1
        }
        return set(dayOfYear: dayOfYear, &fields)
    }
}

/// A place in the text of a date.
struct DateScan {
    private let bytes: ArraySlice<UInt8>
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }
    var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(truncatingIfNeeded: character.value) else { return false }
        index += 1
        return true
    }

    mutating func skipSpace() {
        while let byte = peek, byte <= 0x20 { index += 1 }
    }

    mutating func digits(exactly count: Int) -> Int? { digits(count...count) }

    /// A number of so many digits; nil, and nothing is taken, where there are fewer.
    mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
        var (end, value) = (index, 0)
        while end < bytes.endIndex, end - index < counts.upperBound, bytes[end] &- 0x30 < 10 {
            value = value * 10 + Int(bytes[end] - 0x30)
            end += 1
        }
        guard end - index >= counts.lowerBound else { return nil }
        index = end
        return value
    }

    /// `09:05`, `9:05:00.123 PM`, and with `allowsCompact` `0905` and `090500`.
    mutating func readTime(_ fields: inout DateFields, allowsCompact: Bool = false) -> Bool {
        guard let hour = digits(1...2) else { return false }
        (fields.hour, fields.precision) = (hour, .hour)
        let isMarked = take(":") || take(".") || take("h")
        if isMarked || allowsCompact, let minute = digits(1...2) {
            (fields.minute, fields.precision) = (minute, .minute)
            if isMarked ? take(":") || take(".") : true, let second = digits(1...2) {
                (fields.second, fields.precision) = (second, .second)
            }
        } else if isMarked {
            return false
        }
        if take(".") || take(",") { readFraction(&fields) }
        readHalf(&fields)
        return true
    }

    private mutating func readFraction(_ fields: inout DateFields) {
        var (value, scale) = (0, 100)
        while let byte = peek, byte &- 0x30 < 10 {
            value += Int(byte - 0x30) * scale
            scale /= 10
            index += 1
        }
        (fields.milliseconds, fields.precision) = (value, .millisecond)
    }

    /// `AM` and `PM`.
    private mutating func readHalf(_ fields: inout DateFields) {
        let start = index
        skipSpace()
        let letters = bytes[index...].prefix { ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: ".") }
        let word = letters.filter { $0 != UInt8(ascii: ".") }.map { $0 | 0x20 }
        guard fields.hour <= 12, word == Array("am".utf8) || word == Array("pm".utf8) else {
            index = start
            return
        }
        index += letters.count
        fields.hour = fields.hour % 12 + (word[0] == UInt8(ascii: "p") ? 12 : 0)
    }

    /// Reads the rest as a zone; false where it is none.
    mutating func readZone(_ fields: inout DateFields) -> Bool {
        skipSpace()
        let letters = bytes[index...].prefix { ($0 | 0x20) &- 0x61 < 26 }
        if !letters.isEmpty {
            fields.offset = TimeZones.minutes(letters) ?? 0
            index += letters.count
            skipSpace()
        }
        guard let sign = peek else { return true }
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            index += 1
            guard let hours = digits(1...2) else { return isAtEnd }
            _ = take(":")
            let minutes = digits(1...2) ?? 0
            guard hours <= 18, minutes <= 59 else { return false }
            fields.offset = (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
        }
        // A zone's name in brackets, or digits too many, change nothing.
        let rest = bytes[index...].drop { $0 <= 0x20 }
        return rest.isEmpty || rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: "[")
            || rest.allSatisfy {
                $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_")
            }
    }
}
