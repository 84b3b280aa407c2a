/// Whether a text is HTML.
enum MarkupShape {
    /// Whether it has a tag, or a reference such as `&amp;` or `&#8217;`.
    static func isMarkup(_ bytes: [UInt8]) -> Bool {
        let span = bytes.span
        var index = 0
        while index < span.count {
            let byte = span[index]
            if byte == UInt8(ascii: "<"), isTag(span, index &+ 1) { return true }
            if byte == UInt8(ascii: "&"), isReference(span, index &+ 1) { return true }
            index &+= 1
        }
        return false
    }

    private static func isTag(_ span: Span<UInt8>, _ start: Int) -> Bool {
        guard start < span.count else { return false }
        let byte = span[start]
        if (byte | 0x20) &- 0x61 < 26 { return true }
        return byte == UInt8(ascii: "/") && start + 1 < span.count && (span[start + 1] | 0x20) &- 0x61 < 26
    }

    private static func isReference(_ span: Span<UInt8>, _ start: Int) -> Bool {
        var index = start
        if index < span.count, span[index] == UInt8(ascii: "#") { index &+= 1 }
        let first = index
        while index < span.count, index - first < 32 {
            let byte = span[index]
            guard (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 else { break }
            index &+= 1
        }
        return index > first && index < span.count && span[index] == UInt8(ascii: ";")
    }
}

/// Undoes a second UTF-8 encoding by way of Latin-1.
enum UTF8Repair {
    /// The same bytes where they were not encoded twice.
    static func once(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                out.append(byte)
                index += 1
            } else {
                // Only characters up to U+00FF can be bytes.
                guard byte == 0xC2 || byte == 0xC3, index + 1 < bytes.count else { return bytes }
                out.append((byte & 0x03) << 6 | bytes[index + 1] & 0x3F)
                index += 2
            }
        }
        return String(validating: out, as: UTF8.self) == nil ? bytes : out
    }
}
