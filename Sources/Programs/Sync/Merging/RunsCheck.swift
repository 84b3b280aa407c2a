internal import LarderModel

/// Validates a text's runs, JSON as LarderAttributedText writes it, without making values of it.
struct RunsCheck {
    enum Fault: Error {
        /// They are not JSON of version 1 or 2 in LarderAttributedText's spelling.
        case form
        case beyondEnd
        /// They leave so many characters uncovered.
        case leavesOut(Int)
        case link
    }

    private static let maxDepth = 16

    let bytes: [UInt8]
    let count: Int
    private(set) var index = 0

    static func fault(in runs: String, ofTextWith count: Int) -> Fault? {
        var check = RunsCheck(bytes: Array(runs.utf8), count: count)
        do throws(Fault) {
            try check.check()
            return nil
        } catch {
            return error
        }
    }

    // Each member once, in the writer's order and spelling: a reader sees what was checked.
    private mutating func check() throws(Fault) {
        let rest = take(member: #"{"v":2"#) ? try checkSecondVersion() : try checkFirstVersion()
        for name in [#","attachments":"#, #","tables":"#, #","anchors":"#] as [StaticString] where take(member: name) {
            try value(depth: 1)
        }
        try expect(UInt8(ascii: "}"))
        guard index == bytes.count else { throw .form }
        guard rest == 0 else { throw .leavesOut(rest) }
    }

    /// - Returns: How many characters the runs leave uncovered.
    private mutating func checkFirstVersion() throws(Fault) -> Int {
        try expect(#"{"v":1"#)
        var rest = count
        if take(member: #","runs":"#) {
            try elements { check throws(Fault) in
                let length = try check.runLength()
                guard length > 0 else { throw .form }
                guard length <= rest else { throw .beyondEnd }
                rest -= length
            }
        }
        if take(member: #","links":"#) { try elements { check throws(Fault) in try check.link() } }
        return rest
    }

    private mutating func runLength() throws(Fault) -> Int {
        guard take(UInt8(ascii: "[")) else { return try number() }
        let length = try number()
        try expect(UInt8(ascii: ","))
        try value(depth: 2)
        try expect(UInt8(ascii: "]"))
        return length
    }

    /// `[url, start, length]` and an optional fourth value.
    mutating func link() throws(Fault) {
        try expect(UInt8(ascii: "["))
        try string()
        try expect(UInt8(ascii: ","))
        let start = try number()
        try expect(UInt8(ascii: ","))
        let length = try number()
        if take(UInt8(ascii: ",")) { try value(depth: 2) }
        try expect(UInt8(ascii: "]"))
        guard start >= 0, length >= 0, start <= count, length <= count - start else { throw .link }
    }

    // MARK: JSON without spaces (RFC 8259)

    mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    mutating func take(member text: StaticString) -> Bool {
        let end = index + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ unsafe $0.elementsEqual(bytes[index..<end]) }) else {
            return false
        }
        index = end
        return true
    }

    mutating func expect(_ byte: UInt8) throws(Fault) {
        guard take(byte) else { throw .form }
    }

    private mutating func expect(_ text: StaticString) throws(Fault) {
        guard take(member: text) else { throw .form }
    }

    mutating func elements(_ element: (inout Self) throws(Fault) -> Void) throws(Fault) {
        try expect(UInt8(ascii: "["))
        if take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    /// A whole number; very large ones are cut off far beyond any text's length.
    mutating func number() throws(Fault) -> Int {
        let isNegative = take(UInt8(ascii: "-"))
        let number = try digits(mayBeginWithZero: false)
        return isNegative ? -number : number
    }

    mutating func digits(mayBeginWithZero: Bool) throws(Fault) -> Int {
        let start = index
        var (end, number) = (index, 0)
        while end < bytes.count, case let digit = bytes[end] &- UInt8(ascii: "0"), digit < 10 {
            if number < 1 << 40 { number = number * 10 + Int(digit) }
            end += 1
        }
        index = end
        guard index > start else { throw .form }
        guard mayBeginWithZero || index == start + 1 || bytes[start] != UInt8(ascii: "0") else { throw .form }
        return number
    }

    mutating func string() throws(Fault) {
        try expect(UInt8(ascii: "\""))
        while index < bytes.count {
            // Most bytes are neither; a local index is not written back for each.
            var plain = index
            while plain < bytes.count, bytes[plain] > UInt8(ascii: "\""), bytes[plain] != UInt8(ascii: "\\") {
                plain += 1
            }
            index = plain
            guard index < bytes.count else { break }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\"):
                guard index + 1 < bytes.count else { throw .form }
                let isUnit = bytes[index + 1] == UInt8(ascii: "u")
                guard isUnit || #""\/bfnrt"#.utf8.contains(bytes[index + 1]) else { throw .form }
                index += 2
                guard isUnit else { continue }
                guard index + 4 <= bytes.count, bytes[index..<index + 4].allSatisfy({ $0.hexDigit != nil }) else {
                    throw .form
                }
                index += 4
            case 0..<0x20: throw .form
            default: index += 1
            }
        }
        throw .form
    }

    mutating func value(depth: Int) throws(Fault) {
        guard depth <= Self.maxDepth, index < bytes.count else { throw .form }
        switch bytes[index] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "["): try elements { check throws(Fault) in try check.value(depth: depth + 1) }
        case UInt8(ascii: "{"):
            index += 1
            if take(UInt8(ascii: "}")) { return }
            repeat {
                try string()
                try expect(UInt8(ascii: ":"))
                try value(depth: depth + 1)
            } while take(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"))
        default:
            _ = try number()
            if take(UInt8(ascii: ".")) { _ = try digits(mayBeginWithZero: true) }
        }
    }
}
