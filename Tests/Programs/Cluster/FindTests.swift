import Foundation
import GRDB
import LarderChaos
import LarderTestSupport
import Testing

extension ClusterTests {
    /// `find` and `diff` of the built program.
    @Suite("Finding") struct FindTests {
        @Test func `what a sync brought is found by its words, and told as added`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    _ = try await larder.syncedWhole()
                    let found = try await larder.command("find", "soup", "--limit", "3", "--kind", "recipe")
                    #expect(found.end == .exited(0) && found.output.contains("  recipe:"), "\(found)")
                    let none = try await larder.command("find", "nosuchword", "--json")
                    #expect(none.end == .exited(1) && none.output.contains("\"count\":0"), "\(none)")
                    // An argument with quotes in it is not taken for one phrase.
                    let words = (0..<17).map { "word\($0)" }.joined(separator: " ")
                    for (words, answer) in [(words + " \"soup\"", "at most 16"), ("?!", "no letter and no digit")] {
                        let refusal = try await larder.command("find", words)
                        #expect(refusal.end == .exited(2) && refusal.errors.contains(answer), "\(refusal)")
                    }

                    try await expectPhrases(larder)

                    try await expectSyncs(larder)
                    let part = try await larder.command("diff", "--limit", "2")
                    #expect(part.output.contains(" added") && part.output.contains(" more: type --limit"), "\(part)")
                    let whole = try await larder.command("diff", "--json")
                    let syncs = try JSONSerialization.jsonObject(with: Data(whole.output.utf8)) as? [[String: Any]]
                    let changes = (syncs ?? []).flatMap { $0["changes"] as? [[String: Any]] ?? [] }
                    let urns = changes.compactMap { $0["urn"] as? String }
                    #expect(changes.allSatisfy { $0["kind"] as? String == "added" } && Set(urns).count == urns.count)
                    let items = try self.items(larder)
                    #expect(Set(urns) == items)
                    try await expectRepair(of: larder)
                }
            }
        }

        /// An argument with spaces is a phrase.
        private func expectPhrases(_ larder: TestLarder) async throws {
            let sql = "SELECT title FROM recipe WHERE title GLOB '* * *' AND title NOT GLOB '*[^A-Za-z ]*'"
            let title = try larder.read { try #require(try String.fetchOne($0, sql: sql)) }
            let words = title.split(separator: " ").prefix(2).map(String.init)
            let apart = try await larder.command("find", words[1], words[0], "--limit", "1000")
            #expect(apart.output.contains(title), "\(apart)")
            let phrase = try await larder.command("find", words.joined(separator: " "), "--limit", "1000")
            #expect(phrase.output.contains(title), "\(phrase)")
            let turned = try await larder.command("find", words.reversed().joined(separator: " "), "--limit", "1000")
            #expect(!turned.output.contains("\n" + title), "\(turned)")
        }

        /// A sync is named by its number or its source.
        private func expectSyncs(_ larder: TestLarder) async throws {
            let (sync, source) = try larder.read { db in
                let row = try Row.fetchOne(
                    db,
                    sql: "SELECT sync.id, name FROM sync JOIN source ON source.id = sourceID ORDER BY sync.id DESC"
                )
                return (try #require(row)["id"] as Int, try #require(row)["name"] as String)
            }
            let named = try await larder.command("diff", source)
            #expect(named.output == (try await larder.command("diff", "\(sync)")).output)
            #expect(named.output.hasPrefix("Sync \(sync) of \(source), "), "\(named)")
            let refusal = try await larder.command("diff", "no-source")
            #expect(refusal.end == .exited(2) && refusal.errors.contains("\(sync) of \(source), "), "\(refusal)")
        }

        private func items(_ larder: TestLarder) throws -> Set<String> {
            let database = try DatabaseQueue(path: larder.folder + "/catalog.sqlite")
            return try database.read { db in
                try String.fetchSet(db, sql: "SELECT urn FROM recipe UNION ALL SELECT urn FROM article")
            }
        }

        /// A damaged search index costs no more than making it again.
        private func expectRepair(of larder: TestLarder) async throws {
            let database = try DatabaseQueue(path: larder.folder + "/catalog.sqlite")
            try await database.write { db in try db.execute(sql: "DELETE FROM search_docsize") }
            try database.close()
            let damaged = try await larder.command("find", "soup")
            #expect(damaged.end == .exited(2) && damaged.errors.contains("find --rebuild"), "\(damaged)")
            #expect(try await larder.command("find", "--rebuild").end == .exited(0))
            #expect(try await larder.command("find", "soup").end == .exited(0))
        }
    }
}
