import Foundation
import GRDB
import LarderChaos
import LarderTestSupport
import Synchronization
import Testing

extension ClusterTests {
    /// What a redirect to another host names is asked in that host's turn.
    @Suite("Turns behind redirects") struct RedirectTurnTests {
        /// A server as it saw a sync.
        private final class Server: Sendable {
            let port = Mutex(0)
            private let seen = Mutex<[(path: String, at: ContinuousClock.Instant)]>([])

            func note(_ path: String) { seen.withLock { $0.append((path, .now)) } }

            var origin: String { "http://127.0.0.1:\(port.withLock { $0 })" }
            var paths: [String] { seen.withLock { $0.map(\.path) } }
            /// The requests but that for robots.txt.
            var pages: [(path: String, at: ContinuousClock.Instant)] {
                seen.withLock { $0.filter { $0.path != "/robots.txt" } }
            }
        }

        /// Two hosts, of which `home` sends all its pages to `other`, and a larder of a source over these pages.
        private struct Site {
            let larder: TestLarder
            let home: Server
            let other: Server

            /// Pages that wait in the turn of the other host, or were there.
            func moved() throws -> Int {
                try larder.read { db in
                    let sql = "SELECT count(*) FROM job JOIN lane ON lane.id = laneID WHERE kind = 3 AND name = ?"
                    return try Int.fetchOne(db, sql: sql, arguments: [String(other.origin.dropFirst(7))]) ?? 0
                }
            }
        }

        private typealias Answers = @Sendable (_ path: String, _ home: Server) -> AnsweringServer.Answer

        private static func answer(status: Int, _ headers: [String] = [], _ text: String = "")
            -> AnsweringServer.Answer
        {
            AnsweringServer.Answer(status: status, type: "text/plain", headers: headers, body: Data(text.utf8))
        }

