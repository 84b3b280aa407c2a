import Foundation
import GRDB
import LarderBenchSite
import LarderChaos
import Synchronization
import Testing

extension ClusterTests {
    /// Pictures through the whole cluster, as a reader of the catalog finds them.
    @Suite("Pictures in the catalog") struct PictureTests {
        /// 400 × 300 pixels: red, and nothing in the right quarter.
        private static let transparent = Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAZAAAAEsCAYAAADtt+XCAAAE50lEQVR42u3VQQ0AQAgDwcrBv4pzBS7IkcxjHDTdvKoGOCL8IwYJ"
                + "CAgCAggIAgIgIAICICACAiAgCAggIAgIICAICICACAiAgAgIgIAgIICAICCAgCAgAAIiIAACIiAAAoKAAAKCgAACgoAACIiAAAiI"
                + "gAAICAICCAgCAggIAgIgIAICICACAiAgCAggIAgIgNMWEAABERAAAREQAAFBQAABQUAABERAAAREQAAEREAABAQBAQQEAQEQEAEB"
                + "EBABARAQBAQQEAQEEBAEBEBABARAQAQEQEAQEEBAEBBAQBAQAAEREAABERAAAUFAAAFBQAABQUAABERAAAREQAAEBAEBBAQBAQQE"
                + "AQEQEAEBEBABARAQBAQQEAQEEBAEBEBABARAQAQEQEAQEEBAEBAAAREQAAEREAABERAAAUFAAAFBQAAEREAABERAAAREQAwSEBAE"
                + "BBAQBARAQAQEQEAEBEBAEBBAQBAQQEAQEAABERAAAREQAAFBQAABQUAAAUFAAAREQAAEREAABAQBAQQEAQEEBAEBEBABARAQAQEQ"
                + "EAQEEBAEBBAQBARAQAQEQEAEBEBAEBBAQBAQAMctIAACIiAAAiIgAAKCgAACgoAACIiAAAiIgAAIiIAACAgCAggIAgIgIAICICAC"
                + "AiAgCAggIAgIICAICICACAiAgAgIgIAgIICAICCAgCAgAAIiIAACIiAAAoKAAAKCgAACgoAACIiAAAiIgAAICAICCAgCAggIAgIg"
                + "IAICICACAiAgCAggIAgIICAICICACAiAgAgIgIAgIICAICAATltAAAREQAAEREAABAQBAQQEAQEQEAEBEBABARAQATFKQEAQEEBA"
                + "EBAAAREQAAEREAABQUAAAUFAAAFBQAAEREAABERAAAQEAQEEBAEBBAQBARAQAQEQEAEBEBAEBBAQBAQQEAQEQEAEBEBABARAQBAQ"
                + "QEAQEEBAEBAAAREQAAEREAABQUAAAUFAAAFBQAAEREAABERAAAQEAQEEBAEBEBABARAQAQEQEAEBEBAEBBAQBARAQAQEQEAEBEBA"
                + "EBBAQBAQQEAQEAABERAAAREQAAFBQAABQUAAAUFAAAREQAAEREAABAQBAQQEAQEEBAEBEBABARAQAQEQEAQEEBAEBBAQBARAQAQE"
                + "QEAEBEBAEBBAQBAQQEAQEAABERAAAREQAAFBQAABQUAAnLaAAAiIgAAIiIAACAgCAggIAgIgIAICICACAiAgAmKUgIAgIICAICAA"
                + "AiIgAAIiIAACgoAAAoKAAAKCgAAIiIAACIiAAAgIAgIICAICCAgCAiAgAgIgIAICICAICCAgCAggIAgIgIAICICACAiAgCAggIAg"
                + "IICAICAAAiIgAAIiIAACgoAAAoKAAAKCgAAIiIAACIiAAAgIAgIICAICICACAiAgAgIgIAICICAICCAgCAiAgAgIgIAICICACIhB"
                + "AgKCgAACgoAACIiAAAiIgAAICAICCAgCAggIAgIgIAICICACAiAgCAggIAgIICAICICACAiAgAgIgIAgIICAICCAgCAgAAIiIAAC"
                + "IiAAAoKAAAKCgAACgoAACIiAAAiIgAAICAICCAgCAuC0BQRAQAQEQEAEBEBAEBBAQBAQAAEREAABERAAAREQAAFBQAABQUAABERA"
                + "AAREQAAEBAEBBAQBAQSETQM5aRUCWOU5mAAAAABJRU5ErkJggg=="
        )

