/// Percent-encoding and its sets (URL Standard §1.3).
enum PercentEncoding {
    /// Which bytes are encoded; controls and all bytes above ASCII are so in each set.
    enum Set {
        case control, fragment, query, specialQuery, path, userInfo
        /// All but RFC 3986's unreserved characters, so that the text is one word of a query, a path or a URN.
        case word
    }

    static func encode(_ bytes: ArraySlice<UInt8>, _ set: Set) -> String {
        guard bytes.contains(where: { needsEncoding($0, set) }) else { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        append(bytes, set, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    static func append(_ bytes: ArraySlice<UInt8>, _ set: Set, to out: inout [UInt8]) {
        out.reserveCapacity(out.count + bytes.count)
        for byte in bytes {
            if needsEncoding(byte, set) {
                out.append(UInt8(ascii: "%"))
                out.append(digit(byte >> 4))
                out.append(digit(byte & 15))
            } else {
                out.append(byte)
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value - 10 + 0x41 }

    private static func needsEncoding(_ byte: UInt8, _ set: Set) -> Bool {
        if byte < 0x20 || byte > 0x7E { return true }
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): return set != .control
        case UInt8(ascii: "#"): return set != .control && set != .fragment
        case UInt8(ascii: "`"): return set == .fragment || set == .path || set == .userInfo || set == .word
        case UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            return set == .path || set == .userInfo || set == .word
        case UInt8(ascii: "'"): return set == .specialQuery || set == .word
        case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"),
            UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "|"):
            return set == .userInfo || set == .word
        default: return set == .word && !byte.isUnreserved
        }
    }

    /// Escapes become bytes; a `%` without two hexadecimal digits behind it stays.
    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexDigit,
                let low = rest[rest.startIndex + 1].hexDigit
            {
                out.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                out.append(byte)
            }
        }
        return out
    }
}

extension String {
    package var percentEncodedWord: String { PercentEncoding.encode(Array(utf8)[...], .word) }

    package var percentDecoded: String { String(decoding: PercentEncoding.decode(Array(utf8)[...]), as: UTF8.self) }
}
