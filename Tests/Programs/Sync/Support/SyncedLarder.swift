import Foundation
import GRDB
import LarderCache
import LarderCatalog
import LarderCatalogWriting
import LarderLedger
import LarderModel
import LarderSourceDefinitions
import LarderTransport
import Logging
import Testing

@testable import LarderSync

/// A larder with one source whose syncs begin and end as in a run; what workers would do between is written down at
/// once.
struct SyncedLarder: Sendable {
    let folder: String
    let base: SyncRun.Base

    var database: CatalogDatabase { base.database }

    /// Runs `body` with an empty larder.
    static func with(_ yaml: String, _ body: (SyncedLarder) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-synced-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let definition = try SourceDefinition.parse(yaml: yaml, file: "a.yaml")
        let base = SyncRun.Base(
            definitions: [definition],
            apiKeys: [nil],
            sentDefinitions: [definition],
            workerProgram: "",
            larder: try LarderFolder(taking: folder),
            database: try LarderStore.open(folder + "/catalog.sqlite"),
            file: FileIdentity(of: folder + "/catalog.sqlite")
        )
        try await body(SyncedLarder(folder: folder, base: base))
        try base.database.close()
    }

    func run(refresh: Bool, acceptsChanges: Bool = false) -> SyncRun {
        var options = SyncRun.Options(
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            console: Console(write: { _ in })
        )
        options.sources = ["a.yaml"]
        options.into = folder
        options.refresh = refresh
        options.acceptsChanges = acceptsChanges
        return SyncRun(options)
    }

    /// A sync whose lists name these items, and nothing else.
    ///
    /// - Parameters:
    ///   - hasRecords: Whether the items are there, too.
    ///   - dead: A further job, which fails for good.
    /// - Returns: What the run tells of a source of which nothing was found.
    @discardableResult
    func sync(
        naming items: Range<Int>,
        hasRecords: Bool = true,
        refresh: Bool = false,
        dead: JobKind? = nil
    ) async throws -> [String] {
        let run = run(refresh: refresh)
        let plan = try await run.begin(base, lost: [], epoch: 1)
        try await database.write { db in
            let (source, entry) = try #require(plan.sources.entries.first)
            let catalog = CatalogWriter(db)
            for number in items {
                let item = Recipe(
                    urn: "recipe:a:\(number)",
                    recordID: "\(number)",
                    title: "Soup \(number)",
                    extra: [ExtraField(name: "modified_gmt", json: #""2020-01-01T00:00:00""#)]
                )
                let origin = Provenance(url: "http://a.test/\(number)", fetchedAt: 1, readerVersion: 1)
                if hasRecords { try catalog.merge(item, provenance: origin, sync: entry.sync) }
                let place = ListEntry(itemURN: item.urn, position: number, list: ItemList())
                try catalog.merge(listing: place, sync: entry.sync)
            }
            try db.execute(sql: "UPDATE job SET state = 1")
            guard let dead else { return }
            let lane = try LedgerStore(db).lane("a.test:80", .fetch)
            _ = try LedgerStore(db).add(kind: dead, key: "a:dead", source: source, lane: lane, spec: [])
            try db.execute(sql: "UPDATE job SET state = 2, message = 'Nobody answered.' WHERE key = 'a:dead'")
        }
        try await run.finishSyncs(plan, in: database)
        return try await run.findings(plan, base, Tally()).nothing
    }

    /// Whether the last sync asked for changes alone.
    func askedForChanges() async throws -> Bool {
        try await database.read { db in
            let catalog = CatalogReader(db)
            let source = try #require(try catalog.source(named: "a"))
            let sync = try #require(try catalog.latestSync(source: source.id))
            return try LedgerStore(db).wholeListsAt(of: source.id) != sync.startedAt
        }
    }

    /// All that happened so far was a day earlier.
    func passDay() async throws {
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE sync SET startedAt = startedAt - 86400000, finishedAt = finishedAt - 86400000;
                    UPDATE syncRequest SET wholeListsAt = wholeListsAt - 86400000;
                    UPDATE recipe SET lastSeen = lastSeen - 86400000;
                    """
            )
        }
    }
}
