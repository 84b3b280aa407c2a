import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    /// Syncs through a proxy, and with a login.
    @Suite("Proxy and login") struct ProxyLoginTests {
        /// Answers as an HTTP proxy of the site is asked: the path is that of the whole URL.
        private static func answer(_ path: String) -> AnsweringServer.Answer {
            switch path {
            case "/sitemap.xml":
                Website.xml("<urlset><url><loc>http://stew.test/p/1</loc></url></urlset>")
            case "/p/1": Website.article("1")
            default: AnsweringServer.Answer(status: 404, type: "text/plain", body: Data())
            }
        }

        private static let source = """
            name: stew
            kind: sitemap
            base: http://stew.test
            images: false
            politeness: {delay: 0s}
            retry: {attempts: 2, base: 5ms, cap: 20ms}

            """

        @Test(arguments: [true, false])
        func `a proxy of the environment or of the file is asked`(isOfEnvironment: Bool) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with({ path, _ in Self.answer(path) }) { server in
                    let proxy = "http://127.0.0.1:\(server.port)"
                    let text = Self.source + (isOfEnvironment ? "" : "proxy: \(proxy)\n")
                    let larder = Larder(scratch, sources: [try scratch.write(text, to: "stew.yaml")])
                    let run = try await larder.sync(environment: [
                        "http_proxy": isOfEnvironment ? proxy : "http://127.0.0.1:1"
                    ])
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(try await larder.status()[0].articles == 1)
                    #expect(server.targets.contains("http://stew.test/p/1"), "\(server.targets)")
                }
            }
        }

        @Test func `the built-in sample needs no proxy`() async throws {
            try await Scratch.with { scratch in
                let small = ["--sample-recipes", "4", "--sample-articles", "2"]
                let run = try await Larder(scratch).sync(small, environment: ["http_proxy": "http://127.0.0.1:1"])
                #expect(run.end == .exited(0), "\(run)")
            }
        }

        @Test func `a cookie of a file is sent, and shown nowhere where the site repeats it`() async throws {
            let session = "sEssIon-4711-of-mine"
            let echo = Website.html(
                "<!doctype html><title>Page 1</title><main><h1>Page 1</h1><p>You are \(session). "
                    + String(repeating: "More words for this page of a member. ", count: 8) + "</p></main>"
            )
            try await Website.with(["/p/1": echo], "kind: pages\nurls: [/p/1]\nheaders: {Cookie: {file: ~/cookie}}") {
                site in
                try site.larder.scratch.write("theme=1; session=\(session)\n", to: "cookie")
                let run = try await site.sync().run
                #expect(run.end == .exited(0), "\(run)")
                #expect(site.server.heads.allSatisfy { $0.contains("\nCookie: theme=1; session=\(session)\r") })
                #expect(!site.server.heads.isEmpty)
                let names =
                    FileManager.default.enumerator(atPath: site.larder.folder)?.compactMap { $0 as? String } ?? []
                for name in names {
                    guard let data = FileManager.default.contents(atPath: site.larder.folder + "/" + name) else {
                        continue
                    }
                    #expect(data.range(of: Data(session.utf8)) == nil, "\(name)")
                }
                #expect(!(run.output + run.errors).contains(session))
            }
        }
    }
}
