import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// Items that are gone can be cleared away, with all that is theirs and nothing else.
    @Suite("Pruning") struct PruneTests {
        /// What the JSON of a clearing says.
        struct Clearance: Decodable {
            struct Files: Decodable {
                var count: Int
                var bytes: Int
            }
            var dryRun: Bool
            var removed: [String: Int]
            var files: [String: Files]
            var freedBytes: Int
            var isSmallEnough: Bool
            var larderBytes: Int?
        }

        func cleared(_ run: Scratch.Finished, code: Int32 = 0) throws -> Clearance {
            #expect(run.end == .exited(code), "\(run)")
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(Clearance.self, from: Data(run.output.utf8))
        }

        private func gone(_ larder: TestLarder) throws -> Int {
            try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recipe WHERE goneAt IS NOT NULL") ?? 0 }
        }

        /// Everything that rows and files say of the recipes from number 10 on, but for the picture that another recipe
        /// names too.
        private func traces(_ larder: TestLarder) throws -> [String] {
            let tables = [
                "recipe.urn", "text.urn", "image.url", "provenance.recordURN", "listing.itemURN", "note.recordURN",
                "job.key",
            ]
            return try larder.read { db in
                try tables.flatMap { column in
                    let parts = column.split(separator: ".")
                    return try String.fetchAll(db, sql: "SELECT \(parts[1]) FROM \(parts[0])").map { "\(column) \($0)" }
                }
            }.filter { $0.firstMatch(of: /[:\/](?:r|page-|)[12][0-9](?:$|:)/) != nil }
        }

        @Test
        func `items that the source lists no more stay until they are pruned, and leave the larder of the others`()
            async throws
        {
            let api = PantryApi(listed: 30)
            try await Scratch.with { scratch in
                try await api.serve { _ in
                    let sources = [try api.source(in: scratch)]
                    let larder = TestLarder(scratch, sources: sources)
                    try await larder.syncedWhole()
                    let whole = try await larder.digest()
                    api.list(10)
                    let second = try await larder.syncedWhole(["--accept-changes"])
                    #expect(second.output.contains("20 items that the source no longer has"), "\(second)")
                    #expect(try gone(larder) == 20)
                    try await larder.expectWhole("before the prune")
                    #expect(try traces(larder).count > 100)
                    let pictures = try larder.read {
                        try String.fetchAll(
                            $0,
                            sql: "SELECT lower(hex(digest)) FROM image WHERE url LIKE '%/picture/%2_'"
                        )
                    }
                    #expect(pictures.count > 15)

                    let title = try larder.read {
                        try String.fetchOne($0, sql: "SELECT title FROM recipe WHERE goneAt IS NOT NULL") ?? ""
                    }
                    let found = try await larder.command("find", title)
                    #expect(found.output.contains("\(title) (gone)"), "\(found)")

                    let (digest, files) = (try await larder.digest(), try larder.files())
                    let dry = try cleared(try await larder.command("prune", "--now", "--dry-run", "--json"))
                    #expect(dry.dryRun && dry.removed["recipes"] == 20 && dry.removed["texts"] == 20)
                    #expect(dry.removed["pictures"] == 39, "one picture is another recipe's too: \(dry)")
                    #expect(try await larder.digest() == digest)
                    #expect(try larder.files() == files)

                    let done = try cleared(try await larder.command("prune", "--now", "--json"))
                    #expect(done.removed == dry.removed && !done.dryRun)
                    #expect(done.files.mapValues(\.count) == dry.files.mapValues(\.count))
                    #expect(done.freedBytes > 10_000, "\(done)")
                    #expect(try traces(larder) == [])
                    let left = try larder.files().values.joined().joined(separator: "\n")
                    #expect(pictures.filter { left.contains($0) } == [])
                    try await larder.expectWhole("after the prune")
                    let later = try await larder.command("find", title)
                    #expect(!later.output.contains("(gone)") && !later.output.contains("Not indexed"), "\(later)")
                    let again = try cleared(try await larder.command("prune", "--json"))
                    #expect(again.removed.values.allSatisfy { $0 == 0 } && again.freedBytes == 0, "\(again)")

                    let fresh = TestLarder(scratch, "fresh", sources: sources)
                    try await fresh.syncedWhole()
                    #expect(try await larder.digest() == fresh.digest())

                    api.list(30)
                    try await larder.syncedWhole()
                    #expect(try gone(larder) == 0)
                    try await larder.expectWhole("all are listed again")
                    #expect(try await larder.digest() == whole)
                }
            }
        }

        @Test func `items of which the source has nothing but the list's word are kept, marked and told of`()
            async throws
        {
            let api = PantryApi(listed: 35, emptyDetails: Set(1..<35))
            try await Scratch.with { scratch in
                try await api.serve { _ in
                    let larder = TestLarder(scratch, sources: [try api.source(in: scratch)])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "\(run)")
                    #expect(run.output.contains("35 recipes") && run.output.contains("34 dead jobs"), "\(run)")
                    #expect(run.output.contains("34 items with no more than what a list says"), "\(run)")
                    let partial = try larder.read { db in
                        try Int.fetchAll(db, sql: "SELECT isPartial FROM recipe").sorted()
                    }
                    #expect(partial == [0] + Array(repeating: 1, count: 34))
                }
            }
        }

        @Test func `age and size choose what goes, the oldest first, and the next sync brings back what is listed`()
            async throws
        {
            let api = PantryApi(listed: 30)
            try await Scratch.with { scratch in
                try await api.serve { _ in
                    let larder = TestLarder(scratch, sources: [try api.source(in: scratch)])
                    try await larder.syncedWhole()
                    api.list(20)
                    try await larder.syncedWhole()
                    let digest = try await larder.digest()
                    let young = try cleared(try await larder.command("prune", "--older-than", "1h", "--json"))
                    #expect(young.removed["recipes"] == 0)
                    let larderBytes = try #require(young.larderBytes)

                    let size = "\(larderBytes - 30_000)B"
                    let some = try cleared(try await larder.command("prune", "--keep-size", size, "--json"))
                    #expect(some.isSmallEnough && (1..<30).contains(some.removed["recipes"] ?? 0), "\(some)")
                    let goneLeft = try gone(larder)
                    let listed = try larder.read {
                        try Int.fetchOne($0, sql: "SELECT count(*) FROM recipe WHERE goneAt IS NULL") ?? 0
                    }
                    #expect(listed == 20 || goneLeft == 0, "gone ones were seen longest ago")
                    try await larder.expectWhole("after --keep-size")

                    let none = try await larder.command("prune", "--keep-size", "1kB", "--gone", "--now")
                    #expect(none.end == .exited(1) && none.output.contains("--keep-size"), "\(none)")
                    #expect(try gone(larder) == 0)
                    let all = try cleared(
                        try await larder.command("prune", "pantry", "--keep-size", "1kB", "--json"),
                        code: 1
                    )
                    #expect(all.removed["recipes"] == 20 && all.files["unnamed"]?.count == 0, "\(all)")
                    try await larder.expectWhole("after all went")
                    try await larder.syncedWhole()
                    try await larder.expectWhole("after the sync")
                    let fresh = TestLarder(scratch, "fresh", sources: larder.sources)
                    try await fresh.syncedWhole()
                    #expect(try await larder.digest() == fresh.digest())
                    #expect(try await larder.digest() != digest, "ten gone ones are not back")
                }
            }
        }

        @Test func `a source is removed and the other one stays as it is; clear leaves what the larder is`()
            async throws
        {
            let api = PantryApi(listed: 12)
            try await Scratch.with { scratch in
                try await api.serve { _ in
                    let (one, two) = (try api.source(in: scratch), try api.source(in: scratch, name: "other"))
                    let alone = TestLarder(scratch, "alone", sources: [one])
                    try await alone.syncedWhole()
                    let larder = TestLarder(scratch, sources: [one, two])
                    try await larder.syncedWhole()
                    let digest = try await larder.digest()
                    _ = try await larder.command("keygen", "--worker", "kitchen")
                    let identity = try String(contentsOfFile: larder.folder + "/cache/id", encoding: .utf8)

                    let dry = try cleared(try await larder.command("remove", "other", "--dry-run", "--json"))
                    #expect(try await larder.digest() == digest)
                    let done = try cleared(try await larder.command("remove", "other", "--json"))
                    #expect(done.removed == dry.removed && done.removed["recipes"] == 12)
                    #expect(try await larder.digest() == alone.digest())
                    try await larder.expectWhole("after the removal")
                    try await larder.syncedWhole()
                    #expect(try await larder.digest() == digest)

                    let asked = try await larder.command("clear")
                    #expect(asked.end == .exited(64) && asked.errors.contains("--yes"), "\(asked)")
                    #expect(try await larder.digest() == digest)
                    let emptied = try cleared(try await larder.command("clear", "--yes", "--json"))
                    #expect(emptied.removed["recipes"] == 24)
                    try await larder.expectWhole("after clear")
                    let rest = try larder.files()
                    #expect(rest[.original] == nil && rest[.record] == nil && rest[.unnamed] == nil, "\(rest)")
                    #expect(try String(contentsOfFile: larder.folder + "/cache/id", encoding: .utf8) == identity)
                    #expect(FileManager.default.fileExists(atPath: larder.folder + "/keys/kitchen.secret"))
                    try await larder.syncedWhole()
                    #expect(try await larder.digest() == digest)
                }
            }
        }
    }
}
