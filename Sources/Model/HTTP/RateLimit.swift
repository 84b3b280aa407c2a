/// The remaining requests that a server allows, and when it allows more.
///
/// - `X-RateLimit-Remaining` (also `X-Rate-Limit-…`): a number; `X-RateLimit-Reset`: seconds if below 10⁹, else a Unix
///   time in seconds or milliseconds.
/// - `RateLimit-Remaining`: a number; `RateLimit-Reset`: seconds.
/// - `RateLimit: "name";r=2;t=30` with `RateLimit-Policy: "name";q=100;w=60`: `r` requests are left; `t` seconds,
///   else the policy's `w`.
/// - `RateLimit: limit=10, remaining=2, reset=30`: the draft before.
/// - `X-API-Quota-Left` (Spoonacular): a number of points; more at 00:00 UTC.
package enum RateLimit {
    /// Above this many requests left a limit does not matter yet: no host gets more at once.
    package static let manyRequests = 64.0

    /// How long to wait before the next request; nil without a limit, or with many requests left.
    ///
    /// Of several limits the longest wait counts, at most ``RetryAfter/longest``. Unix times are compared with `Date`.
    package static func pause(in headers: [HeaderField], receivedAtMs: Int64) -> Duration? {
        let now = Now(headers, receivedAtMs)
        var limits: [(left: Double, resetMs: Double?)] = []
        for prefix in ["x-ratelimit-", "x-rate-limit-", "ratelimit-"] {
            guard let left = number(headers.value(of: prefix + "remaining")) else { continue }
            limits.append((left, now.milliseconds(until: number(headers.value(of: prefix + "reset")))))
        }
        limits += drafts(headers)
        if let left = number(headers.value(of: "x-api-quota-left")) { limits.append((left, now.untilMidnight)) }
        let near = limits.filter { $0.left < manyRequests }
        guard !near.isEmpty else { return nil }
        let waits = near.map { $0.left < 1 ? max(1, $0.resetMs ?? unknownResetMs) : 0 }
        return .milliseconds(Int64(min(waits.max() ?? 0, RetryAfter.longest / .milliseconds(1)).rounded(.up)))
    }

    /// The wait where a server does not say when there is more.
    private static let unknownResetMs = 1_000.0

    private static func number(_ text: String?) -> Double? {
        guard let text = text?.trimmedASCII, text.utf8.count <= 20, let value = Double(text), value.isFinite, value >= 0
        else { return nil }
        return value
    }

    private static func drafts(_ headers: [HeaderField]) -> [(left: Double, resetMs: Double?)] {
        let policies = headers.values(of: "ratelimit-policy").flatMap(items)
        return headers.values(of: "ratelimit").flatMap { value -> [(left: Double, resetMs: Double?)] in
            let items = items(value)
            // The older form is one dictionary.
            let whole = items.reduce(into: [String: Double]()) { $0.merge($1.numbers) { first, _ in first } }
            if let left = whole["remaining"] { return [(left, whole["reset"].map { $0 * 1_000 })] }
            return items.compactMap { item in
                guard let left = item.numbers["r"] else { return nil }
                let policy = policies.first { $0.name == item.name }
                return (left, (item.numbers["t"] ?? policy?.numbers["w"]).map { $0 * 1_000 })
            }
        }
    }

    /// The first ten items of a list: a name, and the numbers of its parameters.
    private static func items(_ value: String) -> [(name: String, numbers: [String: Double])] {
        value.prefix(1_000).split(separator: ",").prefix(10).map { item in
            let parts = item.split(separator: ";").map { String($0).trimmedASCII }
            var numbers: [String: Double] = [:]
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmedASCII.lowercased() }
                if pair.count == 2, let value = number(pair[1]) { numbers[pair[0]] = value }
            }
            return (parts.first ?? "", numbers)
        }
    }

    /// The server's time, if known: a wrong clock then does no harm.
    private struct Now {
        let ms: Double
        /// The error of a time in whole seconds.
        let doubtMs: Double

        init(_ headers: [HeaderField], _ receivedAtMs: Int64) {
            let date = headers.value(of: "date").flatMap { HTTPDate(parsing: $0, now: receivedAtMs / 1_000) }
            ms = date.map { Double($0.unixSeconds) * 1_000 } ?? Double(receivedAtMs)
            doubtMs = date == nil ? 1_000 : 0
        }

        func milliseconds(until reset: Double?) -> Double? {
            guard let reset else { return nil }
            if reset < 1e9 { return reset * 1_000 }
            return max(0, (reset < 1e12 ? reset * 1_000 : reset) - ms + doubtMs)
        }

        var untilMidnight: Double { 86_400_000 - ms.truncatingRemainder(dividingBy: 86_400_000) }
    }
}
