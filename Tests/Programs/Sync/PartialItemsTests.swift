import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

@testable import LarderLedger
@testable import LarderSync

@Suite("Partial items") struct PartialItemsTests {
    /// What became of the job for an item's page, with a note on the item; nil: there is no job, or no note.
    private static let items: [(name: String, state: JobState?, note: String?, reason: PartialReason)] = [
        ("late", .ready, nil, .waiting), ("lost", .dead, nil, .failed),
        ("secret", .done, "robots-forbidden", .forbidden), ("away", .done, "page-missing", .missing),
        ("plain", .done, nil, .silent), ("listed", nil, nil, .unasked),
        // Of the sync before; this one asked for changes alone.
        ("known", nil, "robots-forbidden", .forbidden),
    ]

    @Test func `why only a list says something of an item follows from its job and its notes`() async throws {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-partial-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        defer { try? database.close() }
        try await database.write { db in
            let (catalog, ledger) = (CatalogWriter(db), LedgerStore(db))
            let source = try catalog.upsertSource(Source(name: "jam", kind: "sitemap"))
            let sync = try catalog.beginSync(source: source, startedAt: 1)
            let lane = try ledger.lane("jam.test:80", .fetch)
            for item in Self.items {
                let article = Article(
                    urn: "article:jam:\(item.name)",
                    title: item.name,
                    url: "http://jam.test/\(item.name)"
                )
                let list = Provenance(url: "http://jam.test/list", fetchedAt: 1, readerVersion: 1, origin: .list)
                try catalog.merge(article, provenance: list, sync: sync)
                if let note = item.note {
                    try catalog.merge(note: JobNote(code: note, message: "No.", urn: article.urn), sync: sync)
                }
                guard let state = item.state else { continue }
                let key = "jam:page:\(item.name)"
                _ = try ledger.add(kind: .detail, key: key, source: source, lane: lane, spec: [])
                try db.execute(sql: "UPDATE job SET state = ? WHERE key = ?", arguments: [state.rawValue, key])
            }
            let reader = CatalogReader(db)
            for item in Self.items {
                #expect(try PartialReason(of: "article:jam:\(item.name)", reader, ledger) == item.reason, "\(item)")
            }
            let count = try reader.counts(source: source).partial
            let told = try PartialItems(of: [source], count: count, reader, ledger).sentence
            #expect(
                told == "7 items with no more than what a list says: 1 not fetched yet, 1 that could not be had, "
                    + "2 forbidden by a robots.txt, 1 whose page is not there, 1 whose page was read and says no more, "
                    + "1 of which nothing more is asked for"
            )
        }
    }

    @Test func `of many items the reasons of the first ones are told`() {
        let items = PartialItems(count: 5_000, reasons: [.silent: 1_500, .failed: 500])
        #expect(
            items.sentence == "5,000 items with no more than what a list says; of the first 2,000: "
                + "500 that could not be had, 1,500 whose page was read and says no more"
        )
    }
}
