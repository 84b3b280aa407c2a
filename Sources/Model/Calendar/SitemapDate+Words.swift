extension SitemapDate {
    /// Dates whose months are English names.
    static func words(_ bytes: [UInt8]) -> DateParts? {
        var scan = DateScanner(bytes)
        var parts = DateParts()
        var month: Int?
        var numbers: [(value: Int, digits: Int)] = []
        var hasTime = false
        while !scan.isAtEnd {
            if scan.take(anyOf: " ,-/.\t\n\r") != nil { continue }
            if hasTime || month != nil && numbers.count == 2 && !scan.isTime { break }
            if scan.isTime {
                guard scan.time(into: &parts) else { return nil }
                hasTime = true
            } else if let number = scan.whole(1...4) {
                numbers.append(number)
                scan.skipOrdinal()
            } else {
                let word = scan.word()
                if month == nil, let found = monthNumber(word) {
                    month = found
                } else if !isFiller(word) {
                    return nil
                }
            }
        }
        // The output of `date` has the zone and the year behind the time.
        if numbers.count == 1, hasTime {
            guard let year = scan.yearAtEnd(&parts) else { return nil }
            numbers.append(year)
        } else if !scan.zone(into: &parts) {
            return nil
        }
        guard let month, let (year, day) = yearAndDay(numbers) else { return nil }
        parts.date = CivilDate(year: year, month: month, day: day ?? 1)
        if day == nil { parts.precision = .month }
        return parts
    }

    /// By an English name or at least three letters of it.
    private static func monthNumber(_ word: String) -> Int? {
        guard word.utf8.count > 2 else { return nil }
        let index = MonthNames.english.firstIndex { $0.hasPrefix(word) || word == "sept" && $0 == "september" }
        return index.map { $0 + 1 }
    }

    /// Words that say nothing about a date, and names of days.
    private static func isFiller(_ word: String) -> Bool {
        ["at", "of", "t", "the"].contains(word) || word.utf8.count > 2 && HTTPDate.isWeekday(prefix: word)
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

extension DateScanner {
    /// A number of so many digits with no further digit behind it.
    mutating func whole(_ counts: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        guard let number = number(counts), peek?.isASCIIDigit != true else { return nil }
        return number
    }

    /// Hours with minutes and seconds, `9:05`, `09:05:00.25` or `0905`, and AM or PM behind them.
    mutating func time(into parts: inout DateParts) -> Bool {
        guard let first = whole(1...6) else { return false }
        switch first.digits {
        case 1, 2:
            (parts.hour, parts.precision) = (first.value, .hour)
            guard take(":") else { break }
            guard let minute = whole(2...2) else { return false }
            (parts.minute, parts.precision) = (minute.value, .minute)
            guard take(":") else { break }
            guard let second = whole(2...2) else { return false }
            (parts.second, parts.precision) = (second.value, .second)
        case 4: (parts.hour, parts.minute, parts.precision) = (first.value / 100, first.value % 100, .minute)
        case 6:
            (parts.hour, parts.minute, parts.second) = (
                first.value / 10_000, first.value / 100 % 100, first.value % 100
            )
            parts.precision = .second
        default: return false
        }
        if take(anyOf: ".,") != nil {
            while peek?.isASCIIDigit == true { index += 1 }
        }
        return half(of: &parts)
    }

    /// AM or PM, where they stand there; false where the hour does not allow them.
    private mutating func half(of parts: inout DateParts) -> Bool {
        let before = index
        skipSpaces()
        let word = word()
        guard word == "am" || word == "pm" else {
            index = before
            return true
        }
        guard (1...12).contains(parts.hour) else { return parts.hour > 12 && word == "pm" }
        parts.hour = parts.hour % 12 + (word == "pm" ? 12 : 0)
        return true
    }

    /// The zone and the end of the text; false where something else stands there.
    mutating func zone(into parts: inout DateParts) -> Bool {
        guard zoneName(into: &parts) else { return false }
        if let sign = take(anyOf: "+-") {
            guard let minutes = offset() else { return false }
            parts.offset = (parts.offset ?? 0) + (sign == UInt8(ascii: "-") ? -minutes : minutes)
            skipSpaces()
            // A `Z` behind an offset means nothing.
            _ = take(anyOf: "Zz")
        }
        // Programs add `[Europe/Paris]` and `(Central European Time)`.
        return isAtEnd || take(anyOf: "[(") != nil
    }

    /// The letters of a zone, if there are any; false where they name none.
    private mutating func zoneName(into parts: inout DateParts) -> Bool {
        skipSpaces()
        let name = word()
        guard !name.isEmpty else { return true }
        guard let minutes = ZoneNames.common[name] else { return false }
        parts.offset = minutes
        skipSpaces()
        return true
    }

    /// The digits of `+01:00`, `+0100`, `+01`, and of `+00:000`, which some servers write.
    private mutating func offset() -> Int? {
        guard let first = whole(1...4) else { return nil }
        guard first.digits <= 2 else { return first.value / 100 * 60 + first.value % 100 }
        guard take(":") else { return first.value * 60 }
        guard let rest = whole(2...3) else { return nil }
        let minutes = rest.digits == 3 ? rest.value / 10 : rest.value
        return minutes < 60 ? first.value * 60 + minutes : nil
    }

    /// Whether a time with a colon comes next.
    fileprivate var isTime: Bool {
        var copy = self
        return copy.whole(1...2) != nil && copy.take(":")
    }

    /// `st`, `nd`, `rd` or `th` behind a day.
    fileprivate mutating func skipOrdinal() {
        var copy = self
        if ["st", "nd", "rd", "th"].contains(copy.word()) { self = copy }
    }

    /// A zone, if any, and the year as the last word.
    fileprivate mutating func yearAtEnd(_ parts: inout DateParts) -> (value: Int, digits: Int)? {
        guard zoneName(into: &parts), let year = whole(4...4), isAtEnd else { return nil }
        return year
    }
}
