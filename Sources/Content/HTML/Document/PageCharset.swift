/// Turns the bytes of a page into UTF-8, by byte order mark, transport and `meta`, in this order (HTML standard,
/// encoding sniffing).
///
/// Knows UTF-8, UTF-16 and windows-1252 with its aliases; other encodings are read as windows-1252.
package enum PageCharset {
    private enum Encoding {
        case utf8
        case utf16(isBigEndian: Bool)
        case windows1252
    }

    /// The page in UTF-8; bytes that already are come back as they are, a byte order mark included.
    ///
    /// - Parameter contentType: The `Content-Type` field, for its charset; empty where there is none.
    package static func utf8(_ bytes: [UInt8], contentType: String) -> [UInt8] {
        switch encoding(bytes, contentType) {
        case .utf8: bytes
        case .utf16(let isBigEndian): decodeUTF16(bytes.dropFirst(2), isBigEndian: isBigEndian)
        case .windows1252: decodeWindows1252(bytes)
        }
    }

    private static func encoding(_ bytes: [UInt8], _ contentType: String) -> Encoding {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16(isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16(isBigEndian: false) }
        if let label = label(in: Array(contentType.utf8)[...]) { return encoding(label: label, bytes) }
        if let label = metaLabel(bytes.prefix(1024)) { return encoding(label: label, bytes) }
        return isUTF8(bytes) ? .utf8 : .windows1252
    }

    /// A label that is wrong about bytes that are valid UTF-8 beyond ASCII is more likely wrong than they are.
    private static func encoding(label: String, _ bytes: [UInt8]) -> Encoding {
        label == "utf-8" || label == "utf8" || label.hasPrefix("utf-16") || isUTF8(bytes) ? .utf8 : .windows1252
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    private static func metaLabel(_ head: ArraySlice<UInt8>) -> String? {
        var rest = head
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            guard rest.prefix(4).elementsEqual("meta".utf8, by: { $0 | 0x20 == $1 }) else { continue }
            let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
            if let label = label(in: rest[..<end]) { return label }
        }
        return nil
    }

    /// What follows `charset=`, in lower case.
    private static func label(in bytes: ArraySlice<UInt8>) -> String? {
        let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let at = lower.indices.first(where: { lower[$0...].starts(with: "charset".utf8) }) else { return nil }
        var rest = lower[(at + 7)...].drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 == 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        let label = rest.prefix { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2D || $0 == 0x5F }
        return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
    }

    private static func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func decodeWindows1252(_ bytes: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Windows1252.scalar(byte)) }
        return Array(String(text).utf8)
    }
}
