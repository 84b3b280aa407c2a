import LarderChaos
import Testing

extension ClusterTests {
    /// What `try` tells of the fields that a source's file maps.
    @Suite("Fields in try") struct TryFieldsTests {
        /// A list of 20 items, three of which have an author.
        private static let jams = (0..<20).map {
            #"{"id": \#($0), "name": "Jam \#($0)", "by": \#($0 < 3 ? "\"Ada\"" : "null"), "made": {"year": 2020}, "note": "n"}"#
        }.joined(separator: ",")

        @Test func `try tells how often each field is filled, and what no field takes`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json("{\"items\": [\(Self.jams)]}")
                } _: { server in
                    let text = """
                        name: jams
                        kind: json
                        base: http://127.0.0.1:\(server.port)
                        list: /
                        items: /items
                        paging: {next: /nxt}
                        fields: {id: /id, title: /name, author: /by, html: /content}
                        """
                    let run = try await TestLarder(scratch).command("try", try scratch.write(text, to: "jams.yaml"))
                    #expect(run.end == .exited(0), "\(run)")
                    for words in [
                        "id 20 of 20, title 20 of 20, html 0 of 20, author 3 of 20",
                        "no field takes: /note, /made/year",
                        "None of 20 items on http://127.0.0.1:\(server.port)/ has anything at `fields.html` (/content)",
                        "Nothing is at `paging.next` (/nxt) in the answer of http://127.0.0.1:\(server.port)/, which has items",
                    ] { #expect(run.output.contains(words), "\(words): \(run)") }
                }
            }
        }

        @Test(arguments: ["", "detail: \"/{id}\"\n"])
        func `where the title is not where the file says, no list is called empty`(detail: String) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    path == "/"
                        ? .json("{\"items\": [\(Self.jams)]}")
                        : .json("{\"id\": \(path.dropFirst()), \"name\": \"Jam\"}")
                } _: { server in
                    let text = """
                        name: jams
                        kind: json
                        base: http://127.0.0.1:\(server.port)
                        list: /
                        items: /items
                        \(detail)fields: {id: /id, title: /titel}
                        """
                    let run = try await TestLarder(scratch).command("try", try scratch.write(text, to: "jams.yaml"))
                    #expect(run.output.contains("has") && run.output.contains("`fields.title` (/titel)"), "\(run)")
                    #expect(!run.output.contains("are empty"), "\(run)")
                }
            }
        }
    }
}
