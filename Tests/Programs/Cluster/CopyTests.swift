import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    @Suite("Copies") struct CopyTests {
        @Test func `the catalog's file alone holds all of a finished sync`() async throws {
            try await Scratch.with(onDisk: true) { scratch in
                try await SampleServer.with(scratch, []) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    try await larder.syncedWhole(workers: 2)
                    let copy = scratch.path("copy.sqlite")
                    try FileManager.default.copyItem(atPath: larder.folder + "/catalog.sqlite", toPath: copy)
                    let count = try await DatabaseQueue(path: copy).read { db in
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM recipe")
                    }
                    #expect(count == Settings.recipes)
                }
            }
        }
    }
}
