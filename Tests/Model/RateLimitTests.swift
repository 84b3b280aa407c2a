import LarderModel
import Testing

@Suite("Rate limits") struct RateLimitTests {
    private static let now: Int64 = 1_767_225_600_000  // 2026-01-01 00:00:00 UTC

    /// The pause after fields that stand one a line.
    private func pause(_ fields: String) -> Duration? {
        let list = fields.split(separator: "\n").compactMap { line -> HeaderField? in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? HeaderField(name: String(parts[0]), value: String(parts[1]).trimmedSpace) : nil
        }
        return RateLimit.pause(in: list, receivedAtMs: Self.now)
    }

    private static let spent: [(fields: String, milliseconds: Int)] = [
        ("x-ratelimit-remaining: 0\nx-ratelimit-reset: 30", 30_000),
        ("x-ratelimit-remaining: 2\nx-ratelimit-reset: 30", 0),
        // Without a date the second that was begun may be missing from a Unix time.
        ("x-rate-limit-remaining: 0\nx-rate-limit-reset: 1767225605", 6_000),
        ("x-ratelimit-remaining: 0\nx-ratelimit-reset: 1767225605000", 6_000),
        ("x-ratelimit-remaining: 0\nx-ratelimit-reset: 100\ndate: Thu, 01 Jan 2026 00:00:03 GMT", 100_000),
        ("x-ratelimit-remaining: 0\nx-ratelimit-reset: 1767225605\ndate: Thu, 01 Jan 2026 00:00:03 GMT", 2_000),
        ("ratelimit-remaining: 0\nratelimit-reset: 1.2", 1_200),
        ("ratelimit-remaining: 0", 1_000),
        ("ratelimit: \"b\";r=0;t=7", 7_000),
        ("ratelimit: \"a\";r=3;t=7, \"b\";r=0\nratelimit-policy: \"a\";q=9;w=60, \"b\";q=5;w=9", 9_000),
        ("ratelimit: limit=10, remaining=0, reset=4", 4_000),
        ("x-api-quota-left: 0.4", 86_400_000),
        ("x-ratelimit-remaining: 0\nx-ratelimit-reset: 99999999", 604_800_000),
    ]

    @Test(arguments: spent) func `nothing left means a pause`(fields: String, milliseconds: Int) {
        #expect(pause(fields) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "x-ratelimit-remaining: 4999\nx-ratelimit-reset: 30", "x-ratelimit-remaining: none", "ratelimit: \"b\";q=1",
        "ratelimit: ;;==,,", "x-ratelimit-remaining: -1", "x-ratelimit-remaining: nan",
    ]) func `no limit, or one that is far, means none`(fields: String) {
        #expect(pause(fields) == nil)
    }

    @Test(arguments: [
        ("</b>; rel=next", "/b"),
        ("<a>; rel=\"prev\", <b?x=1,2>; title=\"a, b; rel=next\"; rel=\"first NEXT\"", "b?x=1,2"),
        ("<a>; rel=prev; rel=next", nil), ("<a>;rel = \"ne\\xt\"", "a"), ("<a", nil), ("a; rel=next", nil), ("", nil),
        ("<a>; rel", nil), ("<a> x, <b>; rel=next", "b"),
    ]) func `links are found by their relation`(value: String, expected: String?) {
        #expect(LinkHeader.target(of: "next", in: [HeaderField(name: "Link", value: value)]) == expected)
    }

    @Test(arguments: [
        ("</b>; rel=next", true), ("<a>; title=\"x, y\" ,, </b>;rel=last,", true), ("", true), ("<a>", true),
        ("</b; rel=next", false), ("/b; rel=next", false), ("<a>; rel=first, </b> rel=next", false),
    ]) func `a field that is no list of links is told from one without a relation`(value: String, isReadable: Bool) {
        #expect(LinkHeader.isReadable([HeaderField(name: "Link", value: value)]) == isReadable)
    }
}
