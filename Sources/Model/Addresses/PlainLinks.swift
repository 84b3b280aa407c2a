/// Finds the URLs of links that the URL standard's parser would not change, without that parser.
package struct PlainLinks: Sendable {
    /// The part of the base before its path.
    private let origin: String?
    private let isPlain = PlainLinks.isPlain

    /// What is not encoded in a path, a query or a fragment.
    private static let isPlain: [Bool] = {
        var table = [Bool](repeating: false, count: 256)
        let marks = "-_.~!$&()*+,;=:@/?%#0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        for byte in marks.utf8 { table[Int(byte)] = true }
        return table
    }()

    /// - Parameter base: What references are seen from.
    package init(base: WebURL?) {
        origin = base.flatMap { url in
            guard url.scheme == "https" || url.scheme == "http" else { return nil }
            let (text, schemeEnd) = (url.description, url.scheme.utf8.count + 3)
            let host = text.utf8.dropFirst(schemeEnd)
            return host.firstIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) }
        }
    }

    /// The URL of a plain reference; nil for all others, which the parser must read.
    ///
    /// Plain is a path behind the origin, or a whole `http` or `https` URL with the origin itself or with a host in
    /// lower case, in characters that nothing encodes and without `.` segments.
    package func url(of reference: String) -> String? {
        guard let path = reference.withUTF8Span(plainPath) else { return nil }
        return path == 0 ? (origin ?? "") + reference : reference
    }

    /// Where the path of a plain reference begins; nil for all others.
    private func plainPath(_ bytes: Span<UInt8>) -> Int? {
        guard bytes.count <= 2048, bytes.count > 1 else { return nil }
        var path = 0
        if bytes[0] != UInt8(ascii: "/") {
            guard let end = ownOriginEnd(bytes) ?? Self.originEnd(bytes) else { return nil }
            path = end
        } else if bytes[1] == UInt8(ascii: "/") || origin == nil {
            return nil
        }
        var isPath = true
        var before: UInt8 = 0
        for index in path..<bytes.count {
            let byte = bytes[index]
            guard isPlain[Int(byte)] else { return nil }
            let mayBeDot = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
            if isPath, mayBeDot, before == UInt8(ascii: "/") { return nil }
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isPath = false }
            before = byte
        }
        return path
    }

    /// Where the path begins behind the origin of the base, as links of one site have it.
    private func ownOriginEnd(_ bytes: Span<UInt8>) -> Int? {
        guard let origin, bytes.count > origin.utf8.count, bytes[origin.utf8.count] == UInt8(ascii: "/"),
            Self.starts(bytes, with: origin)
        else { return nil }
        return origin.utf8.count
    }

    /// Where the path begins behind a scheme and a host.
    private static func originEnd(_ bytes: Span<UInt8>) -> Int? {
        if starts(bytes, with: "https://") { return hostEnd(bytes, from: 8) }
        return starts(bytes, with: "http://") ? hostEnd(bytes, from: 7) : nil
    }

    private static func starts(_ bytes: Span<UInt8>, with text: String) -> Bool {
        text.withUTF8Span { text in
            guard bytes.count >= text.count else { return false }
            for index in text.indices where bytes[index] != text[index] { return false }
            return true
        }
    }

    /// Where the path begins behind a host of small letters, digits, hyphens and dots, whose last label begins with a
    /// letter, so that it is no IPv4 address, and none of whose labels is Punycode.
    private static func hostEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var label = start
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "-"):
                // `xn--`, and whatever else has a hyphen in its third and fourth place.
                guard index != label, index - label != 3 else { return nil }
            case UInt8(ascii: "."):
                guard index > label else { return nil }
                label = index + 1
            case UInt8(ascii: "/"):
                let first = index > label ? bytes[label] : 0
                return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) ? index : nil
            default: return nil
            }
        }
        return nil
    }
}
