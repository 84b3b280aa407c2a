import Foundation
import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

/// The same trees as lexbor, the parser of another house by the same standard, on real pages and on damaged ones.
///
/// A sample runs by default; all 254 pages and 1,000 damaged copies with LARDER_FULL=1.
@Suite("Trees against lexbor") struct LexborComparisonTests {
    private static let isAvailable = Recipes.isAvailable && LexborTree.isAvailable
    private static let pageCount: Int? = Corpus.isFull ? nil : 12
    private static let copiesPerPage = Corpus.isFull ? 4 : 2

    /// Tags that lexbor 2 (selectolax 1.0.2) treats otherwise than the standard, found by random tags.
    private static let knownDifferences = [
        "image":
            "one that is foster parented is lost; the standard makes an `img` of it wherever it stands (13.2.6.4.7)",
        "textarea": "formatting is opened again inside it; its characters are inserted as they are (13.2.6.4.8)",
        "selectedcontent": "it is filled inside an `option` too, where the standard disables it",
        "frameset": "of a space before other characters after the last frameset, one is lost (13.2.6.4.20)",
    ]

    /// Pages of random tags on which lexbor departs from the standard.
    private static let knownPages = [
        "LARDER_FUZZ_SEED=5922":
            """
        lexbor keeps a `b` in the list of formatting elements whose bookmark moved when the fourth node of the adoption
        agency's inner loop left the list; html5lib has the tree of this parser
        """
    ]

    @Test(.enabled(if: isAvailable, "needs shared/corpus/recipes and Python with selectolax (pip install selectolax)"))
    func `real pages have the tree lexbor gives them`() throws {
        try compare(Recipes.pages(limit: Self.pageCount))
    }

    @Test(.enabled(if: isAvailable, "needs shared/corpus/recipes and Python with selectolax (pip install selectolax)"))
    func `damaged pages have the tree lexbor gives them`() throws {
        var seed: UInt64 = 0
        var copies: [(name: String, bytes: [UInt8])] = []
        for page in try Recipes.pages(limit: Self.pageCount) {
            for _ in 0..<Self.copiesPerPage {
                seed += 1
                copies.append(("\(page.name) seed \(seed)", PageDamage.damage(page.bytes, seed: seed)))
            }
        }
        try compare(copies)
    }

    @Test(.enabled(if: LexborTree.isAvailable, "needs Python with selectolax (pip install selectolax)"))
    func `tags in any order have the tree lexbor gives them`() throws {
        let first = UInt64(ProcessInfo.processInfo.environment["LARDER_FUZZ_SEED"] ?? "") ?? 1
        let pages = (first..<first + (Corpus.isFull ? 20_000 : 500)).map { seed in
            var random = SeededGenerator(seed: seed)
            let tags = Int.random(in: 1...40, using: &random)
            let names = TagSoup.names.filter { Self.knownDifferences[$0] == nil }
            return (name: "LARDER_FUZZ_SEED=\(seed)", bytes: TagSoup.page(tags: tags, names: names, &random))
        }
        try compare(pages)
    }

    private func compare(_ pages: [(name: String, bytes: [UInt8])]) throws {
        var nodes = 0
        let batch = pages.contains { $0.bytes.count > 10_000 } ? 64 : 4096
        for start in stride(from: 0, to: pages.count, by: batch) {
            let part = pages[start..<min(start + batch, pages.count)]
            try TemporaryFolder.with { folder in
                for (index, page) in part.enumerated() {
                    try Data(page.bytes).write(to: folder.appending(path: "\(index).html"))
                }
                try LexborTree.write(in: folder)
                for (index, page) in part.enumerated() {
                    let file = folder.appending(path: "\(index).html.lines")
                    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
                    let lines = LexborTree.lines(of: HTMLDocument(parsing: page.bytes))
                    nodes += lines.count
                    let isKnown = Self.knownPages[page.name] != nil
                    if lines.joined(separator: "\n") != expected, !isKnown { report(page.name, lines, expected) }
                }
            }
        }
        print("compared with lexbor: \(pages.count) pages, \(nodes) lines")
        #expect(nodes > 0)
    }

    private func report(_ name: String, _ lines: [String], _ expected: String) {
        let others = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let first = zip(lines, others).prefix { $0 == $1 }.count
        let range = max(0, first - 6)..<(first + 5)
        func part(_ list: [String]) -> String {
            list[min(range.lowerBound, list.count)..<min(range.upperBound, list.count)].map { $0.prefix(160) }
                .joined(separator: "\n  ")
        }
        Issue.record("\(name): line \(first)\nours\n  \(part(lines))\nlexbor\n  \(part(others))")
    }
}
