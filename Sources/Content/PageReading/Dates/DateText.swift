/// Finds dates in texts as pages write them.
enum DateText {
    struct Day: Hashable {
        let year: Int
        let month: Int
        let day: Int

        static let years = 1990...2100

        init?(year: Int, month: Int, day: Int) {
            guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
            self.year = year
            self.month = month
            self.day = day
        }

        /// Days since the first of March of the year 0 (proleptic Gregorian calendar).
        var number: Int {
            let year = month > 2 ? year : year - 1
            return 365 * year + year / 4 - year / 100 + year / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
        }

        /// `YYYY-MM-DD`.
        var text: String {
            func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(year)-\(padded(month))-\(padded(day))"
        }
    }

    private enum Token {
        case number(Int, digits: Int)
        case word(String)
        case mark(UInt8)
    }

    /// Texts are read up to this length, in bytes.
    private static let maxBytes = 400

    /// A time as ISO 8601 has it stays as it is; any other text gives the first date in it.
    ///
    /// - Parameter monthFirst: Whether 3/4/2026 is the fourth of March.
    static func published(_ text: String, monthFirst: Bool) -> String? {
        guard mayHoldDate(text) else { return nil }
        let trimmed = text.drop { $0.isWhitespace }
        let bytes = Array(trimmed.utf8.prefix(40))
        if bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D, let day = first(in: text, monthFirst: monthFirst) {
            let isTime = bytes.count >= 16 && (bytes[10] == 0x54 || bytes[10] == 0x20) && bytes[13] == 0x3A
            return isTime ? String(decoding: bytes, as: UTF8.self).prefix { $0 != "[" }.trimmingSpaces : day.text
        }
        return first(in: text, monthFirst: monthFirst)?.text
    }

    /// The first date in a text.
    static func first(in text: String, monthFirst: Bool) -> Day? {
        guard mayHoldDate(text) else { return nil }
        let tokens = tokens(text)
        for index in tokens.indices {
            if let day = day(tokens[index...], monthFirst: monthFirst) { return day }
        }
        return nil
    }

