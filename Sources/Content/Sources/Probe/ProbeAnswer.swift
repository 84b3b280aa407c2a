package import LarderModel

/// What a site answered to one request of a probe, after redirects.
package struct ProbeAnswer: Sendable {
    package var status: Int
    package var headers: [HeaderField]
    /// At most ``maxBodyBytes``; the rest is left out.
    package var body: [UInt8]
    package var url: String

    package static let maxBodyBytes = 4 << 20

    package init(status: Int, headers: [HeaderField] = [], body: [UInt8], url: String) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }

    var isFine: Bool { (200..<300).contains(status) }
    var contentType: String { headers.value(of: "Content-Type") ?? "" }

    /// Whether another form of the same may be had by asking for it.
    var variesByAccept: Bool {
        headers.values(of: "Vary").contains { field in
            field.split(separator: ",").contains { String($0).trimmedASCII.lowercased() == "accept" }
        }
    }

    /// Whether its type may be that of a page.
    var mayBePage: Bool {
        let type = contentType.lowercased()
        return type.isEmpty || type.hasPrefix("text/") || type.contains("html") || type.contains("xml")
    }

    /// Whether the body begins as JSON and goes on beyond what is read of it.
    var isJSONBeyondLimit: Bool { body.count >= Self.maxBodyBytes && beginsAsJSON }

    var beginsAsJSON: Bool {
        let start = body.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    }

    /// The JSON of the body; of an answer with a JSON value a line an array of these; nil: it is none.
    var json: JSONValue? {
        guard beginsAsJSON else { return nil }
        if let json = try? JSONParser.parse(body) { return json }
        let lines = body.split(separator: UInt8(ascii: "\n")).filter { line in line.contains { $0 > 0x20 } }
        guard lines.count > 1, lines.count <= Self.maxLines else { return nil }
        let values = lines.compactMap { try? JSONParser.parse(Array($0)) }
        return values.count == lines.count ? .array(values) : nil
    }

    private static let maxLines = 10_000
}

/// Why a probe found no source, with the way out.
package struct ProbeError: Error, Sendable, Hashable, CustomStringConvertible {
    package var message: String

    package init(_ message: String) { self.message = PlainText.line(message, maxBytes: 1_000) }

    package var description: String { message }
}
