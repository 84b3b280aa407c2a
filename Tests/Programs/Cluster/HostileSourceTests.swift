import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// What a source sends may fail its own job, and nothing else.
    @Suite("Hostile sources") struct HostileSourceTests {
        private static let good = #"""
            {"recipe": {"recipe_id": "good", "title": "Good soup", "ingredients": ["water"], "source_url": ""}}
            """#

        private static let bodies: [(id: String, body: [UInt8])] = [
            ("empty", []),
            ("deep", Array(String(repeating: "[", count: 1_000_000).utf8)),
            ("deep-objects", Array(String(repeating: #"{"recipe":"#, count: 100_000).utf8)),
            ("zeros", [UInt8](repeating: 0, count: 100_000)),
            ("latin", Array(#"{"recipe": {"title": "caf"#.utf8) + [0xE9] + Array(#""}}"#.utf8)),
            ("surrogate", Array(#"{"recipe": {"recipe_id": "surrogate", "title": "\uD800 soup"}}"#.utf8)),
            ("number", Array(#"{"recipe": {"title": "x", "social_rank": 1e999999, "servings": -9e99}}"#.utf8)),
            (
                "wide",
                Array(#"{"recipe": {"title": ""#.utf8) + [UInt8](repeating: 65, count: 3_000_000) + Array(#""}}"#.utf8)
            ),
            ("page", Array("<!doctype html><title>Log in</title>".utf8)),
            ("types", Array(#"{"recipe": {"title": ["a"], "recipe_id": {"b": 1}, "ingredients": 7}}"#.utf8)),
            ("../../../etc/passwd", Array(#"{"recipe": {"title": "../../../../tmp/x", "image_url": "../../x"}}"#.utf8)),
        ]

        @Test func `bodies that are wrong in any way end their own jobs and no others`() async throws {
            let listed = (Self.bodies.map(\.id) + ["good"]).map { ["recipe_id": $0, "title": $0] }
            let search = try Corpus.text(["count": listed.count, "recipes": listed])
            let bodies = Dictionary(uniqueKeysWithValues: Self.bodies.map { ($0.id, Data($0.body)) })
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, query in
                    if path == "/api/search" { return .json(query["page"] == "1" ? search : #"{"recipes": []}"#) }
                    guard let body = bodies[query["rId"] ?? ""] else { return .json(Self.good) }
                    return AnsweringServer.Answer(body: body)
                } _: { server in
                    let text = """
                        name: hostile
                        kind: food2fork
                        base: http://127.0.0.1:\(server.port)
                        queries: [soup]
                        retry: {attempts: 2, base: 5ms, cap: 20ms}
                        """
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "hostile.yaml")])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "\(run)")
                    #expect(!run.errors.contains("signal"), "\(run)")
                    let (kept, crashes) = try larder.read { db in
                        (
                            try String.fetchAll(db, sql: "SELECT recordID FROM recipe"),
                            try Int.fetchOne(db, sql: "SELECT total(crashes) FROM job") ?? -1
                        )
                    }
                    #expect(kept.contains("good"))
                    #expect(crashes == 0, "a worker died over an answer")
                    let left = try await larder.status().map(\.jobsLeft)
                    #expect(left == [0])
                    #expect(try await larder.command("verify").end == .exited(0))
                    #expect(try larder.integrity() == "ok")
                }
            }
        }

        @Test func `no redirect leads to private services`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json(#"{"recipes": []}"#)
                } _: { inner in
                    try await AnsweringServer.with { _, _ in
                        let place = "Location: http://127.0.0.1:\(inner.port)/private"
                        return AnsweringServer.Answer(status: 302, headers: [place], body: Data())
                    } _: { outer in
                        let text = "name: sly\nkind: food2fork\nbase: http://127.0.0.1:\(outer.port)\nqueries: [soup]\n"
                        let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "sly.yaml")])
                        let run = try await larder.sync()
                        #expect(run.end == .exited(1), "\(run)")
                        #expect(!outer.targets.isEmpty)
                        #expect(inner.targets.isEmpty, "reached: \(inner.targets)")
                        let advice = "allow: [\"127.0.0.1:\(inner.port)\"]"
                        #expect(run.output.contains(advice), "the way out is named: \(run)")
                    }
                }
            }
        }

        /// Another service of this machine stands for everything private; the source may only reach its own base.
        @Test func `no address of a source leads to private services`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json(#"{"secret": true}"#)
                } _: { inner in
                    let names = [
                        "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]",
                    ]
                    let urls =
                        names.map { "http://\($0):\(inner.port)/private" }
                        + ["file:///etc/passwd", "gopher://127.0.0.1:\(inner.port)/x"]
                    let listed = urls.indices.map { ["recipe_id": "\($0)", "title": "r\($0)"] }
                    let search = try Corpus.text(["recipes": listed])
                    try await AnsweringServer.with { path, query in
                        switch path {
                        case "/api/search": return .json(query["page"] == "1" ? search : #"{"recipes": []}"#)
                        case "/api/get":
                            guard let index = Int(query["rId"] ?? ""), urls.indices.contains(index) else {
                                return .json("{}")
                            }
                            let record = [
                                "recipe_id": "\(index)", "title": "r", "source_url": urls[index],
                                "image_url": urls[index],
                            ]
                            return .json((try? Corpus.text(["recipe": record])) ?? "")
                        default: return .json("{}", status: 404)
                        }
                    } _: { outer in
                        let text = """
                            name: sly
                            kind: food2fork
                            base: http://127.0.0.1:\(outer.port)
                            queries: [soup]
                            retry: {attempts: 2, base: 5ms, cap: 20ms}
                            """
                        let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "sly.yaml")])
                        let run = try await larder.sync()
                        #expect(run.end == .exited(1), "\(run)")
                        #expect(outer.targets.filter { $0.hasPrefix("/api/get") }.count >= urls.count)
                        #expect(inner.targets.isEmpty, "reached: \(inner.targets)")
                        #expect(try await larder.status().map(\.jobsLeft) == [0])
                        #expect(try await larder.command("verify").end == .exited(0))
                    }
                }
            }
        }
    }
}
