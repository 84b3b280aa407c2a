internal import LarderHTML
internal import LarderModel

/// The URL that the references of a document are seen from.
struct LinkBase {
    let url: WebURL?
    /// Scheme, host and port of an `http` or `https` base, as they stand before a path.
    private let origin: String?
    /// The schemes of links that can be followed; nil: all but those that run code.
    private let schemes: Set<String>?
    /// What is not encoded in a path, a query or a fragment.
    private let plainMarks = ByteSet(
        "-_.~!$&()*+,;=:@/?%#0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
    )

    /// The first `base` with an `href` counts, seen from the URL of the document (HTML §2.4.3).
    init(_ document: HTMLDocument, documentURL: String?, schemes: Set<String>? = nil) {
        self.schemes = schemes
        let page = documentURL.flatMap { WebURL($0) }
        let element = document.descendants(of: document.root).first { node in
            document.isElement(node, .base) && document.hasAttribute(.href, on: node)
        }
        let reference = element.flatMap { document.value(of: .href, on: $0) }
        let base = reference.flatMap { WebURL($0, relativeTo: page) }
        url = base.flatMap { $0.scheme == "data" || $0.scheme == "javascript" ? nil : $0 } ?? page
        origin = url.flatMap { url in
            guard url.scheme == "https" || url.scheme == "http" else { return nil }
            let (text, schemeEnd) = (url.description, url.scheme.utf8.count + 3)
            let host = text.utf8.dropFirst(schemeEnd)
            return host.firstIndex(of: UInt8(ascii: "/")).map { String(text[..<$0]) }
        }
    }

    /// The absolute URL, or the reference as written where there is none.
    func resolve(_ reference: String) -> String {
        plain(reference) ?? WebURL(reference, relativeTo: url)?.description ?? reference
    }

    func link(_ reference: String) -> FoundLink {
        if let url = plain(reference) {
            let isUnsafe = schemes != nil && isUnsafe(url.utf8.starts(with: Self.secureStart) ? "https" : "http")
            return FoundLink(url: url, reference: reference, isFragment: false, isUnsafe: isUnsafe)
        }
        let parsed = WebURL(reference, relativeTo: url)
        let trimmed = CSSText.trimmed(reference)
        return FoundLink(
            url: parsed?.description ?? reference,
            reference: reference,
            isFragment: trimmed.isEmpty || trimmed.utf8.first == UInt8(ascii: "#"),
            isUnsafe: isUnsafe(parsed?.scheme ?? Self.writtenScheme(reference))
        )
    }

    /// Whether a link of this scheme is kept as one that nobody should follow.
    private func isUnsafe(_ scheme: String) -> Bool {
        if scheme == "javascript" || scheme == "vbscript" { return true }
        guard let schemes, !scheme.isEmpty else { return false }
        return !schemes.contains(scheme)
    }

    /// The scheme of a reference that is no URL, in lower case; empty where it has none.
    ///
    /// Control characters and spaces, which browsers drop, hide none.
    private static func writtenScheme(_ reference: String) -> String {
        let start = reference.utf8.lazy.filter { $0 > 0x20 }.prefix(64)
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        let scheme = String(decoding: Array(start[..<colon]), as: UTF8.self).lowercased()
        let isScheme = scheme.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
        return isScheme ? scheme : ""
    }

    /// The URL of most links, which the URL standard's parser would leave as they are; nil for all others.
    ///
    /// That is a path behind the origin, or a whole `http` or `https` URL with a host in lower case, in characters that nothing
    /// encodes and without `.` segments.
    private func plain(_ reference: String) -> String? {
        let bytes = Array(reference.utf8)
        guard bytes.count <= 2048, bytes.count > 1 else { return nil }
        var path = 0
        if bytes[0] != UInt8(ascii: "/") {
            guard let host = Self.hostStart(bytes), let end = Self.hostEnd(bytes, from: host) else { return nil }
            path = end
        } else if bytes[1] == UInt8(ascii: "/") || origin == nil {
            return nil
        }
        var isPath = true
        var before: UInt8 = 0
        for index in path..<bytes.count {
            let byte = bytes[index]
            guard plainMarks.contains(byte) else { return nil }
            let mayBeDot = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%")
            if isPath, mayBeDot, before == UInt8(ascii: "/") { return nil }
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isPath = false }
            before = byte
        }
        return path == 0 ? (origin ?? "") + reference : reference
    }

    private static let secureStart = Array("https://".utf8)
    private static let plainStart = Array("http://".utf8)

    private static func hostStart(_ bytes: [UInt8]) -> Int? {
        if bytes.starts(with: secureStart) { return secureStart.count }
        return bytes.starts(with: plainStart) ? plainStart.count : nil
    }

    /// Where the path begins behind a host of small letters, digits, hyphens and dots, whose last label begins with a letter, so that
    /// it is no IPv4 address, and none of whose labels is Punycode.
    private static func hostEnd(_ bytes: [UInt8], from start: Int) -> Int? {
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
