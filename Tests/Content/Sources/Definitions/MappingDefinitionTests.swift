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

    @Test(
        arguments: [
            ("fields: {title: /t}", .missingKey, 4), ("items: items\nfields: {id: /id}", .outOfRange, 4),
            ("paging: {pages: page}\nfields: {id: /id}", .unknownKey, 4),
            ("paging: {pages: header X-Pages}\nfields: {id: /id}", .missingKey, 4),
            ("paging: {page: p, offset: o}\nfields: {id: /id}", .conflict, 4),
            ("paging: {size: n=5}\nfields: {id: /id}", .missingKey, 4),
            ("paging: {page: p, size: n=x}\nfields: {id: /id}", .outOfRange, 4),
            ("list: {path: /a, body: {q: 1}, method: GET}\nfields: {id: /id}", .conflict, 4),
            ("list: items\nfields: {id: /id}", .outOfRange, 4),
            ("list: {params: {q: \"{query}\"}}\nfields: {id: /id}", .missingKey, 4),
            ("queries: [a]\nfields: {id: /id}", .conflict, 4),
            ("key: {environment: K}\nfields: {id: /id}", .missingKey, 4),
            ("key: {environment: K, bearer: true, query: k}\nfields: {id: /id}", .conflict, 4),
            ("detail: /one\nfields: {id: /id}", .missingKey, 4), ("fields: {id: /id, titel: /t}", .unknownKey, 4),
            ("fields: {id: \"/i{1..999}\"}", .outOfRange, 4), ("outlets: [a]\nfields: {id: /id}", .conflict, 4),
            ("", .missingKey, 1),
        ] as [(String, SourceError.Code, Int)]
    ) func `what is wrong has its code and its line`(more: String, code: SourceError.Code, line: Int) throws {
        let error = try #require(throws: SourceError.self) {
            try Samples.definition("name: t\nkind: json\nbase: http://api.test\n" + more)
        }
        #expect(error.code == code && error.line == line && error.further.isEmpty, "\(error)")
    }

    @Test(
        arguments: [
            ("list: \"/{key}/all\"", .missingKey, 4, 7), ("list:\n  {path: \"/all?k={key}\"}", .missingKey, 5, 10),
            ("list:\n  {path: /all, params: {n: 1, k: \"{key}\"}}", .missingKey, 5, 34),
            ("detail:\n  {path: \"/{id}\", params: {k: \"a{key}\"}}", .missingKey, 5, 31),
            ("key: {environment: K, bearer: true}\nlist: {path: /a, headers: {X-K: \"{key}\"}}", .conflict, 5, 33),
            ("key: {environment: K}\nlist: {path: /a, body: {a: [1, \"{key}\"]}}", .conflict, 5, 32),
        ] as [(String, SourceError.Code, Int, Int)]
    ) func `the place of a key that nothing fills in is refused where it stands`(
        lines: String,
        code: SourceError.Code,
        line: Int,
        column: Int
    ) throws {
        let error = try #require(throws: SourceError.self) {
            try Samples.definition("name: t\nkind: json\nbase: http://api.test\n\(lines)\nfields: {id: /id}\n")
        }
        #expect(error.code == code && error.line == line && error.column == column, "\(error)")
    }

    @Test(arguments: ["json", "themealdb"]) func `a key is filled into the base of a feed alone`(kind: String) throws {
        let lines = kind == "json" ? "fields: {id: /id}" : "queries: [soup]"
        let error = try #require(throws: SourceError.self) {
            try Samples.definition(
                "name: t\nkind: \(kind)\nbase: \"http://api.test/{key}\"\nkey: {environment: K}\n\(lines)\n"
            )
        }
        #expect(error.code == .conflict && error.line == 3, "\(error)")
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
        #expect(error.code == .conflict && error.line == 5)
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
