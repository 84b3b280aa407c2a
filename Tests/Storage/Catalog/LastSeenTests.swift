import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

@Suite("Last seen") struct LastSeenTests {
    /// A finished sync goes on when its dead jobs are made ready again; its lists were read long before.
    @Test func `a sync that goes on after its end keeps the time at which it found an item`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            func end(listing items: [Int], at time: Int64) throws -> [Int64?] {
                try catalog.write { db in
                    let writer = CatalogWriter(db)
                    for item in items {
                        try writer.merge(recipe(item), provenance: provenance(origin: .list), sync: sync)
                        let entry = ListEntry(itemURN: "recipe:sample:\(item)", position: item, list: ItemList())
                        try writer.merge(listing: entry, sync: sync)
                    }
                    try writer.concludeListings(of: sync, areRead: true, areWhole: true, at: time)
                    try writer.finishSync(sync, state: .finished, finishedAt: time)
                }
                return try catalog.read {
                    try Row.fetchAll($0, sql: "SELECT lastSeen FROM recipe ORDER BY urn").map { $0[0] as Int64? }
                }
            }
            #expect(try end(listing: [1], at: 2_000) == [2_000])
            #expect(try end(listing: [], at: 3_000) == [2_000])
            #expect(try end(listing: [2], at: 4_000) == [2_000, 4_000])
            #expect(try end(listing: [1], at: 5_000) == [2_000, 4_000])
        }
    }
}