        /// - Parameters:
        ///   - headers: Of the redirects.
        ///   - robots: Of the other host.
        ///   - lines: Of the definition.
        ///   - answers: What the other host answers for a path; nil: articles.
        private static func with(
            pages: Int,
            headers: [String] = [],
            robots: String = "",
            lines: String = "",
            answers: Answers?,
            _ body: (Site) async throws -> Void
        ) async throws {
            let (home, other) = (Server(), Server())
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    other.note(path)
                    guard path != "/robots.txt" else { return Self.answer(status: 200, [], robots) }
                    return answers?(path, home) ?? Website.article(path)
                } _: { server in
                    other.port.withLock { $0 = server.port }
                    try await AnsweringServer.with { path, _ in
                        home.note(path)
                        guard path != "/robots.txt" else { return Self.answer(status: 404) }
                        return Self.answer(status: 302, ["Location: \(other.origin)\(path)"] + headers)
                    } _: { server in
                        home.port.withLock { $0 = server.port }
                        let urls = (1...pages).map { "/page/\($0)" }.joined(separator: ", ")
                        let text = """
                            name: away
                            kind: pages
                            base: \(home.origin)/
                            urls: [\(urls)]
                            images: false
                            robots: obey
                            retry: {attempts: 2, base: 5ms, cap: 20ms, pause: 10s}
                            allow: ["\(other.origin.dropFirst(7))"]
                            \(lines)
                            """
                        let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "away.yaml")])
                        try await body(Site(larder: larder, home: home, other: other))
                    }
                }
            }
        }

        @Test func `the Crawl-delay of the host that is named holds over all workers`() async throws {
            try await Self.with(pages: 6, robots: "User-agent: *\nCrawl-delay: 0.7\n", answers: nil) { site in
                let run = try await site.larder.sync(workers: 4)
                #expect(run.end == .exited(0), "\(run)")
                for host in [site.home, site.other] {
                    #expect(host.paths.first == "/robots.txt" && host.paths.count { $0 == "/robots.txt" } == 1)
                    #expect(Set(host.pages.map(\.path)).count == 6 && host.pages.count == 6, "\(host.paths)")
                }
                // The delay lies between hand-outs: one request that is late comes closer to the next, and not all of
                // them together.
                let pages = site.other.pages
                let (first, last) = (try #require(pages.first), try #require(pages.last))
                #expect(last.at - first.at >= .milliseconds(5 * 700 - 700), "\(pages)")
                let texts = try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM text") }
                #expect(texts == 6)
                #expect(try await site.larder.command("verify").end == .exited(0))
            }
        }

        @Test func `a killed coordinator's next one goes on at the host that is named`() async throws {
            try await Self.with(pages: 6, robots: "User-agent: *\nCrawl-delay: 2\n", answers: nil) { site in
                let program = try site.larder.start(workers: 2)
                let areMoved = try await eventually(in: site.larder.scratch.folder) {
                    // Rules that are still under way would be asked for again.
                    program.hasEnded || (try? site.moved()) == 6 && !site.other.pages.isEmpty
                }
                try #require(areMoved && !program.hasEnded, "\(program.errors)")
                let workers = ProcessTable.children(of: program.processID)
                program.signal(SIGKILL)
                for worker in workers { kill(worker, SIGKILL) }
                _ = await program.end
                try await site.larder.expectNoWorkers()
                try await site.larder.syncedWhole()
                try await site.larder.expectWhole()
                #expect(site.home.pages.count == 6, "no page is asked for at its own host again: \(site.home.paths)")
                let asked = site.other.pages.map(\.path)
                #expect(Set(asked).count == 6 && asked.count <= 7, "only the one under way comes again: \(asked)")
                #expect(site.other.paths.count { $0 == "/robots.txt" } == 1)
            }
        }

        @Test func `hosts that lead to each other without end are left after five redirects`() async throws {
            let back: Answers = { path, home in Self.answer(status: 302, ["Location: \(home.origin)\(path)x"]) }
            try await Self.with(pages: 1, answers: back) { site in
                let run = try await site.larder.sync()
                #expect(run.end == .exited(1), "\(run)")
                #expect(site.home.pages.count == 3 && site.other.pages.count == 3, "\(site.home.paths)")
                #expect(run.output.contains("after 5 redirects"), "\(run)")
            }
        }

        @Test func `where the host that is named fails, the first one is asked once more`() async throws {
            let failing: Answers = { _, _ in Self.answer(status: 500) }
            try await Self.with(pages: 1, answers: failing) { site in
                let run = try await site.larder.sync()
                #expect(run.end == .exited(1), "\(run)")
                #expect(site.home.pages.count == 2, "\(site.home.paths)")
                #expect(site.other.pages.count == 3, "the new job has its two tries: \(site.other.paths)")
            }
        }

        @Test func `one page that leads to a host that is no more holds nothing up`() async throws {
            try await Scratch.with { scratch in
                let gone = try HeldPort()
                try await AnsweringServer.with { path, _ in
                    switch path {
                    case "/robots.txt": return Self.answer(status: 404)
                    case "/page/1": return Self.answer(status: 302, ["Location: http://127.0.0.1:\(gone.number)/x"])
                    default: return Website.article(path)
                    }
                } _: { server in
                    let text = """
                        name: away
                        kind: pages
                        base: http://127.0.0.1:\(server.port)/
                        urls: [/page/1, /page/2]
                        images: false
                        robots: obey
                        retry: {attempts: 2, base: 5ms, cap: 20ms}
                        allow: ["127.0.0.1:\(gone.number)"]
                        """
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "away.yaml")])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "it does not wait for that host: \(run)")
                    #expect(run.output.contains("robots-unreachable"), "\(run)")
                    let texts = try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM text") }
                    #expect(texts == 1)
                }
            }
        }

        @Test(arguments: [["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 2"], ["Retry-After: 2"]])
        func `limits that a redirect tells of hold for the host that sent it`(headers: [String]) async throws {
            let single = "politeness: {concurrency: 1}"
            try await Self.with(pages: 2, headers: headers, lines: single, answers: nil) { site in
                let run = try await site.larder.sync()
                #expect(run.end == .exited(0), "\(run)")
                let (home, other) = (site.home.pages, site.other.pages)
                try #require(home.count == 2 && other.count == 2)
                #expect(home[1].at - home[0].at >= .milliseconds(1900), "\(home)")
                guard headers == ["Retry-After: 2"] else { return }
                #expect(other[0].at - home[0].at >= .milliseconds(1900), "nor is what it names asked for before")
            }
        }

        @Test func `what is fresh is asked for neither at its own host nor at the one that is named`() async throws {
            let headers = ["Cache-Control: max-age=3600"]
            let fresh: Answers = { path, _ in
                var page = Website.article(path)
                page.headers = headers
                return page
            }
            try await Self.with(pages: 1, headers: headers, answers: fresh) { site in
                for _ in 1...2 {
                    let run = try await site.larder.sync()
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(site.home.pages.count == 1 && site.other.pages.count == 1)
                }
            }
        }
    }
}
