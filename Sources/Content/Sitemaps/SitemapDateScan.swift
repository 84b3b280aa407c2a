internal import LarderModel

/// Reads the parts of a date one after another.
struct SitemapDateScan {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index >= bytes.count }
    private var byte: UInt8? { isAtEnd ? nil : bytes[index] }

    mutating func take(_ wanted: UInt8) -> Bool {
        guard byte == wanted else { return false }
        index += 1
        return true
    }

    mutating func take(anyOf wanted: String) -> UInt8? {
        guard let byte, wanted.utf8.contains(byte) else { return nil }
        index += 1
        return byte
    }

    mutating func skipSpaces() { while byte.map({ $0 <= 0x20 }) ?? false { index += 1 } }

    /// Digits, at most `max` of them.
    mutating func number(max: Int = 14) -> (value: Int, digits: Int)? {
        let start = index
        var value = 0
        while let byte, byte.isASCIIDigit {
            guard index - start < max else { return nil }
            value = value * 10 + Int(byte - 0x30)
            index += 1
        }
        return index > start ? (value, index - start) : nil
    }

    /// Letters in lower case.
    mutating func word() -> String {
        let start = index
        while let byte, byte.isASCIILetter { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }

    // MARK: Times

    /// Hours with minutes and seconds, `9:05`, `09:05:00.25` or `0905`, and the half of the day behind them.
    mutating func time(into parts: inout SitemapDateParts) -> Bool {
        guard let first = number(max: 6) else { return false }
        switch first.digits {
        case 1, 2:
            parts.hour = first.value
            guard take(UInt8(ascii: ":")) else { break }
            guard let minute = number(max: 2), minute.digits == 2 else { return false }
            parts.minute = minute.value
            guard take(UInt8(ascii: ":")) else { break }
            guard let second = number(max: 2), second.digits == 2 else { return false }
            parts.second = second.value
        case 4: (parts.hour, parts.minute) = (first.value / 100, first.value % 100)
        case 6:
            (parts.hour, parts.minute, parts.second) = (
                first.value / 10_000, first.value / 100 % 100, first.value % 100
            )
        default: return false
        }
        if take(anyOf: ".,") != nil {
            // Parts of a second, however many.
            while let byte, byte.isASCIIDigit { index += 1 }
        }
        return half(of: &parts)
    }

    /// AM or PM, where they stand there.
    private mutating func half(of parts: inout SitemapDateParts) -> Bool {
        let before = index
        skipSpaces()
        let word = word()
        guard word == "am" || word == "pm", let hour = parts.hour else {
            index = before
            return true
        }
        guard (1...12).contains(hour) else { return hour > 12 && word == "pm" }
        parts.hour = hour % 12 + (word == "pm" ? 12 : 0)
        return true
    }

    // MARK: Zones

    /// The zone and the end of the text; `false` where something else stands there.
    mutating func zone(into parts: inout SitemapDateParts) -> Bool {
        skipSpaces()
        guard !isAtEnd else { return true }
        let name = word()
        if !name.isEmpty {
            guard let minutes = Self.zones[name] else { return false }
            parts.zoneMinutes = minutes
            skipSpaces()
        }
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
            guard let offset = offset() else { return false }
            parts.zoneMinutes = (parts.zoneMinutes ?? 0) + offset
            skipSpaces()
            // An offset and a letter for none: the offset is the one that somebody meant.
            _ = take(anyOf: "Zz")
        }
        // What programs put behind it: `[Europe/Paris]`, `(Central European Time)`.
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") { index = bytes.count }
        return isAtEnd
    }

    /// `+01:00`, `+0100`, `+01`, and `+00:000`, which some servers write.
    private mutating func offset() -> Int? {
        let isWest = take(UInt8(ascii: "-"))
        if !isWest { _ = take(UInt8(ascii: "+")) }
        guard let first = number(max: 4) else { return nil }
        var minutes = first.value * 60
        if first.digits > 2 {
            minutes = first.value / 100 * 60 + first.value % 100
        } else if take(UInt8(ascii: ":")) {
            guard let rest = number(max: 3), rest.digits > 1 else { return nil }
            let value = rest.digits == 3 ? rest.value / 10 : rest.value
            guard value < 60 else { return nil }
            minutes += value
        }
        return isWest ? -minutes : minutes
    }

    /// Minutes east of UTC.
    static let zones: [String: Int] = [
        "z": 0, "utc": 0, "gmt": 0, "ut": 0, "wet": 0, "west": 60, "bst": 60, "cet": 60, "mez": 60, "cest": 120,
        "mesz": 120, "eet": 120, "eest": 180, "msk": 180, "jst": 540, "aest": 600, "aedt": 660, "est": -300,
        "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
    ]
}

