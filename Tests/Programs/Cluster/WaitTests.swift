import Foundation
import GRDB
import LarderChaos
import LarderModel
import Synchronization
import Testing

extension ClusterTests {
    /// Answers that are none yet, and hosts that ask for a pause.
    @Suite("Waits and statuses") struct WaitTests {
        private static func source(_ port: Int, _ retry: String) -> String {
            "name: slow\nkind: food2fork\nbase: http://127.0.0.1:\(port)\nqueries: [soup]\nimages: false\nretry: {\(retry)}\n"
        }

        private static let pauses = ["99999999999999999999", "604800", "Fri, 31 Dec 9999 23:59:59 GMT"]

        @Test(arguments: pauses) func `a definition bounds the pause that a host asks for`(asked: String) async throws {
            try await Scratch.with { scratch in
                let isAskedAgain = Mutex(false)
                try await AnsweringServer.with { _, _ in
                    let isFirst = isAskedAgain.withLock { asked in
                        defer { asked = true }
                        return !asked
                    }
                    guard isFirst else { return .json(#"{"recipes": []}"#) }
                    return AnsweringServer.Answer(status: 429, headers: ["Retry-After: \(asked)"], body: Data())
                } _: { server in
                    let text = Self.source(server.port, "attempts: 3, base: 5ms, cap: 1s")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "slow.yaml")])
                    let run = try await larder.sync(["--allow-empty"])
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(server.targets.count == 2)
                }
            }
        }

        @Test func `a pause, its host and its reason are shown`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    AnsweringServer.Answer(status: 429, headers: ["Retry-After: 86400"], body: Data())
                } _: { server in
                    let text = Self.source(server.port, "attempts: 3, base: 5ms, pause: 2m")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "slow.yaml")])
                    let program = try larder.start(progress: "json", ["--wait"])
                    let isPaused = try await eventually(in: scratch.folder) {
                        program.errors.contains(#""paused_hosts":[{"host":"127.0.0.1:\#(server.port)""#)
                    }
                    #expect(isPaused, "\(program.errors)")
                    program.signal(SIGTERM)
                    let run = try await scratch.finish(program, "the sync")
                    #expect(run.end == .exited(2), "\(run)")
                    for told in [
                        try await larder.command("status"), try await larder.command("why", "search:slow:soup:1"),
                    ] {
                        #expect(told.output.contains("asks for a pause of 24h; it gets 2m"), "\(told)")
                        #expect(told.output.contains("127.0.0.1:\(server.port)"), "\(told)")
                    }
                }
            }
        }

        @Test(arguments: [201, 202, 203, 204, 205, 206, 207, 226])
        func `an answer that brings no whole body says so, and nothing dies of it later`(status: Int) async throws {
            try await Scratch.with { scratch in
                let port = Mutex(0)
                try await AnsweringServer.with { path, query in
                    let origin = "http://127.0.0.1:\(port.withLock { $0 })"
                    switch path {
                    case "/api/search":
                        return .json(
                            query["page"] == "1"
                                ? #"{"recipes": [{"recipe_id": "1", "title": "a"}]}"# : #"{"recipes": []}"#
                        )
                    case "/api/get":
                        return .json(#"{"recipe": {"recipe_id": "1", "title": "a", "source_url": "\#(origin)/page"}}"#)
                    default:
                        let body = status == 204 || status == 205 ? Data() : Data("<!doctype html><p>Text".utf8)
                        return AnsweringServer.Answer(status: status, type: "text/html", body: body)
                    }
                } _: { server in
                    port.withLock { $0 = server.port }
                    let text = Self.source(server.port, "attempts: 2, base: 5ms, cap: 10ms")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "slow.yaml")])
                    let run = try await larder.sync()
                    let (codes, texts) = try larder.read { db in
                        (
                            try String.fetchAll(db, sql: "SELECT code || ' ' || message FROM job WHERE state = 2"),
                            try Int.fetchOne(db, sql: "SELECT count(*) FROM text") ?? -1
                        )
                    }
                    #expect(run.end == .exited(status == 203 ? 0 : 1), "\(run)")
                    #expect(texts == (status == 203 ? 1 : 0))
                    for code in codes {
                        #expect(code.contains("status \(status)") && !code.contains("cache-"), "\(code)")
                    }
                    #expect(codes.count == (status == 203 ? 0 : 1))
                    #expect(try await larder.command("verify").end == .exited(0))
                }
            }
        }

        @Test func `header lines beyond all measure are named with their limit`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    var answer = AnsweringServer.Answer.json("{}")
                    answer.headers = ["X-Long: " + String(repeating: "a", count: 5 << 20)]
                    return answer
                } _: { server in
                    let text = Self.source(server.port, "attempts: 2, base: 5ms, cap: 10ms")
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "slow.yaml")])
                    let run = try await larder.sync()
                    #expect(run.end == .exited(1), "\(run)")
                    #expect(run.output.contains("header lines over the limit of 65536 bytes"), "\(run)")
                }
            }
        }

        @Test func `folders of coordinators that were killed are removed by the next one, whatever its larder`()
            async throws
        {
            try await Scratch.with { scratch in
                // Nobody answers there, so that the sync cannot end by itself.
                let listener = try PortListener()
                defer { withExtendedLifetime(listener) {} }
                let text = Self.source(listener.port, "attempts: 3") + "timeout: 5m\n"
                let source = try scratch.write(text, to: "slow.yaml")
                let killed = try TestLarder(scratch, "killed", sources: [source]).start(progress: "json")
                let folders = {
                    ((try? FileManager.default.contentsOfDirectory(atPath: scratch.folder)) ?? []).filter {
                        $0.hasPrefix("larder-\(getuid())-")
                    }
                }
                try #require(
                    try await eventually(in: scratch.folder) { (Progress.latest(of: killed)?.workers ?? 0) > 0 }
                )
                killed.signal(SIGKILL)
                _ = await killed.end
                #expect(folders().count == 1)
                try await TestLarder(scratch, "next").syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                #expect(folders() == [])
            }
        }
    }
}
