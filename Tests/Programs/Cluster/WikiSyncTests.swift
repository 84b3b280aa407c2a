import Foundation
import GRDB
import LarderCatalog
import LarderChaos
import LarderModel
import LarderTestSupport
import Synchronization
import Testing

extension ClusterTests {
    /// A MediaWiki wiki, from its lists to texts and pictures.
    @Suite("Wikis") struct WikiSyncTests {
        private struct Wiki: Sendable {
            var pages = [1, 2, 3]
            /// The number of each page's last revision.
            var revisions = [1: 11, 2: 12, 3: 13]
        }

        private static func answer(
            _ path: String,
            _ query: [String: String],
            _ wiki: Wiki
        ) -> AnsweringServer.Answer {
            if path.hasPrefix("/w/images/") { return .init(type: "image/png", body: PageSite.picture) }
            guard path == "/w/api.php" else { return .json("{}", status: 404) }
            if query["action"] == "parse" {
                let id = query["pageid"] ?? ""
                let revision = wiki.revisions[Int(id) ?? 0] ?? 0
                return .json(
                    #"{"parse":{"title":"Soup \#(id)","pageid":\#(id),"text":"<div><p>The soup of revision "#
                        + #"\#(revision) wants an hour, and nobody should stir it before the first bubbles rise."#
                        + #"</p><h2>See</h2><p>All.</p><img src='/w/images/\#(id).png'></div>"}}"#
                )
            }
            let start = Int(query["gapcontinue"] ?? "") ?? 0
            let pages = wiki.pages.dropFirst(start).prefix(2).map { id in
                #"{"pageid":\#(id),"title":"Soup \#(id)","lastrevid":\#(wiki.revisions[id] ?? 0),"#
                    + #""fullurl":"http://wiki.test/Soup_\#(id)","#
                    + #""revisions":[{"timestamp":"2024-03-05T09:05:00Z","user":"Ada"}]}"#
            }
            let hasMore = start + 2 < wiki.pages.count
            let more = hasMore ? #""continue":{"gapcontinue":"\#(start + 2)","continue":"gapcontinue||"},"# : ""
            return .json(#"{"batchcomplete":true,\#(more)"query":{"pages":[\#(pages.joined(separator: ","))]}}"#)
        }

        private func bodies(_ larder: TestLarder) async throws -> [String: String] {
            let catalog = try Catalog(readingFrom: larder.catalogPath)
            return try await catalog.read { catalog in
                var bodies: [String: String] = [:]
                for article in try catalog.articles() {
                    let detail = try catalog.article(urn: article.urn)
                    bodies[article.title] = detail?.texts.first { $0.role == .body }?.plain ?? ""
                }
                return bodies
            }
        }

        @Test
        func `a sync of an unchanged wiki asks for lists alone, and of a changed one for what has a new revision`()
            async throws
        {
            let wiki = Mutex(Wiki())
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, query in
                    Self.answer(path, query, wiki.withLock { $0 })
                } _: { server in
                    let yaml = """
                        name: soups
                        kind: mediawiki
                        base: http://127.0.0.1:\(server.port)/w/
                        page-size: 2
                        retry: {attempts: 2, base: 5ms, cap: 20ms}
                        """
                    let larder = TestLarder(scratch, sources: [try scratch.write(yaml, to: "soups.yaml")])
                    try await larder.syncedWhole()
                    let first = try await bodies(larder)
                    #expect(
                        first.count == 3 && first["Soup 1"]?.contains("The soup of revision 11") == true,
                        "\(first)"
                    )
                    #expect(server.targets.contains("/w/images/2.png"), "\(server.targets)")
                    var seen = server.targets.count
                    try await larder.syncedWhole()
                    let unchanged = server.targets.dropFirst(seen).filter { !$0.contains("/images/") }
                    #expect(unchanged.count == 2 && unchanged.allSatisfy { $0.contains("allpages") }, "\(unchanged)")

                    // The same time as before: a former revision was brought back.
                    wiki.withLock { $0.revisions[2] = 21 }
                    wiki.withLock { $0.pages = [1, 2] }
                    seen = server.targets.count
                    try await larder.syncedWhole()
                    let asked = server.targets.dropFirst(seen).filter { $0.contains("action=parse") }
                    #expect(asked.count == 1 && asked.allSatisfy { $0.contains("pageid=2") }, "\(asked)")
                    #expect(try await bodies(larder)["Soup 2"]?.contains("revision 21") == true)
                    let gone = try larder.read {
                        try String.fetchAll($0, sql: "SELECT title FROM article WHERE goneAt IS NOT NULL")
                    }
                    #expect(gone == ["Soup 3"])
                }
            }
        }
    }
}