/// Dates whose months are English names.
enum SitemapWordDate {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    static func parts(_ bytes: [UInt8]) -> SitemapDateParts? {
        var scan = SitemapDateScan(bytes)
        var parts = SitemapDateParts()
        var numbers: [(value: Int, digits: Int)] = []
        var hasTime = false
        while !scan.isAtEnd {
            if scan.take(anyOf: " ,-/.\t\n\r") != nil { continue }
            if hasTime || parts.month != nil && numbers.count == 2 && !scan.isTime { break }
            if scan.isTime {
                guard scan.time(into: &parts) else { return nil }
                hasTime = true
            } else if let number = scan.number(max: 4) {
                numbers.append(number)
                scan.skipOrdinal()
            } else {
                let word = scan.word()
                guard word.utf8.count > 2 || word == "at" || word == "of" || word == "t" else { return nil }
                if let month = months.firstIndex(where: { $0.hasPrefix(word) || word == "sept" && $0 == "september" }),
                    parts.month == nil, word.utf8.count > 2
                {
                    parts.month = month + 1
                } else if !days.contains(where: { $0.hasPrefix(word) }), !["at", "of", "t", "the"].contains(word) {
                    return nil
                }
            }
        }
        // What `date` writes has the zone and the year behind the time.
        if numbers.count == 1, hasTime {
            guard let year = scan.yearAtEnd(&parts) else { return nil }
            numbers.append(year)
        } else if !scan.zone(into: &parts) {
            return nil
        }
        guard parts.month != nil, let (year, day) = yearAndDay(numbers) else { return nil }
        (parts.year, parts.day) = (year, day)
        return parts
    }

    /// The number of four digits is the year; of two short ones the last.
    private static func yearAndDay(_ numbers: [(value: Int, digits: Int)]) -> (year: Int, day: Int?)? {
        switch numbers.count {
        case 1: numbers[0].digits == 4 ? (numbers[0].value, nil) : nil
        case 2 where numbers[0].digits == 4: numbers[1].digits <= 2 ? (numbers[0].value, numbers[1].value) : nil
        case 2 where numbers[1].digits == 4: (numbers[1].value, numbers[0].value)
        case 2 where numbers[1].digits == 2:
            (numbers[1].value + (numbers[1].value < 70 ? 2_000 : 1_900), numbers[0].value)
        default: nil
        }
    }
}

extension SitemapDateScan {
    /// Whether a time with a colon comes next.
    fileprivate var isTime: Bool {
        var copy = self
        return copy.number(max: 2) != nil && copy.take(UInt8(ascii: ":"))
    }

    /// `st`, `nd`, `rd` or `th` behind a day.
    fileprivate mutating func skipOrdinal() {
        var copy = self
        if ["st", "nd", "rd", "th"].contains(copy.word()) { self = copy }
    }

    /// A zone, if any, and the year as the last word.
    fileprivate mutating func yearAtEnd(_ parts: inout SitemapDateParts) -> (value: Int, digits: Int)? {
        skipSpaces()
        let name = word()
        if !name.isEmpty {
            guard let minutes = Self.zones[name] else { return nil }
            parts.zoneMinutes = minutes
            skipSpaces()
        }
        guard let year = number(max: 4), year.digits == 4, isAtEnd else { return nil }
        return year
    }
}
