/// Dates whose parts stand in any order: with months in words, or as numbers between marks.
enum WordDate {
    /// Nil where no date is found.
    static func read(_ bytes: ArraySlice<UInt8>) -> DateFields? {
        var reading = Reading(bytes)
        return reading.run()
    }

    private struct Reading {
        private var scan: DateScan
        private let bytes: ArraySlice<UInt8>
        private var fields = DateFields()
        private var month: Int?
        /// Whether the month could as well be a day of the week.
        private var isMonthDoubtful = false
        private var day: Int?
        private var year: Int?
        private var hasTime = false
        private var hasZone = false

        init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
            scan = DateScan(bytes)
        }

        mutating func run() -> DateFields? {
            while let byte = scan.peek {
                if byte &- 0x30 < 10 {
                    guard number() else { return nil }
                } else if byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 {
                    word()
                } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), hasTime, !hasZone {
                    hasZone = true
                    var rest = scan
                    guard rest.readZone(&fields) else { return nil }
                    break
                } else if byte == UInt8(ascii: "("), hasTime {
                    break
                } else {
                    _ = scan.take(Unicode.Scalar(byte))
                }
            }
            guard let month, let day, let year else { return nil }
            (fields.month, fields.day, fields.year) = (month, day, year)
            return fields
        }

        // MARK: Numbers

        private mutating func number() -> Bool {
            let start = scan.index
            guard let value = scan.digits(1...9) else { return false }
            let count = scan.index - start
            let mark = scan.peek
            if count <= 2, !hasTime, mark == UInt8(ascii: ":") || mark == UInt8(ascii: "h") && isDigit(scan.index + 1) {
                return time(from: start)
            }
            if count <= 2, !hasTime, day != nil, year != nil, isHalf(scan.index) { return time(from: start) }
            if let mark, mark == UInt8(ascii: "/") || mark == UInt8(ascii: ".") || mark == UInt8(ascii: "-"),
                count <= 2,
                month == nil, day == nil, isDigit(scan.index + 1), let fits = group(value, mark)
            {
                return fits
            }
            if let unit = unit() { return set(unit, value, count) }
            if count >= 3 {
                guard count == 4, year == nil else { return count > 4 ? false : year != nil }
                year = value
            } else if day == nil {
                day = value
            } else if year == nil, count == 2 {
                year = value + (value < 90 ? 2_000 : 1_900)
            } else if !hasTime, count == 2, mark == UInt8(ascii: ".") {
                return time(from: start)
            }
            return true
        }

        private func isDigit(_ index: Int) -> Bool { index < bytes.endIndex && bytes[index] &- 0x30 < 10 }

        private func isHalf(_ index: Int) -> Bool {
            let rest = bytes[index...].drop { $0 <= 0x20 }.prefix(2).map { $0 | 0x20 }
            return rest == Array("am".utf8) || rest == Array("pm".utf8)
        }

        private mutating func time(from start: Int) -> Bool {
            var rest = DateScan(bytes[start...])
            guard rest.readTime(&fields) else { return false }
            hasTime = true
            scan = rest
            return true
        }

        /// Two or three numbers with one mark between them; nil where it is no date after all.
        private mutating func group(_ first: Int, _ mark: UInt8) -> Bool? {
            var rest = scan
            let scalar = Unicode.Scalar(mark)
            guard rest.take(scalar), let second = rest.digits(1...2), rest.take(scalar) else { return nil }
            let start = rest.index
            guard let third = rest.digits(2...4), rest.index - start != 3 else { return nil }
            year = rest.index - start == 4 ? third : third + (third < 90 ? 2_000 : 1_900)
            let isDayFirst = first > 12 || second <= 12 && mark != UInt8(ascii: "/")
            (day, month) = isDayFirst ? (first, second) : (second, first)
            scan = rest
            return true
        }

        /// The sign behind a number in East Asia's dates: year, month, day, hour, minute, second.
        private mutating func unit() -> Unicode.Scalar? {
            var rest = bytes[scan.index...].drop { $0 <= 0x20 }
            guard let lead = rest.first, lead >= 0xE3, rest.count >= 3,
                let scalar = String(decoding: rest.prefix(3), as: UTF8.self).unicodeScalars.first
            else { return nil }
            guard "年年년月월日日일時时시點点分분秒초".unicodeScalars.contains(scalar) else { return nil }
            rest = rest.dropFirst(3)
            var next = DateScan(bytes)
            while next.index < rest.startIndex { next.skip() }
            scan = next
            return scalar
        }

        private mutating func set(_ unit: Unicode.Scalar, _ value: Int, _ count: Int) -> Bool {
            switch unit {
            case "年", "년": year = count <= 2 ? value + 2_000 : value
            case "月", "월": month = value
            case "日", "일": day = value
            case "時", "时", "시", "點", "点":
                fields.hour = value < 12 && isAfternoon ? value + 12 : value
                hasTime = true
            case "分", "분": fields.minute = value
            default: fields.second = value
            }
            return true
        }

        private var isAfternoon = false

        // MARK: Words

        private mutating func word() {
            let start = scan.index
            while let byte = scan.peek, byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "'") {
                // A sign of East Asia's dates ends with its three bytes.
                scan.skip()
            }
            let word = bytes[start..<scan.index]
            let text = String(decoding: word, as: UTF8.self).lowercased()
            if text.hasSuffix("下午") || text.hasSuffix("午後") || text.hasSuffix("오후") || text == "μμ" {
                isAfternoon = true
                return
            }
            if hasTime, let minutes = TimeZones.minutes(word) {
                fields.offset = minutes
                hasZone = hasZone || text != "utc" && text != "gmt"
                return
            }
            guard let found = MonthWords.month(text) else { return }
            let isFirst = start == bytes.startIndex
            if month == nil || isMonthDoubtful {
                month = found
                isMonthDoubtful = isFirst && day == nil
            }
        }
    }
}

extension DateScan {
    mutating func skip() {
        guard let byte = peek else { return }
        _ = take(Unicode.Scalar(byte))
    }
}
