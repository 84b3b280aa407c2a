import LarderHTML
import LarderModel
import Testing

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Small readings") struct SmallReadingsTests {
    @Test(arguments: [
        ("2017-04-03T19:49:51Z", 1_491_248_991_000 as Int64?), ("2017-04-03T19:49:51.1239999Z", 1_491_248_991_123),
        ("2017-04-03T19:49:51.5", 1_491_248_991_500),
        ("2017-04-03 21:49:51+02:00", 1_491_248_991_000), ("2017-04-03T14:19:51-0530", 1_491_248_991_000),
        ("2017-04-03T19:49:51+00:00", 1_491_248_991_000),
        ("2017-04-03", 1_491_177_600_000), ("1970-01-01T00:00:00Z", 0), ("2024-02-29T00:00Z", 1_709_164_800_000),
        ("1969-12-31T23:59:59Z", -1_000),
        ("0001-01-01T00:00:00Z", nil), ("2023-02-29T00:00:00Z", nil), ("2017-13-01", nil), ("", nil),
        ("yesterday", nil), ("2017-04-03T25:00:00Z", nil),
        ("2017-04-03T19:49:51Zjunk", nil), ("2017-04-03T19:49:51.Z", nil), ("9999999999-01-01", nil),
        ("2017-04-03T19:49:51+99:00", nil),
    ])
    func `points in time`(_ text: String, _ expected: Int64?) {
        #expect(Timestamps.milliseconds(text) == expected)
    }

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
        #expect(NearestWord.find(word, in: SourceDefinition.keys) == expected)
    }
}
