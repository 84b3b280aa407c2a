import LarderHTML
internal import LarderModel

extension SchemaGraph {
    /// Reads the `application/ld+json` blocks of a page; blocks that cannot be made JSON are passed over.
    static func linkedData(in document: HTMLDocument) -> [JSONValue] {
        var values: [JSONValue] = []
        for script in document.elements(named: .script) {
            guard let type = document.attribute(.type, of: script), type.count < 200,
                CharacterReferences.decoding(document.string(type)).lowercased().contains("ld+json")
            else {
                continue
            }
            var bytes: [UInt8] = []
            document.appendTextContent(of: script, to: &bytes)
            guard bytes.count <= SourceLimits.maxAnswerBytes, let value = json(unwrapped(bytes)) else { continue }
            values.append(value)
        }
        return values
    }

    /// The most values of one block.
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
        // "<![CDATA[" and "/*<![CDATA[*/" end in a bracket that begins no JSON.
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
