import Testing

@testable import LarderModel

/// Fields from lines of the form `Name: value`.
private func fields(_ lines: [String]) -> [HeaderField] {
    lines.map { line in
        let name = line.prefix { $0 != ":" }
        return HeaderField(name: String(name), value: String(line.dropFirst(name.count + 1).drop { $0 == " " }))
    }
}

@Suite("Cache-Control") struct CacheControlTests {
    @Test(arguments: [
        (["max-age=60"], "max-age=60"), (["MAX-AGE=60 , Public"], "max-age=60, public"),
        (["max-age=60, max-age=30"], "max-age=30"), (["max-age=60", "max-age=90"], "max-age=60"),
        ([#"max-age="60""#], "max-age=60"), (["max-age=99999999999999999999999"], "max-age=2147483648"),
        (["max-age"], "max-age=0"), (["max-age="], "max-age=0"), (["max-age=-1"], "max-age=0"),
        (["max-age=1.5"], "max-age=0"), (["max-age= 60"], "max-age=0"), (["max-age =60"], "max-age=0"),
        (["max-age=60, max-age=soon"], "max-age=0"), (["max-age=٣"], "max-age=0"),
        ([#"max-age=""#], "max-age=0, no-cache"),
        (["s-maxage=5, max-age=60"], "max-age=60, s-maxage=5"),
        ([#"private="x, no-store", max-age=1"#], "max-age=1, private"),
        ([#"no-cache="set-cookie""#], "no-cache"), ([#"x="a\", no-store", no-store"#], "no-store"),
        ([#"x="no-store, max-age=60"#], "no-cache"), ([#"x="open"#, "max-age=9"], "max-age=9, no-cache"),
        (
            ["no-store,no-cache,must-revalidate,proxy-revalidate"],
            "no-store, no-cache, must-revalidate, proxy-revalidate"
        ),
        (["max-age=9, stale-if-error=7, stale-while-revalidate=5, immutable"], "max-age=9, stale-if-error=7"),
        (["", ",,", " , "], ""), (["max-agent=5, xmax-age=6, no-storex"], ""),
    ]) func `a field is understood as its few words say`(values: [String], expected: String) {
        let control = CacheControl(parsing: values)
        #expect(control.text == expected)
        #expect(CacheControl(parsing: [control.text]) == control)
    }
}

@Suite("Freshness") struct FreshnessTests {
    /// Tue, 14 Nov 2023 22:13:20 GMT.
    private static let now: Int64 = 1_700_000_000_000
    private static let date = "Date: Tue, 14 Nov 2023 22:13:20 GMT"

    private func freshness(_ lines: [String], delayMs: Int64 = 0, isAuthorized: Bool = false) -> Freshness {
        Freshness(
            of: fields(lines),
            requestedAtMs: Self.now - delayMs,
            receivedAtMs: Self.now,
            isAuthorized: isAuthorized
        )
    }

    @Test(
        arguments: [
            // How long.
            ([], 0), (["Cache-Control: max-age=60"], 60), (["Cache-Control: max-age=60, s-maxage=5"], 5),
            (["Cache-Control: max-age=5, s-maxage=60"], 60),
            (["Cache-Control: max-age=60", "Cache-Control: max-age=50"], 50),
            (["Cache-Control: max-age=x"], 0), (["Cache-Control: max-age=60, immutable"], 60),
            (["Cache-Control: no-cache, max-age=60"], 0), (["Cache-Control: no-store, max-age=60"], 0),
            (["Cache-Control: private, max-age=60"], 0), (["Cache-Control: must-revalidate, max-age=60"], 60),
            (["Expires: Tue, 14 Nov 2023 22:14:20 GMT"], 60), (["Expires: 0"], 0),
            (["Expires: Tue, 14 Nov 2023 22:12:20 GMT"], 0),
            (["Expires: Tue, 14 Nov 2023 22:14:20 GMT", "Expires: Tue, 14 Nov 2023 22:13:50 GMT"], 30),
            (["Cache-Control: max-age=10", "Expires: Tue, 14 Nov 2023 22:14:20 GMT"], 10),
            (["Cache-Control: max-age=x", "Expires: Tue, 14 Nov 2023 22:14:20 GMT"], 0),
            (["Cache-Control: public", "Expires: Tue, 14 Nov 2023 22:14:20 GMT"], 60),
            // The source's clock is an hour ahead: its lifetime counts from its own date.
            (["Date: Tue, 14 Nov 2023 23:13:20 GMT", "Expires: Tue, 14 Nov 2023 23:14:20 GMT"], 60),
            // Guessed.
            (["Last-Modified: Tue, 14 Nov 2023 22:03:20 GMT", date], 60),
            (["Last-Modified: Tue, 14 Nov 2023 22:03:20 GMT"], 60),
            (["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"], 86_400),
            (["Last-Modified: Tue, 14 Nov 2023 22:33:20 GMT"], 0),
            (["Last-Modified: long ago"], 0), (["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Expires: 0"], 0),
            (["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: max-age=0"], 0),
            (["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: public"], 86_400),
            (["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Pragma: no-cache"], 0),
            // Pragma counts only alone.
            (["Pragma: no-cache", "Cache-Control: max-age=60"], 60),
            (["Pragma: No-Cache", "Expires: Tue, 14 Nov 2023 22:14:20 GMT"], 0),
            // Its age.
            (["Cache-Control: max-age=60", "Age: 20"], 40), (["Cache-Control: max-age=60", "Age: 100"], -40),
            (["Cache-Control: max-age=60", "Age: 20, 50"], 40), (["Cache-Control: max-age=60", "Age: young"], 60),
            (["Cache-Control: max-age=60", "Age: -5"], 60),
            (["Cache-Control: max-age=60", "Date: Tue, 14 Nov 2023 22:12:50 GMT"], 30),
            (["Cache-Control: max-age=60", "Date: Tue, 14 Nov 2023 22:12:50 GMT", "Age: 45"], 15),
            (["Cache-Control: max-age=60", "Date: Tue, 14 Nov 2023 22:12:50 GMT", "Age: 5"], 30),
            (["Cache-Control: max-age=60", "Date: Tue, 14 Nov 2023 23:13:20 GMT"], 60),
            (["Cache-Control: max-age=60", "Date: once"], 60),
            (["Cache-Control: max-age=99999999999", "Age: 99999999999999999999"], 0),
        ] as [([String], Int64)]
    ) func `an answer is fresh for so many seconds`(lines: [String], seconds: Int64) {
        #expect(freshness(lines).untilMs == Self.now + seconds * 1_000)
    }

    @Test func `the time that the request took counts as age`() {
        #expect(freshness(["Cache-Control: max-age=60", "Age: 10"], delayMs: 2_500).untilMs == Self.now + 47_500)
        let dated = ["Cache-Control: max-age=60", "Date: Tue, 14 Nov 2023 22:13:15 GMT"]
        #expect(freshness(dated, delayMs: 2_500).untilMs == Self.now + 55_000)
        // A clock that was set back meanwhile.
        #expect(freshness(["Cache-Control: max-age=60"], delayMs: -9_000).untilMs == Self.now + 60_000)
    }

    @Test(
        arguments: [
            (["max-age=60, stale-if-error=7"], 7), (["max-age=60"], 0), (["stale-if-error=7"], 7),
            (["stale-if-error=x"], 0), (["stale-if-error=9, stale-if-error=7"], 7),
            (["stale-if-error=7, must-revalidate"], 0), (["stale-if-error=7, proxy-revalidate"], 0),
            (["stale-if-error=7, no-cache"], 0), (["stale-if-error=7, private"], 0),
            (["stale-if-error=7, no-store"], 0),
            (["stale-if-error=7, s-maxage=60"], 0),
        ] as [([String], Int64)]
    ) func `a stale answer may stand in for so many seconds`(values: [String], seconds: Int64) {
        #expect(freshness(values.map { "Cache-Control: \($0)" }).graceMs == seconds * 1_000)
    }

    @Test(
        arguments: [
            ("max-age=60", 0), ("max-age=60, public", 60), ("max-age=60, must-revalidate", 60), ("s-maxage=60", 60),
        ] as [(String, Int64)]
    ) func `an answer to credentials is used again only where it is for all`(value: String, seconds: Int64) {
        #expect(freshness(["Cache-Control: \(value)"], isAuthorized: true).untilMs == Self.now + seconds * 1_000)
    }

    @Test func `only no-store keeps an answer from being remembered`() {
        #expect(!freshness(["Cache-Control: max-age=5, no-store"]).isStorable)
        for value in ["no-cache", "private", "max-age=0", ""] {
            #expect(freshness(["Cache-Control: \(value)"]).isStorable)
        }
    }

    @Test func `what lasts says the same as the fields it is made of, and is short`() {
        let long = String(repeating: "x, ", count: 20_000)
        let tables = [
            ["Cache-Control: max-age=60, stale-if-error=5", "Vary: Accept , user-agent, accept"], ["Pragma: no-cache"],
            ["Expires: 0"], ["Expires: \(long)"], ["Cache-Control: \(long)max-age=7", "Vary: \(long)"], ["Pragma: x"],
            ["Expires: Tue, 14 Nov 2023 22:14:20 GMT"], ["X: y"],
        ]
        for lines in tables {
            let lasting = Freshness.lasting(of: fields(lines))
            #expect(lasting.reduce(0) { $0 + $1.value.utf8.count } < 1_300)
            let (one, other) = (
                freshness(lines), Freshness(of: lasting, requestedAtMs: Self.now, receivedAtMs: Self.now)
            )
            #expect(one == other, "\(lines)")
            #expect(Freshness.lasting(of: lasting) == lasting)
        }
    }

    @Test func `no time is too large for it`() {
        let lasting = ["Cache-Control: max-age=99999999999, stale-if-error=99999999999", "Age: 1", Self.date]
        for moment in [Int64.min, -1, 0, 1, .max] {
            for other in [Int64.min, 0, .max] {
                for lines in [lasting, ["Expires: Fri, 31 Dec 9999 23:59:59 GMT"]] {
                    let freshness = Freshness(of: fields(lines), requestedAtMs: moment, receivedAtMs: other)
                    #expect(freshness.isStorable && freshness.graceMs >= 0)
                }
            }
        }
    }
}

@Suite("Vary") struct VaryTests {
    private let request = fields(["User-Agent: Larder/1", "Accept: a/b,  c/d", "X-Key: secret"])

    @Test(arguments: [
        ([""], ""), (["Accept-Encoding"], ""), (["Accept"], "accept: a/b, c/d"),
        (["user-agent, ACCEPT"], "accept: a/b, c/d\nuser-agent: Larder/1"),
        (["Accept", "X-Other"], "accept: a/b, c/d\nx-other"),
        (["Accept, Accept, ,"], "accept: a/b, c/d"),
    ]) func `the fields that it names are selected`(values: [String], expected: String) {
        let vary = Vary(parsing: values)
        #expect(vary.selection(in: request) == expected)
        #expect(Vary(parsing: [vary.text]) == vary)
    }

    @Test(arguments: [["*"], ["Accept, *"], ["Accept", "*"], [String(repeating: "a,", count: 600)]])
    func `a star, or a list without end, fits no request`(values: [String]) {
        #expect(Vary(parsing: values).selection(in: request) == nil)
        #expect(Vary(parsing: [Vary(parsing: values).text]).names == nil)
    }
}
