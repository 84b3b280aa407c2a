import LarderModel
import LarderSourceDefinitions
import LarderSourceProbe
import Testing

extension SourceProbeTests {
    @Test(arguments: [
        ("/feed.xml?token=s3cr3t&n=2", "/feed.xml", "n=2"),
        ("/feed.xml?n=2&feed_token=glft-s3cr3t", "/feed.xml", "n=2"),
        ("/feed.xml?feed=0a1b2c3d4e5f60718293a4b5", "/feed.xml", nil),
        ("/private/0a1b2c3d4e5f60718293a4b5/rss", "/private/%7Bkey%7D/rss", nil),
    ])
    func `a key in a feed's address goes into an environment variable`(
        path: String,
        base: String,
        query: String?
    ) async throws {
        let site = Site()
        site.serve(path, "<rss version='2.0'><channel><title>F</title><item><title>T</title></item></channel></rss>")
        let yaml = try await site.proposal(path).yaml
        let definition = try SourceDefinition.parse(yaml: yaml, file: "proposal")
        #expect(definition.base.path == base && definition.base.query == query && definition.kind == .feed)
        #expect(definition.key?.environment == "STEW_EXAMPLE_KEY")
        #expect(yaml.contains("write it back in place of {key}") == base.contains("%7Bkey%7D"), "\(yaml)")
        for text in [yaml] + site.told {
            #expect(!text.contains("s3cr3t") && !text.contains("0a1b2c3d"), "\(text)")
        }
    }

    /// Cursors are as long and as random as keys.
    @Test func `a cursor that looks like a key is found`() async throws {
        let site = Site()
        func answer(_ ids: ClosedRange<Int>, _ more: String = "") -> String {
            let items = ids.map { "{\"id\": \($0), \"name\": \"Soup \($0)\"}" }.joined(separator: ", ")
            return "{\"rows\": [\(items)]\(more)}"
        }
        let next = "0a1b2c3d4e5f60718293a4b6"
        let more = ", \"next\": {\"page_token\": \"\(next)\"}"
        let path = "/soups?sort_key=date&page_token=0a1b2c3d4e5f60718293a4b5"
        site.serve(path, answer(1...3, more), type: "application/json")
        site.serve("/soups?sort_key=date&page_token=\(next)", answer(4...6), type: "application/json")
        let yaml = try await site.proposal(path).yaml
        #expect(yaml.contains("paging: {cursor: \"page_token\", next: \"/next/page_token\"}"), "\(yaml)")
        #expect(yaml.contains("params: {\"sort_key\": \"date\"}") && !yaml.contains("key: {"), "\(yaml)")
    }

    @Test func `a key in the address is written nowhere`() async throws {
        let site = Site()
        site.serve(
            "/soups?apikey=topsecret",
            "[{\"id\": 1, \"name\": \"Soup\"}, {\"id\": 2, \"name\": \"Stew\"}]",
            type: "application/json"
        )
        let yaml = try await site.proposal("/soups?apikey=topsecret").yaml
        #expect(!yaml.contains("topsecret") && !site.told.joined().contains("topsecret"))
        #expect(yaml.contains("key: {environment: STEW_EXAMPLE_KEY, query: \"apikey\"}"), "\(yaml)")
    }

    @Test func `a key in the path of an API goes into an environment variable`() async throws {
        let site = Site()
        let secret = "0a1b2c3d4e5f60718293a4b5"
        site.serve("/\(secret)/soups", "[{\"id\": 1, \"name\": \"Soup\"}, {\"id\": 2}]", type: "application/json")
        site.serve("/\(secret)/soups/1", "{\"id\": 1, \"name\": \"Soup\"}", type: "application/json")
        let yaml = try await site.proposal("/\(secret)/soups").yaml
        let definition = try SourceDefinition.parse(yaml: yaml, file: "proposal")
        #expect(definition.key?.environment == "STEW_EXAMPLE_KEY" && definition.key?.place == nil)
        #expect(
            yaml.contains("list: \"/{key}/soups\"") && yaml.contains("detail: {path: \"/{key}/soups/{id}\"}"),
            "\(yaml)"
        )
        #expect(yaml.contains("write it back in place of {key} and leave `key` out"), "\(yaml)")
        for text in [yaml] + site.told { #expect(!text.contains(secret), "\(text)") }
    }

    @Test(arguments: ["/feed", "/api"]) func `several keys in a path are refused with the way out`(root: String)
        async throws
    {
        let site = Site()
        let path = "\(root)/0a1b2c3d4e5f60718293a4b5/9a1b2c3d4e5f60718293a4b5"
        site.serve(
            path,
            root == "/api"
                ? "[{\"id\": 1}, {\"id\": 2}]"
                : "<rss version='2.0'><channel><item><title>T</title></item></channel></rss>",
            type: root == "/api" ? "application/json" : "text/xml"
        )
        let error = await #expect(throws: ProbeError.self) { try await site.proposal(path) }
        let message = error?.message ?? ""
        #expect(message.contains("\(root)/***/***") && message.contains("{key} in place of"), "\(message)")
    }

    @Test func `further keys are named alone, and errors hide them`() async throws {
        let site = Site()
        let path = "/soups?appid=firstsecret&tag=hot&Token=nextsecret"
        site.serve(path, "[{\"id\": 1, \"name\": \"Soup\"}, {\"id\": 2, \"name\": \"Stew\"}]", type: "application/json")
        let yaml = try await site.proposal(path).yaml
        #expect(!(yaml + site.told.joined()).contains("secret"), "\(yaml)")
        #expect(yaml.contains("query: \"appid\"") && yaml.contains("not written here: Token."), "\(yaml)")
        #expect(yaml.contains("params: {\"tag\": \"hot\"}"), "\(yaml)")
        #expect(
            site.asked.contains { $0.contains("firstsecret") && $0.contains("nextsecret") && $0.contains("page=2") }
        )
        let error = await #expect(throws: ProbeError.self) { try await site.proposal("/gone?token=nextsecret&a=1") }
        #expect(error?.message.contains("/gone?token=***&a=1") == true, "\(error?.message ?? "")")
    }
}
