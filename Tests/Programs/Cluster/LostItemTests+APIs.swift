import LarderChaos
import Testing

/// Lists of APIs.
extension ClusterTests.LostItemTests {
    private static func item(_ number: Int) -> String {
        #"{"id": \#(number), "t": "Page \#(number)", "u": "/p/\#(number)"}"#
    }

    private static func list(_ numbers: some Sequence<Int>, _ more: String) -> String {
        #"{"items": [\#(numbers.map(item).joined(separator: ","))], \#(more)}"#
    }

    @Test func `items whose addresses turn to another scheme are not gone, unless that is accepted`() async throws {
        func list(_ port: Int, secure: Range<Int>) -> AnsweringServer.Answer {
            let items = (1...9).map { number in
                let scheme = secure.contains(number) ? "https" : "http"
                return #"{"u": "\#(scheme)://127.0.0.1:\#(port)/p/\#(number)", "t": "Page \#(number)"}"#
            }
            return .json("[\(items.joined(separator: ","))]")
        }
        let lines = "kind: json\nlist: /l\npages: false\nfields: {url: /u, title: /t}"
        try await Website.with([:], lines) { site in
            site.set("/l", list(site.server.port, secure: 0..<0))
            try await site.larder.syncedWhole()
            site.set("/l", list(site.server.port, secure: 1..<4))
            for _ in 1...2 {
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(3) && run.output.contains("with another scheme"), "\(run)")
                #expect(try gone(site) == 0 && count(site) == 12)
            }
            try await site.larder.syncedWhole(["--accept-changes"])
            #expect(try gone(site) == 3)
        }
    }

    @Test func `a list that limit cuts has looked for no item behind its end`() async throws {
        let lines = "kind: json\nlist: /l\nitems: /items\npages: false\nfields: {id: /id, title: /t, url: /u}"
        let answers = ["/l": AnsweringServer.Answer.json(Self.list(1...9, #""total": 9"#))]
        try await Website.with(answers, lines) { site in
            try await site.larder.syncedWhole()
            try await site.larder.syncedWhole(["--limit", "2"])
            _ = try await site.larder.command("prune", "--unseen-for", "0s")
            #expect(try gone(site) == 0 && count(site) == 9)
            site.set("/l", .json(Self.list(1...8, #""total": 8"#)))
            try await site.larder.syncedWhole()
            _ = try await site.larder.command("prune", "--unseen-for", "0s")
            #expect(try count(site) == 8)
        }
    }

    @Test func `an id that is a whole number is the same with and without a fraction`() async throws {
        func list(_ end: String) -> AnsweringServer.Answer {
            .json("[\((1...4).map { #"{"id": \#($0)\#(end), "t": "Page \#($0)"}"# }.joined(separator: ","))]")
        }
        let lines = "kind: json\nlist: /l\npages: false\nfields: {id: /id, title: /t}"
        try await Website.with(["/l": list("")], lines) { site in
            try await site.larder.syncedWhole()
            site.set("/l", list(".0"))
            try await site.larder.syncedWhole()
            #expect(try gone(site) == 0 && count(site) == 4)
        }
    }

    @Test(
        arguments: [
            ("{}", 1), (#"{"items": null, "total": 9}"#, 1), (list([], #""error": "slow down""#), 1),
            (list([7], #""total": 7, "next": {}"#), 1), (list([], #""total": 6, "has_more": true"#), 1),
            (list([7], #""total": 9, "next": {"page": 3}"#), 1), (list([7, 8, 9], #""items": [], "total": 9"#), 1),
            (list([7, 7, 7], #""total": 9"#), 0), (list([7], #""total": null"#), 0),
            (#"{"items": [\#(item(7)), "err"], "total": 8}"#, 0),
            (#"{"items": [\#(item(7)), {"id": null, "t": "Page 8", "u": "/p/8"}], "total": 8}"#, 0),
        ] as [(String, Int32)]
    ) func `an API's list that is not provably whole ends no item`(second: String, code: Int32) async throws {
        let lines = "kind: json\nlist: /l\nitems: /items\npaging: {next: /next, total: /total}\npages: false\n"
        let answers: [String: AnsweringServer.Answer] = [
            "/l": .json(Self.list(1...6, #""total": 9, "next": "/more""#)),
            "/more": .json(Self.list(7...9, #""total": 9"#)),
        ]
        try await Website.with(answers, lines + "fields: {id: /id, title: /t, url: /u}") { site in
            try await site.larder.syncedWhole()
            site.set("/more", .json(second))
            for _ in 1...2 {
                let (run, _) = try await site.sync()
                #expect(run.end == .exited(code), "\(run)")
            }
            _ = try await site.larder.command("prune", "--now")
            #expect(try gone(site) == 0 && count(site) == 9)
            site.set("/l", .json(Self.list(1...6, #""total": 8, "next": "/more""#)))
            site.set("/more", .json(Self.list(7...8, #""total": 8"#)))
            try await site.larder.syncedWhole()
            #expect(try gone(site) == 1)
        }
    }
}
