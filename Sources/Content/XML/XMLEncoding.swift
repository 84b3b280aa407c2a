internal import LarderHTML

/// Makes UTF-8 of the bytes of an XML document.
package enum XMLEncoding {
    /// The document in UTF-8 without byte order marks and without NUL.
    ///
    /// In order: a byte order mark, the shape of UTF-16 and UTF-32, the transport, the XML declaration; the last two
    /// the other way round with `prefersUTF8`. A label that cannot be true gives way to the shape of the bytes.
    ///
    /// - Parameters:
    ///   - contentType: The `Content-Type` field; may be empty.
    ///   - prefersUTF8: Whether labels of valid UTF-8 are ignored; the last character may be cut.
    package static func utf8(_ bytes: [UInt8], contentType: String, prefersUTF8: Bool = false) -> [UInt8] {
        text(bytes, contentType: contentType, prefersUTF8: prefersUTF8).utf8
    }

    /// The same, and whether some of the bytes are no text in the document's encoding, or NUL.
    package static func text(
        _ bytes: [UInt8],
        contentType: String,
        prefersUTF8: Bool = false
    ) -> (utf8: [UInt8], isDamaged: Bool) {
        var (text, isDamaged) = decoded(bytes, contentType: contentType, prefersUTF8: prefersUTF8)
        var start = 0
        while text.count >= start + 3, text[start] == 0xEF, text[start + 1] == 0xBB, text[start + 2] == 0xBF {
            start += 3
        }
        if start > 0 { text.removeFirst(start) }
        if text.contains(0) {
            text.removeAll { $0 == 0 }
            isDamaged = true
        }
        return (text, isDamaged)
    }

    private static func decoded(
        _ bytes: [UInt8],
        contentType: String,
        prefersUTF8: Bool
    ) -> (text: [UInt8], isDamaged: Bool) {
        if let wide = wide(bytes) { return (wide, hasReplacement(wide)) }
        let declared = XMLDeclaredEncoding.label(bytes).flatMap { CharacterEncoding(label: $0) }.flatMap(narrow)
        let said = contentType.isEmpty ? nil : ContentTypeCharset.encoding(contentType).flatMap(narrow)
        if prefersUTF8, said != .iso2022JP, declared != .iso2022JP, isCutUTF8(bytes) { return (bytes, false) }
        let isUTF8Possible = said == nil && declared == nil || said == .utf8 || declared == .utf8
        if isUTF8Possible || bytes.starts(with: [0xEF, 0xBB, 0xBF]), isUTF8(bytes, to: bytes.count) {
            return (bytes, false)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (repaired(bytes), true) }
        for encoding in prefersUTF8 ? [declared, said] : [said, declared] {
            guard let encoding, encoding != .utf8 else { continue }
            let text = encoding.utf8(decoding: bytes)
            return (text, hasReplacement(text))
        }
        return (EncodingGuess.encoding(bytes).map { $0.utf8(decoding: bytes) } ?? repaired(bytes), true)
    }

    /// Whether a decoder put U+FFFD in the place of bytes that it could not read.
    private static func hasReplacement(_ text: [UInt8]) -> Bool {
        text.indices.contains { text[$0] == 0xEF && text[$0...].starts(with: UTF8.encodedReplacementCharacter) }
    }

    /// Whether bytes are UTF-8; the last character may be cut.
    private static func isCutUTF8(_ bytes: [UInt8]) -> Bool {
        let cut = bytes.indices.suffix(3).first { bytes[$0] >= 0xC2 && UTF8Shape.length(bytes, at: $0) == 0 }
        return isUTF8(bytes, to: cut ?? bytes.count)
    }

    /// Without copying the bytes.
    private static func isUTF8(_ bytes: [UInt8], to end: Int) -> Bool {
        (try? UTF8Span(validating: bytes.span.extracting(..<end))) != nil
    }

    /// The encoding, if it extends ASCII: else its label would not be readable.
    private static func narrow(_ encoding: CharacterEncoding) -> CharacterEncoding? {
        switch encoding {
        case .utf16BE, .utf16LE, .userDefined, .replacement: nil
        default: encoding
        }
    }

    /// UTF-16 and UTF-32 by their marks or by the place of the first characters' zeros.
    private static func wide(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0, 0, 0xFE, 0xFF): return utf32(bytes[4...], isBigEndian: true)
        case (0, 0, 0, 1...0x7F): return utf32(bytes[...], isBigEndian: true)
        case (0xFF, 0xFE, 0, 0): return utf32(bytes[4...], isBigEndian: false)
        case (1...0x7F, 0, 0, 0): return utf32(bytes[...], isBigEndian: false)
        case (0xFE, 0xFF, _, _): return CharacterEncoding.utf16BE.utf8(decoding: Array(bytes[2...]))
        case (0xFF, 0xFE, _, _): return CharacterEncoding.utf16LE.utf8(decoding: Array(bytes[2...]))
        case (0, 1...0x7F, 0, _): return CharacterEncoding.utf16BE.utf8(decoding: bytes)
        case (1...0x7F, 0, _, 0): return CharacterEncoding.utf16LE.utf8(decoding: bytes)
        default: return nil
        }
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count / 3)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4) {
            let value = bytes[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            out.append(scalar: Unicode.Scalar(isBigEndian ? value : value.byteSwapped) ?? "\u{FFFD}")
        }
        return out
    }

    /// Files made of UTF-8 and windows-1252 pieces; windows-1252 alone if most of it is no UTF-8.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var (sequences, strays, place) = (0, 0, 0)
        while place < bytes.count {
            let length = bytes[place] < 0x80 ? 1 : UTF8Shape.length(bytes, at: place)
            if length > 1 { sequences += 1 } else if length == 0 { strays += 1 }
            place += max(length, 1)
        }
        guard sequences > strays else { return CharacterEncoding.windows1252.utf8(decoding: bytes) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let length = byte < 0x80 ? 1 : UTF8Shape.length(bytes, at: index)
            if length > 0 {
                if length == 1 { out.append(byte) } else { out += bytes[index..<(index + length)] }
                index += length
            } else {
                out.append(scalar: CharacterReferences.scalar(UInt32(byte)))
                index += 1
            }
        }
        return out
    }
}

