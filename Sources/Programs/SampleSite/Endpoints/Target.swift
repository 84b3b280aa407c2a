/// The target of a request, split and decoded.
struct Target {
    /// The path and query as they came.
    let raw: String
    /// The path as it came.
    let path: String
    private let query: [(name: String, value: String)]

    init(_ raw: String) {
        self.raw = raw
        let withoutFragment = raw.prefix { $0 != "#" }
        guard let mark = withoutFragment.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            path = String(withoutFragment)
            query = []
            return
        }
        path = String(withoutFragment[..<mark])
        query = withoutFragment[withoutFragment.utf8.index(after: mark)...].split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first value of a query parameter.
    subscript(name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The segments of the path without empty ones.
    var segments: [Substring] {
        path.split(separator: "/")
    }

    /// Undoes percent-encoding and `+`; broken escapes stay as they are.
    static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        var position = 0
        while position < source.count {
            let byte = source[position]
            if byte == UInt8(ascii: "%"), position + 2 < source.count,
                let high = Character(Unicode.Scalar(source[position + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(source[position + 2])).hexDigitValue
            {
                bytes.append(UInt8(high * 16 + low))
                position += 3
                continue
            }
            bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            position += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
