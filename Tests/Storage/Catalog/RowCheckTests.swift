import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

/// How the check of rows reads the catalog.
@Suite("Check of rows") struct RowCheckTests {
    @Test func `a row costs one look-up of its provenance, however much the source has`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let plans = try catalog.read { db in
                var statements: [String] = []
                db.trace { event in
                    if case .statement(let statement) = event { statements.append(statement.expandedSQL) }
                }
                #expect(try RowCheck(db).damages(of: [sync.sourceID]).isEmpty)
                db.trace()
                return try statements.filter { $0.hasPrefix("SELECT") }.map { sql in
                    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
                }
            }
            #expect(plans.count >= 6)
            for plan in plans {
                // The outer loop may go by the source.
                #expect(!plan.dropFirst().contains { $0.contains("provenance_on_sourceID") }, "\(plan)")
            }
        }
    }

    @Test func `the parts of a large catalog find each damaged row and each file once, in turn`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let items = (1...25).map { "recipe:sample:\($0)" }
            try catalog.write { db in
                for (number, urn) in items.enumerated() {
                    var item = recipe(title: "Soup \(number)")
                    item.urn = urn
                    let digest = digest(UInt8(number + 1))
                    let from = Provenance(url: "https://a.test", fetchedAt: 1, digest: digest, readerVersion: 1)
                    try CatalogWriter(db).merge(item, provenance: from, sync: sync)
                }
                try db.execute(sql: "UPDATE provenance SET fingerprint = zeroblob(32)")
            }
            var (damaged, named): ([String], [Digest]) = ([], [])
            var parts: [CatalogPart] = []
            for checks in 4..<7 {
                try catalog.read { db in
                    let part = try CatalogPart(after: checks, maxRows: 10, in: db)
                    parts.append(part)
                    damaged += try RowCheck(db, part: part).damages(of: [sync.sourceID]).map(\.urn)
                    try CatalogReader(db).namedDigests(of: [sync.sourceID], in: part) { named.append($0) }
                }
            }
            #expect(parts.map(\.index) == [1, 2, 0] && parts.allSatisfy { $0.count == 3 })
            #expect(damaged.count == items.count && Set(damaged) == Set(items))
            #expect(named.count == items.count && Set(named) == Set((1...25).map { digest(UInt8($0)) }))
            #expect(try catalog.read { try CatalogPart(after: 7, maxRows: 25, in: $0) } == .whole)
        }
    }
}
