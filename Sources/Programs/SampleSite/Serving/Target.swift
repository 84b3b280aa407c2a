/// The target of a request, split and decoded.
struct Target {
    /// The path as it came.
    let path: String
    private let query: [(name: String, value: String)]

    init(_ raw: String) {
        let parts = raw.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.dropFirst().joined().split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first value of a query parameter.
    subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// The segments of the path without empty ones.
    var segments: [Substring] { path.split(separator: "/") }

    /// Undoes percent-encoding and `+`; broken escapes stay as they are.
    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let hex = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), hex.count == 2 {
                bytes.append(UInt8(hex[0] * 16 + hex[1]))
                rest.removeFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
