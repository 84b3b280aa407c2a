import Foundation
import LarderChaos
import Testing

/// What messages say of sources, and of pages that `get` fetches.
extension ClusterTests.WayOutTests {
    private static func failure(_ status: Int) -> AnsweringServer.Answer {
        AnsweringServer.Answer(status: status, type: "text/plain", body: Data())
    }

    @Test func `a page that could not be had is tried again by get, which does not take an older one for it`()
        async throws
    {
        try await Website.with(["/p/1": Website.article("1")], "kind: sitemap") { site in
            let address = "http://127.0.0.1:\(site.server.port)"
            let first = try await site.larder.command("get", address + "/p/1")
            #expect(first.end == .exited(0), "\(first)")
            let missing = try await site.larder.command("get", address + "/nope")
            #expect(missing.end == .exited(1) && !missing.output.contains("coordinator retry"), "\(missing)")
            #expect(missing.output.contains("or coordinator why --into"), "\(missing)")
            #expect(!missing.output.contains("detail:pages-"), "\(missing)")
            let retry = try await site.larder.command("retry")
            #expect(retry.output.contains("type `coordinator get --into"), "\(retry)")
            #expect(!retry.output.contains("ready again"), "\(retry)")
            #expect(try await site.larder.status().map(\.jobsLeft) == [0])
            site.set("/list", .json(#"{"hits": []}"#))
            let other = try await site.larder.command("get", address + "/list")
            #expect(other.end == .exited(3) && other.output.contains("/list brought no item"), "\(other)")
            #expect(!other.output.contains("in its file"), "\(other)")
        }
    }

    @Test func `a website that refuses is told with its status, and not with a key that it cannot take`() async throws {
        try await Website.with(["/map.xml": Self.failure(403)], "kind: sitemap\nsitemaps: [/map.xml]") { site in
            let run = try await site.sync().run
            #expect(run.output.contains("status 403") && run.output.contains("`headers`"), "\(run)")
            #expect(!run.output.contains("key: {"), "\(run)")
        }
    }

    @Test func `a robots.txt that cannot be had is not said to forbid`() async throws {
        try await Website.with(["/robots.txt": Self.failure(500)], "kind: sitemap") { site in
            let run = try await site.larder.command("add", "http://127.0.0.1:\(site.server.port)/")
            #expect(run.end == .exited(2) && run.errors.contains("cannot be had now (status 500)"), "\(run)")
            #expect(!run.errors.contains("forbids") && run.errors.contains("Try again later"), "\(run)")
        }
    }

    @Test func `a page that redirects to where nothing may be asked is no unchanged one`() async throws {
        let away = AnsweringServer.Answer(
            status: 302,
            type: "text/plain",
            headers: ["Location: http://127.0.0.2:1/x"],
            body: Data()
        )
        try await Website.with(["/away": away], "kind: pages\nurls: [/away]") { site in
            let run = try await site.sync().run
            #expect(!run.output.contains("304"), "\(run)")
        }
    }

    @Test func `an address that the file names is taken, whatever it excludes`() async throws {
        try await Website.with(
            ["/p/1": Website.article("1")],
            "kind: pages\nurls: [/p/1]\nexclude: [/**]"
        ) { site in
            let run = try await site.sync().run
            #expect(run.end == .exited(0) && !run.output.contains("do not take any more"), "\(run)")
        }
    }

    @Test func `an empty sitemap is told of by sync, plan and status`() async throws {
        try await Website.with(
            ["/map.xml": Website.xml("<urlset></urlset>")],
            "kind: sitemap\nsitemaps: [/map.xml]"
        ) { site in
            let plan = try await site.larder.command("plan", site.larder.sources[0])
            #expect(plan.end == .exited(0) && plan.output.contains("lists of web are empty"), "\(plan)")
            let run = try await site.sync().run
            #expect(run.end == .exited(3) && run.output.contains("its lists are empty"), "\(run)")
            let status = try await site.larder.command("status")
            #expect(status.output.contains("without any item") && status.output.contains("try web"), "\(status)")
        }
    }

    @Test func `what is no feed asks for a correction of the file`() async throws {
        let pages = ["/": Website.article("home"), "/feed": Website.article("1")]
        try await Website.with(pages, "kind: feed\nfeeds: [/feed]") { site in
            let run = try await site.sync().run
            #expect(run.output.contains("`base` is read as `feeds` are"), "\(run)")
            #expect(run.output.contains("mend the source's file"), "\(run)")
        }
    }

    @Test func `one wrong file that keeps all from being synced is told with how to sync the others`() async throws {
        try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
            _ = try await site.sync()
            let sources = site.larder.folder + "/sources"
            try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
            let text = "name: bad\nkind: sitemap\nbase: http://127.0.0.1:8\nretry: 9\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: sources + "/bad.yaml"))
            let all = try await site.larder.command()
            #expect(all.end == .exited(2) && all.errors.contains("bad.yaml:4:"), "\(all)")
            #expect(all.errors.contains("No source was synced") && all.errors.contains("coordinator NAME"), "\(all)")
            let one = try await site.larder.command("web", "--progress", "none")
            #expect(one.end == .exited(0), "\(one)")
        }
    }

    @Test func `a removed source whose file stays is told with the file`() async throws {
        try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
            let sources = site.larder.folder + "/sources"
            try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: site.larder.sources[0], toPath: sources + "/web.yaml")
            _ = try await site.sync()
            let removed = try await site.larder.command("remove", "web")
            #expect(removed.end == .exited(0) && removed.output.contains("\(sources)/web.yaml stays"), "\(removed)")
        }
    }
}
