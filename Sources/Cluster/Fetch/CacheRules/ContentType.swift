/// A `Content-Type` value (RFC 9110 §8.3).
public struct ContentType: Sendable, Hashable {
    /// Type and subtype in lower case, such as `text/html`.
    public let mime: String
    /// The `charset` parameter in lower case.
    public let charset: String?

    /// Reads a header value.
    ///
    /// White space around the parts and quoted parameters are fine; parameters that are malformed are skipped. Gives
    /// `nil` where the type itself is no `type/subtype`.
    public init?(parsing value: String) {
        var scanner = ParameterScanner(value)
        guard let mime = scanner.mediaType() else { return nil }
        var charset: String?
        while let (name, value) = scanner.parameter() {
            if name == "charset", charset == nil, !value.isEmpty { charset = value.lowercased() }
        }
        self.mime = mime
        self.charset = charset
    }
}

/// Walks over `type/subtype; name=value; name="value"`.
private struct ParameterScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func mediaType() -> String? {
        skipSpace()
        let type = token()
        guard !type.isEmpty, take(UInt8(ascii: "/")) else { return nil }
        let subtype = token()
        skipSpace()
        guard !subtype.isEmpty, position == bytes.count || bytes[position] == UInt8(ascii: ";") else { return nil }
        return (type + "/" + subtype).lowercased()
    }

    /// The next well-formed parameter, its name in lower case.
    mutating func parameter() -> (name: String, value: String)? {
        while skip(to: UInt8(ascii: ";")) {
            skipSpace()
            let name = token().lowercased()
            skipSpace()
            guard !name.isEmpty, take(UInt8(ascii: "=")) else { continue }
            skipSpace()
            if take(UInt8(ascii: "\"")) {
                guard let value = restOfQuotedString() else { continue }
                return (name, value)
            }
            return (name, token())
        }
        return nil
    }

    private mutating func skip(to byte: UInt8) -> Bool {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\"") {
                position += 1
                if restOfQuotedString() == nil { return false }
                continue
            }
            position += 1
            if bytes[position - 1] == byte { return true }
        }
        return false
    }

    private mutating func restOfQuotedString() -> String? {
        var value: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), position < bytes.count {
                value.append(bytes[position])
                position += 1
            } else {
                value.append(byte)
            }
        }
        return nil
    }

    private mutating func token() -> String {
        let start = position
        while position < bytes.count, HeaderField.isTokenByte(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
