import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

/// The view `link` over the second version of a text's runs.
@Suite("Link view") struct LinkViewTests {
    private func text(_ id: Int, _ runs: String) -> RenderedText {
        RenderedText(
            urn: "text:sample:\(id)",
            itemURN: "recipe:sample:\(id)",
            htmlDigest: .zero,
            plain: "abcdef",
            runs: runs,
            readerVersion: 1
        )
    }

    private static let runs = [
        #"{"v":1,"runs":[6],"links":[["h:/a",0,2],["javascript:x",0,1,1],["h:/b",2,3]]}"#,
        #"{"v":2,"sets":[{"l":1},{"l":0},{"l":2},{}],"runs":[4,5,14,7],"bases":["","h:/"],"#
            + #""links":[[1,"a"],[0,["javascript:x",0,1,1]],[1,"b"]]}"#,
        #"{"v":2,"sets":[{}],"runs":[6],"bases":["h:/","data:"],"links":[[0,["a",0,2]],[1,["x",0,1]],[0,["b",2,3]]]}"#,
    ]

    @Test(arguments: runs) func `links are the same in both versions`(runs: String) throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                try CatalogWriter(db).merge(text: text(1, runs), sync: sync)
                let rows = try Row.fetchAll(db, sql: "SELECT position, url, start, length FROM link ORDER BY position")
                #expect(
                    rows == [
                        ["position": 0, "url": "h:/a", "start": 0, "length": 2],
                        ["position": 2, "url": "h:/b", "start": 2, "length": 3],
                    ]
                )
            }
        }
    }

    @Test func `texts of several versions and broken ones stand side by side`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let all = Self.runs + ["", "[]", #"{"v":1}"#, #"{"v":2}"#, #"{"v":3,"links":[["a",0,1]]}"#]
                for (id, runs) in all.enumerated() { try CatalogWriter(db).merge(text: text(id, runs), sync: sync) }
                let sql = "SELECT urn, count(*) AS n FROM link JOIN text ON text.id = textID GROUP BY urn ORDER BY urn"
                let counts = try Row.fetchAll(db, sql: sql)
                #expect(counts == (0..<3).map { ["urn": "text:sample:\($0)", "n": 2] as Row })
            }
        }
    }
}
