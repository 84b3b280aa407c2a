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
        ("name: A\nkind: food2forks\nbase: ftp://x.org\nzzzzzz: 1\n", ["1", "2", "4"]),
    ]

    @Test(arguments: independent) func `all are told in the order of their lines`(yaml: String, expected: [String]) {
        #expect(lines(yaml) == expected)
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

    @Test func `ten are told at most`() {
        let keys = (1...15).map { "zzzzz\($0): 1\n" }.joined()
        #expect(lines(Self.head + keys) == (5...14).map { String($0) })
    }

    @Test func `a program is given the fault that was found first, and the others beside it`() {
        let error = #expect(throws: SourceError.self) {
            try SourceDefinition.parse(yaml: "name: A\nkind: food2fork\nbase: http://x.org\nzzzzzz: 1\n", file: "f")
        }
        #expect(error?.line == 4 && error?.further.map(\.line) == [1])
    }
}
