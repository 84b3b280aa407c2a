/// The charset of a `Content-Type` field.
package enum ContentTypeCharset {
    /// The encoding that the first `charset` parameter names; nil where there is none or it names none.
    package static func encoding(_ contentType: String) -> CharacterEncoding? {
        let bytes = Array(contentType.utf8)
        var index = 0
        skip(bytes, &index) { $0 != UInt8(ascii: ";") }
        while index < bytes.count {
            index += 1
            skip(bytes, &index, while: ASCII.isWhiteSpace)
            let start = index
            skip(bytes, &index) { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
            let name = bytes[start..<index].map(ASCII.lowercased)
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            let value = value(bytes, &index)
            if name == Array("charset".utf8) { return CharacterEncoding(label: value) }
        }
        return nil
    }

    /// Reads a parameter's value up to its semicolon; what follows a quoted one does not count.
    private static func value(_ bytes: [UInt8], _ index: inout Int) -> [UInt8] {
        var value: [UInt8] = []
        let isQuoted = index < bytes.count && bytes[index] == UInt8(ascii: "\"")
        if isQuoted {
            index += 1
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
                value.append(bytes[index])
                index += 1
            }
        }
        let start = index
        skip(bytes, &index) { $0 != UInt8(ascii: ";") }
        return isQuoted ? value : Array(bytes[start..<index])
    }

    private static func skip(_ bytes: [UInt8], _ index: inout Int, while isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }
}
