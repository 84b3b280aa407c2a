/// How long a stored answer may be used without asking its source (RFC 9111 §4.2), by the rules of a shared cache:
/// several people may read from one larder.
///
/// | the answer has | it is fresh for |
/// | --- | --- |
/// | `s-maxage` | that time |
/// | else `max-age` | that time |
/// | else `Expires` | until then, counted from its `Date` |
/// | else `Last-Modified` | a tenth of the time since then, at most ``longestGuess`` |
/// | else, or `no-cache`, `private`, or `Pragma: no-cache` without `Cache-Control` | no time |
///
/// The answer's age is subtracted: the `Age` field plus the time of the request, or the time since `Date` if that is
/// more.
package struct Freshness: Sendable, Hashable {
    /// Whether anything of the answer may be kept for a later request; false: `no-store`.
    package let isStorable: Bool
    /// Until when it may be used without asking, in milliseconds since 1970; earlier than it came where it came stale.
    package let untilMs: Int64
    /// For how long after ``untilMs`` it may be used where the source fails, in milliseconds; 0: not at all.
    package let graceMs: Int64

    /// The longest time for which an answer is fresh that does not say so itself: a day, in seconds.
    package static let longestGuess: Int64 = 86_400

    /// Judges an answer that may be used (200 or 203).
    ///
    /// - Parameters:
    ///   - headers: Its fields.
    ///   - requestedAtMs: When it was asked for, in milliseconds since 1970.
    ///   - receivedAtMs: When it came.
    ///   - isAuthorized: Whether the request had an `Authorization` field: then only an answer that is meant for all is
    ///     used again
    ///     (RFC 9111 §3.5).
    ///   - mayGuess: Whether an answer that does not say how long it is fresh is so for a part of its age (RFC 9111
    ///     §4.2.2).
    package init(
        of headers: [HeaderField],
        requestedAtMs: Int64,
        receivedAtMs: Int64,
        isAuthorized: Bool = false,
        mayGuess: Bool = true
    ) {
        let headers = mayGuess ? headers : headers.filter { !$0.isNamed("last-modified") }
        let control = Self.control(in: headers)
        let isForAll = control.isPublic || control.mustRevalidate || control.sharedMaxAge != nil
        let mustAsk = control.isNoStore || control.isNoCache || control.isPrivate || (isAuthorized && !isForAll)
        let received = min(max(0, receivedAtMs), Self.latestMs)
        let delay = max(0, received - min(max(0, requestedAtMs), Self.latestMs))
        let date = Self.date(headers.value(of: "date"), receivedAtMs: received)
        isStorable = !control.isNoStore
        let lifetime = mustAsk ? 0 : Self.lifetime(control, headers, date: date ?? received / 1_000, received / 1_000)
        let age = max(
            date.map { max(0, received - $0 * 1_000) } ?? 0,
            Self.age(headers.value(of: "age")) * 1_000 + delay
        )
        untilMs = received + lifetime * 1_000 - age
        let mayBeStale =
            !mustAsk && !control.mustRevalidate && !control.proxyRevalidate && control.sharedMaxAge == nil
        graceMs = mayBeStale ? (control.staleIfError ?? 0) * 1_000 : 0
    }

    /// The fields of an answer that tell how it may be used later, each in a form of bounded length.
    ///
    /// Without its times, `Date` and `Age`: those are of one answer, these stand until a later one names them anew.
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

    /// The latest moment that is told apart, in milliseconds since 1970; far behind the last date that HTTP can write.
    private static let latestMs: Int64 = 1 << 50

    private static func control(in headers: [HeaderField]) -> CacheControl {
        let values = headers.values(of: "cache-control")
        guard values.isEmpty else { return CacheControl(parsing: values) }
        var control = CacheControl()
        control.isNoCache = CacheControl(parsing: headers.values(of: "pragma")).isNoCache
        return control
    }

    /// In seconds, like its times.
    private static func lifetime(
        _ control: CacheControl,
        _ headers: [HeaderField],
        date: Int64,
        _ received: Int64
    ) -> Int64 {
        if let time = control.sharedMaxAge ?? control.maxAge { return time }
        let expires = headers.values(of: "expires")
        if !expires.isEmpty {
            // A date that cannot be understood is one that is past (RFC 9111 §5.3).
            return expires.map { HTTPDate(parsing: $0, now: received).map { max(0, $0.unixSeconds - date) } ?? 0 }.min()
                ?? 0
        }
        guard let text = headers.value(of: "last-modified"), let modified = HTTPDate(parsing: text, now: received)
        else {
            return 0
        }
        return min(max(0, date - modified.unixSeconds) / 10, longestGuess)
    }

    private static func date(_ text: String?, receivedAtMs: Int64) -> Int64? {
        text.flatMap { HTTPDate(parsing: $0, now: receivedAtMs / 1_000)?.unixSeconds }
    }

    /// The first member of `Age`, in seconds; 0 where it is none (RFC 9111 §5.1).
    private static func age(_ text: String?) -> Int64 {
        guard let text else { return 0 }
        let first = Array(text.utf8).prefix { $0 != UInt8(ascii: ",") }.drop { $0 == 0x20 || $0 == 0x09 }
        return CacheControl.seconds(first) ?? 0
    }
}
