import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderTestSupport
import Testing

@Suite("Full disk", .serialized) struct FullDiskTests {
    private func fill(_ catalog: CatalogDatabase, from first: Int, count: Int, sync: CatalogSync) throws {
        try catalog.write { db in
            let writer = CatalogWriter(db)
            for number in first..<(first + count) {
                let lines = (0..<20).map { "\($0) spoons of something for recipe \(number)" }
                try writer.merge(recipe(number, ingredients: lines), provenance: provenance(), sync: sync)
            }
        }
    }

    @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"))
    func `a full disk stops a transaction, and the catalog stays whole and goes on`() throws {
        try SmallDisk.with(kilobytes: 2_048) { disk in
            let ballast = disk.folder + "/ballast"
            try Data(count: 300_000).write(to: URL(fileURLWithPath: ballast))
            let path = disk.folder + "/catalog.sqlite"
            let catalog = try CatalogDatabase.open(at: path)
            let sync = try catalog.beginSync()
            var kept = 0
            let code = refusal {
                while kept < 100_000 {
                    try fill(catalog, from: kept, count: 25, sync: sync)
                    kept += 25
                }
            }
            #expect(code == .diskFull)
            #expect(kept > 0)
            #expect(try catalog.count("recipe") == kept)
            #expect(try catalog.integrityProblems() == ["ok"])
            #expect(refusal { try fill(catalog, from: kept, count: 200, sync: sync) } == .diskFull)

            try FileManager.default.removeItem(atPath: ballast)
            try fill(catalog, from: kept, count: 25, sync: sync)
            #expect(try catalog.count("recipe") == kept + 25)
            try catalog.close()

            let again = try CatalogDatabase.open(at: path)
            #expect(try again.count("recipe") == kept + 25)
            #expect(try again.integrityProblems() == ["ok"])
            try again.close()
        }
    }

    @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"), arguments: [0, 8, 40, 100])
    func `a disk with hardly any room refuses the opening by name`(kilobytes: Int) throws {
        try SmallDisk.with(kilobytes: 512) { disk in
            try Data(count: (512 - kilobytes) * 1_024).write(to: URL(fileURLWithPath: disk.folder + "/ballast"))
            let path = disk.folder + "/catalog.sqlite"
            #expect(refusal { _ = try CatalogDatabase.open(at: path) } == .diskFull)
            try FileManager.default.removeItem(atPath: disk.folder + "/ballast")
            let catalog = try CatalogDatabase.open(at: path)
            #expect(try catalog.integrityProblems() == ["ok"])
            try catalog.close()
        }
    }

    @Test func `a file at its page limit refuses a transaction and takes the next one that fits`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.pool.writeWithoutTransaction { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages + 30)")
            }
            try fill(catalog, from: 0, count: 5, sync: sync)
            #expect(refusal { try fill(catalog, from: 5, count: 500, sync: sync) } == .diskFull)
            #expect(try catalog.count("recipe") == 5)
            try fill(catalog, from: 5, count: 1, sync: sync)
            #expect(try catalog.count("recipe") == 6)
            #expect(try catalog.integrityProblems() == ["ok"])
        }
    }
}
