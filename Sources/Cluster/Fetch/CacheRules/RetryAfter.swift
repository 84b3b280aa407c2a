/// Reads a `Retry-After` value (RFC 9110 §10.2.3): how long to wait from now.
///
/// | value | now | result |
/// | --- | --- | --- |
/// | `120` | any | 120 s |
/// | `Sun, 06 Nov 1994 08:49:37 GMT` | 30 s earlier | 30 s |
/// | the same | later | 0 s |
/// | `soon`, `-1`, `1.5` | any | `nil` |
///
/// - Parameters:
///   - value: Whole seconds or one of the three forms of a date.
///   - now: Seconds since 1970.
/// - Returns: 0 s or more. Nothing bounds it above but the largest number of 18 digits: the caller caps it.
public func retryAfter(_ value: String, now: Int64) -> Duration? {
    let text = value.trimmingHTTPSpace
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        return .seconds(saturatedNumber(text))
    }
    guard let date = HTTPDate(parsing: text, now: now) else { return nil }
    let (wait, overflow) = date.unixSeconds.subtractingReportingOverflow(now)
    return overflow ? nil : .seconds(max(0, wait))
}

/// Digits as a number; what has more than 18 digits becomes the largest such number (RFC 9111 §1.2.2 wants a large
/// value).
func saturatedNumber(_ digits: String) -> Int64 {
    let significant = digits.drop { $0 == "0" }
    return significant.isEmpty ? 0 : min(Int64(significant) ?? .max, 999_999_999_999_999_999)
}

extension String {
    var trimmingHTTPSpace: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
        else {
            return ""
        }
        return String(self[first...last])
    }
}
