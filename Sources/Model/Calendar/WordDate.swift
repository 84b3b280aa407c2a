/// Dates whose parts stand in any order: with months in words, or as numbers between marks.
struct WordDate {
    private var scan: DateScanner
    /// Whether unknown words, and an order of day and month that could be another, are refused.
    private let isStrict: Bool
    private var parts = DateParts()
    private var month: Int?
    /// Whether the month could as well be a day of the week.
    private var isMonthDoubtful = false
    private var day: Int?
    private var year: Int?
    private var hasTime = false
    private var hasZone = false
    private var isAfternoon = false

    static func read(_ bytes: [UInt8], isStrict: Bool) -> DateParts? {
        var date = WordDate(scan: DateScanner(bytes), isStrict: isStrict)
        return date.read()
    }

    private mutating func read() -> DateParts? {
        while let byte = scan.peek {
            if byte.isASCIIDigit {
                guard number() else { return nil }
            } else if Self.isLetter(byte) {
                guard word() else { return nil }
            } else if byte == UInt8(ascii: "+") && mayBeAtZone || byte == UInt8(ascii: "-") && hasTime, !hasZone {
                guard scan.zone(into: &parts, isStrict: isStrict) else { return nil }
                break
            } else if byte == UInt8(ascii: "(") || isStrict && byte == UInt8(ascii: "["), mayBeAtZone {
                break
            } else {
                scan.index += 1
            }
        }
        guard let month, let year, day != nil || isStrict && !hasTime else { return nil }
        if day == nil { parts.precision = .month }
        parts.date = CivilDate(year: year, month: month, day: day ?? 1)
        return parts
    }

    /// A sitemap's day may have a zone without a time.
    private var mayBeAtZone: Bool { hasTime || isStrict && day != nil && year != nil }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isASCIILetter }

    // MARK: Numbers

    private mutating func number() -> Bool {
        let start = scan.index
        guard let (value, count) = scan.number(1...9) else { return false }
        let mark = scan.peek
        if count <= 2, !hasTime, mark == UInt8(ascii: ":") || mark == UInt8(ascii: "h") && isDigit(scan.index + 1) {
            return time(from: start)
        }
        if count <= 2, !hasTime, day != nil, year != nil, isHalf { return time(from: start) }
        if let mark, "/.-".utf8.contains(mark), count <= 2, month == nil, day == nil, isDigit(scan.index + 1),
            !isStrict || !hasTime && year == nil, group(value, mark)
        {
            return !isStrict || scan.timeAndZone(into: &parts, isStrict: true)
        }
        if let unit = unit() {
            set(unit, value, count)
            return true
        }
        if count >= 3 {
            guard count == 4, year == nil else { return count <= 4 && year != nil && !isStrict }
            year = value
        } else if day == nil {
            day = value
        } else if year == nil, count == 2, !isStrict || !hasTime {
            year = Self.fullYear(value)
        } else if isStrict {
            return false
        } else if !hasTime, count == 2, mark == UInt8(ascii: ".") {
            return time(from: start)
        }
        return true
    }

    private static func fullYear(_ short: Int) -> Int { short + (short < 90 ? 2_000 : 1_900) }

    private func isDigit(_ index: Int) -> Bool { index < scan.bytes.count && scan.bytes[index].isASCIIDigit }

    /// Whether AM or PM comes next.
    private var isHalf: Bool {
        let word = scan.rest.drop { $0 <= 0x20 }.prefix(2).map { $0 | 0x20 }
        return word.elementsEqual("am".utf8) || word.elementsEqual("pm".utf8)
    }

    private mutating func time(from start: Int) -> Bool {
        scan.index = start
        hasTime = scan.lenientTime(into: &parts, isStrict: isStrict)
        return hasTime
    }

    /// Reads three numbers with one mark between them; false, with nothing taken, where it is no date after all.
    private mutating func group(_ first: Int, _ mark: UInt8) -> Bool {
        var rest = scan
        let scalar = Unicode.Scalar(mark)
        guard rest.take(scalar), let second = rest.number(1...2)?.value, rest.take(scalar),
            let third = rest.number(2...4), third.digits == 4 || third.digits == 2 && !isStrict,
            !isStrict
                || rest.peek?.isASCIIDigit != true && (scalar == "." || max(first, second) > 12 || first == second)
        else { return false }
        year = third.digits == 4 ? third.value : Self.fullYear(third.value)
        let isDayFirst = first > 12 || second <= 12 && scalar != "/"
        (day, month) = isDayFirst ? (first, second) : (second, first)
        scan = rest
        return true
    }

    /// The sign behind a number in East Asia's dates: year, month, day, hour, minute, second.
    private mutating func unit() -> Unicode.Scalar? {
        let rest = scan.rest.drop { $0 <= 0x20 }
        guard let lead = rest.first, lead >= 0xE3, rest.count >= 3,
            let scalar = String(decoding: rest.prefix(3), as: UTF8.self).unicodeScalars.first,
            "年년月월日일時时시點点分분秒초".unicodeScalars.contains(scalar)
        else { return nil }
        scan.index = rest.startIndex + 3
        return scalar
    }

    private mutating func set(_ unit: Unicode.Scalar, _ value: Int, _ count: Int) {
        switch unit {
        case "年", "년": year = count <= 2 ? value + 2_000 : value
        case "月", "월": month = value
        case "日", "일": day = value
        case "時", "时", "시", "點", "点":
            parts.hour = value < 12 && isAfternoon ? value + 12 : value
            hasTime = true
        case "分", "분": parts.minute = value
        default: parts.second = value
        }
    }

    // MARK: Words

    /// Reads a word; false for an unknown word, which a strict reading refuses.
    private mutating func word() -> Bool {
        let start = scan.index
        let word = scan.rest.prefix { Self.isLetter($0) || $0 == UInt8(ascii: "'") }
        scan.index = word.endIndex
        let text = String(decoding: word, as: UTF8.self).lowercased()
        if ["下午", "午後", "오후"].contains(where: text.hasSuffix) || text == "μμ" {
            isAfternoon = true
            return true
        }
        if mayBeAtZone, word.allSatisfy(\.isASCIILetter), let minutes = ZoneNames.minutes[text] {
            parts.offset = minutes
            hasZone = hasZone || text != "utc" && text != "gmt"
            return true
        }
        if HTTPDate.isWeekday(prefix: text) { return true }
        guard month == nil || isMonthDoubtful,
            let found = isStrict ? MonthNames.english[text] : MonthNames.number(inFeeds: text)
        else { return !isStrict || Self.fillers.contains(text) }
        month = found
        isMonthDoubtful = !isStrict && start == 0 && day == nil
        return true
    }

    private static let fillers: Set<String> = ["at", "of", "t", "the", "st", "nd", "rd", "th"]
}
