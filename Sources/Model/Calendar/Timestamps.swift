/// Points in time as APIs write them, in milliseconds since 1970 (UTC).
package enum Timestamps {
    /// Reads RFC 3339 and its usual variations: a space for the `T`, no colon in the offset, no offset (then UTC), a
    /// date alone, up to any number of decimals (cut to milliseconds).
    ///
    /// Nil for anything else, and for the year 1, which APIs send for "unknown".
    package static func milliseconds(_ text: String) -> Int64? {
        var scan = DateScanner(Array(text.trimmedASCII.utf8.prefix(64)))
        var parts = DateParts()
        guard let year = scan.number(digits: 4), scan.take("-"), let month = scan.number(digits: 2), scan.take("-"),
            let day = scan.number(digits: 2), year > 1
        else { return nil }
        parts.date = CivilDate(year: year, month: month, day: day)
        if !scan.isAtEnd {
            guard scan.take(anyOf: "Tt ") != nil, scan.clock(into: &parts) else { return nil }
            _ = scan.take(" ")
            parts.offset = offset(&scan)
            guard parts.offset != nil else { return nil }
        }
        return parts.unixMilliseconds
    }

    /// The zone at the end of the text, in minutes east of UTC; zero where none is written.
    private static func offset(_ scan: inout DateScanner) -> Int? {
        if scan.isAtEnd || scan.rest.elementsEqual("UTC".utf8) || scan.rest.elementsEqual("GMT".utf8) { return 0 }
        if scan.take(anyOf: "Zz") != nil { return scan.isAtEnd ? 0 : nil }
        guard let sign = scan.take(anyOf: "+-"), let hours = scan.number(digits: 2) else { return nil }
        _ = scan.take(":")
        let minutes = scan.isAtEnd ? 0 : scan.number(digits: 2) ?? 60
        guard scan.isAtEnd, hours <= 23, minutes <= 59 else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
}
