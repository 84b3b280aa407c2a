internal import LarderModel

/// Resolves references against a base without changing their spelling (RFC 3986, section 5.2).
enum FeedAddress {
    /// Longer bases are ignored.
    static let maxBaseBytes = 2_048

    /// The address of a reference; unchanged with a scheme, or without a usable base.
    ///
    /// White space at the ends, and line ends and tabs within, are dropped.
    static func resolve(_ reference: String, _ base: String) -> String {
        var text = Array(reference.utf8).trimmedBlanks
        if text.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
            text = text.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }[...]
        }
        if hasScheme(text) { return String(decoding: text, as: UTF8.self) }
        return String(decoding: resolve(text, BaseParts(base)), as: UTF8.self)
    }

    /// Whether a text begins with the scheme of an address.
    static func hasScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first.isASCIILetter else { return false }
        for byte in text.dropFirst() {
            if byte == UInt8(ascii: ":") { return true }
            let isPart = byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E
            if !isPart { return false }
        }
        return false
    }

    static func resolve(_ reference: ArraySlice<UInt8>, _ base: BaseParts) -> [UInt8] {
        guard !base.scheme.isEmpty else { return Array(reference) }
        if reference.isEmpty { return base.scheme + base.authority + base.path + base.query }
        if reference.starts(with: "//".utf8) { return base.scheme + reference }
        let origin = base.scheme + base.authority
        switch reference.first {
        case UInt8(ascii: "/"): return origin + withoutDots(reference)
        case UInt8(ascii: "?"): return origin + base.path + reference
        case UInt8(ascii: "#"): return origin + base.path + base.query + reference
        default:
            let folder = base.path.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? [UInt8(ascii: "/")]
            return origin + withoutDots(folder + reference)
        }
    }

    /// A path, and what follows it, with its dot segments resolved.
    private static func withoutDots(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
        let path = text[..<end]
        guard path.contains(UInt8(ascii: ".")) else { return Array(text) }
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (number, segment) in segments.enumerated() {
            let isLast = number == segments.count - 1
            if segment.elementsEqual("..".utf8) {
                if let slash = out.lastIndex(of: UInt8(ascii: "/")) { out.removeSubrange(slash...) }
                if isLast { out.append(UInt8(ascii: "/")) }
            } else if segment.elementsEqual(".".utf8) {
                if isLast { out.append(UInt8(ascii: "/")) }
            } else {
                out.append(UInt8(ascii: "/"))
                out.append(contentsOf: segment)
            }
        }
        return out + text[end...]
    }

    /// A base cut into its parts, each with its delimiters.
    struct BaseParts {
        /// With its colon; empty where the base is no absolute address.
        private(set) var scheme: [UInt8] = []
        private(set) var authority: [UInt8] = []
        private(set) var path: [UInt8] = []
        private(set) var query: [UInt8] = []

        init(_ base: String) {
            var text = Array(base.utf8)[...]
            guard FeedAddress.hasScheme(text), let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
            text = text[..<(text.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex)]
            var rest = text[(colon + 1)...]
            guard rest.starts(with: "//".utf8) else { return }
            scheme = Array(text[...colon])
            let stop = rest.dropFirst(2).firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            authority = Array(rest[..<(stop ?? rest.endIndex)])
            rest = rest[(stop ?? rest.endIndex)...]
            let mark = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
            path = mark == rest.startIndex ? [UInt8(ascii: "/")] : Array(rest[..<mark])
            query = Array(rest[mark...])
        }
    }
}
