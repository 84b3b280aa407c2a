import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderLedger
import LarderModel
import Testing

@testable import LarderSync
@testable import LarderTools

@Suite("Plan of a sync") struct SyncPlanTests {
    private func work(
        _ lane: LaneID,
        source: SourceID = 1,
        delay: Milliseconds,
        isClosed: Bool = false
    ) -> AddedJobs {
        let limits = LaneLimits(concurrency: 2, delayMs: delay)
        let info = LaneInfo(id: lane, name: "host-\(lane)", jobClass: .fetch, limits: limits, isClosed: isClosed)
        return AddedJobs(lane: info, source: source, kind: .detail, count: 1, maxID: 1)
    }

    @Test func `hosts with a long delay that were asked a short while ago wait for it in the next run too`() {
        var plan = SyncPlan(epoch: 1, sources: SyncedSources(), work: [], resumed: [:])
        plan.work = [
            work(1, delay: 600_000), work(2, delay: 1000), work(3, delay: 30_000),
            work(4, delay: 600_000, isClosed: true),
        ]
        plan.lastEndAt = 1_000_000
        plan.setPauses(at: 1_040_000)
        #expect(plan.pauses == [1: 560_000])
        plan.setPauses(at: 1_010_000)
        #expect(plan.pauses.keys.sorted() == [1, 3])
        plan.setPauses(at: 1_700_000)
        #expect(plan.pauses.isEmpty)
        // A clock that was set back makes nobody faster.
        plan.setPauses(at: 5)
        #expect(plan.pauses.sorted { $0.key < $1.key }.map(\.value) == [600_000, 30_000])
    }

    /// A run that is stopped again and again would never come to ask, did each start wait for the whole delay.
    @Test func `after a run that did not end a host waits from its last answer on, where that is known`() {
        var plan = SyncPlan(epoch: 1, sources: SyncedSources(), work: [], resumed: [:])
        plan.work = [work(1, delay: 600_000), work(2, delay: 600_000), work(3, delay: 30_000)]
        plan.isInterrupted = true
        plan.lastAnswers = ["host-1": 900_000, "host-3": 990_000]
        plan.setPauses(at: 1_000_000)
        #expect(plan.pauses.sorted { $0.key < $1.key }.map(\.value) == [500_000, 600_000, 30_000])
        // Since then the run may have asked without being told what came of it: the answer lies behind its own request.
        for now: Int64 in [1_440_000, 1_500_000] {
            plan.setPauses(at: now)
            #expect(plan.pauses.sorted { $0.key < $1.key }.map(\.value) == [600_000, 600_000, 30_000])
        }
        // Another source, whose sync ended since, may have asked later.
        plan.lastEndAt = 950_000
        plan.setPauses(at: 1_000_000)
        #expect(plan.pauses.sorted { $0.key < $1.key }.map(\.value) == [550_000, 600_000, 30_000])
        plan.hasForgottenRequests = true
        plan.setPauses(at: 1_000_000)
        #expect(plan.pauses.sorted { $0.key < $1.key }.map(\.value) == [600_000, 600_000, 30_000])
    }

