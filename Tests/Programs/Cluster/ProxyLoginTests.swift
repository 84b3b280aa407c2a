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

        /// Files below a folder that hold a text.
        private static func files(in folder: String, holding text: String) -> [String] {
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return names.filter { name in
                FileManager.default.contents(atPath: folder + "/" + name)?.range(of: Data(text.utf8)) != nil
            }
        }

        @Test(arguments: [true, false])
        func `a proxy of the environment or of the file is asked`(isOfEnvironment: Bool) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with({ path, _ in Self.answer(path) }) { server in
                    let proxy = "http://127.0.0.1:\(server.port)"
                    let text = Self.source + (isOfEnvironment ? "" : "proxy: \(proxy)\n")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "stew.yaml")])
                    let run = try await larder.sync(environment: [
                        "http_proxy": isOfEnvironment ? proxy : "http://127.0.0.1:1"
                    ])
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(try await larder.status()[0].articles == 1)
                    #expect(server.targets.contains("http://stew.test/p/1"), "\(server.targets)")
                }
            }
        }

        @Test func `a proxy's login is shown and stored nowhere where an answer repeats it`() async throws {
            let login = Data("larder:pass/word-4711".utf8).base64EncodedString()
            let secrets = ["pass/word-4711", "pass%2Fword-4711", login]
            let echo = Website.html(
                "<!doctype html><title>Page 1</title><main><h1>Page 1</h1><p>You are \(secrets). "
                    + String(repeating: "More words for this page behind a proxy. ", count: 8) + "</p></main>"
            )
            try await Scratch.with { scratch in
                try await AnsweringServer.with({ path, _ in path == "/p/1" ? echo : Self.answer(path) }) { server in
                    let larder = TestLarder(scratch, sources: [try scratch.write(Self.source, to: "stew.yaml")])
                    let run = try await larder.sync(environment: [
                        "http_proxy": "http://larder:pass%2Fword-4711@127.0.0.1:\(server.port)"
                    ])
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(server.heads.contains { $0.contains("Proxy-Authorization: Basic \(login)") })
                    for secret in secrets {
                        #expect(Self.files(in: larder.folder, holding: secret) == [])
                        #expect(!(run.output + run.errors).contains(secret))
                    }
                    #expect(try larder.content().contains { $0.contains("You are") })
                }
            }
        }

        @Test func `what is no address of a proxy refuses the run and is not shown`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch, sources: [try scratch.write(Self.source, to: "stew.yaml")])
                let run = try await larder.sync(environment: ["http_proxy": "http://larder:hush/4711@127.0.0.1:1"])
                #expect(run.end == .exited(2), "\(run)")
                #expect(run.errors.contains("The environment variable http_proxy holds no address of a proxy"))
                #expect(!(run.output + run.errors).contains("4711"))
                #expect(!FileManager.default.fileExists(atPath: larder.folder))
            }
        }

        @Test func `the built-in sample needs no proxy`() async throws {
            try await Scratch.with { scratch in
                let small = ["--sample-recipes", "4", "--sample-articles", "2"]
                let run = try await TestLarder(scratch).sync(small, environment: ["http_proxy": "http://127.0.0.1:1"])
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
                #expect(Self.files(in: site.larder.folder, holding: session) == [])
                #expect(!(run.output + run.errors).contains(session))
            }
        }
    }
}
