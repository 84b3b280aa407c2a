internal import LarderModel

/// Walks over the runs of a text, JSON of the form that LarderText writes, without making values of it.
struct RunsCheck {
    /// Why runs are none of a text.
    enum Fault: Error {
        /// They are not JSON of version 1, or it is written in another way than LarderText writes it.
        case form
        /// They go beyond the text's end.
        case beyondEnd
        /// They end before so many of its characters.
        case leavesOut(Int)
        /// A link lies outside of the text.
        case link
    }

    private static let maxDepth = 16

    private let bytes: [UInt8]
    private let count: Int
    private var index = 0

    /// - Parameter count: The text's length in Unicode scalars.
    static func fault(in runs: String, ofTextWith count: Int) -> Fault? {
        var check = RunsCheck(bytes: Array(runs.utf8), count: count)
        do throws(Fault) {
            try check.check()
            return nil
        } catch {
            return error
        }
    }

    private init(bytes: [UInt8], count: Int) {
        self.bytes = bytes
        self.count = count
    }

    private mutating func check() throws(Fault) {
        try expect(#"{"v":1"#)
        var rest = count
        while take(UInt8(ascii: ",")) {
            let name = try string()
            try expect(":")
            if bytes[name].elementsEqual("runs".utf8) {
                try elements { check throws(Fault) in
                    let length = try check.runLength()
                    guard length > 0 else { throw .form }
                    guard length <= rest else { throw .beyondEnd }
                    rest -= length
                }
            } else if bytes[name].elementsEqual("links".utf8) {
                try elements { check throws(Fault) in try check.link() }
            } else {
                try value(depth: 1)
            }
        }
        try expect("}")
        guard index == bytes.count else { throw .form }
        guard rest == 0 else { throw .leavesOut(rest) }
    }

    /// A length, or a length with attributes.
    private mutating func runLength() throws(Fault) -> Int {
        guard take(UInt8(ascii: "[")) else { return try number() }
        let length = try number()
        try expect(",")
        try value(depth: 2)
        try expect("]")
        return length
    }

    /// `[url, start, length]`, and perhaps one value more.
    private mutating func link() throws(Fault) {
        try expect("[")
        _ = try string()
        try expect(",")
        let start = try number()
        try expect(",")
        let length = try number()
        if take(UInt8(ascii: ",")) { try value(depth: 2) }
        try expect("]")
        guard start >= 0, length >= 0, start <= count, length <= count - start else { throw .link }
    }

    // MARK: JSON without spaces (RFC 8259)

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ text: StaticString) throws(Fault) {
        for offset in 0..<text.utf8CodeUnitCount where !take(unsafe text.utf8Start[offset]) { throw .form }
    }

    private mutating func elements(_ element: (inout Self) throws(Fault) -> Void) throws(Fault) {
        try expect("[")
        if take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        try expect("]")
    }

    /// A whole number; one far beyond any text's length stands for all that are larger.
    private mutating func number() throws(Fault) -> Int {
        let isNegative = take(UInt8(ascii: "-"))
        let start = index
        var number = 0
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            if number < 1 << 40 { number = number * 10 + Int(digit) }
            index += 1
        }
        guard index > start else { throw .form }
        return isNegative ? -number : number
    }

    /// Where its characters stand.
    private mutating func string() throws(Fault) -> Range<Int> {
        try expect("\"")
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return start..<(index - 1)
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

    private mutating func value(depth: Int) throws(Fault) {
        guard depth <= Self.maxDepth, index < bytes.count else { throw .form }
        switch bytes[index] {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "["): try elements { check throws(Fault) in try check.value(depth: depth + 1) }
        case UInt8(ascii: "{"):
            index += 1
            if take(UInt8(ascii: "}")) { return }
            repeat {
                _ = try string()
                try expect(":")
                try value(depth: depth + 1)
            } while take(UInt8(ascii: ","))
            try expect("}")
        default:
            _ = try number()
            guard take(UInt8(ascii: ".")) else { return }
            _ = try number()
        }
    }
}
