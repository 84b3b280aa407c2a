import Foundation
import GRDB
import Glibc
import LarderTestSupport
import Testing

@testable import LarderCatalog

/// A process may be killed while it makes the file, before the file is in WAL mode.
@Suite("Catalog rollback") struct CatalogRollbackTests {
    @Test func `a catalog whose maker was killed in its first transaction is made by the next one`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try await aheadOfOthers {
                await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                    var configuration = Configuration()
                    // A cache of one page writes the file, and its journal before, while the transaction is under way.
                    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = 1") }
                    let queue = try DatabaseQueue(path: path, configuration: configuration)
                    // Something to go back to: the journal of an empty file is empty.
                    try queue.inDatabase {
                        try $0.execute(sql: "PRAGMA application_id = \(CatalogDatabase.applicationID)")
                    }
                    try queue.inDatabase { db in
                        try db.execute(sql: "BEGIN; CREATE TABLE half (a)")
                        for _ in 0..<100 { try db.execute(sql: "INSERT INTO half VALUES (zeroblob(4000))") }
                        kill(getpid(), SIGKILL)
                    }
                }
            }
            let journal = try FileManager.default.attributesOfItem(atPath: path + "-journal")[.size] as? NSNumber
            try #require(journal.map { $0.intValue > 0 } == true, "the killed process left no journal")
            let database = try CatalogDatabase.open(at: path)
            let tables = try await database.read { try String.fetchSet($0, sql: "SELECT name FROM sqlite_master") }
            #expect(tables.contains("recipe") && !tables.contains("half"))
            try database.close()
        }
    }
}
