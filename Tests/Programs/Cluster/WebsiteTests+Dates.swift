import GRDB
import LarderChaos
import Testing

extension ClusterTests.WebsiteTests {
    /// Some generators write the date of a post into the sitemap, which stays when the post is edited.
    @Test(arguments: [true, false])
    func `dates on which pages were published do not tell changes`(areAllSo: Bool) async throws {
        func page(_ number: Int, _ words: String) -> AnsweringServer.Answer {
            let text = String(repeating: "The \(words) of the page \(number), and some more of them. ", count: 8)
            return Website.html(
                "<!doctype html><title>Page \(number)</title><meta property=article:published_time "
                    + "content=2026-01-0\(number)T10:00:00Z><main><h1>Page \(number)</h1><p>\(text)</p></main>"
            )
        }
        let dates = (1...6).map {
            (path: "/p/\($0)", lastmod: areAllSo || $0 < 6 ? "2026-01-0\($0)" : "2026-02-01")
        }
        var answers = ["/sitemap.xml": urlset(dates.map { ($0.path, $0.lastmod) })]
        for number in 1...6 { answers["/p/\(number)"] = page(number, "words") }
        try await Website.with(answers, "kind: sitemap") { site in
            _ = try await site.sync()
            site.set("/p/2", page(2, "new words"))
            let (run, asked) = try await site.sync()
            #expect(run.end == .exited(0), "\(run)")
            #expect(asked.filter { $0.hasPrefix("/p/") }.count == (areAllSo ? 6 : 0), "\(asked)")
            #expect(run.output.contains("6 pages were published") == areAllSo, "\(run)")
            let text = try site.larder.read {
                try String.fetchOne(
                    $0,
                    sql: "SELECT plain FROM text WHERE itemURN = (SELECT urn FROM article WHERE url LIKE '%/p/2')"
                )
            }
            #expect(text?.contains("new words") == areAllSo, "\(text ?? "")")
        }
    }
}
