import GRDB
import LarderCatalog
import LarderModel
import LarderProtocol
import LarderSourceAdapters
import LarderSourceDefinitions
import Testing

@testable import LarderLedger
@testable import LarderSync

@Suite("Pictures of third parties") struct ThirdPartyPictureTests {
    private static let yaml = "name: a\nkind: wordpress\nbase: http://a.test\n"

    @Test(arguments: [
        ("a.test:80", false), ("a.test:443", false), ("a.test:8080", true), ("www.a.test:80", true),
        ("img.b.test:443", false), ("b.test:80", false), ("c.test:80", true),
    ])
    func `a host is a third party's unless the file names it`(host: String, expected: Bool) throws {
        let yaml = "name: a\nkind: pages\nbase: http://a.test/\nhosts: [b.test, \"*.b.test\"]\n"
        let definition = try SourceDefinition.parse(yaml: yaml, file: "a.yaml")
        #expect(definition.isThirdParty(try #require(HostPort(host))) == expected)
    }

    /// Adds jobs that stand as a run left them; returns their names.
    private func add(_ jobs: [(String, JobState, FailureCode?)], to larder: SyncedLarder) async throws -> SyncPlan {
        let run = larder.run(refresh: false)
        let plan = try await run.begin(larder.base, lost: [], epoch: 1)
        try await larder.database.write { db in
            let ledger = LedgerStore(db)
            let source = try #require(plan.sources.entries.keys.first)
            try db.execute(sql: "UPDATE job SET state = 1")
            for (number, (place, state, code)) in jobs.enumerated() {
                let isRobots = place.hasPrefix("robots ")
                let url = "http://\(isRobots ? String(place.dropFirst(7)) : place)/\(number).jpg"
                let address = try #require(WebAddress(url))
                let work: JobSpec.Work =
                    isRobots
                    ? .discover(DiscoverWork(robotsOf: address.origin))
                    : .imageDownload(ImageDownloadWork(imageURN: "image:a:\(number)", url: url))
                let spec = JobSpec(source: "a", work: work)
                let lane = try ledger.lane(plan.sources.laneName(of: spec, source: source), .fetch)
                _ = try ledger.add(
                    kind: spec.kind,
                    key: spec.key,
                    source: source,
                    lane: lane,
                    spec: spec.serializedBytes()
                )
                try db.execute(
                    sql: "UPDATE job SET state = ?, code = ? WHERE key = ?",
                    arguments: [state.rawValue, code?.rawValue, spec.key]
                )
            }
        }
        return plan
    }

    private func jobs(of larder: SyncedLarder, _ state: JobState) async throws -> [String] {
        try await larder.database.read { try LedgerStore($0).jobs(in: state, limit: 100).map(\.urn.description) }
    }

    @Test(arguments: [
        (["cdn.test:80", "robots cdn.test:80"], true), (["cdn.test:80", "a.test:80", "robots cdn.test:80"], false),
        (["robots a.test:80"], false), (["cdn.test:80"], false),
        (["cdn.test:80", "other.test:80", "robots cdn.test:80"], false),
    ])
    func `pictures whose hosts' rules cannot be had are given up where nothing else is left`(
        places: [String],
        isAll: Bool
    ) async throws {
        try await SyncedLarder.with(Self.yaml) { larder in
            let plan = try await add(places.map { ($0, .ready, nil) }, to: larder)
            let run = larder.run(refresh: false)
            #expect(try await run.giveUpPictures(plan, in: larder.database) == isAll)
            #expect(try await jobs(of: larder, .dead).count == (isAll ? places.count : 0))
            #expect(try await jobs(of: larder, .ready).count == (isAll ? 0 : places.count))
        }
    }

    @Test func `of a sync that failed only on them the next one asks for changes alone, and for them again`()
        async throws
    {
        try await SyncedLarder.with(Self.yaml) { larder in
            try await larder.sync(naming: 1..<3)
            let plan = try await add(
                [
                    ("robots cdn.test:80", .dead, "robots-unreachable"), ("cdn.test:80", .dead, "robots-unreachable"),
                    ("cdn.test:80", .dead, "not-found"), ("a.test:80", .dead, "server-error"),
                ],
                to: larder
            )
            try await larder.database.write { db in
                let host = LedgerStore.Host(origin: "http://cdn.test", delayMs: 0, knownUntil: .max)
                try LedgerStore(db).setRules(of: "cdn.test:80", host)
            }
            try await larder.run(refresh: false, acceptsChanges: true).finishSyncs(plan, in: larder.database)
            _ = try await larder.run(refresh: false).begin(larder.base, lost: [], epoch: 1)
            #expect(try await larder.askedForChanges())
            let ready = try await jobs(of: larder, .ready)
            #expect(ready.filter { $0.hasPrefix("imageDownload:") } == ["imageDownload:a:1", "imageDownload:a:3"])
            #expect(ready.contains("discover:a:robots.txt:http://cdn.test"), "\(ready)")
        }
    }
}
