import LarderModel
import Testing

@Suite("Dates of sitemaps") struct SitemapDateTests {
    /// 2026-11-22T00:00:00Z.
    private static let now: Int64 = 1_795_305_600_000

    @Test(arguments: [
        ("2024-03-05T09:05:00Z", "2024-03-05T09:05:00Z"), ("2024-03-05", "2024-03-05T00:00:00Z"),
        ("2024", "2024-01-01T00:00:00Z"), ("2024-03", "2024-03-01T00:00:00Z"), ("20240305", "2024-03-05T00:00:00Z"),
        ("2024-03-05 09:05:00 +01:00", "2024-03-05T08:05:00Z"), ("2016-11-28 15:45 +00:000", "2016-11-28T15:45:00Z"),
        ("2024-03-05T09:05:00.1234567+0000", "2024-03-05T09:05:00Z"), ("1709629500", "2024-03-05T09:05:00Z"),
        ("Tue, 05 Mar 2024 09:05:00 EST", "2024-03-05T14:05:00Z"), ("5th of March 2024", "2024-03-05T00:00:00Z"),
        ("March 5, 2024 9:05 PM", "2024-03-05T21:05:00Z"), ("Tue Mar  5 09:05:00 UTC 2024", "2024-03-05T09:05:00Z"),
        ("Tue Mar 05 2024 09:05:00 GMT+0100 (CET)", "2024-03-05T08:05:00Z"), ("05.03.2024", "2024-03-05T00:00:00Z"),
        ("25/12/2023", "2023-12-25T00:00:00Z"), ("05/03/2024", nil), ("0000-00-00", nil), ("1970-01-01", nil),
        ("0001-01-01T00:00:00Z", nil), ("2999-01-01", nil), ("2024-02-30", nil), ("2024-13-01", nil),
        ("yesterday", nil),
        ("", nil), ("null", nil), ("2024-065", nil), ("99999999999999999999", nil), ("9:", nil), ("Mar", nil),
    ]) func `dates of every form become UTC, and what says nothing none`(text: String, expected: String?) {
        let time = SitemapDate(text, nowMs: Self.now)
        #expect(time.map { CivilTime(unixSeconds: $0.startMs / 1_000).iso8601 } == expected)
    }

    @Test func `a day ends where it ends last, a moment with its second`() throws {
        let day = try #require(SitemapDate("2024-03-05", nowMs: Self.now))
        #expect(day.endMs - day.startMs == 36 * 3_600_000 - 1)
        let moment = try #require(SitemapDate("2024-03-05T09:05:00Z", nowMs: Self.now))
        #expect(moment.endMs - moment.startMs == 999)
    }
}
