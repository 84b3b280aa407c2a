internal import Foundation

/// An answer as it came over the wire.
package struct WireAnswer: Sendable {
    package let status: Int
    /// Names in small letters; of fields with one name the last.
    package let headers: [String: String]
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object, empty when it is none.
    package var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
    }

    /// Reads an answer; nil where it has no whole head.
    package init?(_ bytes: [UInt8]) {
        let end: [UInt8] = [13, 10, 13, 10]
        guard let head = bytes.firstRange(of: end) else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        self.headers = headers
        let rest = bytes[head.upperBound...]
        body = headers["transfer-encoding"] == "chunked" ? Self.joined(rest) : Array(rest)
    }

    /// The chunks of a body without their sizes (RFC 9112, section 7.1), as far as they came.
    private static func joined(_ chunks: ArraySlice<UInt8>) -> [UInt8] {
        var body: [UInt8] = []
        var rest = chunks
        while let end = rest.firstRange(of: [13, 10] as [UInt8]),
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
        {
            let chunk = rest[end.upperBound...]
            body += chunk.prefix(size)
            rest = chunk.dropFirst(size + 2)
        }
        return body
    }
}