/// The form of UTF-8 sequences.
enum UTF8Shape {
    /// The length of the sequence of two to four bytes that begins here; 0 where there is none.
    static func length(_ bytes: [UInt8], at index: Int) -> Int {
        let lead = bytes[index]
        let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
        guard length > 0, index + length <= bytes.count else { return 0 }
        for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
        let second = bytes[index + 1]
        switch lead {
        case 0xE0: return second >= 0xA0 ? length : 0
        case 0xED: return second <= 0x9F ? length : 0
        case 0xF0: return second >= 0x90 ? length : 0
        case 0xF4: return second <= 0x8F ? length : 0
        default: return length
        }
    }
}

/// The encoding in an XML declaration.
enum XMLDeclaredEncoding {
    /// The name, from the first bytes; white space and junk may come before the declaration.
    static func label(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let head = bytes.prefix(1_024)
        guard let start = head.indices.first(where: { head[$0] == 0x3C && head[$0...].starts(with: "<?xml".utf8) }),
            let end = head[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return value(in: head[start..<end])
    }

    private static func value(in declaration: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let word = Array("encoding".utf8)
        guard let start = declaration.indices.first(where: { declaration[$0...].starts(with: word) }) else {
            return nil
        }
        var rest = declaration[(start + word.count)...].drop { $0 <= 0x20 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 <= 0x20 }
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let close = rest.firstIndex(of: quote)
        else { return nil }
        return rest[..<close]
    }
}

extension [UInt8] {
    mutating func append(scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
