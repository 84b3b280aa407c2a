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
}
