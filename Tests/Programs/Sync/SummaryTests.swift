import Foundation
import GRDB
import LarderCatalog
import LarderModel
import Testing

@testable import LarderLedger
@testable import LarderSync

@Suite("Summary") struct SummaryTests {
    private func summary(of tally: Tally = Tally(), dead: [JobReport] = [], deadJobs: Int = 0) -> Summary {
        Summary(
            outcome: SyncRun.Outcome(tally: tally),
            elapsed: .seconds(2),
            larder: "/larder",
            intoOption: "",
            content: Summary.Content(recipes: 1, articles: 0, pictures: 1),
            jobs: Summary.Remainder(open: 0, deadCount: deadJobs, dead: dead),
            again: "coordinator"
        )
    }

    @Test(arguments: [(5, nil), (6, "and 1 more"), (1_005, "and at least 996 more")] as [(Int, String?)])
    func `five notes are shown, and how many more there are`(count: Int, rest: String?) {
        var tally = Tally()
        for number in 0..<count { tally.count(note: "Note \(number)") }
        let lines = summary(of: tally).table.split(separator: "\n")
        #expect(lines.count { $0.contains("  note          ") } == 5)
        let more = lines.first { $0.contains("  and ") }
        #expect(more.map { $0.trimmingCharacters(in: .whitespaces) } == rest, "\(lines)")
    }

    @Test func `pictures of other hosts that are missing are told, and are no dead jobs`() {
        var told = summary()
        told.jobs.missingPictures = 2
        #expect(told.table.contains("2 pictures of other hosts could not be fetched"))
        #expect(told.table.contains("\nFinished\n") && told.json.contains(#""dead":0"#))
        #expect(told.json.contains(#""pictures_missing":2"#))
        told.findings.broken = ["jam"]
        #expect(told.table.contains("Finished, with a list that breaks off"), "\(told.table)")
    }

    @Test func `what an earlier run noted on items is told again, and nothing twice`() {
        var tally = Tally()
        tally.count(note: "a is cut")
        tally.add(standing: [("a is cut", 1), ("b is cut", 2)])
        #expect(tally.notes == ["a is cut": 1, "b is cut": 2])
    }

    /// Dead jobs of these kinds, with their codes and messages.
    private func dead(_ jobs: [(JobKind, String, String)]) async throws -> [JobReport] {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-summary-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        defer { try? database.close() }
        return try await database.write { db in
            let ledger = LedgerStore(db)
            let lane = try ledger.lane("jam.test:80", .fetch)
            for (number, job) in jobs.enumerated() {
                let key = "jam:\(number)"
                _ = try ledger.add(kind: job.0, key: key, source: 1, lane: lane, spec: [])
                try db.execute(
                    sql: "UPDATE job SET state = 2, code = ?, message = ? WHERE key = ?",
                    arguments: [job.1, job.2, key]
                )
            }
            return try ledger.dead(limit: 5)
        }
    }

    @Test func `a fault of the source's file is to be mended there, and others are tried again`() async throws {
        let list = (JobKind.search, "not-found", "Check `base` in the source's file.")
        let mapped = (JobKind.detail, "other-form", "There is nothing where `detail.item` points.")
        let server = (JobKind.detail, "server-error", "The server failed with status 500.")
        let item = (JobKind.detail, "not-found", "The item is not there.")
        let ofFile = try await dead([list, mapped])
        #expect(ofFile.allSatisfy(\.isFaultOfFile) && ofFile.count == 2)
        let told = summary(dead: ofFile, deadJobs: 2).table
        #expect(
            told.contains("mend the source's file as said above, then the same command; or coordinator why URN"),
            "\(told)"
        )
        #expect(!told.contains("coordinator retry"), "\(told)")
        let mixed = try await dead([list, server])
        let both = summary(dead: mixed, deadJobs: 2).table
        #expect(
            both.contains("mend the source's file where that is said") && both.contains("coordinator retry"),
            "\(both)"
        )
        let more = summary(dead: ofFile, deadJobs: 3).table
        #expect(more.contains("coordinator retry"), "\(more)")
        // The server's own page about a pause, of one item, and a refusal that says nothing of the file.
        let page = (JobKind.detail, "other-form", "A web page. Check `base` in the source's file.")
        let refusal = (JobKind.search, "bad-request", "The source refuses the request by law (status 451).")
        let passing = try await dead([page, refusal])
        #expect(!passing.contains { $0.isFaultOfFile })
        let others = try await dead([server, item])
        #expect(!others.contains { $0.isFaultOfFile })
        let again = summary(dead: others, deadJobs: 2).table
        #expect(
            again.contains("the same command, or coordinator retry before it") && !again.contains("mend"),
            "\(again)"
        )
    }
}