        /// The port that the server of a test got.
        private final class Port: Sendable {
            let number = Mutex(0)
        }

        /// An API with five recipes: two with one photograph under two addresses, one with a transparent picture, one
        /// whose photograph ends too early, and one whose photograph is cut the first time only.
        private static func answers(_ port: Port) throws
            -> @Sendable (String, [String: String]) -> AnsweringServer.Answer
        {
            let site = BenchSite(recipes: 8, base: "http://bench.test")
            let photos = (0..<3).map { Data(site.body(at: "/photos/\(10_000 + $0).jpg") ?? []) }
            let transparent = try #require(Self.transparent)
            let cut = Quota(calls: 1)
            return { path, query in
                func recipe(_ id: Int) -> String {
                    let image = "http://127.0.0.1:\(port.number.withLock { $0 })/\(id).jpg"
                    return
                        #"{"recipe_id": "\#(id)", "title": "Soup \#(id)", "image_url": "\#(image)", "ingredients": ["salt"]}"#
                }
                func picture(_ data: Data, _ tag: String) -> AnsweringServer.Answer {
                    AnsweringServer.Answer(type: "image/jpeg", headers: ["ETag: \"\(tag)\""], body: data)
                }
                switch path {
                case "/api/search":
                    let listed = query["page"] == "1" ? (0..<5).map(recipe) : []
                    return .json("{\"count\": \(listed.count), \"recipes\": [\(listed.joined(separator: ","))]}")
                case "/api/get": return .json("{\"recipe\": \(recipe(Int(query["rId"] ?? "") ?? 0))}")
                case "/0.jpg", "/1.jpg": return picture(photos[0], "same")
                case "/2.jpg": return picture(transparent, "clear")
                case "/3.jpg": return picture(photos[1].prefix(photos[1].count / 2), "short")
                case "/4.jpg": return picture(cut.spend() ? photos[2].prefix(5_000) : photos[2], "cut")
                default: return .json("{}", status: 404)
                }
            }
        }

        private func yaml(_ port: Int, _ images: String) -> String {
            """
            name: real
            kind: food2fork
            base: http://127.0.0.1:\(port)
            queries: [soup]
            pages: false
            images: \(images)
            retry: {attempts: 2, base: 5ms, cap: 20ms}
            """
        }

        /// Of each picture what `expression` says, in order of the addresses.
        private func column(_ expression: String, _ larder: TestLarder) throws -> [String?] {
            try larder.read { db in
                try String?.fetchAll(db, sql: "SELECT CAST(\(expression) AS TEXT) FROM image ORDER BY url")
            }
        }

        private func variants(_ larder: TestLarder) throws -> [String?] {
            try column(
                """
                (SELECT group_concat(v.format || ' ' || v.width || 'x' || v.height, ', ')
                FROM (SELECT * FROM imageVariant WHERE imageID = image.id ORDER BY position) AS v)
                """,
                larder
            )
        }

        private func decodeJobs(_ larder: TestLarder) throws -> Int {
            try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM job WHERE kind = 5") ?? 0 }
        }

