extension WebAddress {
    /// The address of an endpoint of an API whose base this is.
    ///
    /// A base that already ends in the endpoint's first segments (`https://example.org/api` for `/api/search`) does not
    /// get them twice.
    func endpoint(_ endpoint: String, query items: [(name: String, value: String?)] = []) -> WebAddress {
        let own = path.split(separator: "/")
        let wanted = endpoint.split(separator: "/")
        let overlap = stride(from: min(own.count, wanted.count), to: 0, by: -1)
            .first { own.suffix($0) == wanted.prefix($0) }
        let segments = own + wanted.dropFirst(overlap ?? 0)
        let pairs = items.compactMap { item in
            item.value.map { "\(item.name.percentEncodedWord)=\($0.percentEncodedWord)" }
        }
        return WebAddress(
            scheme: scheme,
            host: host,
            port: port,
            path: "/" + segments.joined(separator: "/"),
            query: pairs.isEmpty ? nil : pairs.joined(separator: "&")
        )
    }

    /// The address with one more path segment, escaped as a whole.
    func appending(segment: String) -> WebAddress {
        WebAddress(
            scheme: scheme,
            host: host,
            port: port,
            path: (path.hasSuffix("/") ? path : path + "/") + segment.percentEncodedWord,
            query: query
        )
    }
}

extension String {
    /// The text with every byte outside RFC 3986's unreserved set percent-encoded, so that it is one word of a query, a
    /// path or a URN.
    var percentEncodedWord: String {
        guard !utf8.allSatisfy(\.isUnreserved) else { return self }
        return String(decoding: utf8.flatMap { $0.isUnreserved ? [$0] : $0.percentEncoded }, as: UTF8.self)
    }

    /// The text without ASCII white space and control characters at its ends.
    var trimmedASCII: String {
        var bytes = utf8[...]
        while let first = bytes.first, first <= 0x20 || first == 0x7F { bytes = bytes.dropFirst() }
        while let last = bytes.last, last <= 0x20 || last == 0x7F { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// RFC 3986 section 2.3.
    var isUnreserved: Bool {
        isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }

    var isHostByte: Bool { isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x2E || self == 0x5F }

    /// What may stand in a path or query as it is: unreserved characters, sub-delimiters, `:`, `@`, `/`, `?`.
    var isURLByte: Bool { isUnreserved || Self.urlPunctuation.contains(self) }

    private static let urlPunctuation: Set<UInt8> = Set("!$&'()*+,;=:@/?".utf8)

    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    var percentEncoded: [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(self >> 4)], digits[Int(self & 15)]]
    }
}