    /// Whether a text has a year of four digits or a date of eight, one of which every date has; most texts have neither.
    private static func mayHoldDate(_ text: String) -> Bool {
        let bytes = text.utf8.span
        // Of a longer text the end is not read, which may be that of a longer number.
        guard bytes.count <= maxBytes else { return true }
        var (number, digits) = (0, 0)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x30, byte <= 0x39 {
                digits += 1
                if digits <= 8 { number = number * 10 + Int(byte - 0x30) }
            } else if digits > 0 {
                if isYear(number, digits) { return true }
                (number, digits) = (0, 0)
            }
        }
        return isYear(number, digits)
    }

    private static func isYear(_ number: Int, _ digits: Int) -> Bool {
        Day.years.contains(digits == 4 ? number : digits == 8 ? number / 10_000 : 0)
    }

    /// Whether a day is the one before or behind that of a text in ISO 8601.
    static func isBeside(_ day: Day, _ text: String) -> Bool {
        guard let other = first(in: text, monthFirst: false) else { return false }
        return abs(day.number - other.number) == 1
    }

    /// The hour, 0 to 23, of a text that states a time of Greenwich; nil where it states no time or one of another place.
    static func greenwichHour(_ text: String) -> Int? {
        let bytes = Array(text.utf8.prefix(maxBytes))[...].trimmedBytes
        // A day may have a zone too, whose colon is none of a time.
        guard let zone = zones.first(where: { bytes.suffix($0.count).elementsEqual($0) }),
            let colon = bytes.dropLast(zone.count).firstIndex(of: 0x3A), bytes[..<colon].count >= 2
        else { return nil }
        let hour = Int(String(decoding: bytes[(colon - 2)..<colon], as: UTF8.self))
        return hour.flatMap { (0...23).contains($0) ? $0 : nil }
    }

    private static let zones = ["Z", "+00:00", "+0000", "GMT", "UTC"].map { Array($0.utf8) }

    /// A date in the path of a URL: `/2026/03/02/`, `/2026-03-02-`, `/20260302/`.
    static func inURL(_ url: String) -> Day? {
        let path = url.utf8.drop { $0 != 0x2F }.prefix(maxBytes)
        let text = String(decoding: Array(path), as: UTF8.self)
        let tokens = tokens(text).filter { if case .word = $0 { false } else { true } }
        for index in tokens.indices {
            guard case .number(_, let digits) = tokens[index], digits == 4 || digits == 8,
                let day = day(tokens[index...], monthFirst: false)
            else { continue }
            return day
        }
        return nil
    }

    private static func day(_ tokens: ArraySlice<Token>, monthFirst: Bool) -> Day? {
        var rest = tokens
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case .number(let value, 8): return Day(year: value / 10_000, month: value / 100 % 100, day: value % 100)
        case .number(let year, 4):
            // As citations have it: 2026 Mar 2.
            if case .mark(0x20)? = rest.first, case .word(let word)? = rest.dropFirst().first {
                rest = rest.dropFirst(2)
                guard let month = month(word), case .number(let day, let digits)? = number(&rest), digits <= 2 else {
                    return nil
                }
                return Day(year: year, month: month, day: day)
            }
            guard case .mark(let mark)? = rest.popFirst(), "-/. ".utf8.contains(mark) || mark >= 0x80,
                case .number(let month, let digits)? = rest.popFirst(), digits <= 2,
                case .mark? = rest.popFirst(), case .number(let day, let dayDigits)? = rest.popFirst(), dayDigits <= 2
            else { return nil }
            return Day(year: year, month: month, day: day)
        case .number(let value, let digits) where digits <= 2: return dayFirst(value, rest, monthFirst: monthFirst)
        case .word(let word):
            guard let month = month(word), case .number(let day, let digits)? = number(&rest), digits <= 2 else {
                return nil
            }
            guard case .number(let year, 4)? = number(&rest) else { return nil }
            return Day(year: year, month: month, day: day)
        default: return nil
        }
    }

    /// What follows a number of one or two digits: another one and a year, or a month's name and a year.
    private static func dayFirst(_ first: Int, _ tokens: ArraySlice<Token>, monthFirst: Bool) -> Day? {
        var rest = tokens
        if case .mark(let mark)? = rest.first, "./-".utf8.contains(mark) {
            var numbers = rest.dropFirst()
            if case .mark(0x20)? = numbers.first { numbers = numbers.dropFirst() }
            if case .number(let second, let digits)? = numbers.popFirst(), digits <= 2, case .mark? = numbers.popFirst()
            {
                if case .mark(0x20)? = numbers.first { numbers = numbers.dropFirst() }
                guard case .number(let year, let yearDigits)? = numbers.popFirst(), yearDigits == 4 else { return nil }
                if mark == 0x2F, second > 12 || (monthFirst && first <= 12) {
                    return Day(year: year, month: first, day: second)
                }
                return Day(year: year, month: second, day: first)
            }
        }
        var steps = 0
        while let token = rest.popFirst(), steps < 4 {
            steps += 1
            switch token {
            case .mark: continue
            case .word(let word):
                guard let month = month(word) else {
                    guard ["de", "of", "th", "st", "nd", "rd", "er", "º", "d"].contains(word) else { return nil }
                    continue
                }
                guard case .number(let year, 4)? = number(&rest) else { return nil }
                return Day(year: year, month: month, day: first)
            case .number: return nil
            }
        }
        return nil
    }

    /// The next number behind at most four marks and joining words.
    private static func number(_ rest: inout ArraySlice<Token>) -> Token? {
        for _ in 0..<5 {
            guard let token = rest.popFirst() else { return nil }
            switch token {
            case .number: return token
            case .mark: continue
            case .word(let word):
                guard ["de", "of", "th", "st", "nd", "rd", "del", "г"].contains(word) else { return nil }
            }
        }
        return nil
    }

    private static func month(_ word: String) -> Int? { MonthNames.beginnings[word] }

    private static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        var number = 0
        var digits = 0
        var word = ""
        func finish() {
            if digits > 0 { tokens.append(.number(number, digits: digits)) }
            if !word.isEmpty { tokens.append(.word(word)) }
            number = 0
            digits = 0
            word = ""
        }
        for scalar in text.unicodeScalars.prefix(maxBytes) {
            if (0x30...0x39).contains(scalar.value) {
                if digits == 0 { finish() }
                number = digits < 9 ? number * 10 + Int(scalar.value - 0x30) : number
                digits += 1
            } else if scalar.properties.isAlphabetic, !(0x3000...0x9FFF).contains(scalar.value),
                !(0xAC00...0xD7AF).contains(scalar.value)
            {
                if digits > 0 { finish() }
                word += scalar.properties.lowercaseMapping
            } else {
                finish()
                let mark = scalar.value < 0x80 ? UInt8(scalar.value) : 0x80
                let isSpace = mark <= 0x20 || scalar.value == 0xA0
                if isSpace, case .mark? = tokens.last { continue }
                tokens.append(.mark(isSpace ? 0x20 : mark))
            }
        }
        finish()
        return tokens
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var view = self
        while view.last?.isWhitespace == true { view.removeLast() }
        return String(view)
    }
}
