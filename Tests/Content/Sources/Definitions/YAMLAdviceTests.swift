import Testing

@testable import LarderSourceDefinitions

/// What people forget in a YAML file is told with what to write.
@Suite("YAML advice") struct YAMLAdviceTests {
    private static let json = "name: a\nkind: json\nbase: http://x.org\n"
    private static let feed = "name: a\nkind: feed\nbase: http://x.org\n"

    @Test(arguments: [
        ("name: a\nkind: pages\nbase: http://x.org\nfollow: \"/a, b\"\n", "write `follow: [\"/a, b\"]`"),
        ("name: a\nkind: pages\nbase: http://x.org\nfollow: /a/b\n", "write `follow: [/a/b]`"),
        ("name: a\nkind: pages\nbase: http://x.org\nfollow: 5\n", "[...]`. The pattern \"5\" must begin with /"),
        ("name: a\nbase: http://x.org\n", "Allowed kinds: "),
    ])
    func `what is proposed can be written`(yaml: String, told: String) throws {
        let error = #expect(throws: SourceError.self) { try SourceDefinition.parse(yaml: yaml, file: "a.yaml") }
        #expect(error?.description.contains(told) == true, "\(error as Any)")
    }

    /// YAML, code, line, column and words that the message holds.
    private static let wrong: [(String, SourceError.Code, Int, Int?, [String])] = [
        ("name: @a\nkind: feed", .invalidYAML, 1, nil, ["begins with @, % or ` has to be quoted"]),
        ("name: %a\nkind: feed", .invalidYAML, 1, nil, ["begins with @, % or ` has to be quoted"]),
        ("name: a\nkind feed\nbase: http://x.org", .invalidYAML, 2, 1, ["a colon and a space behind \"kind\""]),
        ("kind feed\nname: a\nbase: http://x.org", .invalidYAML, 1, 1, ["a colon and a space behind \"kind\""]),
        (
            json + "list: {path: /jams/{id}}\nfields: {id: /id}", .invalidYAML, 4, 1,
            ["has to be quoted, as in \"/items/{id}\""]
        ),
        (
            json + "items: /a\n\tfields: x", .invalidYAML, 5, 1,
            ["a tab is used for indentation; replace it by two spaces"]
        ),
        (
            json + "list:\n  path: /a\n\tparams: {}\n", .invalidYAML, 6, 1,
            ["a tab is used for indentation; replace it by two spaces"]
        ),
        (json + "list: {path: “/a b”, params: {a: “{q}”}}", .invalidYAML, 4, 1, ["curly quotation marks"]),
        (
            json + "list: {path: /jams\nfields: {id: /id}\nitems: /a", .invalidYAML, 4, 1,
            ["a { is opened here and not closed"]
        ),
        (
            json + "list: /jams\nfields: {id: /id, title: [/a, '{'\n\n# { end\n", .invalidYAML, 5, 1,
            ["a [ is opened here"]
        ),
        (
            json + "list: {path: /a, params: {a: {query}}}\nfields: {id: /id}", .wrongType, 4, nil,
            ["quote it: \"{query}\""]
        ),
        (
            json + "item: /a", .unknownKey, 4, 1,
            ["did you mean \"items\"? Else it belongs into \"detail\"", "keys: items, "]
        ),
        (
            feed + "feeds:\n  -http://a.org\n  -http://b.org", .wrongType, 5, 3,
            ["behind each hyphen, as in `- http://a.org`"]
        ),
        (
            feed + "page_size: 3", .unknownKey, 4, 1,
            ["\"page-size\" does not apply to this kind of source, remove it."]
        ),
        (SourceDefinitionTests.head + "limit: \"5\"", .wrongType, 5, 8, ["(without quotes)"]),
        (
            "name: a\nkind: feed\nbase: http://me:pw@x.org/feed", .outOfRange, 3, 7,
            ["\"http://***@x.org/feed\" holds a user name", "`headers: {Authorization: {environment: NAME}}`"]
        ),
        (feed + "feeds: [\"ftp://me:pw@x.org/\"]", .outOfRange, 4, nil, ["\"ftp://***@x.org/\""]),
        (SourceDefinitionTests.head + "politeness: {delay: 5 s}", .wrongType, 5, nil, ["write `5s`."]),
        (SourceDefinitionTests.head + "timeout: 1 hour", .wrongType, 5, nil, ["write `1h`."]),
        (feed + "every: 1w", .wrongType, 4, nil, ["2s, 15m, 1h", "write `7d`."]),
        (feed + "every: 60", .wrongType, 4, nil, ["add a unit; write `60s` or `60m`."]),
        (feed + "every: 9w 4", .wrongType, 4, nil, ["\"9w 4\" stands there."]),
    ]

    @Test(arguments: wrong)
    func `what is wrong is told with the way out, in the line that is to blame`(
        yaml: String,
        code: SourceError.Code,
        line: Int,
        column: Int?,
        words: [String]
    ) {
        let error = #expect(throws: SourceError.self) { try SourceDefinition.parse(yaml: yaml, file: "test.yaml") }
        guard let error else { return }
        #expect(error.code == code && error.line == line, "\(error)")
        if let column { #expect(error.column == column, "\(error)") }
        for word in words { #expect(error.message.contains(word), "\(error) lacks \(word)") }
    }

    @Test(arguments: [
        ":z", "", "[a]: 1", ": [",
    ]) func `a word of any length makes no longer message`(end: String) throws {
        let yaml = Self.feed + "every: 1h\n" + String(repeating: "x", count: 70_000) + end + "\nlimit: 5\n"
        let error = try #require(throws: SourceError.self) {
            try SourceDefinition.parse(yaml: yaml, file: "test.yaml")
        }
        #expect(error.message.utf8.count < 3_000)
    }
}
