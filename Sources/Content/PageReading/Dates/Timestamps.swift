internal import LarderModel

/// Points in time as sources write them, in milliseconds since 1970 (UTC).
package enum Timestamps {
    /// Reads RFC 3339 and its usual variations: a space for the `T`, no colon in the offset, no offset (then UTC), a date
    /// alone, up to any number of decimals (cut to milliseconds).
    ///
    /// Nil for anything else, and for the year 1, which APIs send for "unknown".
    package static func milliseconds(_ text: String) -> Int64? {
        var scan = Scan(text.trimmedASCII)
        guard let year = scan.number(4), scan.take("-"), let month = scan.number(2), scan.take("-"),
            let day = scan.number(2), year > 1
        else { return nil }
        guard !scan.isAtEnd else { return milliseconds(year, month, day, 0, 0, 0) }
        guard scan.take("T") || scan.take("t") || scan.take(" "), let hour = scan.number(2), scan.take(":"),
            let minute = scan.number(2)
        else { return nil }
        var second = 0
        var fraction: Int64 = 0
        if scan.take(":") {
            guard let value = scan.number(2) else { return nil }
            second = value
            if scan.take(".") || scan.take(",") {
                guard let value = scan.fraction() else { return nil }
                fraction = value
            }
        }
        guard let base = milliseconds(year, month, day, hour, minute, second) else { return nil }
        _ = scan.take(" ")
        guard let offset = scan.offsetMinutes() else { return nil }
        return base + fraction - Int64(offset) * 60_000
    }

    private static func milliseconds(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        _ hour: Int,
        _ minute: Int,
        _ second: Int
    ) -> Int64? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...daysIn(month, of: year)).contains(day),
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            hour < 24 || (minute == 0 && second == 0)
        else { return nil }
        // Days since 1970-01-01 in the proleptic Gregorian calendar, counted in years that begin in March.
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000
    }

    private static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private struct Scan {
        private let bytes: [UInt8]
        private var index = 0

        init(_ text: String) { bytes = Array(text.utf8.prefix(64)) }

        var isAtEnd: Bool { index == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(truncatingIfNeeded: character.value) else { return false }
            index += 1
            return true
        }

        mutating func number(_ count: Int) -> Int? {
            guard index + count <= bytes.count, bytes[index..<(index + count)].allSatisfy(\.isASCIIDigit) else {
                return nil
            }
            let value = bytes[index..<(index + count)].reduce(0) { $0 * 10 + Int($1 - 0x30) }
            index += count
            return value
        }

        /// Decimals as whole milliseconds, cut.
        mutating func fraction() -> Int64? {
            let start = index
            var value: Int64 = 0
            while index < bytes.count, bytes[index].isASCIIDigit {
                if index - start < 3 { value = value * 10 + Int64(bytes[index] - 0x30) }
                index += 1
            }
            guard index > start else { return nil }
            for _ in min(3, index - start)..<3 { value *= 10 }
            return value
        }

        /// The zone at the end of the text, in minutes east of UTC; zero where none is written.
        mutating func offsetMinutes() -> Int? {
            if isAtEnd { return 0 }
            if take("Z") || take("z") { return isAtEnd ? 0 : nil }
            if bytes[index...].elementsEqual("UTC".utf8) || bytes[index...].elementsEqual("GMT".utf8) { return 0 }
            let isWest = take("-")
            guard isWest || take("+"), let hours = number(2) else { return nil }
            _ = take(":")
            let minutes = isAtEnd ? 0 : number(2) ?? 60
            guard isAtEnd, hours <= 23, minutes <= 59 else { return nil }
            return (isWest ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}
