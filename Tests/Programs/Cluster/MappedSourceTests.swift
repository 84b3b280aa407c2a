import Foundation
import LarderChaos
import Synchronization
import Testing

extension ClusterTests {
    /// APIs that a file describes, through the whole cluster.
    @Suite("Mapped sources") struct MappedSourceTests {
        private static let count = 23
        private static let size = 5

        /// A list of jams in every usual way of paging, with pages and pictures.
        private static func answer(_ path: String, _ query: [String: String], port: Int) -> AnsweringServer.Answer {
            func jams(_ start: Int) -> String {
                let items = (min(start, count)..<min(start + size, count)).map { number in
                    """
                    {"id": \(number), "name": "Jam \(number)", "link": "http://127.0.0.1:\(port)/jam/\(number)",
                     "changed": "2026-01-\(number < 9 ? "0" : "")\(number + 1)T00:00:00Z"}
                    """
                }
                return "[\(items.joined(separator: ","))]"
            }
            func number(_ name: String, _ missing: Int) -> Int { query[name].flatMap { Int($0) } ?? missing }
            let page = number("page", 1)
            switch path {
            case "/pages": return .json(#"{"items": \#(jams((page - 1) * size)), "total": \#(count)}"#)
            case "/offsets": return .json(#"{"items": \#(jams(number("skip", 0)))}"#)
            case "/cursors":
                let next = number("after", 0) + size
                return .json(#"{"items": \#(jams(next - size)), "next": \#(next < count ? "\"\(next)\"" : "null")}"#)
            case "/links":
                var answer = AnsweringServer.Answer.json(#"{"items": \#(jams((page - 1) * size))}"#)
                if page * size < count { answer.headers = ["Link: </links?page=\(page + 1)>; rel=\"next\""] }
                return answer
            case "/ring": return .json(#"{"items": \#(jams((page - 1) % 5 * size))}"#)
            case "/changes":
                let start = Int(query["since"]?.dropFirst(8).prefix(2) ?? "0") ?? 0
                let items = page == 1 ? jams(max(0, start - 1)) : "[]"
                return .json(#"{"items": \#(start > 0 ? items : jams((page - 1) * size))}"#)
            default:
                return path.hasPrefix("/jam/")
                    ? AnsweringServer.Answer(type: "text/html", body: Data("<!doctype html><p>Jam.</p>".utf8))
                    : .json("{}", status: 404)
            }
        }

        private func withLarder(
            _ path: String,
            _ more: String,
            _ body: (TestLarder, AnsweringServer) async throws -> Void
        ) async throws {
            let port = Mutex(0)
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, query in
                    Self.answer(path, query, port: port.withLock { $0 })
                } _: { server in
                    port.withLock { $0 = server.port }
                    let yaml = """
                        name: jams
                        kind: json
                        base: http://127.0.0.1:\(server.port)
                        list: \(path)
                        items: /items
                        images: false
                        retry: {attempts: 2, base: 5ms, cap: 20ms}
                        \(more)
                        """
                    try await body(TestLarder(scratch, sources: [try scratch.write(yaml, to: "jams.yaml")]), server)
                }
            }
        }

        private static let fields = "fields: {id: /id, title: /name, url: /link}\n"

        @Test(arguments: [
            ("/pages", "{page: page, total: /total}", 5), ("/offsets", "{offset: skip, size: take=100}", 6),
            ("/cursors", "{cursor: after, next: /next}", 5), ("/links", "{link: header}", 5),
            ("/ring", "{page: page}", 6),
        ]) func `a list is read whole, and the pages of its items`(path: String, paging: String, lists: Int)
            async throws
        {
            try await withLarder(path, "paging: \(paging)\n" + Self.fields) { larder, server in
                let run = try await larder.syncedWhole()
                try await larder.expectWhole()
                let status = try #require(try await larder.status().first)
                #expect(status.articles == Self.count, "\(run)")
                #expect(server.targets.filter { $0.hasPrefix(path) }.count == lists)
                #expect(server.targets.filter { $0.hasPrefix("/jam/") }.count == Self.count)
            }
        }

        @Test func `items are recipes where that is said`() async throws {
            try await withLarder("/pages", "site: recipe\npages: false\npaging: {page: page}\n" + Self.fields) {
                larder,
                _ in
                try await larder.syncedWhole()
                let status = try #require(try await larder.status().first)
                #expect(status.recipes == Self.count && status.articles == 0)
            }
        }

        @Test func `the second sync asks for what is new`() async throws {
            let more = """
                paging: {page: page}
                pages: false
                since: {param: since, from: /changed, overlap: 1d}
                fields: {id: /id, title: /name}
                """
            try await withLarder("/changes", more) { larder, server in
                try await larder.syncedWhole()
                let first = server.targets.count
                #expect(first == 6 && !server.targets.contains { $0.contains("since") })
                try await larder.syncedWhole()
                let second = server.targets.dropFirst(first)
                #expect(second.contains("/changes?page=1&since=2026-01-22T00%3A00%3A00Z"), "\(second)")
                #expect(second.count == 2)
                let status = try #require(try await larder.status().first)
                #expect(status.articles == Self.count)
            }
        }
    }
}
