import Foundation
import LarderCatalog
import LarderModel
import Testing

@testable import LarderLedger
@testable import LarderSync
@testable import LarderTools

@Suite("Names of jobs") struct JobNamesTests {
    @Test func `jobs of parts are found and cleared away with the one they belong to, and no others`() async throws {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-names-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        defer { try? database.close() }
        try await database.write { db in
            let ledger = LedgerStore(db)
            let lane = try ledger.lane("jam.test:80", .fetch)
            for key in ["jam:1", "jam:1:b", "jam:1:a", "jam:10", "jam:1-a", "jam:1;"] {
                _ = try ledger.add(kind: .text, key: key, source: 1, lane: lane, spec: [])
            }
            let name = JobURN(kind: .text, key: "jam:1")
            func keys(limit: Int) throws -> [String] {
                try ledger.jobs(of: .text, under: name.key, limit: limit).map(\.key)
            }
            #expect(try keys(limit: 9) == ["jam:1", "jam:1:a", "jam:1:b"])
            #expect(try keys(limit: 2) == ["jam:1", "jam:1:a"])
            #expect(try keys(limit: 1) == ["jam:1"])
            #expect(try ledger.jobs(of: .detail, under: name.key, limit: 9).isEmpty)
            try ledger.forget(under: name)
            let left = try ["jam:1", "jam:1:a", "jam:10", "jam:1-a", "jam:1;"].filter { key in
                try ledger.report(JobURN(kind: .text, key: key)) != nil
            }
            #expect(left == ["jam:10", "jam:1-a", "jam:1;"])
        }
    }
}
