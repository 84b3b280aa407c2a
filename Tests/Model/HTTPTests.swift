import Testing

@testable import LarderModel

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
