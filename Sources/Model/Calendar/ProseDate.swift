/// Finds days in the prose and the URLs of pages.
package enum ProseDate {
    /// Years that a day may have; other numbers of four digits are no years.
    private static let years = 1990...2100
    private static let maxBytes = 400

    /// The first day in a text, up to the 31st of a month that has fewer days.
    ///
    /// - Parameter monthFirst: Whether 3/4/2026 is the fourth of March.
    package static func first(in text: String, monthFirst: Bool) -> CivilDate? {
        guard text.withUTF8Span(mayHoldDate) else { return nil }
        let tokens = tokens(text)
        for index in tokens.indices {
            if let day = day(tokens[index...], monthFirst: monthFirst) { return day }
        }
        return nil
    }

    /// A day in the path of a URL: `/2026/03/02/`, `/2026-03-02-`, `/20260302/`.
    package static func inURL(_ url: String) -> CivilDate? {
        let path = url.utf8.drop { $0 != UInt8(ascii: "/") }.prefix(maxBytes)
        let tokens = tokens(String(decoding: Array(path), as: UTF8.self)).filter { token in
            if case .word = token { false } else { true }
        }
        for index in tokens.indices {
            guard case .number(_, let digits) = tokens[index], digits == 4 || digits == 8,
                let day = day(tokens[index...], monthFirst: false)
            else { continue }
            return day
        }
        return nil
    }

    /// Whether a text has a year of four digits or a date of eight, which every date has and most texts have not.
    private static func mayHoldDate(_ bytes: Span<UInt8>) -> Bool {
        // A longer text is cut, perhaps within a longer number.
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
        years.contains(digits == 4 ? number : digits == 8 ? number / 10_000 : 0)
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
        guard years.contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    private static func day(_ tokens: ArraySlice<Token>, monthFirst: Bool) -> CivilDate? {
        var rest = tokens
        switch rest.popFirst() {
        case .number(let value, 8): return date(value / 10_000, value / 100 % 100, value % 100)
        case .number(let year, 4): return yearFirst(year, rest)
        case .number(let value, let digits) where digits <= 2: return dayFirst(value, rest, monthFirst: monthFirst)
        case .word(let word):
            guard let month = MonthNames.beginnings[word], case .number(let day, let digits)? = number(&rest),
                digits <= 2,
                case .number(let year, 4)? = number(&rest)
            else { return nil }
            return date(year, month, day)
        default: return nil
        }
    }

    private static func yearFirst(_ year: Int, _ tokens: ArraySlice<Token>) -> CivilDate? {
        var rest = tokens
        // As in citations: 2026 Mar 2.
        if case .mark(0x20)? = rest.first, case .word(let word)? = rest.dropFirst().first {
            rest = rest.dropFirst(2)
            guard let month = MonthNames.beginnings[word], case .number(let day, let digits)? = number(&rest),
                digits <= 2
            else { return nil }
            return date(year, month, day)
        }
        guard case .mark(let mark)? = rest.popFirst(), "-/. ".utf8.contains(mark) || mark >= 0x80,
            case .number(let month, let digits)? = rest.popFirst(), digits <= 2,
            case .mark? = rest.popFirst(), case .number(let day, let dayDigits)? = rest.popFirst(), dayDigits <= 2
        else { return nil }
        return date(year, month, day)
    }

    /// A day or month of one or two digits, then another number and a year, or a month's name and a year.
    private static func dayFirst(_ first: Int, _ tokens: ArraySlice<Token>, monthFirst: Bool) -> CivilDate? {
        var rest = tokens
        if case .mark(let mark)? = rest.first, "./-".utf8.contains(mark) {
            var numbers = rest.dropFirst()
            dropSpace(&numbers)
            if case .number(let second, let digits)? = numbers.popFirst(), digits <= 2, case .mark? = numbers.popFirst()
            {
                dropSpace(&numbers)
                guard case .number(let year, 4)? = numbers.popFirst() else { return nil }
                let isMonthFirst = mark == UInt8(ascii: "/") && (second > 12 || (monthFirst && first <= 12))
                return isMonthFirst ? date(year, first, second) : date(year, second, first)
            }
        }
        for _ in 0..<4 {
            switch rest.popFirst() {
            case .mark: continue
            case .word(let word):
                if let month = MonthNames.beginnings[word] {
                    guard case .number(let year, 4)? = number(&rest) else { return nil }
                    return date(year, month, first)
                }
                guard ["de", "of", "th", "st", "nd", "rd", "er", "º", "d"].contains(word) else { return nil }
            case .number, nil: return nil
            }
        }
        return nil
    }

    private static func dropSpace(_ tokens: inout ArraySlice<Token>) {
        if case .mark(0x20)? = tokens.first { tokens = tokens.dropFirst() }
    }

    /// The next number behind at most four marks and joining words.
    private static func number(_ rest: inout ArraySlice<Token>) -> Token? {
        for _ in 0..<5 {
            switch rest.popFirst() {
            case .number(let value, let digits): return .number(value, digits: digits)
            case .mark: continue
            case .word(let word):
                guard ["de", "of", "th", "st", "nd", "rd", "del", "г"].contains(word) else { return nil }
            case nil: return nil
            }
        }
        return nil
    }

    private enum Token {
        case number(Int, digits: Int)
        /// Letters in lower case.
        case word(String)
        /// An ASCII character; 0x20 for any white space, 0x80 for any other character.
        case mark(UInt8)
    }

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
            } else if isLetter(scalar) {
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

    /// Letters but those of East Asia, which stand between the numbers of a date like marks.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic && !(0x3000...0x9FFF).contains(scalar.value)
            && !(0xAC00...0xD7AF).contains(scalar.value)
    }
}
