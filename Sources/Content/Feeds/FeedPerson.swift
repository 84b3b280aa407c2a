internal import LarderModel

/// Someone who wrote an entry.
package struct FeedPerson: Sendable, Hashable {
    /// The name; nil where only an address is known.
    package var name: String?
    package var email: String?

    package init(name: String? = nil, email: String? = nil) {
        self.name = name
        self.email = email
    }

    var isEmpty: Bool { name == nil && email == nil }

    /// Reads `name`, `address`, `name (address)`, `address (name)` and `name <address>`.
    init(_ text: String) {
        let text = text.trimmedSpace
        for (open, close) in [(UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "<"), UInt8(ascii: ">"))] {
            let bytes = Array(text.utf8)
            guard let start = bytes.lastIndex(of: open), let end = bytes[start...].firstIndex(of: close) else {
                continue
            }
            let outer = String(decoding: bytes[..<start], as: UTF8.self).trimmedSpace
            let inner = String(decoding: bytes[(start + 1)..<end], as: UTF8.self).trimmedSpace
            if Self.isAddress(inner) {
                self.init(name: outer.nonEmpty, email: inner)
                return
            }
            if Self.isAddress(outer) {
                self.init(name: inner.nonEmpty, email: outer)
                return
            }
        }
        if Self.isAddress(text) { self.init(email: text) } else { self.init(name: text.nonEmpty) }
    }

    private static func isAddress(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at != bytes.startIndex else { return false }
        return bytes.index(after: at) != bytes.endIndex && !bytes.contains { $0 <= 0x20 }
    }
}
