internal import LarderModel

/// Broken JSON of page templates, repaired in one pass for a lenient parser.
///
/// Drops comments, doubled commas, unopened brackets and all behind the first whole value. Adds missing commas
/// between members and missing brackets at the end. Escapes quotation marks in strings before other text.
struct JSONRepair {
    private let bytes: [UInt8]
    private var out: [UInt8] = []
    private var index = 0
    private var open: [UInt8] = []

    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var repair = JSONRepair(bytes: bytes)
        repair.out.reserveCapacity(bytes.count + 64)
        repair.run()
        return repair.out
    }

    private mutating func run() {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                separate()
                string()
                continue
            case UInt8(ascii: "/"):
                if comment() { continue }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                separate()
                open.append(byte)
                put(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                close(byte)
                if open.isEmpty { return }
            case UInt8(ascii: ","):
                if let last = lastMark, last != byte, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
                    put(byte)
                }
            case UInt8(ascii: ";"): break
            default: put(byte)
            }
            index += 1
        }
        while let last = open.popLast() { put(last == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")) }
    }

    /// The last byte written that is no white space.
    private var lastMark: UInt8?

    private mutating func put(_ byte: UInt8) {
        out.append(byte)
        if byte > 0x20 { lastMark = byte }
    }

    /// Adds the comma that is missing before a value or a name.
    private mutating func separate() {
        guard let last = lastMark else { return }
        switch last {
        case UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "]"): put(UInt8(ascii: ","))
        default: break
        }
    }

    private mutating func close(_ byte: UInt8) {
        let opening = byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")
        guard open.last == opening else { return }
        open.removeLast()
        put(byte)
    }

    /// Skips a comment; whether there was one.
    private mutating func comment() -> Bool {
        guard index + 1 < bytes.count else { return false }
        switch bytes[index + 1] {
        case UInt8(ascii: "/"):
            while index < bytes.count, bytes[index] != 0x0A { index += 1 }
            return true
        case UInt8(ascii: "*"):
            index += 2
            while index + 1 < bytes.count,
                bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/")
            {
                index += 1
            }
            index = min(bytes.count, index + 2)
            return true
        default: return false
        }
    }

    private mutating func string() {
        put(UInt8(ascii: "\""))
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                if endsString() {
                    put(byte)
                    return
                }
                put(UInt8(ascii: "\\"))
                put(byte)
                continue
            case UInt8(ascii: "\\"):
                escape()
                continue
            default: put(byte)
            }
            index += 1
        }
        put(UInt8(ascii: "\""))
    }

    /// Whether the quotation mark just before `index` ends its string: a mark of JSON follows, or the end.
    private func endsString() -> Bool {
        var next = index
        var sawLine = false
        while next < bytes.count, bytes[next] <= 0x20, next - index < 200 {
            sawLine = sawLine || bytes[next] == 0x0A
            next += 1
        }
        guard next < bytes.count else { return true }
        switch bytes[next] {
        case UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
        case UInt8(ascii: "/"): return next + 1 < bytes.count && "/*".utf8.contains(bytes[next + 1])
        // A comma separates members where a value or a name follows; elsewhere it is part of the text.
        case UInt8(ascii: ","):
            next += 1
            while next < bytes.count, bytes[next] <= 0x20, next - index < 400 { next += 1 }
            guard next < bytes.count else { return true }
            let byte = bytes[next]
            return "\"{}[],/-tfn".utf8.contains(byte) || byte.isASCIIDigit
        case UInt8(ascii: "\""), UInt8(ascii: "{"): return sawLine
        default: return false
        }
    }

    private mutating func escape() {
        guard index + 1 < bytes.count else {
            index += 1
            return
        }
        let next = bytes[index + 1]
        let isKnown = "\"\\/bfnrt".utf8.contains(next)
        let isUnit =
            next == UInt8(ascii: "u") && index + 5 < bytes.count
            && bytes[(index + 2)...(index + 5)].allSatisfy { $0.hexDigit != nil }
        if isKnown || isUnit { put(UInt8(ascii: "\\")) }
        put(next)
        index += 2
    }
}
