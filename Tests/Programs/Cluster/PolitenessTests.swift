import Foundation
import LarderChaos
import LarderModel
import LarderTestSupport
import Synchronization
import Testing

extension ClusterTests {
    /// What servers saw of a sync that obeys them.
    @Suite("Politeness") struct PolitenessTests {
        /// Requests to several servers, in the order in which they came.
        private final class Log: Sendable {
            private let seen = Mutex<[(host: String, path: String, at: ContinuousClock.Instant)]>([])
            /// Counts requests to other servers than the slow one.
            private let others = DispatchSemaphore(value: 0)

            func note(_ host: String, _ path: String) {
                seen.withLock { $0.append((host, path, .now)) }
                if host != "slow" { others.signal() }
            }

            /// Returns when so many requests came to the other servers, or after 100 s.
            func waitForOthers(_ count: Int) {
                let end = DispatchTime.now() + 100
                for _ in 0..<count where others.wait(timeout: end) == .timedOut { return }
            }

            func paths(_ host: String) -> [String] { seen.withLock { $0.filter { $0.host == host }.map(\.path) } }

            func times(_ host: String) -> [ContinuousClock.Instant] {
                seen.withLock { $0.filter { $0.host == host }.map(\.at) }
            }
        }

        private static func page(_ text: String = "Text") -> AnsweringServer.Answer {
            AnsweringServer.Answer(type: "text/html", body: Data("<!doctype html><p>\(text) of a page.</p>".utf8))
        }

        private static func robots(_ text: String) -> AnsweringServer.Answer {
            AnsweringServer.Answer(type: "text/plain", body: Data(text.utf8))
        }

