import Testing

@testable import LarderSourceDefinitions

/// Faults of a file that have nothing to do with each other are told together.
@Suite("Faults of a definition") struct SourceFaultsTests {
    private static let head = "name: a\nkind: food2fork\nbase: http://x.org\nqueries: [a]\n"

    /// Where faults are told, in the order in which they are shown.
    private func lines(_ yaml: String) -> [String] {
        let error = #expect(throws: SourceError.self) { try SourceDefinition.parse(yaml: yaml, file: "f") }
        return (error?.description ?? "").split(separator: "\n").map { line in
            line.split(separator: ":").dropFirst().first.map(String.init) ?? String(line)
        }
    }

    private static let independent: [(String, [String])] = [
        (
            "name: My Source\nkind: food2fork\nbase: ftp://x.org\nqueries: pasta\nlimit: many\nretry: {attempt: 2}\n",
            ["1", "3", "4", "5", "6"]
        ),
        (head + "limit: many\noutlets: [b]\ncountry: gb\n", ["5", "6", "7"]),
        ("kind: food2fork\nqueries: [a]\nlimit: 0\n", ["1", "1", "3"]),
        ("name: a\nkind: json\nbase: http://x.org\nitems: x\ntimeout: 9\n", ["1", "4", "5"]),
        ("name: a\nkind: json\nbase: http://x.org\nfields: {title: /t}\ntimeout: 9\n", ["4", "5"]),
        ("name: A\nkind: food2forks\nbase: ftp://x.org\nzzzzzz: 1\n", ["1", "2", "3", "4"]),
        ("name: a\nkind: json\nbase: http://x.org\nzzzzzz: 1\n", ["1", "4"]),
    ]

    @Test(arguments: independent) func `all are told in the order of their lines`(yaml: String, expected: [String]) {
        #expect(lines(yaml) == expected)
    }

    private static let kinds: [(String, [String])] = [
        (
            "name: A\nkind: rss\nbase: http://x.org\nlimit: 0\nretry: {attempts: 0}\noutlets: x\n",
            ["1", "2", "4", "5", "6"]
        ),
        ("name: a\nkind: [feed]\nbase: http://x.org\nkeep: 0\n", ["2", "4"]),
        ("name: A\nbase: http://x.org\nlimit: 0\n", ["1", "1", "3"]),
        ("name: a\nkind: newsapi\nbase: http://x.org\nqueries: [a]\nlimit: 0\n", ["2", "5"]),
        ("name: a\nkind: sitemaps\nbase: http://x.org\nqueries: [a]\nlastmod: x\n", ["2", "4", "5"]),
        ("name: a\nkind: rss\nbase: http://x.org\npage-size: 500\ntimeout: 5\n", ["2", "5"]),
    ]

    /// Where a kind is meant, its keys are checked; else those that any kind has.
    @Test(arguments: kinds) func `a wrong kind hides nothing that has to do with no kind`(
        yaml: String,
        expected: [String]
    ) {
        #expect(lines(yaml) == expected)
    }

    private static let misspelt: [(String, [String])] = [
        ("nmae: My Source\nkind: food2fork\nbase: http://x.org\n", ["1", "1", "1"]),
        ("type: feed\nurl: x.org/feed\nname: a\nkeep: 0\n", ["1", "2", "2", "4"]),
        (head + "limt: 0\n", ["5", "5"]), (head + "limt: 0\nlimit: 1\n", ["5"]), (head + "delay: 2\n", ["5", "5"]),
        ("name: a\nkind: food2fork\nbase: http://x.org\nquery: a\n", ["4", "4"]),
        (head + "delay: 2\nconcurrency: 500\n", ["5", "5", "6", "6"]),
        (head + "own: ture\nrobots: ignore\n", ["5"]), ("kind: feed\nbase: x.org\nbas: y.org\n", ["1", "2", "3"]),
    ]

    @Test(arguments: misspelt) func `a misspelt word is read as the one that was meant`(
        yaml: String,
        expected: [String]
    ) {
        #expect(lines(yaml) == expected)
    }

    private static let json = "name: a\nkind: json\nbase: http://x.org\n"
    private static let feed = "name: a\nkind: feed\nbase: http://x.org\n"
    private static let mapped = json + "fields: {id: /id}\n"
    private static let unsure: [(String, [String])] = [
        // Either of two keys, one that is for other kinds, and one that is a part of the key alone.
        (mapped + "size: 20\nnext: /n\n", ["5", "6"]), (feed + "header: X\n", ["4"]), (feed + "page_size: 0\n", ["4"]),
        (feed + "retry-count: 3\n", ["4"]), (feed + "image-size: big\n", ["4"]),
    ]

