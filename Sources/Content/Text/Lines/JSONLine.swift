/// Reads the members of one JSON object (RFC 8259); nested values are kept as written.
struct JSONLine {
    private(set) var members: [String: ArraySlice<UInt8>] = [:]

    init?(_ line: String) {
        let bytes = Array(line.utf8)
        var at = 0
        func skipSpace() { while at < bytes.count, CSSText.isSpace(bytes[at]) { at += 1 } }
        func accept(_ byte: UInt8) -> Bool {
            skipSpace()
            guard at < bytes.count, bytes[at] == byte else { return false }
            at += 1
            return true
        }
        guard accept(0x7B) else { return nil }
        if !accept(0x7D) {
            repeat {
                skipSpace()
                guard let keyEnd = Self.end(ofValueAt: at, bytes), at < bytes.count, bytes[at] == 0x22,
                    let key = Self.string(bytes[at..<keyEnd])
                else { return nil }
                at = keyEnd
                guard accept(0x3A) else { return nil }
                skipSpace()
                guard let end = Self.end(ofValueAt: at, bytes) else { return nil }
                members[key] = bytes[at..<end]
                at = end
            } while accept(0x2C)
            guard accept(0x7D) else { return nil }
        }
        skipSpace()
        if at != bytes.count { return nil }
    }

    /// The member as a string; nil where it is missing or of another type.
    func string(_ key: String) -> String? { members[key].flatMap { Self.string($0) } }

    private static func end(ofValueAt start: Int, _ bytes: [UInt8]) -> Int? {
        var depth = 0
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case 0x22:
                at += 1
                while at < bytes.count, bytes[at] != 0x22 { at += bytes[at] == 0x5C ? 2 : 1 }
                guard at < bytes.count else { return nil }
                if depth == 0 { return at + 1 }
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                if depth == 0 { return at > start ? at : nil }
                depth -= 1
                if depth == 0 { return at + 1 }
            case 0x2C where depth == 0: return at > start ? at : nil
            case 0x20 where depth == 0: return at > start ? at : nil
            default: break
            }
            at += 1
        }
        return depth == 0 && at > start ? at : nil
    }

    /// Decodes a string with its quotes; half a surrogate pair becomes U+FFFD.
    static func string(_ slice: ArraySlice<UInt8>) -> String? {
        guard slice.count >= 2, slice.first == 0x22, slice.last == 0x22 else { return nil }
        let bytes = Array(slice.dropFirst().dropLast())
        guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = 0
        func unit(_ at: Int) -> UInt32? {
            guard at + 4 <= bytes.count else { return nil }
            var value: UInt32 = 0
            for byte in bytes[at..<at + 4] {
                guard let digit = ColorParser.hexDigit(byte) else { return nil }
                value = value << 4 | digit
            }
            return value
        }
        while at < bytes.count {
            guard bytes[at] == 0x5C else {
                out.append(bytes[at])
                at += 1
                continue
            }
            guard at + 1 < bytes.count else { return nil }
            let code = bytes[at + 1]
            at += 2
            switch code {
            case 0x22, 0x2F, 0x5C: out.append(code)
            case 0x62: out.append(0x08)
            case 0x66: out.append(0x0C)
            case 0x6E: out.append(0x0A)
            case 0x72: out.append(0x0D)
            case 0x74: out.append(0x09)
            case 0x75:
                guard var value = unit(at) else { return nil }
                at += 4
                if (0xD800...0xDBFF).contains(value), at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75,
                    let low = unit(at + 2), (0xDC00...0xDFFF).contains(low)
                {
                    value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                    at += 6
                }
                out.append(contentsOf: String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
            default: return nil
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes base64 (RFC 4648 §4), white space allowed; nil for anything else.
    static func base64(_ text: String) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count / 4 * 3)
        var value: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in text.utf8 where !CSSText.isSpace(byte) {
            let digit: UInt32
            switch byte {
            case 0x41...0x5A: digit = UInt32(byte) - 0x41
            case 0x61...0x7A: digit = UInt32(byte) - 0x61 + 26
            case 0x30...0x39: digit = UInt32(byte) - 0x30 + 52
            case 0x2B: digit = 62
            case 0x2F: digit = 63
            case 0x3D:
                padding += 1
                continue
            default: return nil
            }
            if padding > 0 { return nil }
            value = value << 6 | digit
            count += 1
            if count % 4 == 0 {
                out.append(contentsOf: [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)])
            }
        }
        switch count % 4 {
        case 0: return padding == 0 ? out : nil
        case 2:
            out.append(UInt8(value >> 4 & 255))
            return padding == 2 ? out : nil
        case 3:
            out.append(contentsOf: [UInt8(value >> 10 & 255), UInt8(value >> 2 & 255)])
            return padding == 1 ? out : nil
        default: return nil
        }
    }
}
