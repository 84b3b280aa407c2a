import GRDB
import LarderLedger
import LarderModel
import Testing

@Suite("Rules that could not be had") struct UnreachableRulesTests {
    @Test func `are asked for again where jobs that are dead of them are tried again, and no others`() throws {
        try DatabaseQueue().write { db in
            for migration in LedgerSchema.migrations { try migration.body(db) }
            let store = LedgerStore(db)
            let hosts = ["robots-unreachable", "not-found"].map { ("\($0).test:80", $0) }
            for (host, code) in hosts {
                let lane = try store.lane(host, .fetch)
                let job = try #require(
                    try store.add(kind: .detail, key: "s:\(code)", source: 1, lane: lane, spec: [])
                )
                let reason = FailureReason(.permanent, code: FailureCode(rawValue: code), message: "no")
                _ = try store.markDead(job, errors: 1, crashes: 0, reason: reason)
                try store.setRules(of: host, LedgerStore.Host(origin: "http://\(host)", delayMs: 5, knownUntil: 900))
            }
            func known() throws -> [Int64?] { try hosts.map { try store.host($0.0)?.knownUntil } }
            #expect(try store.revive(source: 2) == 0)
            #expect(try known() == [900, 900])
            #expect(try store.revive(source: 1) == 2)
            #expect(try known() == [0, 900])
            #expect(try store.host(hosts[0].0)?.delayMs == 5)
        }
    }
}
