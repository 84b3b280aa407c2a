/// The encoding that an XML declaration names, which pages in HTML may have too (HTML standard, "get an XML encoding").
enum XMLDeclaration {
    static func encoding(_ head: ArraySlice<UInt8>) -> CharacterEncoding? {
        guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let declaration = head[..<end]
        let word = Array("encoding".utf8)
        guard let found = declaration.indices.first(where: { declaration[$0...].starts(with: word) }) else {
            return nil
        }
        var rest = declaration[(found + word.count)...].drop { $0 <= 0x20 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 <= 0x20 }
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let close = rest.firstIndex(of: quote), !rest[..<close].contains(where: { $0 <= 0x20 })
        else { return nil }
        let encoding = CharacterEncoding(label: rest[..<close])
        return encoding == .utf16BE || encoding == .utf16LE ? .utf8 : encoding
    }
}
