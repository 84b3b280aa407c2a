import LarderHTML
import LarderModel
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Small readings") struct SmallReadingsTests {
    @Test(arguments: [
        ("a &amp; b", "a & b"), ("&amp;lt;", "&lt;"), ("&#39;&#x2019;&#X41;", "'\u{2019}A"),
        ("&eacute;&nbsp;&frac12;", "é\u{A0}½"), ("&bogus; & &;", "&bogus; & &;"),
        ("AT&T", "AT&T"), ("&#0;&#xD800;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#146;", "\u{2019}"),
        ("&", "&"), ("&amp", "&amp"), ("&yuml;", "ÿ"),
    ])
    func `character references are decoded once`(_ text: String, _ expected: String) {
        #expect(CharacterReferences.decoding(text) == expected)
    }

    @Test func `markup is told from text`() {
        for text in ["<p>x", "a<br/>", "x</b>", "a &amp; b", "<!-- c -->"] {
            #expect(MarkupTest.isMarkup(text), "\(text)")
        }
        for text in ["3 < 4 > 2", "a & b", "<3", "<", "", "x <y"] { #expect(!MarkupTest.isMarkup(text), "\(text)") }
    }

    @Test(arguments: [
        ("querys", "queries" as String?), ("Politeness", "politeness"), ("politness", "politeness"),
        ("pageSize", "page-size"), ("time-out", "timeout"), ("xyz", nil), ("sitemap", "sitemaps"), ("page", "pages"),
    ])
    func `the nearest key is found`(_ word: String, _ expected: String?) {
        #expect(NearestWord.find(word, in: SourceDefinition.keyNames) == expected)
    }
}
