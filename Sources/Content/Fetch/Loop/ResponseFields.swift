internal import LarderModel

/// The header section of one hop, put together line by line.
struct ResponseFields {
    /// The status of the last status line; 0 before the first.
    private(set) var status = 0
    /// Fields of the last header section, names lower-cased.
    private(set) var list: [HeaderField] = []
    /// Whether a final header section has ended: what comes now is body or trailers.
    private(set) var isComplete = false
    /// Bytes of all lines: interim answers (1xx), the final one and trailers.
    private(set) var bytes = 0
    private(set) var lines = 0
    private(set) var location: String?

    /// Whether the answer sends the client elsewhere with the same method (RFC 9110 §15.4).
    var isRedirect: Bool {
        [301, 302, 303, 307, 308].contains(status) && location != nil
    }

    /// The length the server announced for a body that is to come.
    var bodyLength: Int? {
        guard status >= 200, status != 204, status != 304,
            let field = list.first(where: { $0.name == "content-length" }),
            !field.value.isEmpty, field.value.utf8.allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Int(field.value) ?? .max
    }

    /// How the body is encoded (RFC 9110 §8.4); nil: not.
    var coding: String? { list.last { $0.name == "content-encoding" }?.value }

    /// Takes one line with its line end.
    mutating func receive(_ line: UnsafeRawBufferPointer) {
        bytes += line.count
        lines += 1
        guard !isComplete else { return }  // a trailer: counted, not kept
        var end = line.count
        while end > 0, unsafe line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        let line = unsafe UnsafeRawBufferPointer(rebasing: line[..<end])
        if unsafe line.isEmpty {
            isComplete = status >= 200
            return
        }
        if unsafe line.starts(with: "HTTP/".utf8) {
            status = unsafe Self.status(line)
            list.removeAll(keepingCapacity: true)
            location = nil
            return
        }
        if unsafe line[0] == 0x20 || line[0] == 0x09 {  // a folded line goes on with the one before (RFC 9112 §5.2)
            guard let last = list.popLast() else { return }
            append(last.name, last.value + " " + (unsafe Self.text(line)))
            return
        }
        guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
        unsafe append(
            Self.lowercased(line[..<colon]),
            Self.text(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        )
    }

    private mutating func append(_ name: String, _ value: String) {
        list.append(HeaderField(name: name, value: value))
        if name == "location" { location = value.isEmpty ? nil : value }
    }

    private static func status(_ line: UnsafeRawBufferPointer) -> Int {
        guard let space = unsafe line.firstIndex(of: 0x20) else { return 0 }
        let digits = unsafe Array(line[(space + 1)...].prefix(3))
        return digits.allSatisfy(\.isASCIIDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : 0
    }

    private static func lowercased(_ name: Slice<UnsafeRawBufferPointer>) -> String {
        unsafe String(unsafeUninitializedCapacity: name.count) { buffer in
            let count = unsafe name.count
            for offset in 0..<count {
                let byte = unsafe name[name.startIndex + offset]
                unsafe buffer[offset] = byte < 0x80 ? byte.asciiLowercased : UInt8(ascii: "?")
            }
            return count
        }
    }

    /// The value without white space around it: UTF-8 where it is that, else ISO 8859-1 (RFC 9110 §5.5).
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        var start = 0
        var end = bytes.count
        while start < end, unsafe bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        while end > start, unsafe bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        let value = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if let text = unsafe String(validating: value, as: UTF8.self) { return text }
        return unsafe String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    }
}
