/// Hosts (WHATWG URL Standard §3.5): names in ASCII, IPv4 in four parts, IPv6 as written in lower case.
enum HostParser {
    static func parse(_ bytes: ArraySlice<UInt8>, isSpecial: Bool) -> String? {
        if bytes.first == 0x5B {
            let inside = bytes.dropFirst().dropLast()
            let isAddress =
                bytes.last == 0x5D && inside.count >= 2 && inside.count <= 45
                && inside.allSatisfy { ColorParser.hexDigit($0) != nil || $0 == 0x3A || $0 == 0x2E }
                && inside.filter({ $0 == 0x3A }).count >= 2
            return isAddress ? String(decoding: bytes, as: UTF8.self).lowercased() : nil
        }
        guard isSpecial else {
            guard !bytes.contains(where: { isForbidden($0) && $0 != 0x25 }) else { return nil }
            return PercentEncoding.encode(bytes, .control)
        }
        if isPlainName(bytes) { return String(decoding: bytes, as: UTF8.self) }
        let decoded = String(decoding: PercentEncoding.decode(bytes), as: UTF8.self)
        guard let name = ascii(decoded), !name.isEmpty, !name.utf8.contains(where: isForbidden) else { return nil }
        return address(name)
    }

    /// Letters, digits, hyphens and dots in lower case, and letters behind the last dot: nothing to do.
    private static func isPlainName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let label = bytes[((bytes.lastIndex(of: 0x2E) ?? bytes.startIndex - 1) + 1)...]
        guard let first = label.first, (0x61...0x7A).contains(first) else { return false }
        return bytes.allSatisfy {
            (0x61...0x7A).contains($0) || (0x2D...0x2E).contains($0) || (0x30...0x39).contains($0)
        }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        if byte <= 0x20 || byte == 0x7F { return true }
        switch byte {
        case 0x23, 0x25, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B, 0x5C, 0x5D, 0x5E, 0x7C: return true
        default: return false
        }
    }

    /// Lower case, and labels with other characters as `xn--` (RFC 3492); the full mapping of UTS 46 is not done.
    private static func ascii(_ name: String) -> String? {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
        var dotted = String.UnicodeScalarView()
        for scalar in name.lowercased().unicodeScalars {
            switch scalar {
            case "\u{3002}", "\u{FF0E}", "\u{FF61}": dotted.append(".")
            case "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}": continue
            case "\u{FF01}"..."\u{FF5E}": dotted.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            default: dotted.append(scalar)
            }
        }
        var labels: [String] = []
        for label in String(dotted).split(separator: ".", omittingEmptySubsequences: false) {
            if label.utf8.allSatisfy({ $0 < 0x80 }) {
                labels.append(String(label))
            } else {
                guard let encoded = punycode(Array(label.unicodeScalars.map(\.value))) else { return nil }
                labels.append("xn--" + encoded)
            }
        }
        return labels.joined(separator: ".")
    }

    static func punycode(_ input: [UInt32]) -> String? {
        guard input.count <= 253 else { return nil }
        var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = output.count
        if basic > 0 { output.append(0x2D) }
        var n: UInt32 = 128
        var delta = 0
        var bias = 72
        var handled = basic
        while handled < input.count {
            guard let next = input.filter({ $0 >= n }).min() else { break }
            delta += Int(next - n) * (handled + 1)
            n = next
            for scalar in input {
                if scalar < n { delta += 1 }
                guard scalar == n else { continue }
                var q = delta
                var k = 36
                while true {
                    let t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
                    if q < t { break }
                    output.append(digit(t + (q - t) % (36 - t)))
                    q = (q - t) / (36 - t)
                    k += 36
                }
                output.append(digit(q))
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / 700 : delta / 2
        rest += rest / count
        var k = 0
        while rest > 455 {
            rest /= 35
            k += 36
        }
        return k + 36 * rest / (rest + 38)
    }

    /// A name whose last part is a number is an IPv4 address or nothing.
    private static func address(_ name: String) -> String? {
        var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count > 1, parts.last == "" { parts.removeLast() }
        guard let last = parts.last, !last.isEmpty,
            last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) || number(last) != nil
        else { return name }
        guard parts.count <= 4 else { return nil }
        var values: [UInt64] = []
        for part in parts {
            guard let value = number(part) else { return nil }
            values.append(value)
        }
        guard values.dropLast().allSatisfy({ $0 <= 255 }), let tail = values.last,
            tail < 1 << (8 * UInt64(5 - values.count))
        else { return nil }
        var value = tail
        for (index, part) in values.dropLast().enumerated() { value += part << (8 * UInt64(3 - index)) }
        return [24, 16, 8, 0].map { String(value >> UInt64($0) & 255) }.joined(separator: ".")
    }

    private static func number(_ text: String) -> UInt64? {
        if text.isEmpty { return nil }
        if text.hasPrefix("0x") { return text.count == 2 ? 0 : UInt64(text.dropFirst(2), radix: 16) }
        if text.count > 1, text.hasPrefix("0") { return UInt64(text.dropFirst(), radix: 8) }
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
    }
}
