/// How long a stored answer may be used without asking its source (RFC 9111 §4.2), by the rules of a shared cache.
///
/// | the answer has | it is fresh for |
/// | --- | --- |
/// | `s-maxage` | that time |
/// | else `max-age` | that time |
/// | else `Expires` | until then, counted from its `Date` |
/// | else `Last-Modified` | a tenth of the time since then, at most the longest guess that the caller allows |
/// | else, or `no-cache`, `private`, or `Pragma: no-cache` without `Cache-Control` | no time |
///
/// The answer's age is subtracted: `Age` plus the time of the request, or the time since `Date` if that is more.
package struct Freshness: Sendable, Hashable {
    /// Whether the answer may be stored; false: `no-store`.
    package let isStorable: Bool
    /// Until when it may be used without asking, in milliseconds since 1970.
    package let untilMs: Int64
    /// For how long after ``untilMs`` it may be used where the source fails, in milliseconds; 0: not at all.
    package let graceMs: Int64

    /// The longest guess, in seconds: a day.
    package static let longestGuess: Int64 = 86_400

    /// Judges an answer with status 200 or 203.
    ///
    /// - Parameters:
    ///   - isAuthorized: Whether the request had `Authorization`: then only a public answer is stored (RFC 9111 §3.5).
    ///   - longestGuess: The most seconds that `Last-Modified` counts for (RFC 9111 §4.2.2); 0: it does not count.
    package init(
        of headers: [HeaderField],
        requestedAtMs: Int64,
        receivedAtMs: Int64,
        isAuthorized: Bool = false,
        longestGuess: Int64 = Freshness.longestGuess
    ) {
        let control = Self.control(in: headers)
        let isForAll = !control.flags.isDisjoint(with: [.public, .mustRevalidate]) || control.sharedMaxAge != nil
        let mustAsk =
            !control.flags.isDisjoint(with: [.noStore, .noCache, .private]) || (isAuthorized && !isForAll)
        let received = min(max(0, receivedAtMs), Self.latestMs)
        let delay = max(0, received - min(max(0, requestedAtMs), Self.latestMs))
        let date = Self.date(headers.value(of: "date"), receivedAtMs: received)
        isStorable = !control.flags.contains(.noStore)
        let seconds = received / 1_000
        let lifetime =
            mustAsk ? 0 : Self.lifetime(control, headers, longestGuess, date: date ?? seconds, seconds)
        let age = max(
            date.map { max(0, received - $0 * 1_000) } ?? 0,
            Self.age(headers.value(of: "age")) * 1_000 + delay
        )
        untilMs = received + lifetime * 1_000 - age
        let mayBeStale =
            !mustAsk && control.flags.isDisjoint(with: [.mustRevalidate, .proxyRevalidate])
            && control.sharedMaxAge == nil
        graceMs = mayBeStale ? (control.staleIfError ?? 0) * 1_000 : 0
    }

    /// Whether a stored answer may be used without asking, all in milliseconds since 1970.
    ///
    /// Not before it came: then the clock was set back, and its age is unknown.
    ///
    /// - Parameter change: From when on the answer's source holds the same; nil: not known.
    package static func isFresh(
        from fetchedAt: Int64,
        until freshUntil: Int64,
        at moment: Int64,
        unchangedSince change: Int64? = nil
    ) -> Bool {
        (fetchedAt..<max(fetchedAt, freshUntil)).contains(moment)
            || change.map { ($0...max($0, moment)).contains(fetchedAt) } ?? false
    }

    /// The fields of an answer that decide over later use, in forms of bounded length; without `Date` and `Age`.
    package static func lasting(of headers: [HeaderField]) -> [HeaderField] {
        var kept: [HeaderField] = []
        let names = Set(headers.map { $0.name.lowercased() })
        if names.contains("cache-control") || names.contains("pragma") {
            kept.append(HeaderField(name: "cache-control", value: control(in: headers).text))
        }
        let expires = headers.values(of: "expires")
        if !expires.isEmpty {
            let isOne = Set(expires).count == 1 && expires[0].utf8.count <= 40
            kept.append(HeaderField(name: "expires", value: isOne ? expires[0] : "0"))
        }
        if names.contains("vary") {
            kept.append(HeaderField(name: "vary", value: Vary(parsing: headers.values(of: "vary")).text))
        }
        return kept
    }

    /// Far behind the last date that HTTP can write.
    private static let latestMs: Int64 = 1 << 50

    private static func control(in headers: [HeaderField]) -> CacheControl {
        let values = headers.values(of: "cache-control")
        guard values.isEmpty else { return CacheControl(parsing: values) }
        var control = CacheControl()
        control.flags = CacheControl(parsing: headers.values(of: "pragma")).flags.intersection([.noCache])
        return control
    }

    private static func lifetime(
        _ control: CacheControl,
        _ headers: [HeaderField],
        _ longestGuess: Int64,
        date: Int64,
        _ received: Int64
    ) -> Int64 {
        if let time = control.sharedMaxAge ?? control.maxAge { return time }
        let expires = headers.values(of: "expires")
        if !expires.isEmpty {
            // An unreadable date is past (RFC 9111 §5.3).
            return expires.map { HTTPDate(parsing: $0, now: received).map { max(0, $0.unixSeconds - date) } ?? 0 }.min()
                ?? 0
        }
        guard let text = headers.value(of: "last-modified"), let modified = HTTPDate(parsing: text, now: received)
        else { return 0 }
        return min(max(0, date - modified.unixSeconds) / 10, longestGuess)
    }

    private static func date(_ text: String?, receivedAtMs: Int64) -> Int64? {
        text.flatMap { HTTPDate(parsing: $0, now: receivedAtMs / 1_000)?.unixSeconds }
    }

    /// The first member of `Age`, in seconds (RFC 9111 §5.1).
    private static func age(_ text: String?) -> Int64 {
        guard let text else { return 0 }
        let first = Array(text.utf8).prefix { $0 != UInt8(ascii: ",") }.drop { $0 == 0x20 || $0 == 0x09 }
        return CacheControl.seconds(first) ?? 0
    }
}
