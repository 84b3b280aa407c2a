package import LarderModel

/// A pattern for the addresses of pages: a glob on the path, or a regular expression behind `re:`.
///
/// In a glob `*` stands for any characters of one path segment and `**` for any at all; one with a question mark is for
/// path and query. `./` at its beginning stands for the folder of the source's base. A regular expression may match any
/// part of path and query. Both take time that grows with the address's length only, at most 2,000 steps a byte.
package struct AddressPattern: Sendable, Hashable {
    package static let maxBytes = 512

    package let text: String
    private let program: PatternProgram
    private let includesQuery: Bool

    /// - Parameter base: What `./` is relative to.
    init(_ text: String, base: WebAddress) throws(PatternError) {
        self.text = text
        if text.hasPrefix("re:") {
            program = try PatternParser.regex(String(text.dropFirst(3)))
            includesQuery = true
            return
        }
        let glob = text.hasPrefix("./") ? base.folder + text.dropFirst(2) : text
        guard glob.hasPrefix("/") || glob.hasPrefix("**") else {
            throw PatternError(
                reason:
                    "must begin with / (the path from the host on), ./ (from the base on), ** (anything before) or re:"
            )
        }
        program = try PatternParser.glob(glob)
        includesQuery = glob.contains("?")
    }

    package func matches(_ address: WebAddress) -> Bool {
        let query = includesQuery ? address.query.map { "?" + $0 } ?? "" : ""
        return program.matches(Array((address.path + query).utf8))
    }
}

extension WebAddress {
    /// The address with another path and query.
    package func with(path: String, query: String?) -> WebAddress {
        WebAddress(scheme: scheme, host: host, port: port, path: path, query: query)
    }

    /// The path up to its last slash.
    package var folder: String { String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