        /// Serves `pages` for each host beside its robots.txt, and lists them all.
        private static func api(_ pages: [String]) throws
            -> @Sendable (String, [String: String]) -> AnsweringServer.Answer
        {
            let listed = pages.indices.map { ["recipe_id": "r\($0)", "title": "r\($0)"] }
            let search = try Corpus.text(["recipes": listed])
            return { path, query in
                switch path {
                case "/api/search": return .json(query["page"] == "1" ? search : #"{"recipes": []}"#)
                case "/api/get":
                    guard let number = query["rId"].flatMap({ Int($0.dropFirst()) }), pages.indices.contains(number)
                    else {
                        return .json("{}", status: 404)
                    }
                    let record = ["recipe_id": "r\(number)", "title": "r", "source_url": pages[number]]
                    return .json((try? Corpus.text(["recipe": record])) ?? "")
                default: return .json("{}", status: 404)
                }
            }
        }

        @Test func `hosts' rules, delays and pauses are obeyed by eight workers, and no host waits for another one`()
            async throws
        {
            let log = Log()
            let isPaused = Mutex(false)
            let othersAtEnd = Mutex<[Int]>([])
            func host(_ name: String, _ rules: String) -> @Sendable (String, [String: String]) -> AnsweringServer.Answer
            {
                { path, _ in
                    log.note(name, path)
                    if name == "slow", log.paths("slow").count == 7 {
                        // The last one is held back until the others are done, which they are not where they wait for
                        // it.
                        log.waitForOthers(7 + 8)
                        othersAtEnd.withLock { $0 = [log.paths("fast").count, log.paths("busy").count] }
                    }
                    return path == "/robots.txt" ? Self.robots(rules) : Self.page()
                }
            }
            try await Scratch.with { scratch in
                try await AnsweringServer.with(host("slow", "User-agent: *\nCrawl-delay: 0.7\n")) { slow in
                    try await AnsweringServer.with(host("fast", "User-agent: larder\nDisallow: /secret/\n")) { fast in
                        try await AnsweringServer.with { path, _ in
                            log.note("busy", path)
                            if path == "/robots.txt" { return .json("", status: 404) }
                            let isFirst = isPaused.withLock { paused in
                                defer { paused = true }
                                return !paused
                            }
                            guard isFirst else { return Self.page() }
                            return AnsweringServer.Answer(status: 429, headers: ["Retry-After: 2"], body: Data())
                        } _: { busy in
                            let held = try HeldPort()
                            let dead = held.number
                            var pages: [String] = []
                            for number in 0..<6 {
                                pages += [
                                    "http://127.0.0.1:\(slow.port)/\(number)",
                                    "http://127.0.0.1:\(fast.port)/\(number)",
                                    "http://127.0.0.1:\(fast.port)/secret/\(number)",
                                    "http://127.0.0.1:\(busy.port)/\(number)", "http://127.0.0.1:\(dead)/\(number)",
                                ]
                            }
                            try await AnsweringServer.with(Self.api(pages)) { api in
                                let allow = [slow.port, fast.port, busy.port, dead].map { "\"127.0.0.1:\($0)\"" }
                                let text = """
                                    name: polite
                                    kind: food2fork
                                    base: http://127.0.0.1:\(api.port)
                                    queries: [soup]
                                    images: false
                                    robots: obey
                                    contact: me@site.example
                                    politeness: {concurrency: 1}
                                    retry: {attempts: 4, base: 10ms}
                                    timeout: 2m
                                    allow: [\(allow.joined(separator: ", "))]
                                    """
                                let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "polite.yaml")])
                                let run = try await larder.sync(workers: 8)
                                #expect(run.end == .exited(1), "the dead host's pages are left: \(run)")
                                #expect(run.output.contains("http://127.0.0.1:\(dead)/robots.txt"), "\(run)")
                                #expect(run.output.contains("Disallow: /secret/"), "\(run)")
                                #expect(try await larder.command("verify").end == .exited(0))
                                #expect(
                                    (slow.heads + fast.heads).allSatisfy { $0.contains("Larder/1 (+me@site.example)") }
                                )
                            }
                            withExtendedLifetime(held) {}  // no other test gets its port
                        }
                    }
                }
            }
            for name in ["slow", "fast", "busy"] {
                let paths = log.paths(name)
                #expect(paths.first == "/robots.txt" && paths.count { $0 == "/robots.txt" } == 1, "\(name): \(paths)")
            }
            let slow = log.times("slow")
            #expect(slow.count == 7)
            // The delay lies between hand-outs: one request that is late comes closer to the next, and not all of them
            // together.
            let end = try #require(slow.last)
            #expect(end - slow[0] >= .milliseconds(6 * 700 - 700), "\(slow)")
            #expect(log.paths("fast").count == 7 && !log.paths("fast").contains { $0.hasPrefix("/secret") })
            let busy = log.times("busy")
            #expect(busy.count == 8, "robots.txt, six pages, one of them twice")
            #expect(busy.count > 2 && busy[2] - busy[1] >= .milliseconds(1980))
            #expect(othersAtEnd.withLock { $0 } == [7, 8])
        }

        @Test func `a quota ends the run with the work kept, and header fields stay with their host`() async throws {
            // A period that ends in six hours at the earliest.
            let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
            let quota = (6..<18).contains(hour) ? "5/day" : "5/day at 12:00 UTC"
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    Self.page()
                } _: { other in
                    let pages = (0..<9).map { "http://127.0.0.1:\(other.port)/\($0)" }
                    try await AnsweringServer.with(Self.api(pages)) { api in
                        let text = """
                            name: counted
                            kind: food2fork
                            base: http://127.0.0.1:\(api.port)
                            queries: [soup]
                            images: false
                            quota: \(quota)
                            headers: {X-Token: {environment: LARDER_TEST_TOKEN}}
                            allow: ["127.0.0.1:\(other.port)"]
                            """
                        let source = try scratch.write(text, to: "counted.yaml")
                        let larder = TestLarder(scratch, sources: [source])
                        for _ in 0..<2 {
                            let run = try await larder.sync(environment: ["LARDER_TEST_TOKEN": "token-of-nobody"])
                            #expect(run.end == .exited(2), "\(run)")
                            #expect(run.output.contains("quota of \(quota)"), "\(run)")
                            #expect(!run.output.contains("token-of-nobody") && !run.errors.contains("token-of-nobody"))
                        }
                        #expect(api.targets.count == 5)
                        #expect(api.heads.allSatisfy { $0.contains("X-Token: token-of-nobody") })
                        #expect(!other.heads.isEmpty && !other.heads.contains { $0.contains("X-Token") })
                        let bytes = FileManager.default.contents(atPath: larder.catalogPath) ?? Data()
                        #expect(bytes.range(of: Data("token-of-nobody".utf8)) == nil)
                    }
                }
            }
        }

        @Test func `an API that throttles in words is asked as often as the definition says, and quoted`() async throws
        {
            let said = "You made 100 requests over a 24 hour period."
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json(#"{"status":"error","code":"rateLimited","message":"\#(said)"}"#, status: 429)
                } _: { server in
                    let text = """
                        name: news
                        kind: newsapi-v2
                        base: http://127.0.0.1:\(server.port)
                        queries: [soup]
                        retry: {attempts: 2, base: 5ms, cap: 10ms}
                        """
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "news.yaml")])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "\(run)")
                    #expect(server.targets.count == 2)
                    #expect(run.output.contains(said), "\(run)")
                    #expect(try await larder.command("why", "search:news:soup:1").output.contains(said))
                }
            }
        }
    }
}
