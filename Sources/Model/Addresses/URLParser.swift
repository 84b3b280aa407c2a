/// Parses and resolves URLs as browsers do (URL Standard §4.4), in time linear in the length.
struct URLParser {
    /// Validation errors that the standard repairs.
    struct Repairs: OptionSet {
        let rawValue: Int
        /// A user or a password, even an empty one.
        static let credentials = Repairs(rawValue: 1)
        /// Another number of slashes before the host than two.
        static let slashes = Repairs(rawValue: 2)
        /// A percent sign in the host.
        static let escapedHost = Repairs(rawValue: 4)
    }

    private var url = WebURL()
    private var repairs: Repairs = []

    static func parse(_ reference: String, base: WebURL?) -> (url: WebURL, repairs: Repairs)? {
        guard reference.utf8.count <= WebURL.maxBytes else { return nil }
        var bytes = Array(reference.utf8).trimmedBlanks
        if bytes.contains(where: { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
            bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        }
        var parser = URLParser()
        guard parser.run(bytes, base) else { return nil }
        return (parser.url, parser.repairs)
    }

    private mutating func run(_ text: ArraySlice<UInt8>, _ base: WebURL?) -> Bool {
        var body = text
        if let hash = body.firstIndex(of: UInt8(ascii: "#")) {
            url.fragment = PercentEncoding.encode(body[(hash + 1)...], .fragment)
            body = body[..<hash]
        }
        if let colon = Self.schemeEnd(body) {
            url.scheme = String(decoding: body[..<colon], as: UTF8.self).lowercased()
            let rest = body[(colon + 1)...]
            guard url.isSpecial else { return notSpecial(rest) }
            let slashes = rest.prefix { isSlash($0) }.count
            if slashes != 2 { repairs.insert(.slashes) }
            if let base, base.scheme == url.scheme { return relative(rest, to: base) }
            return url.scheme == "file" ? file(rest) : authority(rest.dropFirst(slashes))
        }
        guard let base else { return false }
        if base.hasOpaquePath {
            guard body.isEmpty, let fragment = url.fragment else { return false }
            url = base
            url.fragment = fragment
            return true
        }
        url.scheme = base.scheme
        return relative(body, to: base)
    }

    private static func schemeEnd(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first, first.isASCIILetter else { return nil }
        let end = text.firstIndex {
            !($0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "."))
        }
        return end.flatMap { text[$0] == UInt8(ascii: ":") ? $0 : nil }
    }