    @Test func `what asked nobody is no answer of a host, and what asked for its rules is one`() async throws {
        try await OneJobCatalog.with(.detail) { table, _ in
            let (job, source) = (table.job, table.source)
            let answers = try await table.database.write { db -> [[String: Int64]] in
                let ledger = LedgerStore(db)
                let rules = try #require(
                    try ledger.add(
                        kind: .discover,
                        key: "t:rules",
                        source: source,
                        lane: try ledger.lane(LaneInfo.rulesName(of: "api.test:80"), .fetch),
                        spec: []
                    )
                )
                func note(_ job: JobID, at time: Int64, _ fetch: FetchMetrics?) throws -> [String: Int64] {
                    try ledger.note(JobTrace(endedAt: time, worker: nil, fetch: fetch, isSpare: false), of: job)
                    return try ledger.lastAnswers()
                }
                return [
                    try note(job, at: 5, FetchMetrics(isFromCache: true)),
                    try note(job, at: 6, FetchMetrics(requests: 1, isFromCache: true)),
                    try note(rules, at: 9, FetchMetrics(requests: 1)),
                    try note(job, at: 10, nil),
                ]
            }
            #expect(answers == [[:], ["api.test:80": 6], ["api.test:80": 9], ["api.test:80": 10]])
        }
    }

    @Test func `a host of several sources waits for the longest delay, and for its rules if one of them does`() {
        var plan = SyncPlan(epoch: 1, sources: SyncedSources(), work: [], resumed: [:])
        plan.work = [
            work(1, source: 1, delay: 30_000), work(1, source: 2, delay: 600_000), work(1, source: 3, delay: 60_000),
            work(2, source: 1, delay: 0, isClosed: true), work(2, source: 2, delay: 30_000),
        ]
        plan.lastEndAt = 1_000_000
        plan.setPauses(at: 1_000_000)
        #expect(plan.pauses == [1: 600_000])
    }

    @Test(arguments: [nil, "search"], [nil, "500 recipes, 200 articles"])
    func `the text of a sync request is taken apart as it was put together`(only: String?, sample: String?) throws {
        for isRefreshing in [true, false] {
            let request = SyncRequestText(
                definition: "name: a\nonly: b\nrefresh: true\n",
                only: only,
                refresh: isRefreshing,
                sample: sample
            )
            #expect(SyncRequestText(request.text) == request, "\(request.text)")
        }
        let plain = SyncRequestText(definition: "name: a\n")
        #expect(plain.text == "name: a\n\nonly: all\nrefresh: false\n")
        #expect(SyncRequestText("name: a\n") == nil)
    }

    // MARK: Lists of changes

    private static let blog = "name: a\nkind: wordpress\nbase: http://a.test\n"
    private static let api = """
        name: a
        kind: json
        base: http://a.test
        list: {path: /all}
        items: /items
        pages: false
        since: {param: after, from: /modified_gmt}
        fields: {id: /id, title: /name}
        """

    @Test func `a blog that is asked for changes still tells what is gone, as all names are read`() async throws {
        try await SyncedLarder.with(Self.blog) { larder in
            try await larder.sync(naming: 1..<5)
            try await larder.sync(naming: 3..<5)
            #expect(try await larder.askedForChanges())
            let gone = try await larder.database.read { db in
                try String.fetchAll(db, sql: "SELECT recordID FROM recipe WHERE goneAt IS NOT NULL ORDER BY recordID")
            }
            #expect(gone == ["1", "2"])
        }
    }

    @Test func `what is not among the changes counts as seen, if it was since the lists were read whole`() async throws
    {
        try await SyncedLarder.with(Self.api) { larder in
            try await larder.sync(naming: 1..<5)
            #expect(try await !larder.askedForChanges())
            try await larder.database.write { db in
                try db.execute(sql: "UPDATE recipe SET lastSeen = 5 WHERE urn = 'recipe:a:1'")
                try db.execute(sql: "UPDATE recipe SET goneAt = 7 WHERE urn = 'recipe:a:2'")
            }
            try await larder.passDay()
            try await larder.sync(naming: 4..<5)
            #expect(try await larder.askedForChanges())
            let old = try await larder.database.read { db in
                try String.fetchAll(
                    db,
                    sql:
                        "SELECT recordID FROM recipe WHERE lastSeen < (SELECT max(startedAt) FROM sync) ORDER BY recordID"
                )
            }
            #expect(old == ["1", "2"])
        }
    }

    @Test(
        arguments: [
            (nil, true), (.imageDownload, true), (.imageDecode, true), (.discover, false), (.search, false),
            (.detail, false), (.text, false),
        ] as [(JobKind?, Bool)]
    )
    func `a sync asks for changes alone after one of which no job but those of pictures died`(
        dead: JobKind?,
        asks: Bool
    ) async throws {
        try await SyncedLarder.with(Self.blog) { larder in
            try await larder.sync(naming: 1..<3, dead: dead)
            try await larder.sync(naming: 2..<3)
            #expect(try await larder.askedForChanges() == asks)
        }
    }

    @Test func `empty lists are told of where all was asked for, and failed ones always`() async throws {
        try await SyncedLarder.with(Self.api) { larder in
            #expect(try await larder.sync(naming: 1..<3) == [])
            #expect(try await larder.sync(naming: 0..<0) == [], "nothing has changed")
            #expect(try await larder.askedForChanges())
            let failed = try await larder.sync(naming: 0..<0, dead: .search)
            #expect(try await larder.askedForChanges())
            #expect(
                failed == [
                    "a brought no item, as its lists could not be read: Nobody answered. What earlier syncs brought stays."
                ]
            )
        }
        try await SyncedLarder.with(Self.blog) { larder in
            try await larder.sync(naming: 1..<3)
            let empty = try await larder.sync(naming: 0..<0, refresh: true)
            #expect(try await !larder.askedForChanges())
            #expect(empty.count == 1 && empty[0].contains("its lists name none"), "\(empty)")
        }
    }

    @Test func `places in lists are dropped that a whole reading of an API with since did not find`() async throws {
        try await SyncedLarder.with(Self.api) { larder in
            func places() async throws -> Int {
                try await larder.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM listing") ?? -1 }
            }
            try await larder.sync(naming: 1..<5)
            try await larder.sync(naming: 4..<5)
            #expect(try await larder.askedForChanges())
            #expect(try await places() == 4)
            try await larder.sync(naming: 3..<5, refresh: true)
            #expect(try await places() == 2)
        }
    }

    /// A list of changes names few of the items, and all are still there.
    @Test(arguments: [("since: {param: after, from: /modified_gmt}", 0), ("pages: false", 2)])
    func `what a list of changes leaves out is never marked as gone, nor what one leaves out that may be such`(
        line: String,
        gone: Int
    ) async throws {
        let yaml =
            "name: a\nkind: json\nbase: http://a.test\nlist: /all\nfields: {id: /id, title: /name}\n" + line
        try await SyncedLarder.with(yaml) { larder in
            func count() async throws -> Int {
                try await larder.database.read { db in
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM recipe WHERE goneAt IS NOT NULL") ?? -1
                }
            }
            try await larder.sync(naming: 1..<5)
            try await larder.sync(naming: gone == 0 ? 4..<5 : 1..<5)
            #expect(try await larder.askedForChanges() == (gone == 0))
            #expect(try await count() == 0)
            let notes = try await larder.database.read { try CatalogReader($0).notes().map(\.message) }
            #expect(notes.contains { $0.contains("ever marked as gone") } == (gone == 0), "\(notes)")
            try await larder.sync(naming: 3..<5, refresh: true)
            #expect(try await count() == gone)
        }
    }

    @Test func `after prune took what a source still has, its next sync reads all lists`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-pruned-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let sources = try await database.write { db in
            let (catalog, ledger) = (CatalogWriter(db), LedgerStore(db))
            return try ["listed", "beside", "gone"].map { name -> SourceID in
                let source = try catalog.upsertSource(Source(name: name, kind: "wordpress"))
                try ledger.setSyncRequest("what was asked for", of: source)
                try ledger.setWholeLists(of: source, at: 5)
                let sync = try catalog.beginSync(source: source, startedAt: 1)
                let item = Recipe(urn: "recipe:\(name):1", recordID: "1", title: "Soup")
                let origin = Provenance(url: "http://a.test/1", fetchedAt: 1, readerVersion: 1)
                try catalog.merge(item, provenance: origin, sync: sync)
                if name == "listed" {
                    let place = ListEntry(itemURN: item.urn, position: 0, list: ItemList())
                    try catalog.merge(listing: place, sync: sync)
                }
                try catalog.concludeListings(of: sync, areRead: true, areWhole: name == "gone", at: 10)
                try catalog.finishSync(sync, state: .finished, finishedAt: 10)
                return source
            }
        }
        try database.close()
        var request = PruneRequest()
        request.maxBytes = 0
        _ = try LarderCommands.prune(folder, request, json: false)
        let left = try await LarderStore.read(larder: folder) { db in
            let ledger = LedgerStore(db)
            #expect(try CatalogReader(db).counts().recipes == 0)
            return try sources.map { source in
                let isKnown = try ledger.syncRequest(of: source) != nil
                let wholeListsAt = try ledger.wholeListsAt(of: source)
                return "\(isKnown) \(wholeListsAt)"
            }
        }
        #expect(left == ["false 0", "true 0", "true 5"])
    }
}
