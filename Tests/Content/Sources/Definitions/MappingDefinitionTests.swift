import LarderModel
import Testing

@testable import LarderSourceDefinitions

@Suite("Mapping definitions") struct MappingDefinitionTests {
    static let whole = #"""
        name: all-of-it
        kind: json
        base: https://api.test/v2
        key: {environment: A_KEY, query: "api key"}
        site: recipe
        queries: [a, "b: c"]
        max-pages: 12
        list: {path: "/find/{query}", method: post, headers: {X-Mode: full}, body: {query: "{query}", deep: [1, 2.50, "007", {on: yes, off: false, none: ~}]}}
        items: [/hits/*/doc, /items]
        paging: {cursor: /page/after, next: header X-Next, more: [/more, /page/more], total: /total, pages: header X-Pages, size: "/page/size=50", short: end, order: newest-first, end: [over, done]}
        detail: {path: "/one/{id}?deep=1", item: [/item, ""], unless: /steps}
        fields:
          id: $key
          title: [/name, "/other name"]
          ingredients: {name: "/i{1..3}", amount: "/m{1..3}", unit: /u}
        error: {when: {/status: error, /code: 7}, message: [/message], code: /code, end: spent}
        since: {param: since, from: [/updated, /created], overlap: 90m}
        """#

    @Test func `a mapping is the same again after it was written`() throws {
        let definition = try Samples.definition(Self.whole)
        let again = try Samples.definition(definition.yaml)
        #expect(again == definition, "\(definition.yaml)")
        let mapping = try #require(again.mapping)
        #expect(mapping.paging.endCodes.isSuperset(of: ["over", "done", "spent", "maximumResultsReached"]))
        #expect(mapping.paging.maxPages == 12 && mapping.paging.sizeName == "/page/size" && mapping.paging.size == 50)
        #expect(mapping.list.body?["deep"]?.json == #"[1,2.50,"007",{"on":"yes","off":false,"none":null}]"#)
        #expect(mapping.fields.ingredients?.name?.alternatives.first?.count == 3)
        #expect(mapping.since?.overlap == .seconds(5_400) && again.key?.place == .query("api key"))
    }

    @Test(arguments: [
        ("fields: {title: /t}", "needs `id` or `url`"),
        ("items: items\nfields: {id: /id}", "must be a JSON Pointer"),
        ("paging: {pages: page}\nfields: {id: /id}", "did you mean `page`"),
        ("paging: {pages: header X-Pages}\nfields: {id: /id}", "must say how the list goes on"),
        ("paging: {page: p, offset: o}\nfields: {id: /id}", "keep one of them"),
        ("paging: {size: n=5}\nfields: {id: /id}", "must say how the list goes on"),
        ("paging: {page: p, size: n=x}\nfields: {id: /id}", "NAME=NUMBER"),
        ("list: {path: /a, body: {q: 1}, method: GET}\nfields: {id: /id}", "A GET has no body"),
        ("list: items\nfields: {id: /id}", "begins with a slash"),
        ("list: {params: {q: \"{query}\"}}\nfields: {id: /id}", "add some, as in"),
        ("queries: [a]\nfields: {id: /id}", "No request holds"),
        ("key: {environment: K}\nfields: {id: /id}", "where the key goes"),
        ("key: {environment: K, bearer: true, query: k}\nfields: {id: /id}", "keep one of"),
        ("detail: /one\nfields: {id: /id}", "where the item's id goes"),
        ("fields: {id: /id, titel: /t}", "did you mean \"title\"?"),
        ("fields: {id: \"/i{1..999}\"}", "at most 200"),
        ("outlets: [a]\nfields: {id: /id}", "does not apply to json"),
        ("", "\"fields\" is missing"),
    ]) func `what is wrong is said with the way out`(more: String, expected: String) throws {
        let error = try #require(throws: SourceError.self) {
            try Samples.definition("name: t\nkind: json\nbase: http://api.test\n" + more)
        }
        #expect(error.description.contains(expected), "\(error)")
    }

    @Test(arguments: [
        ("list: \"/{key}/all\"", "{key} in \"list\" stands for an API key, and there is none: add `key: "),
        ("list:\n  {path: \"/all?k={key}\"}", "{key} in \"list.path\" stands for an API key"),
        ("list:\n  {path: /all, params: {n: 1, k: \"{key}\"}}", "{key} in \"list.params.k\" stands for an API key"),
        ("detail:\n  {path: \"/{id}\", params: {k: \"a{key}\"}}", "{key} in \"detail.params.k\" stands for"),
        (
            "key: {environment: K, bearer: true}\nlist: {path: /a, headers: {X-K: \"{key}\"}}",
            "{key} in \"list.headers.X-K\" is not filled in"
        ),
        (
            "key: {environment: K}\nlist: {path: /a, body: {a: [1, \"{key}\"]}}",
            "{key} in \"list.body.a[1]\" is not filled in"
        ),
    ]) func `the place of a key that nobody fills in is refused in its line`(lines: String, expected: String) throws {
        let error = try #require(throws: SourceError.self) {
            try Samples.definition("name: t\nkind: json\nbase: http://api.test\n\(lines)\nfields: {id: /id}\n")
        }
        #expect(error.message.contains(expected), "\(error)")
        #expect(error.line == (lines.contains("\n") ? 5 : 4), "\(error)")
    }

    @Test(arguments: [
        ("json", "list: \"/{key}/items\""), ("themealdb", "themealdb puts the key"),
    ]) func `a key is not filled into a base but that of a feed`(kind: String, expected: String) throws {
        let lines = kind == "json" ? "fields: {id: /id}" : "queries: [soup]"
        let error = try #require(throws: SourceError.self) {
            try Samples.definition(
                "name: t\nkind: \(kind)\nbase: \"http://api.test/{key}\"\nkey: {environment: K}\n\(lines)\n"
            )
        }
        #expect(error.line == 3 && error.message.contains(expected), "\(error)")
    }

    @Test(
        arguments: [
            ("{path: /a, params: {n: 1, apikey: abc}}", "test.yaml:4:41: \"list.params.apikey\" seems to hold a key"),
            ("\"/a?n=1&access_token=abc\"", "test.yaml:4:7: \"list\" seems to hold a key"),
            ("{path: /a, params: {sort_key: name, page_token: x}}", nil),
            ("{path: /a, params: {apikey: \"{key}\"}}", nil),
        ] as [(String, String?)]
    )
    func `a key in plain is told of`(list: String, expected: String?) throws {
        let definition = try Samples.definition(
            "name: t\nkind: json\nbase: http://api.test\nlist: \(list)\nkey: {environment: K, header: X-K}\nfields: {id: /id}\n"
        )
        #expect(definition.warnings.count == (expected == nil ? 0 : 1))
        if let expected { #expect(definition.warnings.first?.hasPrefix(expected) == true, "\(definition.warnings)") }
    }

    @Test func `the keys of a mapping are for mapped kinds alone`() throws {
        let error = try #require(throws: SourceError.self) {
            try Samples.definition("name: t\nkind: food2fork\nbase: http://api.test\nqueries: [a]\nitems: /a\n")
        }
        #expect(error.code == .conflict && error.description.contains("kind: json"))
    }

    @Test(arguments: [
        ("", ["{\"a\":[1,2,{\"b\":3}],\"x/y\":{\"~\":4}}"]), ("/a/2/b", ["3"]), ("/a/-/b", ["3"]),
        ("/a/*", ["1", "2", "{\"b\":3}"]),
        ("/a/*/b", ["3"]), ("/x~1y/~0", ["4"]), ("/a/9", []), ("/a/-1", []), ("/a/b", []), ("/*/0", ["1"]),
        ("/none", []),
    ]) func `pointers lead to their places`(text: String, expected: [String]) throws {
        let root = try JSONParser.parse(Array(#"{"a": [1, 2, {"b": 3}], "x/y": {"~": 4}}"#.utf8))
        let found = try #require(JSONPointer(text)).found(in: JSONPointer.Found(value: root))
        #expect(found.compactMap { $0?.value.json } == expected)
    }

    @Test func `what is no pointer is refused`() {
        for text in ["a", "#/a", "$", " /a", String(repeating: "/a", count: 33)] { #expect(JSONPointer(text) == nil) }
    }
}
