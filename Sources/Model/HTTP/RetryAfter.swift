/// The pause that a server asks for (RFC 9110 §10.2.3).
///
/// | `Retry-After` | the pause |
/// | --- | --- |
/// | `120` | 120 s |
/// | `1.5`, which is none by the standard and yet sent | 2 s: rounded up, so that no request comes too early |
/// | `Sun, 06 Nov 1994 08:49:37 GMT` | until then; zero when it is past |
/// | more than seven days, in either form | ``longest`` |
/// | `-1`, `soon`, `1e3`, the empty text | none |
package enum RetryAfter {
    /// The longest pause that is obeyed: 7 days.
    package static let longest = Duration.seconds(7 * 86_400)

    /// The pause that an answer asks for, at most ``longest``; nil without a readable field.
    ///
    /// A date is counted from the answer's own `Date` where there is one: a wrong clock then does no harm.
    package static func pause(in headers: [HeaderField], receivedAtMs: Int64) -> Duration? {
        guard let value = headers.value(of: "retry-after") else { return nil }
        let received = receivedAtMs / 1_000
        let sent = headers.value(of: "date").flatMap { HTTPDate(parsing: $0, now: received)?.unixSeconds }
        return pause(value, now: sent ?? received)
    }

    /// - Parameter now: Seconds since 1970.
    static func pause(_ value: String, now: Int64) -> Duration? {
        let text = value.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        let digits = text.prefix(while: \.isASCIIDigit)
        guard digits.isEmpty else {
            var rest = text.dropFirst(digits.count)
            var decimals = rest.prefix(0)
            if rest.first == UInt8(ascii: ".") {
                decimals = rest.dropFirst().prefix(while: \.isASCIIDigit)
                if !decimals.isEmpty { rest = rest.dropFirst(decimals.count + 1) }
            }
            guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
            let cap = longest.components.seconds
            let whole = digits.reduce(0) { min($0 * 10 + Int64($1 - 0x30), cap) }
            return .seconds(min(whole + (decimals.contains { $0 != 0x30 } ? 1 : 0), cap))
        }
        guard let date = HTTPDate(parsing: value, now: now) else { return nil }
        let (wait, overflow) = date.unixSeconds.subtractingReportingOverflow(now)
        return overflow ? nil : min(.seconds(max(0, wait)), longest)
    }
}
