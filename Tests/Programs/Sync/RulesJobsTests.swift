import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderSourceAdapters
import LarderSourceDefinitions
import Testing

@testable import LarderLedger
@testable import LarderSync

@Suite("Jobs that ask for rules") struct RulesJobsTests {
    /// Both schemes on one port are one lane, and each has a robots.txt of its own.
    @Test func `each added job is told, also where one result adds two for one lane`() throws {
        let path = FileManager.default.temporaryDirectory.path + "/larder-rules-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try LarderStore.open(path + "/catalog.sqlite")
        let definition = try SourceDefinition.parse(
            yaml: "name: t\nkind: pages\nbase: http://h.test:8443/\nfollow: [/**]",
            file: "t.yaml"
        )
        let pages = ["http://h.test:8443/a", "https://h.test:8443/a", "http://h.test:8443/b"].enumerated()
        let found = try pages.map { number, url in
            FoundJobs.page(source: "t", itemURN: "article:t:\(number)", address: try #require(WebAddress(url)))
        }
        try database.write { db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(Source(name: "t", kind: "pages"))
            let sync = try writer.beginSync(source: source, startedAt: 1)
            let sources = SyncedSources(entries: [source: .init(definition: definition, sync: sync)])
            let added = try EffectMerger(db, sources: sources).enqueue(found, source: source, sync: sync)
            let told = added.queues.flatMap { $0.jobs.map(\.id) }.sorted()
            let stored = try JobID.fetchAll(db, sql: "SELECT id FROM job ORDER BY id")
            #expect(told == stored && stored.count == 5)
            #expect(added.queues.first { $0.kind == .discover }?.count == 2)
        }
        try database.close()
    }
}
