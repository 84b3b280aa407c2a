/// A place in the text of a date; every form of dates is read with it.
struct DateScanner {
    let bytes: [UInt8]
    var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index >= bytes.count }
    var peek: UInt8? { isAtEnd ? nil : bytes[index] }
    var rest: ArraySlice<UInt8> { bytes[index...] }

    mutating func take(_ character: Unicode.Scalar) -> Bool { take(anyOf: CollectionOfOne(character)) != nil }

    /// Takes the next byte if it is one of these ASCII characters.
    mutating func take(anyOf characters: some Sequence<Unicode.Scalar>) -> UInt8? {
        guard let byte = peek, characters.contains(Unicode.Scalar(byte)) else { return nil }
        index += 1
        return byte
    }

    mutating func take(anyOf characters: String) -> UInt8? { take(anyOf: characters.unicodeScalars) }

    mutating func skipSpaces() {
        while let byte = peek, byte <= 0x20 { index += 1 }
    }

    /// A number of so many digits, perhaps with further digits behind it.
    mutating func number(_ counts: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        let digits = rest.prefix(counts.upperBound).prefix(while: \.isASCIIDigit)
        guard digits.count >= counts.lowerBound else { return nil }
        index += digits.count
        return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
    }

    mutating func number(digits: Int) -> Int? { number(digits...digits)?.value }

    /// ASCII letters in lower case; empty where there are none.
    mutating func word() -> String {
        let letters = rest.prefix(while: \.isASCIILetter)
        index += letters.count
        return String(decoding: letters, as: UTF8.self).lowercased()
    }

    /// `09:05`, `09:05:00` or `09:05:00.25`, with exactly two digits for each part but the last.
    mutating func clock(into parts: inout DateParts) -> Bool {
        guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2) else { return false }
        (parts.hour, parts.minute, parts.precision) = (hour, minute, .minute)
        guard take(":") else { return true }
        guard let second = number(digits: 2) else { return false }
        (parts.second, parts.precision) = (second, .second)
        return take(anyOf: ".,") == nil || fraction(into: &parts)
    }

    /// Decimals of a second, cut to milliseconds; false where there are none.
    mutating func fraction(into parts: inout DateParts) -> Bool {
        let digits = rest.prefix(while: \.isASCIIDigit)
        index += digits.count
        parts.millisecond = zip(digits, [100, 10, 1]).reduce(0) { $0 + Int($1.0 - 0x30) * $1.1 }
        parts.precision = .millisecond
        return !digits.isEmpty
    }
}

/// The time of day that a text states as `hh:mm`.
package enum ClockText {
    /// Minutes after midnight, below 24 hours; nil for any other text.
    package static func minutes(_ text: some StringProtocol) -> Int? {
        var scan = DateScanner(text)
        var parts = DateParts()
        guard scan.clock(into: &parts), scan.isAtEnd, parts.precision == .minute, parts.hour < 24, parts.minute < 60
        else { return nil }
        return parts.hour * 60 + parts.minute
    }
}
