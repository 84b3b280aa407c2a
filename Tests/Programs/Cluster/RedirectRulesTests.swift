import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    /// Redirects to hosts that have rules of their own.
    @Suite("Rules behind redirects") struct RedirectRulesTests {
        private static func robots(_ text: String, status: Int = 200) -> AnsweringServer.Answer {
            AnsweringServer.Answer(status: status, type: "text/plain", body: Data(text.utf8))
        }

        /// Syncs three pages that lead to another server.
        private static func sync(
            robots: AnsweringServer.Answer,
            _ check: (Scratch.Finished, _ home: AnsweringServer, _ other: AnsweringServer) throws -> Void
        ) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    switch path {
                    case "/robots.txt": robots
                    case "/open/2": AnsweringServer.Answer(status: 302, headers: ["Location: /secret/9"], body: Data())
                    default: Website.article("elsewhere")
                    }
                } _: { other in
                    try await AnsweringServer.with { path, _ in
                        guard path != "/robots.txt" else { return Self.robots("", status: 404) }
                        let place = "Location: http://127.0.0.1:\(other.port)\(path)"
                        return AnsweringServer.Answer(status: 302, headers: [place], body: Data())
                    } _: { home in
                        let text = """
                            name: led
                            kind: pages
                            base: http://127.0.0.1:\(home.port)/
                            urls: [/open/1, /open/2, /secret/3]
                            images: false
                            robots: obey
                            retry: {attempts: 2, base: 5ms, cap: 20ms}
                            allow: ["127.0.0.1:\(other.port)"]
                            """
                        let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "led.yaml")])
                        try check(try await larder.sync(), home, other)
                    }
                }
            }
        }

        @Test func `a redirect to another host is followed where the robots.txt there allows it`() async throws {
            try await Self.sync(robots: Self.robots("User-agent: *\nDisallow: /secret/\n")) { run, home, other in
                #expect(run.end == .exited(0), "\(run)")
                #expect(other.targets.first == "/robots.txt" && other.targets.count { $0 == "/robots.txt" } == 1)
                #expect(Set(other.targets) == ["/robots.txt", "/open/1", "/open/2"], "\(other.targets)")
                #expect(home.targets.contains("/secret/3"))
                #expect(run.output.contains("Disallow: /secret/"), "\(run)")
            }
        }

        @Test func `what lies behind a redirect waits where the robots.txt there cannot be had`() async throws {
            try await Self.sync(robots: Self.robots("", status: 500)) { run, _, other in
                #expect(run.end == .exited(2), "\(run)")
                #expect(other.targets == ["/robots.txt"], "it is asked for again after a quarter of an hour")
                #expect(run.output.contains("robots.txt of 127.0.0.1:\(other.port)"), "\(run)")
            }
        }
    }
}
