import LarderHTML
internal import LarderModel

extension SchemaGraph {
    /// Reads the `application/ld+json` blocks of a page; blocks that hold no JSON are passed over.
    static func linkedData(in document: HTMLDocument) -> [JSONValue] {
        var values: [JSONValue] = []
        for script in document.elements(named: .script) {
            guard let type = document.value(of: .type, on: script),
                CharacterReferences.decoding(type).lowercased().contains("ld+json")
            else {
                continue
            }
            var bytes: [UInt8] = []
            document.appendTextContent(of: script, to: &bytes)
            guard bytes.count <= SourceLimits.maxAnswerBytes else { continue }
            let text = unwrapped(bytes)
            guard !text.isEmpty else { continue }
            let limit = 200_000
            let value =
                (try? JSONParser.parse(text, maxValues: limit))
                ?? (try? JSONParser.parse(text, maxValues: limit, lenient: true))
            if let value { values.append(value) }
        }
        return values
    }

    /// The JSON without the comment or CDATA section round it and without semicolons at its end.
    private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
            return []
        }
        var text = bytes[start...]
        // "<![CDATA[" and "/*<![CDATA[*/" end in a bracket that begins no JSON.
        let lead = String(decoding: bytes[..<start], as: UTF8.self)
        if lead.hasSuffix("<!"), text.starts(with: "[CDATA[".utf8) {
            text = text.dropFirst(7).drop { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }
        }
        guard let end = text.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }) else { return [] }
        text = text[...end]
        if text.suffix(2).elementsEqual("]]".utf8), lead.hasSuffix("<!") {
            guard let end = text.dropLast(2).lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") })
            else { return [] }
            text = text[...end]
        }
        return Array(text)
    }
}
