extension String {
    /// The text with every byte outside RFC 3986's unreserved set percent-encoded, so that it is one word of a query, a
    /// path or a URN.
    package var percentEncodedWord: String {
        guard !utf8.allSatisfy(\.isUnreserved) else { return self }
        return String(decoding: utf8.flatMap { $0.isUnreserved ? [$0] : $0.percentEncoded }, as: UTF8.self)
    }

    /// The text without ASCII white space and control characters at its ends.
    package var trimmedASCII: String {
        var bytes = utf8[...]
        while let first = bytes.first, first <= 0x20 || first == 0x7F { bytes = bytes.dropFirst() }
        while let last = bytes.last, last <= 0x20 || last == 0x7F { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }
}

extension UInt8 {
    package var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// RFC 3986 section 2.3.
    package var isUnreserved: Bool {
        isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }

    package var isHostByte: Bool { isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x2E || self == 0x5F }

    /// What may stand in a path or query as it is: unreserved characters, sub-delimiters, `:`, `@`, `/`, `?`.
    package var isURLByte: Bool { isUnreserved || Self.urlPunctuation.contains(self) }

    private static let urlPunctuation: Set<UInt8> = Set("!$&'()*+,;=:@/?".utf8)

    package var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    package var percentEncoded: [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(self >> 4)], digits[Int(self & 15)]]
    }
}
