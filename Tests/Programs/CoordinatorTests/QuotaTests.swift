import Foundation
import GRDB
import LarderCatalog
import LarderLedger
import LarderModel
import LarderSourceDefinitions
import Testing

@testable import LarderCoordinator

@Suite("Quotas") struct QuotaTests {
    private static let day: Int64 = 86_400_000

    private func use(_ quota: String, key: String = "secret-key", host: String = "api.example") throws -> QuotaUse {
        let definition = try SourceDefinition.parse(
            yaml: "name: a\nkind: food2fork\nbase: https://\(host)\nqueries: [x]\nquota: \(quota)\n",
            file: "a.yaml"
        )
        return QuotaUse(definition, try #require(definition.manners.quota), secrets: [key])
    }

    /// Three days with a coordinator that is killed and started again every few requests: what it held is lost, and never used twice.
    @Test func `never more requests are made in a day than the quota says, over restarts too`() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-quota-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let quota = try use("100/day at 06:00 UTC")
        var now = 20_000 * Self.day + 5 * 3_600_000
        let end = now + 3 * Self.day
        var made: [Int64: Int] = [:]
        var numbers = SeededGenerator(seed: 3)
        while now < end {
            let (count, forMs) = try await database.write { [now] db in try quota.take(in: LedgerStore(db), at: now) }
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
}
