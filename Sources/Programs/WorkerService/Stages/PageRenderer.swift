internal import LarderHTML
internal import LarderText

/// HTML bytes to attributed text: charset, parse, layout.
enum PageRenderer {
    /// The text, and the language that the page says it is in.
    ///
    /// - Parameters:
    ///   - contentType: The `Content-Type` field, for its charset.
    ///   - url: What relative links are relative to.
    ///   - isFragment: A piece of HTML out of a record rather than a whole page.
    ///   - job: Told of each step.
    /// - Throws: `CancellationError` between two steps, when nobody wants the job any more.
    static func render(
        _ bytes: [UInt8],
        contentType: String,
        url: String,
        isFragment: Bool,
        _ job: RunningJob
    ) throws -> (text: AttributedText, language: String?) {
        try job.enter(.parse)
        let utf8 = PageCharset.utf8(bytes, contentType: contentType)
        let document = HTMLDocument(parsing: utf8)
        try job.enter(.layout)
        // An archive keeps what a reader could unfold. Feeds and APIs often encode markup twice, pages do not.
        let options = TextOptions(doubleEncoded: isFragment ? .auto : .off, opensDetails: true)
        let text = TextRenderer(options).render(document, documentURL: url.isEmpty ? nil : url)
        return (text, document.language)
    }
}

/// Turns the bytes of a page into UTF-8, by byte order mark, transport and `meta`, in this order (HTML standard,
/// encoding sniffing).
///
/// Knows UTF-8, UTF-16 and windows-1252 with its aliases; other encodings are read as windows-1252.
enum PageCharset {
    private enum Encoding {
        case utf8
        case utf16(isBigEndian: Bool)
        case windows1252
    }

    static func utf8(_ bytes: [UInt8], contentType: String) -> [UInt8] {
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
        while let at = rest.firstRange(of: Array("<meta".utf8)) ?? rest.firstRange(of: Array("<META".utf8)) {
            rest = rest[at.upperBound...]
            let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
            if let label = label(in: rest[..<end]) { return label }
        }
        return nil
    }

    /// What follows `charset=`, in lower case.
    private static func label(in bytes: ArraySlice<UInt8>) -> String? {
        let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let at = lower.firstRange(of: Array("charset".utf8)) else { return nil }
        var rest = lower[at.upperBound...].drop { $0 == 0x20 || $0 == 0x09 }
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
        for byte in bytes {
            let scalar = (0x80...0x9F).contains(byte) ? upperControls[Int(byte) - 0x80] : UInt32(byte)
            text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return Array(String(text).utf8)
    }

    /// 0x80 to 0x9F by the Encoding Standard's index of windows-1252.
    private static let upperControls: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
        0x178,
    ]
}
