import Foundation
import GRDB
import LarderChaos
import Synchronization
import Testing

extension ClusterTests {
    /// Pictures on hosts of third parties, whose failures are no failures of the source.
    @Suite("Pictures of third parties") struct ThirdPartyTests {
        private static func feed(_ picture: String) -> AnsweringServer.Answer {
            let text = "<p>Stir the soup well, and serve it hot.</p>"
            let encoded = text.replacing("<", with: "&lt;")
            return Website.xml(
                """
                <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>f</title>
                <item><title>Soup</title><guid isPermaLink="false">1</guid><description>\(encoded)</description>
                <media:content url="\(picture)" medium="image"/></item></channel></rss>
                """
            )
        }

        /// A feed whose picture is on another server.
        private static func with(
            _ lines: String = "",
            other respond: @escaping @Sendable (String) -> AnsweringServer.Answer,
            _ body: (TestLarder, _ other: AnsweringServer) async throws -> Void
        ) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    respond(path)
                } _: { other in
                    try await AnsweringServer.with { path, _ in
                        guard path == "/feed" else { return .init(status: 404, type: "text/plain", body: Data()) }
                        return feed("http://127.0.0.1:\(other.port)/1.png")
                    } _: { home in
                        let text = """
                            name: web
                            kind: feed
                            base: http://127.0.0.1:\(home.port)/feed
                            full-text: feed
                            retry: {attempts: 2, base: 5ms, cap: 20ms}
                            allow: ["127.0.0.1:\(other.port)"]
                            \(lines)
                            """
                        try await body(TestLarder(scratch, sources: [try scratch.write(text, to: "web.yaml")]), other)
                    }
                }
            }
        }

        private final class Health: Sendable {
            let isWell = Mutex(false)
        }

        private func pictures(_ larder: TestLarder) throws -> Int {
            try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM image") ?? -1 }
        }

        @Test func `a picture of another host that is not there is told, and the sync is finished`() async throws {
            try await Self.with(other: { _ in .init(status: 404, type: "text/plain", body: Data()) }) { larder, _ in
                let run = try await larder.sync(progress: "plain")
                #expect(run.end == .exited(0), "\(run)")
                #expect(run.output.contains("1 picture of other hosts could not be fetched"), "\(run)")
            }
        }

        @Test(arguments: [503, 0]) func `a robots.txt of another host that failed is asked for again by the next sync`(
            status: Int
        ) async throws {
            let health = Health()
            try await Self.with("robots: obey") { path in
                guard health.isWell.withLock({ $0 }) else {
                    return .init(status: status, type: "text/plain", body: Data())
                }
                guard path != "/robots.txt" else { return .init(status: 404, type: "text/plain", body: Data()) }
                return .init(type: "image/png", body: PageSite.picture)
            } _: { larder, other in
                for _ in 0..<2 {
                    let before = other.targets.count
                    let run = try await larder.sync(progress: "plain")
                    #expect(run.end == .exited(0), "\(run)")
                    let targets = other.targets.dropFirst(before)
                    #expect(!targets.isEmpty && targets.allSatisfy { $0 == "/robots.txt" }, "\(targets)")
                    #expect(try pictures(larder) == 0)
                }
                health.isWell.withLock { $0 = true }
                let run = try await larder.sync()
                #expect(run.end == .exited(0) && other.targets.suffix(2) == ["/robots.txt", "/1.png"], "\(run)")
                #expect(try pictures(larder) == 1)
            }
        }
    }
}
