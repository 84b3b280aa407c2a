/// Parses and resolves URLs as browsers do (WHATWG URL Standard §4.4), in time linear in the length.
struct URLParser {
    private let bytes: [UInt8]
    private var record = URLRecord()

    /// The URL that `reference` means, seen from `base`; nil where browsers give none.
    static func parse(_ reference: String, base: URLRecord? = nil) -> URLRecord? {
        guard reference.utf8.count <= URLRecord.maxLength else { return nil }
        var bytes = Array(reference.utf8)
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        let lead = bytes.prefix { $0 <= 0x20 }.count
        bytes.removeFirst(lead)
        bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        var parser = URLParser(bytes: bytes)
        return parser.run(base)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func run(_ base: URLRecord?) -> URLRecord? {
        var body = bytes[...]
        if let hash = body.firstIndex(of: 0x23) {
            record.fragment = PercentEncoding.encode(body[(hash + 1)...], .fragment)
            body = body[..<hash]
        }
        if let colon = schemeEnd(body) {
            record.scheme = String(decoding: body[..<colon], as: UTF8.self).lowercased()
            let rest = body[(colon + 1)...]
            if record.isSpecial {
                if let base, base.scheme == record.scheme, record.scheme != "file", !startsWithSlash(rest) {
                    return relative(rest, to: base)
                }
                return special(rest, base)
            }
            return plain(rest)
        }
        guard let base else { return nil }
        record.scheme = base.scheme
        if base.hasOpaquePath {
            guard body.isEmpty, record.fragment != nil else { return nil }
            var result = base
            result.fragment = record.fragment
            return result
        }
        return relative(body, to: base)
    }

    private func schemeEnd(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first, (0x61...0x7A).contains(first | 0x20) else { return nil }
        for index in text.indices {
            let byte = text[index]
            if byte == 0x3A { return index }
            let isAllowed =
                (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
                || byte == 0x2E
            if !isAllowed { return nil }
        }
        return nil
    }

    private func isSlash(_ byte: UInt8?) -> Bool {
        byte == 0x2F || (byte == 0x5C && record.isSpecial)
    }

    private func startsWithSlash(_ text: ArraySlice<UInt8>) -> Bool { isSlash(text.first) }

    private mutating func special(_ text: ArraySlice<UInt8>, _ base: URLRecord?) -> URLRecord? {
        if record.scheme == "file" { return file(text) }
        // Any number of slashes may stand there, even none.
        return authority(text.drop { isSlash($0) })
    }

    private mutating func file(_ text: ArraySlice<UInt8>) -> URLRecord? {
        var rest = text
        record.host = ""
        if isSlash(rest.first), isSlash(rest.dropFirst().first) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex { isSlash($0) || $0 == 0x3F } ?? rest.endIndex
            let host = rest[..<end]
            if !host.isEmpty {
                guard let parsed = HostParser.parse(host, isSpecial: true) else { return nil }
                record.host = parsed == "localhost" ? "" : parsed
            }
            rest = rest[end...]
        }
        return pathAndQuery(rest)
    }

    /// A URL of a scheme that is not special.
    private mutating func plain(_ text: ArraySlice<UInt8>) -> URLRecord? {
        if text.first == 0x2F {
            if text.dropFirst().first == 0x2F { return authority(text.dropFirst(2)) }
            return pathAndQuery(text)
        }
        record.hasOpaquePath = true
        let end = text.firstIndex(of: 0x3F) ?? text.endIndex
        record.path = [PercentEncoding.encode(text[..<end], .control)]
        if end < text.endIndex { record.query = PercentEncoding.encode(text[(end + 1)...], .query) }
        return record
    }

    private mutating func authority(_ text: ArraySlice<UInt8>) -> URLRecord? {
        let end = text.firstIndex { isSlash($0) || $0 == 0x3F } ?? text.endIndex
        var host = text[..<end]
        if let at = host.lastIndex(of: 0x40) {
            let info = host[..<at]
            let colon = info.firstIndex(of: 0x3A) ?? info.endIndex
            var encoded = PercentEncoding.encode(info[..<colon], .userInfo)
            if colon < info.endIndex, colon + 1 < info.endIndex {
                encoded += ":" + PercentEncoding.encode(info[(colon + 1)...], .userInfo)
            }
            record.userInfo = encoded.isEmpty ? nil : encoded
            host = host[(at + 1)...]
        }
        let bracket = host.lastIndex(of: 0x5D) ?? host.startIndex
        if let colon = host[bracket...].lastIndex(of: 0x3A) {
            let digits = host[(colon + 1)...]
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count <= 64 else { return nil }
            if !digits.isEmpty {
                guard
                    let port = Int(
                        String(decoding: digits.drop { $0 == 0x30 }, as: UTF8.self).isEmpty
                            ? "0" : String(decoding: digits.drop { $0 == 0x30 }, as: UTF8.self)
                    ), port <= 65_535
                else { return nil }
                record.port = port == URLRecord.defaultPort(of: record.scheme) ? nil : port
            }
            host = host[..<colon]
        }
        if host.isEmpty, record.isSpecial { return nil }
        guard let parsed = HostParser.parse(host, isSpecial: record.isSpecial) else { return nil }
        record.host = parsed
        return pathAndQuery(text[end...])
    }

    private mutating func relative(_ text: ArraySlice<UInt8>, to base: URLRecord) -> URLRecord? {
        if isSlash(text.first), isSlash(text.dropFirst().first) {
            return record.scheme == "file"
                ? file(text) : authority(text.dropFirst(2).drop { record.isSpecial && isSlash($0) })
        }
        record.userInfo = base.userInfo
        record.host = base.host
        record.port = base.port
        if isSlash(text.first) { return pathAndQuery(text) }
        if text.isEmpty {
            record.path = base.path
            record.query = base.query
            return record
        }
        if text.first == 0x3F {
            record.path = base.path
            record.query = encodedQuery(text.dropFirst())
            return record
        }
        record.path = Array(base.path.dropLast())
        return pathAndQuery(text)
    }

    private func encodedQuery(_ text: ArraySlice<UInt8>) -> String {
        PercentEncoding.encode(text, record.isSpecial ? .specialQuery : .query)
    }

    /// Reads segments onto what `record.path` holds; dots go up and never above the root.
    private mutating func pathAndQuery(_ text: ArraySlice<UInt8>) -> URLRecord? {
        let end = text.firstIndex(of: 0x3F) ?? text.endIndex
        if end < text.endIndex { record.query = encodedQuery(text[(end + 1)...]) }
        var rest = text[..<end]
        if isSlash(rest.first) {
            rest = rest.dropFirst()
        } else if rest.isEmpty {
            if record.isSpecial, record.path.isEmpty { record.path = [""] }
            return record
        }
        while true {
            let stop = rest.firstIndex { isSlash($0) } ?? rest.endIndex
            let isLast = stop == rest.endIndex
            let segment = PercentEncoding.encode(rest[..<stop], .path)
            switch segment.lowercased() {
            case "..", ".%2e", "%2e.", "%2e%2e":
                _ = record.path.popLast()
                if isLast { record.path.append("") }
            case ".", "%2e":
                if isLast { record.path.append("") }
            default: record.path.append(segment)
            }
            if isLast { return record }
            rest = rest[(stop + 1)...]
        }
    }
}

/// The percent-encode sets of the URL Standard §1.3.
enum PercentEncoding {
    enum Set {
        case control, fragment, query, specialQuery, path, userInfo
    }

