/// Hides secrets in all that is stored or shown.
///
/// A secret is found in every spelling in which sources return it: as it stands, in either case of its letters, with
/// any of its characters percent-encoded (also more than once), as JSON or JavaScript escapes, as HTML character
/// references, in UTF-16, and in base64 at any place of a longer text. As many asterisks as it has bytes replace it,
/// so that lengths, offsets and formats stay valid. Secrets shorter than ``minSecretBytes`` would hide ordinary words.
package struct Redactor: Sendable, Hashable {
    /// Shorter secrets are not looked for.
    package static let minSecretBytes = 6
    private static let minBase64Bytes = 8
    private static let mask = UInt8(ascii: "*")

    private var patterns: [[UInt8]] = []
    /// Whether a pattern begins with a byte, in either case of a letter.
    private var begins = [Bool](repeating: false, count: 256)

    /// Longer patterns come first, so that no secret is left half hidden by a part of it.
    package init(secrets: some Sequence<String> = []) {
        let known = Set(secrets.map { Array($0.utf8) }).filter { $0.count >= Self.minSecretBytes }
        let base64 = known.flatMap { Self.base64(of: $0) }
        patterns = Set(known.union(base64).map { $0.map(\.asciiLowercased) })
            .sorted {
                ($1.count, String(decoding: $0, as: UTF8.self)) < ($0.count, String(decoding: $1, as: UTF8.self))
            }
        for first in patterns.compactMap(\.first) {
            for byte in [first, first & ~0x20] where byte.asciiLowercased == first { begins[Int(byte)] = true }
        }
    }

    /// What must be hidden of a login `name:password`: both as `Basic` sends them (RFC 7617), and the password, or a
    /// name that stands alone.
    package static func secrets(ofLogin login: String) -> [String] {
        [login] + login.split(separator: ":", maxSplits: 1).suffix(1).map(String.init)
    }

    package var isEmpty: Bool { patterns.isEmpty }

    /// As many bytes as before.
    package func redacted(_ bytes: [UInt8]) -> [UInt8] {
        guard !isEmpty else { return bytes }
        var result = bytes
        var index = 0
        while index < bytes.count {
            guard mayBegin(at: index, in: bytes),
                let end = patterns.firstNonNil({ Self.end(of: $0[...], in: bytes, at: index) })
            else {
                index += 1
                continue
            }
            for place in index..<end { result[place] = Self.mask }
            index = end
        }
        return result
    }

    /// Whether a spelling may begin here: an escape is read once, not once for each pattern.
    private func mayBegin(at index: Int, in bytes: [UInt8]) -> Bool {
        begins[Int(bytes[index])] || Self.escape(in: bytes, at: index).map { begins[Int($0.byte)] } == true
    }

    package func redacted(_ text: String) -> String {
        isEmpty ? text : String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
    }

    /// Whether the URL has asterisks.
    package static func mayHideSecret(_ url: String) -> Bool { url.utf8.contains(mask) }

    /// The URL with `secret` in place of the asterisks: a source's own addresses may need its key.
    package static func restoring(_ secret: String, in url: String) -> String {
        guard secret.utf8.count >= minSecretBytes else { return url }
        var result: [UInt8] = []
        var stars = 0
        func flush() -> [UInt8] {
            stars >= minSecretBytes
                ? Array(secret.percentEncodedWord.utf8) : [UInt8](repeating: mask, count: stars)
        }
        for byte in url.utf8 {
            guard byte != mask else {
                stars += 1
                continue
            }
            result += flush()
            stars = 0
            result.append(byte)
        }
        return String(decoding: result + flush(), as: UTF8.self)
    }

    /// Where a spelling of the pattern ends that begins at `start`; nil when none does.
    private static func end(of pattern: ArraySlice<UInt8>, in bytes: [UInt8], at start: Int) -> Int? {
        guard let expected = pattern.first else { return start }
        let rest = pattern.dropFirst()
        guard start < bytes.count else { return nil }
        if bytes[start].asciiLowercased == expected, let end = end(of: rest, in: bytes, at: start + 1) { return end }
        if let (byte, next) = escape(in: bytes, at: start), byte.asciiLowercased == expected {
            return end(of: rest, in: bytes, at: next)
        }
        // The other half of a character in UTF-16.
        return bytes[start] == 0 && start + 1 < bytes.count && bytes[start + 1] != 0
            ? end(of: pattern, in: bytes, at: start + 1) : nil
    }

    /// The ASCII character that is written as an escape at `start`, and where the escape ends.
    private static func escape(in bytes: [UInt8], at start: Int) -> (byte: UInt8, end: Int)? {
        switch bytes[start] {
        case UInt8(ascii: "%"): percentEscape(in: bytes, at: start + 1)
        case UInt8(ascii: "\\"): backslashEscape(in: bytes, at: start + 1)
        case UInt8(ascii: "&"): reference(in: bytes, at: start + 1)
        default: nil
        }
    }

    private static func percentEscape(in bytes: [UInt8], at start: Int) -> (byte: UInt8, end: Int)? {
        var digits = start
        while let byte = number(bytes, digits, count: 2) {
            // "%25" followed by digits is an escape that was escaped once more.
            guard byte == UInt8(ascii: "%"), number(bytes, digits + 2, count: 2) != nil else {
                return (byte, digits + 2)
            }
            digits += 2
        }
        return nil
    }

    /// JSON's and JavaScript's escapes, where backslashes may be doubled by escaping once more.
    private static func backslashEscape(in bytes: [UInt8], at start: Int) -> (byte: UInt8, end: Int)? {
        // A longer run is no escape; looking to its end from each of its bytes would take the square of its length.
        let last = min(bytes.count, start + 8)
        guard let index = bytes[min(start, last)..<last].firstIndex(where: { $0 != UInt8(ascii: "\\") }) else {
            return nil
        }
        switch bytes[index] | 0x20 {
        case UInt8(ascii: "u"): return number(bytes, index + 1, count: 4).map { ($0, index + 5) }
        case UInt8(ascii: "x"): return number(bytes, index + 1, count: 2).map { ($0, index + 3) }
        default: return bytes[index].isASCIILetter ? nil : (bytes[index], index + 1)
        }
    }

    private static let names: [String: UInt8] = [
        "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "sol": 0x2F, "plus": 0x2B, "equals": 0x3D,
    ]

    /// `&#65;`, `&#x41;` and names of characters that keys have.
    ///
    /// As in HTML a number may have zeros before it, here at most 20 digits in all, and may end without its semicolon.
    private static func reference(in bytes: [UInt8], at start: Int) -> (byte: UInt8, end: Int)? {
        guard start < bytes.count else { return nil }
        guard bytes[start] == UInt8(ascii: "#") else {
            guard let semicolon = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
            let name = String(decoding: bytes[start..<semicolon], as: UTF8.self).lowercased()
            return names[name].map { ($0, semicolon + 1) }
        }
        let isHex = start + 1 < bytes.count && bytes[start + 1] | 0x20 == UInt8(ascii: "x")
        let digits = bytes[min(bytes.count, start + (isHex ? 2 : 1))...].prefix(20)
            .prefix { isHex ? $0.hexDigit != nil : $0.isASCIIDigit }
        guard let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10) else { return nil }
        let hasEnd = digits.endIndex < bytes.count && bytes[digits.endIndex] == UInt8(ascii: ";")
        return (byte, digits.endIndex + (hasEnd ? 1 : 0))
    }

    /// A hexadecimal number of so many digits, if it is below 256.
    private static func number(_ bytes: [UInt8], _ start: Int, count: Int) -> UInt8? {
        guard start + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[start..<start + count] {
            guard let digit = byte.hexDigit else { return nil }
            value = value << 4 | Int(digit)
        }
        return UInt8(exactly: value)
    }

    private static let alphabets = ["+/", "-_"].map {
        Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + $0).utf8)
    }

    /// The base64 characters that depend on the secret alone, for its three positions within a group of three bytes.
    private static func base64(of secret: [UInt8]) -> [[UInt8]] {
        alphabets.flatMap { alphabet in
            (0..<3).compactMap { offset in
                let bytes = [UInt8](repeating: 0, count: offset) + secret
                let sextets = ((offset * 8 + 5) / 6)..<(bytes.count * 8 / 6)
                let text = sextets.map { alphabet[sextet($0, of: bytes)] }
                return text.count >= minBase64Bytes ? text : nil
            }
        }
    }

    private static func sextet(_ index: Int, of bytes: [UInt8]) -> Int {
        let (byte, shift) = (index * 6 / 8, index * 6 % 8)
        let pair = Int(bytes[byte]) << 8 | (byte + 1 < bytes.count ? Int(bytes[byte + 1]) : 0)
        return pair >> (10 - shift) & 0x3F
    }
}
