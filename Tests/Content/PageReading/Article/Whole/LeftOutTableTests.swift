import Foundation
import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

/// How often each rule that leaves something out was right and wrong: on our own pages, and on the shared ones.
///
/// The table stands in `Tests/Corpus/reader/left-out.tsv`. A rule that costs authors more of their text than it did
/// fails the tests.
@Suite("What rules leave out") struct LeftOutTableTests {
    struct Count: Equatable {
        /// Blocks that are no part of the article.
        var right = 0
        /// Blocks that people wrote.
        var wrong = 0
    }

    @Test func `no rule leaves out a block of our own articles`() throws {
        let counts = Self.ownCounts()
        #expect(counts.values.allSatisfy { $0.wrong == 0 })
        #expect(try Self.table("own") == counts, "\(Self.lines("own", counts))")
    }

    @Test(.enabled(if: SharedCorpus.path("whole") != nil))
    func `no rule is wrong more often than it was on other people's pages`() throws {
        var counts: [String: Count] = [:]
        for page in try WholeCorpus.pages() {
            Self.add(page.html, page.url, WholeCorpus.Truth(page.tokens ?? [], text: page.text ?? ""), to: &counts)
        }
        let table = try Self.table("shared")
        for (rule, count) in counts {
            #expect(count.wrong <= table[rule]?.wrong ?? 0, "\(rule): \(Self.lines("shared", counts))")
        }
        #expect(table == counts, "\(Self.lines("shared", counts))")
    }

    private static func ownCounts() -> [String: Count] {
        var counts: [String: Count] = [:]
        for template in Template.all {
            for construct in Construct.all {
                for place in WholePage.Place.allCases {
                    var random = SeededGenerator(seed: 1)
                    let page = WholePage(template, construct, place, isShort: false, &random)
                    add(page.html, WholePage.url, WholeCorpus.Truth(page.own), to: &counts)
                }
            }
        }
        return counts
    }

    private static func add(_ html: String, _ url: String, _ truth: WholeCorpus.Truth, to counts: inout [String: Count])
    {
        let document = HTMLDocument(parsing: html)
        let article = ArticleReader.read(document, url: url)
        for part in article.leftOut where !article.captions.contains(part.block) {
            guard let isOwn = truth.isOwn(part.block.text(in: document)) else { continue }
            counts[part.rule, default: Count()].right += isOwn ? 0 : 1
            counts[part.rule, default: Count()].wrong += isOwn ? 1 : 0
        }
    }

    private static func lines(_ pages: String, _ counts: [String: Count]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\(pages)\t\($0.key)\t\($0.value.right)\t\($0.value.wrong)" }
            .joined(separator: "\n")
    }

    private static func table(_ pages: String) throws -> [String: Count] {
        let text = String(decoding: try SharedCorpus.ownBytes("reader/left-out.tsv"), as: UTF8.self)
        let rows = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        return Dictionary(
            uniqueKeysWithValues: rows.filter { $0.count == 4 && $0[0] == pages }.map {
                ($0[1], Count(right: Int($0[2]) ?? -1, wrong: Int($0[3]) ?? -1))
            }
        )
    }
}
