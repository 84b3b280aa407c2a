import Foundation
import LarderChaos
import Synchronization
import Testing

extension ClusterTests {
    /// A source's key may come back in whatever the source sends; it is a secret wherever it stands.
    @Suite("Secrets") struct SecretTests {
        private static let key = "Zq9-echo+me/Now=77"
        private static let upperHex = key.utf8.map { String(format: "%%%02X", $0) }.joined()
        private static let lowerHex = key.utf8.map { String(format: "%%%02x", $0) }.joined()

        private static func answer(_ path: String, _ query: [String: String], port: Int) -> AnsweringServer.Answer {
            let origin = "http://127.0.0.1:\(port)"
            switch (path, query["rId"]) {
            case ("/api/search", _):
                let records = ["plain", "refused", "moved", "gone"].map {
                    #"{"recipe_id": "\#($0)", "title": "\#($0)"}"#
                }
                let body = query["page"] == "1" ? records.joined(separator: ", ") : ""
                var answer = AnsweringServer.Answer.json(#"{"asked_with": "\#(key)", "recipes": [\#(body)]}"#)
                answer.headers = ["Link: <\(origin)/next?key=\(key)>; rel=next", "ETag: \"\(key)\"", "X-Asked: \(key)"]
                return answer
            case ("/api/get", "refused"?):
                return .json(#"{"error": "the key \#(key) may not do \#(upperHex)"}"#)
            case ("/api/get", "moved"?):
                return AnsweringServer.Answer(
                    status: 302,
                    headers: ["Location: \(origin)/moved/\(lowerHex)"],
                    body: Data()
                )
            case ("/api/get", "gone"?): return .json("{}", status: 404)
            case ("/api/get", _):
                return .json(
                    #"""
                    {"recipe": {"recipe_id": "plain", "title": "Soup for \#(key)", "publisher": "\#(upperHex)",
                    "ingredients": ["salt \#(key)"], "note_for_you": "\#(key)", "source_url": "\#(origin)/page?k=\#(lowerHex)",
                    "image_url": "\#(origin)/picture.png?key=\#(upperHex)&again=\#(lowerHex)"}}
                    """#
                )
            case ("/page", _):
                let text =
                    "<!doctype html><title>\(key)</title><p>You asked with \(key). <a href='/x?\(upperHex)'>\(key)</a>"
                return AnsweringServer.Answer(
                    type: "text/html; charset=utf-8; key=\(key)",
                    headers: ["ETag: \"\(key)\""],
                    body: Data(text.utf8)
                )
            case ("/picture.png", _):
                return AnsweringServer.Answer(type: "image/png", headers: ["ETag: \"\(key)\""], body: Self.picture)
            default: return .json(#"{"error": "\#(path) with \#(key)"}"#, status: 500)
            }
        }

        /// A PNG of one pixel, with the key in a comment behind its end.
        private static let picture =
            (Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
            ) ?? Data()) + Data(key.utf8)

        /// Files below a folder that hold a text, in any of its spellings.
        private static func files(in folder: String, holding texts: [String]) -> [String] {
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return names.filter { name in
                guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { return false }
                return texts.contains { data.range(of: Data($0.utf8)) != nil }
            }
        }

        @Test func `a key that its source echoes everywhere stands nowhere`() async throws {
            try await Scratch.with { scratch in
                let port = Mutex(0)
                try await AnsweringServer.with { path, query in
                    Self.answer(path, query, port: port.withLock { $0 })
                } _: { server in
                    port.withLock { $0 = server.port }
                    let text = """
                        name: echo
                        kind: food2fork
                        base: http://127.0.0.1:\(server.port)
                        queries: [soup]
                        key: {environment: ECHO_KEY}
                        retry: {attempts: 2, base: 5ms, cap: 20ms}
                        """
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "echo.yaml")])
                    let options = ["--log-level", "trace"]
                    let program = try larder.start(progress: "plain", options, environment: ["ECHO_KEY": Self.key])
                    // What `ps` shows to every user, whenever anything is logged or stored.
                    var seen: [String] = []
                    _ = try await eventually(in: scratch.folder) {
                        for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
                            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
                            if line.range(of: Data(Self.key.utf8)) != nil { seen.append(process) }
                        }
                        return program.hasEnded
                    }
                    #expect(seen.isEmpty)
                    let run = try await scratch.finish(program, "the sync")
                    #expect(run.end == .exited(1), "\(run)")
                    let again = try await larder.sync(progress: "json", options, environment: ["ECHO_KEY": Self.key])
                    #expect(again.end == .exited(1), "\(again)")
                    #expect(try await larder.command("verify").end == .exited(0))
                    let told = try await larder.command("status", "--json")
                    let texts = [
                        Self.key, Self.upperHex, Self.lowerHex, Self.key.replacingOccurrences(of: "/", with: "\\/"),
                    ]
                    for text in texts + [Data(Self.key.utf8).base64EncodedString()] {
                        for run in [run, again, told] { #expect(!run.description.contains(text), "\(run)") }
                    }
                    // The definition names the variable; nothing else of the key is in the scratch, logs of processes
                    // included.
                    #expect(Self.files(in: scratch.folder, holding: texts) == [])
                    // The key still reaches its own source where an address needs it.
                    let word = Self.key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    #expect(
                        server.targets.contains { $0.hasPrefix("/picture.png?key=") && !$0.contains("***") },
                        "\(word)"
                    )
                    #expect(try larder.content().contains { $0.contains("Soup for ***") })
                }
            }
        }
    }
}
