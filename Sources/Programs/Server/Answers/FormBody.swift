internal import LarderModel
internal import NIOCore

/// The fields of a form or of an address's query (`application/x-www-form-urlencoded`, WHATWG URL, section 5.1).
struct FormBody {
    private(set) var fields: [(name: String, value: String)] = []

    init(_ body: ByteBuffer) { self.init(String(buffer: body)[...]) }

    /// - Parameter limit: Further fields are left out.
    init(_ text: Substring, limit: Int = 1_000) {
        for part in text.split(separator: "&").prefix(limit) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields.append((Self.decoded(pair[0]), pair.count > 1 ? Self.decoded(pair[1]) : ""))
        }
    }

    /// The first value of a field.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All values of a field.
    func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    private static func decoded(_ text: Substring) -> String {
        String(text.map { $0 == "+" ? " " : $0 }).percentDecoded
    }
}
