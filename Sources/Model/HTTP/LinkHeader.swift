/// The `Link` field of an answer (RFC 8288).
package enum LinkHeader {
    /// The target of the first link with a relation (in lower case, such as `next`), as the server wrote it.
    ///
    /// Relations are compared without case; commas and semicolons within `<>` and quoted texts separate nothing.
    package static func target(of relation: String, in headers: [HeaderField]) -> String? {
        for value in headers.values(of: "link") {
            var scan = Scan(rest: Array(value.utf8)[...])
            while let link = scan.link() {
                if link.relations.contains(relation) { return link.target }
            }
        }
        return nil
    }

    /// Whether all of the fields' text is links in the form of RFC 8288.
    package static func isReadable(_ headers: [HeaderField]) -> Bool {
        headers.values(of: "link").allSatisfy { value in
            var scan = Scan(rest: Array(value.utf8)[...])
            while scan.link() != nil {}
            return scan.isClean
        }
    }

    private struct Scan {
        var rest: ArraySlice<UInt8>
        /// Whether nothing was passed over.
        var isClean = true

        /// The next `<target>; name=value; …`.
        mutating func link() -> (target: String, relations: [String])? {
            let open = rest.firstIndex(of: UInt8(ascii: "<"))
            isClean = isClean && rest[..<(open ?? rest.endIndex)].allSatisfy { " \t,".utf8.contains($0) }
            guard let open else { return nil }
            guard let close = rest[open...].firstIndex(of: UInt8(ascii: ">")) else {
                isClean = false
                return nil
            }
            let target = String(decoding: rest[(open + 1)..<close], as: UTF8.self).trimmedASCII
            rest = rest[(close + 1)...]
            var relations: [String]?
            while let parameter = parameter() {
                // Of several only the first counts.
                if parameter.name == "rel", relations == nil {
                    relations = parameter.value.lowercased().split(separator: " ").map { String($0) }
                }
            }
            return (target, relations ?? [])
        }

        /// The next `; name=value`; nil where a comma or the end comes.
        private mutating func parameter() -> (name: String, value: String)? {
            skipSpace()
            guard rest.first == UInt8(ascii: ";") else {
                // What cannot be read ends at the next link.
                let unread = rest.prefix { $0 != UInt8(ascii: ",") }
                isClean = isClean && unread.isEmpty
                rest = rest[unread.endIndex...]
                return nil
            }
            rest = rest.dropFirst()
            skipSpace()
            let name = word()
            skipSpace()
            guard rest.first == UInt8(ascii: "=") else { return (name, "") }
            rest = rest.dropFirst()
            skipSpace()
            return (name, rest.first == UInt8(ascii: "\"") ? quoted() : word())
        }

        private mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

        private mutating func word() -> String {
            let word = rest.prefix { !" \t;,=".utf8.contains($0) }
            rest = rest[word.endIndex...]
            return String(decoding: word, as: UTF8.self).lowercased()
        }

        private mutating func quoted() -> String {
            var bytes: [UInt8] = []
            rest = rest.dropFirst()
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
                    bytes.append(next)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
