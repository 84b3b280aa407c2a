extension AttributedText: Codable {
    /// The two columns of the catalog's table `text`, by other names there: `plain` and `runs`.
    private enum CodingKeys: String, CodingKey {
        case text
        case runs
    }

    /// Writes `text` and, as a string of JSON, `runs`, which is ``runsJSON``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encode(runsJSON, forKey: .runs)
    }

    /// Reads what ``encode(to:)`` writes, as ``init(text:runsJSON:)`` does.
    ///
    /// - Throws: `DecodingError`, whose underlying error is a ``TextReadingError`` where the runs do not fit the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .text)
        let runs = try container.decode(String.self, forKey: .runs)
        do {
            try self.init(text: text, runsJSON: runs)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath + [CodingKeys.runs],
                    debugDescription: error.description,
                    underlyingError: error
                )
            )
        }
    }
}
