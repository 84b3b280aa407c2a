import Foundation
import GRDB
import LarderCatalog
import LarderSync
import Testing

@testable import LarderTools

@Suite("Merged tables") struct MergedTablesTests {
    @Test func `every table of a larder is copied or known to be made otherwise`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "merged \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try LarderStore.open(folder.path(percentEncoded: false) + "catalog.sqlite")
        let tables = try database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_list
                    WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    """
            )
        }
        #expect(Set(tables) == Set(MergedTables.copied + MergedTables.others))
        #expect(tables.count == MergedTables.copied.count + MergedTables.others.count)
        try database.close()
    }
}
