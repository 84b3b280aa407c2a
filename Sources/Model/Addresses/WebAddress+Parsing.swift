extension WebAddress {
    /// Reads an absolute http or https URL; nil when it is none or is longer than ``SourceLimits.maxURLBytes``.
    ///
    /// White space round the text, and tabs and line ends within, are dropped, as browsers do.
    /// User information (`user:password@`) is refused: it is a secret or a trick.
    public init?(_ text: String) {
        self.init(text, relativeTo: nil)
    }

    /// Reads a URL that may be relative to `base`, as in RFC 3986 section 5; nil when it is not http or https.
    public init?(_ text: String, relativeTo base: WebAddress?) {
        var bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
        while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= SourceLimits.maxURLBytes else { return nil }
        if let hash = bytes.firstIndex(of: UInt8(ascii: "#")) { bytes = bytes[..<hash] }

        let scheme: String
        if let end = Self.schemeEnd(bytes) {
            scheme = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
            bytes = bytes[(end + 1)...]
            guard scheme == "http" || scheme == "https", Self.startsWithTwoSlashes(bytes) else { return nil }
        } else {
            guard let base else { return nil }
            scheme = base.scheme
        }
        if Self.startsWithTwoSlashes(bytes) {
            self.init(scheme: scheme, afterSlashes: bytes.dropFirst(2))
        } else {
            guard let base else { return nil }
            self.init(reference: bytes, base: base)
        }
    }

    private init?(scheme: String, afterSlashes bytes: ArraySlice<UInt8>) {
        let end =
            bytes.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == 0x5C } ?? bytes.endIndex
        guard let (host, port) = Self.authority(bytes[..<end]) else { return nil }
        let (path, query) = Self.splitQuery(bytes[end...])
        let encoded = Self.withoutDotSegments(Self.encoded(path, isPath: true))
        self.init(
            scheme: scheme,
            host: host,
            port: port ?? Self.defaultPort(scheme),
            path: encoded,
            query: query.map { Self.encoded($0, isPath: false) }
        )
    }

    private init(reference bytes: ArraySlice<UInt8>, base: WebAddress) {
        let (path, query) = Self.splitQuery(bytes)
        let reference = Self.encoded(path, isPath: true)
        let merged: String
        if reference.isEmpty {
            merged = base.path
        } else if reference.utf8.first == UInt8(ascii: "/") {
            merged = Self.withoutDotSegments(reference)
        } else {
            let folder = base.path[...(base.path.lastIndex(of: "/") ?? base.path.startIndex)]
            merged = Self.withoutDotSegments(folder + reference)
        }
        let ownQuery = query.map { Self.encoded($0, isPath: false) }
        self.init(
            scheme: base.scheme,
            host: base.host,
            port: base.port,
            path: merged,
            query: ownQuery ?? (reference.isEmpty ? base.query : nil)
        )
    }

    /// The index of the colon after a scheme, if the text begins with one.
    private static func schemeEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        for (index, byte) in zip(bytes.indices, bytes) {
            if byte == UInt8(ascii: ":") { return index }
            guard byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
                return nil
            }
        }
        return nil
    }

    private static func startsWithTwoSlashes(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 2 && bytes.prefix(2).allSatisfy { $0 == UInt8(ascii: "/") || $0 == 0x5C }
    }

    private static func splitQuery(_ bytes: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return (bytes, nil) }
        return (bytes[..<mark], bytes[(mark + 1)...])
    }

    /// Host and port, or nil: user information, empty host, characters that no host has, a port out of range.
    private static func authority(_ bytes: ArraySlice<UInt8>) -> (String, Int?)? {
        guard !bytes.contains(UInt8(ascii: "@")), !bytes.contains(UInt8(ascii: "%")) else { return nil }
        var hostBytes = bytes
        var portBytes: ArraySlice<UInt8> = []
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostBytes = bytes[(bytes.startIndex + 1)..<close]
            let rest = bytes[(close + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
            portBytes = rest.dropFirst()
            guard hostBytes.contains(UInt8(ascii: ":")),
                hostBytes.allSatisfy({ $0.hexValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return nil }
        } else {
            if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                hostBytes = bytes[..<colon]
                portBytes = bytes[(colon + 1)...]
            }
            guard hostBytes.allSatisfy({ $0.isHostByte || $0 >= 0x80 }) else { return nil }
        }
        let host = String(decoding: hostBytes, as: UTF8.self).lowercased()
        guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
        // Above ASCII only letters, marks and digits: spaces and look-alike punctuation are no host.
        guard
            host.unicodeScalars.allSatisfy({
                $0.isASCII || $0.properties.isAlphabetic || $0.properties.numericType != nil
                    || $0.properties.generalCategory == .nonspacingMark
            })
        else { return nil }
        guard !portBytes.isEmpty else { return (host, nil) }
        guard portBytes.count <= 5, portBytes.allSatisfy(\.isASCIIDigit),
            let port = Int(String(decoding: portBytes, as: UTF8.self)), (1...65535).contains(port)
        else { return nil }
        return (host, port)
    }

    /// Percent-encodes what RFC 3986 does not allow in a path or query; escapes that are there stay.
    private static func encoded(_ bytes: ArraySlice<UInt8>, isPath: Bool) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 0x5C, isPath {
                result.append(UInt8(ascii: "/"))
            } else if byte == UInt8(ascii: "%") {
                let isEscape =
                    bytes.endIndex - index > 2 && bytes[index + 1].hexValue != nil && bytes[index + 2].hexValue != nil
                result += isEscape ? [byte] : Array("%25".utf8)
            } else if byte.isURLByte {
                result.append(byte)
            } else {
                result += byte.percentEncoded
            }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// RFC 3986 section 5.2.4; the result begins with a slash.
    private static func withoutDotSegments(_ path: some StringProtocol) -> String {
        var kept: [Substring] = []
        let segments = Substring(path).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (offset, segment) in zip(0..., segments) {
            let isLast = offset == segments.count - 1
            switch segment.lowercased() {
            case ".", "%2e":
                if isLast { kept.append("") }
            case "..", ".%2e", "%2e.", "%2e%2e":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default:
                kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
