import LarderModel
import Testing

@Suite("HTTP date") struct HTTPDateTests {
    private static let now: Int64 = 1_700_000_000  // 14 November 2023

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", Int64(784_111_777)), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        ("Sat Nov 16 08:49:37 2024", 1_731_746_977), ("Sat, 01-Jan-00 00:00:00 GMT", 946_684_800),
        ("Tuesday, 14-Nov-73 00:00:00 GMT", 3_277_843_200), ("Wednesday, 14-Nov-74 00:00:00 GMT", 153_619_200),
        ("Thu, 01 Jan 0001 00:00:00 GMT", -62_135_596_800), ("Mon, 28-Feb-2022 00:00:00 GMT", 1_646_006_400),
    ]) func `the three forms are read`(text: String, seconds: Int64) {
        #expect(HTTPDate(parsing: text, now: Self.now)?.unixSeconds == seconds)
    }

    @Test(arguments: [
        "", "Sun", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 1900 00:00:00 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sunday, 06-Nov-194 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT x",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "1994-11-06T08:49:37Z", "1 2 3 4 5 6 7 8 9",
    ]) func `everything else is not`(text: String) {
        #expect(HTTPDate(parsing: text, now: Self.now) == nil)
    }

    @Test func `dates are written in the preferred form`() {
        #expect(HTTPDate(unixSeconds: 784_111_777).description == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate(unixSeconds: -1).description == "Wed, 31 Dec 1969 23:59:59 GMT")
    }
}
