/// `Cache-Control` of an answer (RFC 9111 §5.2.2), as far as a shared cache needs it.
///
/// | the field | is taken as |
/// | --- | --- |
/// | `max-age=60, max-age=30` | 30: of several the smallest |
/// | `max-age="60"` | 60: the argument may be quoted |
/// | `max-age=99999999999` | 2,147,483,648, the most |
/// | `max-age`, `max-age=-1`, `max-age=1.5`, `max-age= 60` | 0: it cannot be understood, so nothing is fresh |
/// | `private="x"`, `no-cache="x"` | `private`, `no-cache` |
/// | a quotation mark that is never closed | `no-cache` |
/// | `immutable`, `stale-while-revalidate=60`, unknown words | nothing: a fresh answer is not asked again anyway |
package struct CacheControl: Sendable, Hashable {
    /// Seconds for which the answer is fresh; ``sharedMaxAge`` goes before.
    package var maxAge: Int64?
    package var sharedMaxAge: Int64?
    /// Seconds for which a stale answer may be used when the source fails (RFC 5861 §4).
    package var staleIfError: Int64?
    package var flags: Set<Flag> = []

    /// The directives without an argument that counts.
    package enum Flag: String, Sendable, CaseIterable {
        case noStore = "no-store"
        case noCache = "no-cache"
        case `private`
        /// The answer may be stored though the request had credentials.
        case `public`
        case mustRevalidate = "must-revalidate"
        case proxyRevalidate = "proxy-revalidate"
    }

    /// The longest time in seconds (RFC 9111 §1.2.2).
    package static let longest: Int64 = 1 << 31

    package init() {}

    package init(parsing values: [String]) {
        for value in values { take(line: Array(value.utf8)) }
    }

    /// The field again, at most 200 bytes.
    package var text: String {
        let times = [("max-age", maxAge), ("s-maxage", sharedMaxAge), ("stale-if-error", staleIfError)]
        return
            (times.compactMap { name, time in time.map { "\(name)=\($0)" } }
            + Flag.allCases.filter(flags.contains).map(\.rawValue)).joined(separator: ", ")
    }

    private mutating func take(line: [UInt8]) {
        var start = 0
        var isQuoted = false
        var isEscaped = false
        for (index, byte) in line.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: ",") {
                take(directive: line[start..<index])
                start = index + 1
            }
        }
        take(directive: line[start...])
        if isQuoted { flags.insert(.noCache) }
    }

    private mutating func take(directive: ArraySlice<UInt8>) {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let text = directive.drop(while: isSpace)
        let name = text.prefix { $0 != UInt8(ascii: "=") && !isSpace($0) }
        let rest = text.dropFirst(name.count)
        let argument = rest.first == UInt8(ascii: "=") ? rest.dropFirst() : nil
        let word = String(decoding: name, as: UTF8.self).lowercased()
        switch word {
        case "max-age": maxAge = min(maxAge ?? .max, Self.seconds(argument) ?? 0)
        case "s-maxage": sharedMaxAge = min(sharedMaxAge ?? .max, Self.seconds(argument) ?? 0)
        case "stale-if-error": staleIfError = min(staleIfError ?? .max, Self.seconds(argument) ?? 0)
        default: if let flag = Flag(rawValue: word) { flags.insert(flag) }
        }
    }

    static func seconds(_ argument: ArraySlice<UInt8>?) -> Int64? {
        guard var digits = argument else { return nil }
        while digits.last == 0x20 || digits.last == 0x09 { digits.removeLast() }
        if digits.count > 1, digits.first == UInt8(ascii: "\""), digits.last == UInt8(ascii: "\"") {
            digits = digits.dropFirst().dropLast()
        }
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { min($0 * 10 + Int64($1 - 0x30), longest) }
    }
}
