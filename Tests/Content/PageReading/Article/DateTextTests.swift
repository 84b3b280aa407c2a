import LarderModel
import Testing

@testable import LarderPageReading

@Suite("Date text") struct DateTextTests {
    @Test(arguments: [
        ("2026-03-02", "2026-03-02"), ("2026-03-02T08:00:00+01:00", "2026-03-02T08:00:00+01:00"),
        ("20260302", "2026-03-02"),
        ("March 2, 2026", "2026-03-02"), ("Mar. 2nd, 2026", "2026-03-02"),
        ("Monday, 2 March 2026, 08:00", "2026-03-02"),
        ("2. März 2026", "2026-03-02"), ("02.03.2026", "2026-03-02"), ("le 2 mars 2026", "2026-03-02"),
        ("2 de marzo de 2026", "2026-03-02"),
        ("2 stycznia 2026", "2026-01-02"), ("2 января 2026", "2026-01-02"), ("2026年3月2日", "2026-03-02"),
        ("Updated 3/2/2026 8:00", "2026-03-02"),
        ("13/2/2026", "2026-02-13"), ("2026/3/2", "2026-03-02"), ("2026 Mar 2", "2026-03-02"),
    ])
    func `a date is found`(text: String, expected: String) {
        #expect(DateText.published(text, monthFirst: true) == expected)
    }

    @Test func `the order of day and month can be told`() {
        #expect(DateText.published("3/2/2026", monthFirst: false) == "2026-02-03")
    }

    @Test(arguments: ["", "yesterday", "32 March 2026", "10 out of 12", "1,234,567", "12:30", "March", "2026"])
    func `other text is no date`(text: String) {
        #expect(DateText.published(text, monthFirst: true) == nil)
    }

    @Test(arguments: [
        ("https://e.example/2026/03/02/ferry", "2026-03-02"),
        ("https://e.example/news/2026-03-02-ferry.html", "2026-03-02"),
        ("https://e.example/20260302/ferry", "2026-03-02"),
    ])
    func `a date is found in a URL`(url: String, expected: String) {
        #expect(ProseDate.inURL(url)?.text == expected)
    }

    @Test(arguments: ["https://e.example/2026/ferry", "https://e.example/a-12-3-4", ""])
    func `other URLs have none`(url: String) {
        #expect(ProseDate.inURL(url) == nil)
    }

    @Test(arguments: [
        ("2026-03-02T04:13:00Z", 4), ("2026-03-02T23:13:00+00:00", 23), ("Mon, 02 Mar 2026 00:25:56 GMT", 0),
        ("2026-03-02T04:13:00+01:00", nil), ("2026-03-02T04:13:00", nil), ("2026-03-02", nil), ("Z", nil), (":Z", nil),
        ("99:00Z", nil), ("", nil), ("2026-03-02+00:00", nil), ("2026-03-02Z", nil), ("2026-03-02 07:05+00:00", 7),
    ])
    func `the hour of Greenwich is found`(text: String, expected: Int?) {
        #expect(DateText.greenwichHour(text) == expected)
    }

    @Test(arguments: [
        ("2026-03-01", "2026-02-28T23:00:00Z", true), ("2024-03-01", "2024-02-28", false),
        ("2024-03-01", "2024-02-29", true), ("2025-12-31", "2026-01-01", true), ("2026-03-02", "2026-03-02", false),
        ("2026-03-02", "2026-03-04", false), ("2026-03-02", "soon", false),
    ])
    func `days beside each other may be in two months`(day: String, other: String, expected: Bool) throws {
        let day = try #require(ProseDate.first(in: day, monthFirst: false))
        #expect(DateText.isBeside(day, other) == expected)
    }
}
