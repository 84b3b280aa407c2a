import Foundation
import LarderChaos
import Synchronization
import Testing

extension ClusterTests {
    /// A source whose hosts send a byte now and then takes nothing from another one.
    @Suite("Slow hosts") struct SlowHostTests {
        private static let pages = 120

        /// 140 pictures on 14 names, each of a byte in half a second.
        private func withDrip(_ body: (AnsweringServer) async throws -> Void) async throws {
            try await AnsweringServer.with { path, _ in
                guard path == "/items" else {
                    return .init(type: "image/jpeg", body: Data(repeating: 7, count: 100_000), dripMs: 500)
                }
                let items = (0..<140).map { number in
                    let picture = "http://d\(number % 14).localhost:\(Self.port.withLock { $0 })/p/\(number)"
                    return #"{"id": \#(number), "title": "Item \#(number)", "image": "\#(picture)"}"#
                }
                return .json("{\"d\": [\(items.joined(separator: ","))]}")
            } _: { server in
                Self.port.withLock { $0 = server.port }
                try await body(server)
            }
        }

        private static let port = Mutex(0)

        private func drip(_ server: AnsweringServer, in scratch: Scratch) throws -> String {
            let hosts = (0..<14).map { "\"d\($0).localhost:\(server.port)\"" }.joined(separator: ", ")
            return try scratch.write(
                """
                name: drip
                kind: json
                base: http://127.0.0.1:\(server.port)
                list: /items
                items: /d
                fields: {id: /id, title: /title, image: /image}
                own: true
                allow: [\(hosts)]
                """,
                to: "drip.yaml"
            )
        }

        /// Syncs until the last page of the good source was asked for; gives the time that took.
        private func time(_ site: Website, besides sources: [String]) async throws -> Duration {
            let larder = try site.otherLarder("larder-\(sources.count)", besides: sources)
            let before = site.server.targets.count
            let began = ContinuousClock.now
            let program = try larder.start(progress: "json")
            try #require(
                try await eventually(in: larder.scratch.folder) {
                    site.server.targets.count - before > Self.pages
                },
                "\(program.errors.suffix(2_000))"
            )
            let time = ContinuousClock.now - began
            if !sources.isEmpty {
                #expect(
                    try await eventually(in: larder.scratch.folder) { program.errors.contains("\"slow_hosts\":[{") },
                    "\(program.errors.suffix(2_000))"
                )
            }
            program.signal(SIGINT)
            program.signal(SIGINT)
            _ = try await larder.scratch.finish(program, "the sync that was stopped", within: .seconds(60))
            return time
        }

        @Test(.tags(.alone)) func `a source beside it takes no longer than alone`() async throws {
            var answers = ["/s.xml": Website.urlset((1...Self.pages).map { "/p/\($0)" })]
            for number in 1...Self.pages { answers["/p/\(number)"] = Website.article("\(number)") }
            let definition = "kind: sitemap\nsitemaps: [/s.xml]\npoliteness: {concurrency: 2, delay: 50ms}"
            try await withDrip { server in
                try await Website.with(answers, definition) { site in
                    let alone = try await time(site, besides: [])
                    let beside = try await time(site, besides: [try drip(server, in: site.larder.scratch)])
                    #expect(beside < alone * 1.3 + .seconds(1), "\(alone) alone, \(beside) beside it")
                }
            }
        }
    }
}
