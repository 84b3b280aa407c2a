import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderLedger
import LarderModel
import LarderSourceDefinitions
import Testing

@testable import LarderSync
@testable import LarderTools

@Suite("Quotas") struct QuotaTests {
    private static let day: Int64 = 86_400_000

    private func use(_ quota: String, key: String = "secret-key", host: String = "api.example") throws -> QuotaUse {
        let definition = try SourceDefinition.parse(
            yaml: "name: a\nkind: food2fork\nbase: https://\(host)\nqueries: [x]\nquota: \(quota)\n",
            file: "a.yaml"
        )
        return QuotaUse(definition, try #require(definition.identity.quota), secrets: [key])
    }

    private func newFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-quota-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    /// How many requests may still be made at a time.
    private func drain(_ quota: QuotaUse, _ database: CatalogDatabase, at now: Int64, most: Int = .max) async throws
        -> Int
    {
        var count = 0
        while count < most {
            let part = try await database.write { db in try quota.reserve(in: LedgerStore(db), at: now).count }
            if part == 0 { break }
            count += part
        }
        return count
    }

    /// Three days with a coordinator that is killed and started again every few requests: what it held is lost, and
    /// never used twice.
    @Test func `never more requests are made in a day than the quota says, over restarts too`() async throws {
        let folder = try newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let quota = try use("100/day at 06:00 UTC")
        var now = 20_000 * Self.day + 5 * 3_600_000
        let end = now + 3 * Self.day
        var made: [Int64: Int] = [:]
        var numbers = SeededGenerator(seed: 3)
        while now < end {
            let (count, forMs) = try await database.write { [now] db in try quota.reserve(in: LedgerStore(db), at: now)
            }
            #expect(forMs > 0)
            guard count > 0 else {
                now += max(1000, min(forMs, 3_600_000))
                continue
            }
            // A kill may come before all are made; each may arrive late.
            let used = numbers.next() % 10 == 0 ? count / 2 : count
            for _ in 0..<used {
                let arrived = now + min(Int64(numbers.next() % 9000), forMs + 9000)
                made[(arrived - 6 * 3_600_000) / Self.day, default: 0] += 1
                now += 1000
            }
        }
        #expect(made.count == 4)
        #expect(made.values.allSatisfy { $0 <= 100 }, "\(made)")
        #expect(made.values.filter { $0 > 80 }.count >= 3, "\(made)")
    }

    @Test(arguments: [1, 2, 400] as [Int64])
    func `a clock that was ahead holds a quota back until the end of the next period at most`(days: Int64) async throws
    {
        let folder = try newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let quota = try use("100/day")
        let now = 20_000 * Self.day + 3_600_000
        #expect(try await drain(quota, database, at: now + days * Self.day, most: 60) == 60)
        #expect(try await drain(quota, database, at: now) == 40)
        #expect(try await drain(quota, database, at: now + 1000) == 0)
        #expect(try await drain(quota, database, at: now + Self.day) == (days == 1 ? 0 : 100))
        #expect(try await drain(quota, database, at: now + 2 * Self.day) == 100)
    }

    @Test func `a used quota is told by status, and by why of the jobs that wait for it`() async throws {
        let folder = try newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A period that ends in six hours at the earliest.
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        let typed = (6..<18).contains(now / 3_600_000 % 24) ? "50/day" : "50/day at 12:00 UTC"
        let yaml =
            "name: a\nkind: food2fork\nbase: https://api.example\nqueries: [x]\nquota: \(typed)\nkey: {environment: A_KEY}\n"
        let definition = try SourceDefinition.parse(yaml: yaml, file: "a.yaml")
        let environment = ["A_KEY": "a-secret-key"]
        let quota = try QuotaUse(
            definition,
            #require(definition.identity.quota),
            secrets: definition.quotaSecrets(from: environment)
        )
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        try await database.write { db in
            let (catalog, ledger) = (CatalogWriter(db), LedgerStore(db))
            let id = try catalog.upsertSource(Source(name: "a", kind: "food2fork"))
            try ledger.setSyncRequest(SyncRequestText(definition: definition.yaml).text, of: id)
            for (key, lane) in [("a:1", "api.example:443"), ("a:2", "pictures.example:443")] {
                let lane = try ledger.lane(lane, .fetch)
                _ = try ledger.add(kind: .detail, key: key, source: id, lane: lane, spec: [])
            }
        }
        func told() async throws -> [Bool] {
            let texts = [
                try await LarderCommands.status(folder, json: false, environment: environment),
                try await LarderCommands.status(folder, json: true, environment: environment),
                try await LarderCommands.why("detail:a:1", folder, environment: environment),
                try await LarderCommands.why("detail:a:2", folder, environment: environment),
                try await LarderCommands.status(folder, json: false),
            ]
            return texts.map { $0.contains("the quota of \(typed) of api.example:443 is used; it goes on in") }
        }
        #expect(try await told() == [false, false, false, false, false])
        #expect(try await drain(quota, database, at: now) == 50)
        #expect(try await told() == [true, true, true, false, false])
        try database.close()
    }

    @Test func `of sources with one host and key the smallest quota is told, as it counts for all`() async throws {
        let folder = try newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let now = 20_000 * Self.day + 3_600_000
        let definitions = try [("a", "50/day"), ("b", "1000/day"), ("c", "1000/day")].map { name, quota in
            try SourceDefinition.parse(
                yaml: """
                    name: \(name)
                    kind: food2fork
                    base: https://\(name == "c" ? "other" : "api").example
                    queries: [x]
                    quota: \(quota)
                    """,
                file: "\(name).yaml"
            )
        }
        let quota = try QuotaUse(definitions[0], #require(definitions[0].identity.quota), secrets: [])
        #expect(try await drain(quota, database, at: now) == 50)
        let told = try await database.write { db in
            let ids = try definitions.map { definition -> SourceID in
                let id = try CatalogWriter(db).upsertSource(Source(name: definition.name, kind: "food2fork"))
                try LedgerStore(db).setSyncRequest(SyncRequestText(definition: definition.yaml).text, of: id)
                return id
            }
            let used = try UsedQuotas(db, environment: [:], now: now)
            return ids.map { id in
                ["api.example:443", "other.example:443"].compactMap { used.sentence(of: id, lane: $0) }
            }
        }
        #expect(told.map(\.count) == [1, 1, 0])
        let sentence = try #require(told[0].first)
        #expect(told[0] == told[1] && sentence.hasPrefix("the quota of 50/day of api.example:443 is used"))
        try database.close()
    }

    @Test func `sources with one host and key share it, others do not, and the table tells neither`() throws {
        let (first, same) = (try use("100/day"), try use("50/day"))
        #expect(first.name == same.name)
        let others = [try use("100/day", key: "another-key").name, try use("100/day", host: "b.example").name]
        #expect(!others.contains(first.name))
        #expect(!first.name.contains("secret") && !first.name.contains("api"))
        var both = first
        both.tighten(to: same)
        #expect(both.quota.count == 50)
        #expect(first.sentence(.seconds(3600), now: 0).contains("01:00 UTC"))
    }

    @Test func `a Crawl-delay is left aside only on hosts of one's own, with a delay of one's own`() throws {
        func takes(_ more: String, _ lane: String) throws -> Bool {
            let text = "name: a\nkind: food2fork\nbase: https://a.example\nqueries: [x]\n\(more)"
            let definition = try SourceDefinition.parse(yaml: text, file: "a.yaml")
            let sync = CatalogSync(id: 1, sourceID: 1)
            let sources = SyncedSources(entries: [1: .init(definition: definition, sync: sync)])
            return sources.takesCrawlDelay(1, lane: lane)
        }
        let short = "own: true\npoliteness: {delay: 10ms}"
        #expect(try !takes(short, "a.example:443") && takes(short, "pictures.example:443"))
        #expect(try takes("own: true", "a.example:443") && takes("politeness: {delay: 10ms}", "a.example:443"))
    }
}
