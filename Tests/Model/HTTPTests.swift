import Testing

@testable import LarderModel

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
}

@Suite("Retry-After") struct RetryAfterTests {
    private func pause(_ value: String, date: String? = nil) -> Duration? {
        let headers = [("RETRY-after", value)] + (date.map { [("Date", $0)] } ?? [])
        return RetryAfter.pause(
            in: headers.map { HeaderField(name: $0.0, value: $0.1) },
            receivedAtMs: 1_700_000_000_999
        )
    }

    @Test(arguments: [
        ("0", Duration.seconds(0)), ("120", .seconds(120)), (" 7\t", .seconds(7)),
        ("0000000000000000000000000012", .seconds(12)),
        ("1.5", .seconds(2)), ("2.0", .seconds(2)), ("0.001", .seconds(1)),
        ("604799.5", RetryAfter.longest), ("604801", RetryAfter.longest),
        ("99999999999999999999999999", RetryAfter.longest),
        ("Tue, 14 Nov 2023 22:13:50 GMT", .seconds(30)), ("Tuesday, 14-Nov-23 22:13:50 GMT", .seconds(30)),
        ("Tue Nov 14 22:13:50 2023", .seconds(30)), ("Sun, 06 Nov 1994 08:49:37 GMT", .zero),
        ("Fri, 31 Dec 9999 23:59:59 GMT", RetryAfter.longest),
    ]) func `a pause is seconds or a date`(value: String, expected: Duration) {
        #expect(pause(value) == expected)
    }

    @Test(arguments: [
        "", " ", "-1", "soon", "+3", "1 2", "٣", "10s", "1.", ".5", "1.5.5", "1e3", "0x10", "nan", "inf", "-0.5",
    ]) func `what is neither is no pause`(value: String) {
        #expect(pause(value) == nil)
    }

    @Test func `a date is counted from the server's own clock where it tells it`() {
        let moment = "Fri, 14 Jul 2017 02:40:10 GMT"
        #expect(pause(moment, date: "Fri, 14 Jul 2017 02:40:07 GMT") == .seconds(3))
        #expect(pause(moment, date: "yesterday") == .zero)
        #expect(RetryAfter.pause(in: [], receivedAtMs: 0) == nil)
    }
}

@Suite("Status meaning") struct StatusMeaningTests {
    @Test(arguments: [
        (200, StatusMeaning.success), (203, .success), (202, .notYet), (206, .incomplete),
        (201, .noContent), (204, .noContent), (205, .noContent), (207, .noContent), (299, .noContent),
        (401, .refused), (403, .refused), (407, .refused), (402, .paymentRequired), (451, .legallyRefused),
        (404, .notFound), (410, .notFound), (429, .throttled(pause: nil)),
        (408, .retryable), (425, .retryable), (500, .retryable), (502, .retryable), (503, .retryable),
        (504, .retryable), (501, .retryable), (599, .retryable),
        (400, .badRequest), (405, .badRequest), (422, .badRequest), (499, .badRequest),
        (0, .unexpected), (-1, .unexpected), (100, .unexpected), (301, .unexpected), (304, .unexpected),
        (600, .unexpected), (999, .unexpected),
    ]) func `every status has one meaning`(status: Int, meaning: StatusMeaning) {
        #expect(StatusMeaning(status, pause: nil) == meaning)
    }

    @Test func `with a pause 429 and 503 throttle, and nothing else does`() {
        for status in 0..<700 where StatusMeaning(status, pause: .seconds(1)) != StatusMeaning(status, pause: nil) {
            #expect(status == 429 || status == 503)
            #expect(StatusMeaning(status, pause: .seconds(1)) == .throttled(pause: .seconds(1)))
        }
    }
}

@Suite("Header field") struct HeaderFieldTests {
    @Test func `the first field of a name counts, in any case`() {
        let fields = [HeaderField(name: "ETag", value: "a"), HeaderField(name: "etag", value: "b")]
        #expect(fields.value(of: "etag") == "a" && fields.value(of: "age") == nil)
        // The Kelvin sign is no K.
        #expect(!HeaderField(name: "\u{212A}eep", value: "").isNamed("keep"))
    }
}