    static func encode(_ bytes: ArraySlice<UInt8>, _ set: Set) -> String {
        guard bytes.contains(where: { needsEncoding($0, set) }) else { return String(decoding: bytes, as: UTF8.self) }
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            if needsEncoding(byte, set) {
                out.append(0x25)
                out.append(digits[Int(byte >> 4)])
                out.append(digits[Int(byte & 15)])
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func needsEncoding(_ byte: UInt8, _ set: Set) -> Bool {
        if byte < 0x20 || byte > 0x7E { return true }
        switch set {
        case .control: return false
        case .fragment: return byte == 0x20 || byte == 0x22 || byte == 0x3C || byte == 0x3E || byte == 0x60
        case .query: return byte == 0x20 || byte == 0x22 || byte == 0x23 || byte == 0x3C || byte == 0x3E
        case .specialQuery: return needsEncoding(byte, .query) || byte == 0x27
        case .path:
            return needsEncoding(byte, .query) || byte == 0x3F || byte == 0x5E || byte == 0x60 || byte == 0x7B
                || byte == 0x7D
        case .userInfo:
            return needsEncoding(byte, .path) || byte == 0x2F || byte == 0x3A || byte == 0x3B || byte == 0x3D
                || byte == 0x40
                || (0x5B...0x5D).contains(byte) || byte == 0x7C
        }
    }

    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == 0x25, index + 2 < bytes.endIndex, let high = ColorParser.hexDigit(bytes[index + 1]),
                let low = ColorParser.hexDigit(bytes[index + 2])
            {
                out.append(UInt8(high << 4 | low))
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return out
    }
}
