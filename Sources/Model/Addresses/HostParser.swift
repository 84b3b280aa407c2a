/// Hosts (URL Standard §3.5): names in ASCII, IPv4 as four numbers, IPv6 in brackets and in its shortest form.
enum HostParser {
    /// - Parameter isSpecial: Whether the scheme is special; the hosts of other schemes stay as they are.
    static func parse(_ bytes: ArraySlice<UInt8>, isSpecial: Bool) -> String? {
        if bytes.first == UInt8(ascii: "[") {
            guard bytes.last == UInt8(ascii: "]"), let address = IPv6(bytes.dropFirst().dropLast()) else { return nil }
            return "[\(address)]"
        }
        guard isSpecial else {
            guard !bytes.contains(where: isForbidden) else { return nil }
            return PercentEncoding.encode(bytes, .control)
        }
        if isPlainName(bytes) || bytes.count <= 15 && IPv4.plain(bytes) != nil {
            return String(decoding: bytes, as: UTF8.self)
        }
        let decoded = String(decoding: PercentEncoding.decode(bytes), as: UTF8.self)
        guard let name = DomainName.ascii(decoded), !name.isEmpty, !name.utf8.contains(where: isForbiddenInName) else {
            return nil
        }
        return IPv4.endsInNumber(name) ? IPv4.parse(name) : name
    }

    /// Whether the name stays as it is: letters, digits, hyphens, dots, a letter behind the last dot, no Punycode.
    private static func isPlainName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let label = bytes[((bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.startIndex - 1) + 1)...]
        guard let first = label.first, (0x61...0x7A).contains(first) else { return false }
        var beforeLast: UInt8 = 0
        var last: UInt8 = 0
        for byte in bytes {
            guard (0x61...0x7A).contains(byte) || byte.isASCIIDigit || byte == 0x2D || byte == 0x2E else {
                return false
            }
            // Two hyphens in a row may belong to "xn--".
            if byte == 0x2D, last == 0x2D, beforeLast == UInt8(ascii: "n") { return false }
            beforeLast = last
            last = byte
        }
        return true
    }

    /// The forbidden host code points.
    private static func isForbidden(_ byte: UInt8) -> Bool { "\0\t\n\r #/:<>?@[\\]^|".utf8.contains(byte) }

    /// The forbidden domain code points.
    private static func isForbiddenInName(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") || isForbidden(byte)
    }
}

/// IPv4 addresses, whose one to four numbers browsers read in decimal, octal (`0…`) and hexadecimal (`0x…`).
enum IPv4 {
    /// Whether the last label is a number: then the name must be an address.
    static func endsInNumber(_ name: String) -> Bool {
        guard let last = labels(name).last?.utf8 else { return false }
        if !last.isEmpty, last.allSatisfy(\.isASCIIDigit) { return true }
        return last.starts(with: "0x".utf8) && last.dropFirst(2).allSatisfy { $0.hexDigit != nil }
    }

    /// Reads four decimal numbers up to 255 without leading zeros.
    static func plain(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit), part.count == 1 || part.first != 0x30
            else { return nil }
            let number = part.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
            guard number <= 255 else { return nil }
            value = value << 8 | number
        }
        return value
    }

    /// The address as four decimal numbers; nil where the name in lower case is none.
    static func parse(_ name: String) -> String? {
        let parts = labels(name)
        guard parts.count <= 4 else { return nil }
        var values: [UInt64] = []
        for part in parts {
            guard let value = number(part.utf8) else { return nil }
            values.append(value)
        }
        guard let tail = values.popLast(), values.allSatisfy({ $0 <= 255 }),
            tail < 1 << (8 * UInt64(4 - values.count))
        else { return nil }
        let value = values.enumerated().reduce(tail) { $0 + $1.element << (8 * UInt64(3 - $1.offset)) }
        return [24, 16, 8, 0].map { String(value >> UInt64($0) & 255) }.joined(separator: ".")
    }

    /// The labels, an empty one behind a last dot left out.
    private static func labels(_ name: String) -> [Substring] {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.last?.isEmpty == true ? parts.dropLast() : parts
    }

    private static func number(_ text: Substring.UTF8View) -> UInt64? {
        guard !text.isEmpty else { return nil }
        let isHex = text.starts(with: "0x".utf8)
        let radix: UInt64 = isHex ? 16 : text.count > 1 && text.first == UInt8(ascii: "0") ? 8 : 10
        var value: UInt64 = 0
        for byte in text.dropFirst(isHex ? 2 : 0) {
            guard let digit = byte.hexDigit, digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)
        }
        return value
    }
}
