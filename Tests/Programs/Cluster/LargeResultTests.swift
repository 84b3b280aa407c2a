import Foundation
import GRDB
import LarderChaos
import LarderModel
import Synchronization
import Testing

extension ClusterTests {
    /// Results that are too large for a message, and pages that are larger than anyone needs.
    @Suite("Large results") struct LargeResultTests {
        /// A food2fork source of so many recipes, each with a page.
        private static func withPages<Result>(
            _ count: Int,
            _ page: @escaping @Sendable (_ number: String) -> String,
            _ body: (Scratch, _ source: String) async throws -> Result
        ) async throws -> Result {
            try await Scratch.with { scratch in
                let base = Mutex("")
                return try await AnsweringServer.with { path, query in
                    let base = base.withLock { $0 }
                    switch path {
                    case "/api/search" where query["page"] == "1":
                        let listed = (0..<count).map {
                            ["recipe_id": "\($0)", "title": "r\($0)", "source_url": "\(base)/page/\($0)"]
                        }
                        return .json((try? Corpus.text(["recipes": listed])) ?? "")
                    case "/api/search": return .json(#"{"recipes": []}"#)
                    case "/api/get":
                        let id = query["rId"] ?? ""
                        let recipe = ["recipe_id": id, "title": "r\(id)", "source_url": "\(base)/page/\(id)"]
                        return .json((try? Corpus.text(["recipe": recipe])) ?? "")
                    default:
                        let number = path.split(separator: "/").last.map(String.init) ?? ""
                        return AnsweringServer.Answer(type: "text/html", body: Data(page(number).utf8))
                    }
                } _: { server in
                    base.withLock { $0 = "http://127.0.0.1:\(server.port)" }
                    let text = """
                        name: large
                        kind: food2fork
                        base: http://127.0.0.1:\(server.port)
                        queries: [a]
                        images: false
                        """
                    return try await body(scratch, try scratch.write(text, to: "large.yaml"))
                }
            }
        }

        /// Twice as many links as a text may have, on each of two pages.
        @Test func `pages with links without end take no more than their bound, and a note tells of it`() async throws {
            let bound = RecordBound.links.limit
            let links = String(repeating: "<a href=x>y</a>", count: 2 * bound)
            try await Self.withPages(2) {
                "<!doctype html><title>\($0)</title>\(links)"
            } _: { scratch, source in
                let larder = TestLarder(scratch, sources: [source])
                let run = try await larder.syncedWhole()
                let (rows, largest, notes) = try larder.read { db in
                    (
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM link") ?? -1,
                        try Int.fetchOne(
                            db,
                            sql: "SELECT max(n) FROM (SELECT count(*) AS n FROM link GROUP BY textID)"
                        ),
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM note WHERE code = 'over-links'")
                    )
                }
                #expect(rows == 2 * bound && largest == bound && notes == 2, "\(run)")
                #expect(run.output.contains("over the bound"), "\(run)")
                try await larder.expectWhole()
            }
        }

        /// The coordinator is stopped first, so that what the worker finishes stays where it is.
        @Test func `results in the cache are lost with nobody, and the next sync leaves none behind`() async throws {
            let page = String(repeating: "A line of plain text that nobody reads. ", count: 10_000)
            try await Self.withPages(12) {
                "<!doctype html><title>\($0)</title><p>\($0) \(page)"
            } _: { scratch, source in
                let larder = try #require(try await Self.larderWithResults(scratch, source))
                #expect(try !Self.results(of: larder).isEmpty)

                try await larder.syncedWhole()
                let left = try Self.results(of: larder)
                #expect(left.isEmpty, "\(left)")
                #expect(try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM text") } == 12)
                try await larder.expectWhole()
                let other = TestLarder(scratch, "other", sources: [source])
                try await other.syncedWhole()
                #expect(try await larder.digest() == other.digest())
            }
        }

        /// A larder whose sync was killed while results lay in its cache; nil: no sync of several was.
        private static func larderWithResults(_ scratch: Scratch, _ source: String) async throws -> TestLarder? {
            // Where this process gets no processor for a while, the texts are all done before it stops the coordinator.
            for number in 1...4 {
                let larder = TestLarder(scratch, "larder-\(number)", sources: [source])
                let program = try larder.start()
                _ = try await eventually(in: scratch.folder) {
                    program.hasEnded
                        || (try? larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM text") ?? 0 }) ?? 0 > 0
                }
                program.signal(SIGSTOP)
                guard !program.hasEnded else { continue }
                let isSpilled = try await eventually(in: scratch.folder, within: .seconds(number < 4 ? 20 : 240)) {
                    try !results(of: larder).isEmpty
                }
                for worker in ProcessTable.children(of: program.processID) { kill(worker, SIGKILL) }
                program.signal(SIGKILL)
                if await program.end == .signaled(SIGKILL), isSpilled { return larder }
            }
            return nil
        }

        private static func results(of larder: TestLarder) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: larder.folder + "/cache/effects")
                .filter { $0.utf8.count > 64 }
        }
    }
}
