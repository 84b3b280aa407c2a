import Foundation
import GRDB
import LarderCatalogWriting
import LarderModel
import Testing

@testable import LarderCatalog

@Suite("Reading without locks") struct CatalogConnectionsTests {
    /// Each round a writer opens the file, changes it and closes it, while readers go on.
    @Test(arguments: [true, false]) func `each read sees one whole state of a file that others change`(
        locks: Bool
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try write(0, to: path)
            let connections = try CatalogConnections(path, locks: locks)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        var last = 0
                        while !Task.isCancelled {
                            let counts = try await connections.read { db in
                                try (
                                    Int.fetchOne(db, sql: "SELECT count(*) FROM recipe") ?? 0,
                                    Int.fetchOne(db, sql: "SELECT count(*) FROM ingredient") ?? 0
                                )
                            }
                            #expect(counts.0 * 2 == counts.1)
                            #expect(counts.0 >= last)
                            last = counts.0
                        }
                    }
                }
                for round in 1...40 { try write(round, to: path) }
                group.cancelAll()
                while let result = await group.nextResult() {
                    if case .failure(let error) = result, !(error is CancellationError) { throw error }
                }
            }
            let count = try await connections.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recipe") }
            #expect(count == 41 * 25)
        }
    }

    private func write(_ round: Int, to path: String) throws {
        let catalog = try CatalogDatabase.open(at: path)
        let sync = try catalog.beginSync()
        try catalog.write { db in
            for number in 0..<25 {
                try CatalogWriter(db).merge(recipe(round * 25 + number), provenance: provenance(), sync: sync)
            }
        }
        try catalog.close()
    }
}