        @Test func `pictures have their variants, looks and verdicts, and new widths need no new bytes`() async throws {
            let port = Port()
            try await Scratch.with { scratch in
                try await AnsweringServer.with(Self.answers(port)) { server in
                    port.number.withLock { $0 = server.port }
                    let file = try scratch.write(yaml(server.port, "true"), to: "real.yaml")
                    let larder = TestLarder(scratch, sources: [file])
                    let first = try await larder.syncedWhole(progress: "plain")
                    #expect((first.output + first.errors).contains("1 picture cannot be shown"), "\(first)")
                    #expect(
                        try variants(larder) == [
                            "jpeg 320x240, jpeg 640x480", "jpeg 320x240, jpeg 640x480", "webp 320x240, webp 400x300",
                            nil,
                            "jpeg 320x240, jpeg 640x480",
                        ]
                    )
                    #expect(try column("rejectCode", larder) == [nil, nil, nil, "truncated", nil])
                    #expect(
                        try column("round(aspectRatio, 4)", larder) == ["1.3333", "1.3333", "1.3333", nil, "1.3333"]
                    )
                    #expect(try column("widths", larder) == Array(repeating: "[320,1080]", count: 5))
                    let colors = try column("dominantColor", larder)
                    #expect(colors[0] == colors[1] && colors[2] == "#c82828" && colors[3] == nil)
                    let hashes = try column("thumbHash", larder)
                    #expect(hashes[0] == hashes[1] && hashes[0] != hashes[4] && hashes[3] == nil)
                    #expect(try decodeJobs(larder) == 4, "one for each content")
                    #expect(server.targets.filter { $0 == "/3.jpg" || $0 == "/4.jpg" }.count == 4)
                    try await expectTold(larder)

                    let before = server.bodies.count
                    _ = try scratch.write(yaml(server.port, "{widths: [100, 200, 200, 8000]}"), to: "real.yaml")
                    try await larder.syncedWhole()
                    #expect(
                        try variants(larder)[2...3] == ["webp 100x75, webp 200x150, webp 400x300", nil]
                    )
                    #expect(try variants(larder)[1] == "jpeg 100x75, jpeg 200x150, jpeg 640x480")
                    // The one that ends too early is asked for as a whole, twice, each time.
                    let again = server.bodies[before...].filter { $0.hasSuffix(".jpg") }
                    #expect(again == ["/3.jpg", "/3.jpg"])
                    try await larder.expectWhole()
                    let done = try decodeJobs(larder)
                    try await larder.syncedWhole()
                    #expect(try done == 4 && decodeJobs(larder) == 0, "nothing is left to make")
                }
            }
        }

        private func expectTold(_ larder: TestLarder) async throws {
            let status = try await larder.command("status")
            #expect(
                status.output.contains("1 picture cannot be shown") && status.output.contains("truncated: "),
                "\(status)"
            )
            let json = try await larder.command("status", "--json")
            #expect(json.output.contains(#""pictures_rejected":1"#), "\(json)")
            let urns = try column("urn", larder)
            let why = try await larder.command("why", try #require(urns[3]))
            #expect(why.output.contains("cannot be shown: truncated: The jpeg data ends"), "\(why)")
            let shown = try await larder.command("why", try #require(urns[1]))
            #expect(!shown.output.contains("cannot be shown"), "\(shown)")
        }

        @Test func `the larder's content does not depend on the number of workers`() async throws {
            var digests: Set<String> = []
            for workers in [1, 2, 3] {
                let port = Port()
                try await Scratch.with { scratch in
                    try await AnsweringServer.with(Self.answers(port)) { server in
                        port.number.withLock { $0 = server.port }
                        let file = try scratch.write(yaml(server.port, "true"), to: "real.yaml")
                        let larder = TestLarder(scratch, sources: [file])
                        try await larder.syncedWhole(workers: workers)
                        let looks = try ["thumbHash", "dominantColor", "widths", "rejectCode"].map {
                            try column($0, larder)
                        }
                        digests.insert("\(looks) \(try variants(larder))")
                    }
                }
            }
            #expect(digests.count == 1)
        }
    }
}