    private func isSlash(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && url.isSpecial)
    }

    /// What follows `file:`; such a URL has a host, which may be empty, and no port.
    private mutating func file(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        url.host = ""
        if isSlash(rest.first), isSlash(rest.dropFirst().first) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex { isSlash($0) || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            if end > rest.startIndex {
                guard let host = HostParser.parse(rest[..<end], isSpecial: true) else { return false }
                url.host = host == "localhost" ? "" : host
            }
            rest = rest[end...]
        }
        return pathAndQuery(rest)
    }

    /// What follows the colon of a scheme that is not special.
    private mutating func notSpecial(_ text: ArraySlice<UInt8>) -> Bool {
        if text.first == UInt8(ascii: "/") {
            return text.dropFirst().first == UInt8(ascii: "/") ? authority(text.dropFirst(2)) : pathAndQuery(text)
        }
        url.hasOpaquePath = true
        let end = text.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
        if end < text.endIndex { url.query = PercentEncoding.encode(text[(end + 1)...], .query) }
        var path = text[..<end]
        // A query or fragment follows, or the blank would be gone; it is escaped to last when they are taken away.
        let endsInBlank = path.last == 0x20
        if endsInBlank { path.removeLast() }
        url.path = PercentEncoding.encode(path, .control) + (endsInBlank ? "%20" : "")
        return true
    }

    /// What follows the slashes: user information, host, port, and the rest.
    private mutating func authority(_ text: ArraySlice<UInt8>) -> Bool {
        let end = text.firstIndex { isSlash($0) || $0 == UInt8(ascii: "?") } ?? text.endIndex
        var host = text[..<end]
        let at = host.lastIndex(of: UInt8(ascii: "@"))
        if let at {
            repairs.insert(.credentials)
            url.userInfo = Self.userInfo(host[..<at])
            host = host[(at + 1)...]
        }
        let bracket = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        let colon = host[bracket...].lastIndex(of: UInt8(ascii: ":"))
        if let colon {
            guard let port = Self.port(host[(colon + 1)...]) else { return false }
            url.port = port < 0 || port == WebURL.defaultPort(of: url.scheme) ? nil : port
            host = host[..<colon]
        }
        if host.isEmpty, url.isSpecial || at != nil || colon != nil { return false }
        if host.contains(UInt8(ascii: "%")) { repairs.insert(.escapedHost) }
        url.host = HostParser.parse(host, isSpecial: url.isSpecial)
        return url.host != nil && pathAndQuery(text[end...])
    }

    private static func userInfo(_ text: ArraySlice<UInt8>) -> String? {
        let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let user = PercentEncoding.encode(text[..<colon], .userInfo)
        let password = PercentEncoding.encode(text[colon...].dropFirst(), .userInfo)
        let whole = password.isEmpty ? user : user + ":" + password
        return whole.isEmpty ? nil : whole
    }

    /// The number, -1 where there is no digit; nil where it is no port.
    private static func port(_ digits: ArraySlice<UInt8>) -> Int? {
        if digits.isEmpty { return -1 }
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let port = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 65_536) }
        return port <= 65_535 ? port : nil
    }

    private mutating func relative(_ text: ArraySlice<UInt8>, to base: WebURL) -> Bool {
        if isSlash(text.first), isSlash(text.dropFirst().first) {
            if url.scheme == "file" { return file(text) }
            let host = url.isSpecial ? text.drop { isSlash($0) } : text.dropFirst(2)
            if host.startIndex - text.startIndex != 2 { repairs.insert(.slashes) }
            return authority(host)
        }
        url.userInfo = base.userInfo
        url.host = base.host
        url.port = base.port
        if isSlash(text.first) { return pathAndQuery(text) }
        url.path = base.path
        if text.isEmpty {
            url.query = base.query
            return true
        }
        if text.first == UInt8(ascii: "?") {
            url.query = encodedQuery(text.dropFirst())
            return true
        }
        url.path = String(base.path[..<(base.path.lastIndex(of: "/") ?? base.path.startIndex)])
        return pathAndQuery(text)
    }

    private func encodedQuery(_ text: ArraySlice<UInt8>) -> String {
        PercentEncoding.encode(text, url.isSpecial ? .specialQuery : .query)
    }

    /// Reads segments onto what the path holds; dots go up and never above the root.
    private mutating func pathAndQuery(_ text: ArraySlice<UInt8>) -> Bool {
        let end = text.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
        if end < text.endIndex { url.query = encodedQuery(text[(end + 1)...]) }
        var rest = text[..<end]
        if rest.isEmpty {
            if url.isSpecial, url.path.isEmpty { url.path = "/" }
            return true
        }
        if isSlash(rest.first) { rest = rest.dropFirst() }
        let slash = UInt8(ascii: "/")
        var path = Array(url.path.utf8)
        while true {
            let stop = rest.firstIndex { isSlash($0) } ?? rest.endIndex
            let dots = Self.dots(rest[..<stop])
            if dots == 2, let last = path.lastIndex(of: slash) { path.removeSubrange(last...) }
            if dots == 0 {
                path.append(slash)
                PercentEncoding.append(rest[..<stop], .path, to: &path)
            } else if stop == rest.endIndex {
                path.append(slash)
            }
            if stop == rest.endIndex { break }
            rest = rest[(stop + 1)...]
        }
        url.path = String(decoding: path, as: UTF8.self)
        return true
    }

    /// 1 for `.` and 2 for `..`, dots possibly escaped as `%2e`; 0 for all else.
    private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
        var rest = segment
        var count = 0
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, rest[rest.startIndex] == UInt8(ascii: "2"),
                rest[rest.startIndex + 1] | 0x20 == UInt8(ascii: "e")
            {
                rest = rest.dropFirst(2)
            } else if byte != UInt8(ascii: ".") {
                return 0
            }
            count += 1
            if count > 2 { return 0 }
        }
        return count
    }
}
