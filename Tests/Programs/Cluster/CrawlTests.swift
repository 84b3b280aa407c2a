import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// What a second crawl makes of pages that the first one found.
    @Suite("Crawls") struct CrawlTests {
        private func gone(_ site: Website) throws -> [String] {
            try site.larder.read {
                try String.fetchAll($0, sql: "SELECT title FROM article WHERE goneAt IS NOT NULL ORDER BY title")
            }
        }

        @Test func `a page that no link leads to is asked for, and is gone only when the site says so`() async throws {
            let start = { (links: ClosedRange<Int>) in Website.article("start", links: links.map { "/p/\($0)" }) }
            var answers = ["/": start(1...4)]
            for number in 1...4 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: pages\nfollow: [/p/*]") { site in
                #expect(try await site.sync().run.end == .exited(0))
                site.set("/", start(1...2))
                site.set("/p/4", nil)
                let (second, asked) = try await site.sync()
                #expect(second.end == .exited(0), "\(second)")
                #expect(asked.sorted() == ["/"] + (1...4).map { "/p/\($0)" })
                #expect(try gone(site) == ["Page 4"])
                let digest = try await site.larder.digest()
                let (third, again) = try await site.sync()
                #expect(again.sorted() == ["/"] + (1...4).map { "/p/\($0)" }, "\(third)")
                #expect(try gone(site) == ["Page 4"])
                #expect(try await site.larder.digest() == digest)
                let (_, confirmed) = try await site.sync()
                #expect(confirmed.sorted() == ["/", "/p/1", "/p/2", "/p/3"], "two crawls have missed the fourth")
                site.set("/p/3", .silence)
                let (failed, _) = try await site.sync()
                #expect(failed.end == .exited(1), "\(failed)")
                #expect(try gone(site) == ["Page 4"], "a failure ends no item")
                site.set("/", start(3...4))
                for number in 3...4 { site.set("/p/\(number)", Website.article("\(number)")) }
                let (back, _) = try await site.sync()
                #expect(back.end == .exited(0), "\(back)")
                #expect(try gone(site).isEmpty)
                try await site.larder.expectWhole()
            }
        }

        @Test func `a crawl at its bound asks for no page without a link`() async throws {
            var answers = ["/p/0": Website.article("0", links: (1...9).map { "/p/\($0)" })]
            for number in 1...9 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: pages\nurls: [/p/0]\nfollow: [/p/*]\nmax-pages: 5") { site in
                _ = try await site.sync()
                site.set("/p/0", Website.article("0", links: (5...9).map { "/p/\($0)" }))
                let (_, asked) = try await site.sync()
                #expect(asked.sorted() == ["/p/0"] + (5...8).map { "/p/\($0)" })
                site.set("/p/0", Website.article("0", links: (5...8).map { "/p/\($0)" }))
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(0) && run.output.contains("no room for 4 pages of earlier crawls"), "\(run)")
                _ = try await site.larder.command("prune", "--unseen-for", "0s")
                let left = try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM article") }
                #expect(left == 9, "what was not asked for is not unseen")
            }
        }
    }
}
