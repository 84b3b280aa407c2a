import LarderHTML
internal import LarderModel

extension SchemaGraph {
    /// The values of JSON-LD blocks; blocks that cannot be repaired to JSON are skipped.
    static func values(of scripts: [NodeID], _ document: HTMLDocument) -> [JSONValue] {
        scripts.compactMap { script in
            var bytes: [UInt8] = []
            document.appendTextContent(of: script, to: &bytes)
            return bytes.count <= RecordBound.answerBytes.limit ? json(unwrapped(bytes)) : nil
        }
    }

    /// The most JSON values in one block.
    private static let maxValues = 200_000

    private static func json(_ text: [UInt8]) -> JSONValue? {
        guard !text.isEmpty else { return nil }
        if let value = try? JSONParser.parse(text, maxValues: maxValues) { return value }
        if let value = try? JSONParser.parse(text, maxValues: maxValues, lenient: true) { return value }
        return try? JSONParser.parse(JSONRepair.repaired(text), maxValues: maxValues, lenient: true)
    }

    /// The JSON without the comment or CDATA section round it and without semicolons at its end.
    private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
            return []
        }
        var text = bytes[start...]
        // The last bracket of "<![CDATA[" and "/*<![CDATA[*/" begins no JSON.
        let isSection = bytes[..<start].suffix(2).elementsEqual("<!".utf8)
        if isSection, text.starts(with: "[CDATA[".utf8) {
            text = text.dropFirst(7).drop { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }
        }
        guard let end = text.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }) else { return [] }
        text = text[...end]
        if isSection, text.suffix(2).elementsEqual("]]".utf8) {
            guard let end = text.dropLast(2).lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") })
            else { return [] }
            text = text[...end]
        }
        return Array(text)
    }
}