    @Test(arguments: unsure) func `of a key that may be meant otherwise the value is not judged`(
        yaml: String,
        expected: [String]
    ) {
        #expect(lines(yaml) == expected)
    }

    private static let exclusive: [(String, [String])] = [
        (mapped + "key:\n  environment: K\n  header: X\n  query: y\n", ["8"]),
        (mapped + "paging:\n  size: 20\n  page: p\n  offset: o\n  more: x\n", ["8", "9"]),
        (mapped + "list:\n  method: GET\n  body:\n    a: 1\n", ["7"]),
        (head + "key:\n  environment: K\n  header: X\n", ["5"]),
    ]

    /// A mapping begins where its first key does, which may have nothing to do with it.
    @Test(arguments: exclusive) func `keys that exclude each other are told where the second one is`(
        yaml: String,
        expected: [String]
    ) {
        #expect(lines(yaml) == expected)
    }

    private static let inOneKey: [(String, [String])] = [
        (head + "retry: {attempts: 0, base: 5, cap: soon, zzz: 1}\n", ["5", "5", "5", "5"]),
        (head + "retry:\n  attempts: 0\n  pause: 99d\n", ["6", "7"]), (head + "retry: {base: 5, cap: 500ms}\n", ["5"]),
        (head + "allow: [a, \"b:1\", c]\n", ["5", "5"]),
        (head + "key: {environment: 1A, header: \"a b\"}\n", ["5", "5"]),
        (head + "key: {header: \"a b\"}\n", ["5", "5"]),
        (json + "fields: {id: id, title: t, ingredients: {name: n, amount: /a}}\n", ["4", "4", "4"]),
        (json + "detail: {path: items, item: x}\nfields: {id: /id}\n", ["4", "4"]),
        (json + "paging:\n  page: [x]\n  total: y\nfields:\n  id: /id\n", ["5", "6"]),
        (json + "error: {message: x}\nsince: {param: [a]}\nfields: {id: /id}\n", ["4", "4", "5"]),
    ]

    @Test(arguments: inOneKey) func `several faults within one key are told`(yaml: String, expected: [String]) {
        #expect(lines(yaml) == expected)
    }

    @Test func `each wrong entry of a list has its own place`() {
        let yaml = "name: a\nkind: food2fork\nbase: http://x.org\nqueries: [\"\", b, \"\"]\n"
        let error = #expect(throws: SourceError.self) { try SourceDefinition.parse(yaml: yaml, file: "f") }
        #expect(error?.column == 11 && error?.further.map(\.column) == [18], "\(String(describing: error))")
    }

    private static let following: [(String, [String])] = [
        ("name: a\nkind: food2fork\nbase: http://x.org\nquerys: [a]\n", ["4"]),
        ("name: a\nkind: json\nbase: http://x.org\nlist: items\nqueries: [a]\nfields: {id: /id}\n", ["4"]),
        (head + "own: maybe\nrobots: ignore\nlimit: x\n", ["5", "7"]),
        (head + "key: {environment: 1A}\n", ["5"]), (head + "limit: x\n", ["5"]),
    ]

    /// What a fault leads to is told when it is mended.
    @Test(arguments: following)
    func `what only follows from another fault is not told`(yaml: String, expected: [String]) {
        #expect(lines(yaml) == expected)
    }

    @Test(arguments: [(15, "and 5 more faults"), (60, "and 50 more faults")])
    func `ten are told at most, and how many more there are`(count: Int, rest: String) {
        let keys = (1...count).map { "zzzzz\($0): 1\n" }.joined()
        #expect(lines(Self.head + keys) == (5...14).map { String($0) } + [rest])
    }

    /// Reading takes one pass, however many faults there are.
    @Test func `a file of faults alone is read at once`() {
        let keys = (1...5_000).map { "zzzzz\($0): 1\n" }.joined()
        let error = #expect(throws: SourceError.self) {
            try SourceDefinition.parse(yaml: Self.head + keys, file: "f")
        }
        #expect(error?.further.count == 9 && error?.rest == "and at least 90 more faults")
    }

    @Test func `a program is given the fault that was found first, and the others beside it`() {
        let error = #expect(throws: SourceError.self) {
            try SourceDefinition.parse(
                yaml: "name: A\nkind: food2fork\nbase: http://x.org\nqueries: [a]\nzzzzzz: 1\n",
                file: "f"
            )
        }
        #expect(error?.line == 5 && error?.further.map(\.line) == [1])
    }
}
