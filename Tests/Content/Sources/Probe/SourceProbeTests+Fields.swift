import LarderModel
import LarderSourceDefinitions
import LarderSourceProbe
import Testing

extension SourceProbeTests {
    /// The members that APIs of articles have, with pictures before the pages' addresses.
    @Test(arguments: [
        (
            #"{"id": ID, "image": {"url": "/p/ID.jpg"}, "thumb_url": "/t/ID.png", "headline": "Soup ID", "content": "Short ID."}"#,
            ["id": "/id", "image": "/image/url", "title": "/headline", "text": "/content"], ["/thumb_url"]
        ),
        (
            #"{"id": ID, "photo": {"src": "https://cdn.example/ID"}, "media": {"link": "https://cdn.example/l/ID"}, "title": "Soup ID", "permalink": "/soups/ID", "html": "<p>Soup ID</p>"}"#,
            ["id": "/id", "image": "/photo/src", "title": "/title", "url": "/permalink", "html": "/html"],
            ["/media/link"]
        ),
        (
            #"{"id": ID, "title": "Soup ID", "description": "What it is.", "body": "All of the soup ID, told at length and with words.", "lang": "de", "tags": ["a", "b"], "stats": {"views": ID}, "rank": 3}"#,
            [
                "id": "/id", "title": "/title", "summary": "/description", "text": "/body", "language": "/lang",
                "tags": "/tags",
            ], ["/rank", "/stats/views"]
        ),
        (
            #"{"id": ID, "title": "Soup ID", "keywords": [{"name": "x"}], "gallery": [{"url": "/ID/1.jpg"}], "text": "Soup."}"#,
            ["id": "/id", "title": "/title", "tags": "/keywords", "images": "/gallery", "text": "/text"], []
        ),
    ])
    func `an API's members become fields, and a comment names the others`(
        item: String,
        expected: [String: String],
        leftOver: [String]
    ) async throws {
        let site = Site()
        let items = (1...5).map { item.replacing("ID", with: "\($0)") }.joined(separator: ",")
        site.serve("/api/soups", "[\(items)]", type: "application/json")
        let yaml = try await site.proposal("/api/soups").yaml
        let definition = try await site.definition("/api/soups")
        let fields = try #require(definition.mapping).fields.fields
        let places = Dictionary(
            uniqueKeysWithValues: fields.map {
                ($0.key.rawValue, $0.value.alternatives.flatMap { $0 }.map(\.text).first)
            }
        )
        #expect(places == expected, "\(yaml)")
        let comment = leftOver.isEmpty ? nil : "# No field takes \(leftOver.joined(separator: ", ")); these stay"
        #expect(yaml.contains("# No field takes") == (comment != nil))
        if let comment { #expect(yaml.contains(comment), "\(yaml)") }
    }

    @Test func `JSON beyond the limit is told with the limit`() async throws {
        let site = Site()
        let items = String(repeating: #"{"id": 1, "title": "Soup"},"#, count: 200_000)
        site.serve("/api", "[" + items.prefix(ProbeAnswer.maxBodyBytes - 1), type: "application/json")
        let error = await #expect(throws: ProbeError.self) { try await site.proposal("/api") }
        #expect(error?.message.contains("more than 4 MiB of JSON") == true, "\(error as Any)")
        #expect(error?.message.contains("limit=20") == true)
    }
}
