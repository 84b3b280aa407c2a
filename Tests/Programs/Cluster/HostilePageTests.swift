import Foundation
import GRDB
import LarderChaos
import LarderModel
import Testing

extension ClusterTests {
    /// Pages made to be slow or large, through the whole of a sync: fetched, read, rendered and merged.
    @Suite("Hostile pages") struct HostilePageTests {
        /// Without optimization all takes some ten times as long, so a page is a tenth of what a worker must bear.
        private static let part = 10

        private static func times(_ count: Int, _ text: String) -> [UInt8] {
            let count = max(1, count / part)
            let piece = Array(text.utf8)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count * piece.count)
            for _ in 0..<count { bytes += piece }
            return bytes
        }

        private static func numbered(_ count: Int, _ text: (Int) -> String) -> [UInt8] {
            Array((0..<max(1, count / part)).map(text).joined().utf8)
        }

        private static let pages: [String: [UInt8]] = [
            "depth-div": times(100_000, "<div>x"), "depth-list": times(50_000, "<ul><li>x"),
            "depth-table": times(30_000, "<table><tr><td>x"), "depth-svg": times(100_000, "<svg><g>"),
            "depth-template": times(50_000, "<template>"),
            "depth-quote": times(50_000, "<blockquote style='margin:50%'>x"),
            "formatting": numbered(20_000) { "<p><b id=\($0)>" }, "fonts": times(20_000, "<div><font size=7>x"),
            "adoption": times(30_000, "<a><b><div></a>"),
            "spans": Array("<table>".utf8) + times(500, "<tr><td colspan=1000 rowspan=65534>x"),
            "columns": Array("<table>".utf8) + times(5_000, "<col span=1000>") + Array("<tr><td>x".utf8),
            "attribute": Array("<p title='".utf8) + times(10_000_000, "a") + Array("'>x".utf8),
            "attributes": Array("<p ".utf8) + numbered(100_000) { "a\($0)=1 " } + Array(">x".utf8),
            "text": Array("<p>".utf8) + times(20_000_000, "a"), "runs": times(300_000, "<b>a</b>b"),
            "paragraphs": times(300_000, "<p>a"), "breaks": times(1_000_000, "<br>"),
            "items": Array("<ol reversed>".utf8) + times(200_000, "<li>a"),
            "references": times(1_000_000, "&amp;"), "ampersands": times(2_000_000, "&"),
            "long-reference": Array("&#x".utf8) + times(1_000_000, "F"),
            "reference-name": Array("&".utf8) + times(1_000_000, "a"),
            "encoded-twice": Array("&".utf8) + times(500_000, "amp;"),
            "comment": Array("<!--".utf8) + times(1_000_000, "--!"),
            "script": Array("<script>".utf8) + times(1_000_000, "</scrip"),
            "less-than": times(2_000_000, "<"), "zeros": [UInt8](repeating: 0, count: 2_000_000),
            "controls": times(500_000, "\u{1}\u{8}\u{7F}"),
            "rules": Array("<style>".utf8) + numbered(100_000) { ".c\($0){color:red}" } + Array("</style>".utf8)
                + numbered(2_000) { "<p class=c\($0)>x" },
            "selector": Array("<style>".utf8) + times(3_000, "div ") + Array("p{color:red}</style>".utf8)
                + times(300, "<div>")
                + Array("<p>x".utf8),
            "braces": Array("<style>".utf8) + times(500_000, "a{") + Array("</style>x".utf8),
            "media": Array("<style>".utf8) + times(50_000, "@media all{") + Array("p{color:red}</style>x".utf8),
            "negations": Array("<style>p".utf8) + times(50_000, ":not(") + Array("a{}</style><p>x".utf8),
            "variables": Array("<style>p{--a0:x;".utf8) + numbered(600) { "--a\($0 + 1):var(--a\($0)) var(--a\($0));" }
                + Array("color:var(--a60)}</style><p>x".utf8),
            "link": Array("<a href='/".utf8) + times(2_000_000, "a") + Array("'>x".utf8),
            "dots": Array("<a href='/".utf8) + times(100_000, "../a/") + Array("'>x".utf8),
            "data": Array("<img src='data:image/png;base64,".utf8) + times(8_000_000, "A") + Array("'>x".utf8),
            "links": numbered(200_000) { "<a href=/\($0)>x</a>" },
            "not-utf8": times(1, "<p>") + [UInt8](repeating: 0xF5, count: 1_000_000),
            "metas": times(50_000, "<meta charset=gbk>"), "mark": [0xEF, 0xBB, 0xBF],
            "surrogates": times(1, "<p>") + [UInt8](repeating: 0xED, count: 300_000),
            "markup": Array("<script type='application/ld+json'>".utf8) + times(1_000_000, "["),
            "scopes": times(50_000, "<div itemscope itemprop=recipeIngredient itemtype='https://schema.org/Recipe'>x"),
            "properties": Array("<div itemscope itemtype='https://schema.org/Recipe'>".utf8)
                + times(50_000, "<ul itemprop=recipeIngredient><li>1 cup"),
            "cards": Array("<div class=hrecipe>".utf8) + times(50_000, "<div class=instructions>x"),
        ]

        @Test func `each ends within the memory and the time that a worker has for a job`() async throws {
            try await PageSite.with(.food2fork, Self.pages, more: "images: false") { larder, _, _ in
                let run = try await larder.sync(workers: 1, ["--worker-memory", "512M", "--stall-render", "30s"])
                #expect(run.end == .exited(0), "\(run)")
                let (crashes, texts) = try larder.read { db in
                    (
                        try Int.fetchOne(db, sql: "SELECT total(crashes) FROM job") ?? -1,
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM text WHERE role = 'body'") ?? -1
                    )
                }
                #expect(crashes == 0, "a worker died over a page")
                #expect(texts == Self.pages.count)
                try await larder.expectWhole()
            }
        }
    }
}
