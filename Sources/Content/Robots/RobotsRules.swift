/// What a host's robots.txt says to one crawler.
package struct RobotsRules: Sendable, Hashable {
    /// The rules with a star.
    private var patterns: [RobotsPattern] = []
    /// The rules without one, and whether they allow: of addresses that begin so, and of whole addresses.
    private var beginnings: [[UInt8]: Bool] = [:]
    private var wholes: [[UInt8]: Bool] = [:]
    /// How long ``beginnings`` are.
    private var lengths: Set<Int> = []
    /// Seconds between two requests, 0 or more; nil: the file does not say.
    package var crawlDelay: Double?

    /// Everything is allowed.
    package init() {}

    /// Nothing is allowed.
    package static var nothing: RobotsRules {
        var rules = RobotsRules()
        rules.add([UInt8(ascii: "/")], allows: false)
        return rules
    }

    /// Further rules with a star are not read: each is compared with each address, which those without are not.
    static let maxPatterns = 10_000

    /// How many different rules there are.
    package var count: Int { patterns.count + beginnings.count + wholes.count }

    mutating func add(_ value: ArraySlice<UInt8>, allows: Bool) {
        guard !value.isEmpty else { return }
        add(RobotsPattern(value, allows: allows))
        // A file in an older encoding means its letters, which addresses write in UTF-8.
        if let recoded = RobotsText.recodedFromLatin1(value) { add(RobotsPattern(recoded, allows: allows)) }
    }

    private mutating func add(_ rule: RobotsPattern) {
        guard let text = rule.plain else {
            if patterns.count < Self.maxPatterns { patterns.append(rule) }
            return
        }
        if rule.isAnchored {
            wholes[text, default: false] = wholes[text] == true || rule.allows
        } else {
            beginnings[text, default: false] = beginnings[text] == true || rule.allows
            lengths.insert(text.count)
        }
    }

    /// Whether the address may be fetched: by the longest rule that matches; of two equally long rules, by the one that
    /// allows.
    ///
    /// Takes time linear in the length of the rules, and of the address for each rule that has a star.
    ///
    /// - Parameter url: An absolute address, or a path with its query. A fragment does not count.
    package func isAllowed(_ url: String) -> Bool { decidingRule(url)?.allows != false }

    /// The rule that forbids the address, as `Disallow: /private/`; nil where it is allowed.
    package func forbiddingRule(_ url: String) -> String? {
        decidingRule(url).flatMap { $0.allows ? nil : $0.line }
    }

    private func decidingRule(_ url: String) -> RobotsPattern? {
        let path = RobotsText.path(of: url)
        guard !path.elementsEqual("/robots.txt".utf8) else { return nil }
        let address = RobotsText.normalized(path[...], isPattern: false)
        let pairs = OctetPairs(address)
        var best = longestPlain(address)
        for rule in patterns where rule.length >= best?.length ?? 0 {
            if let best, best.length == rule.length, best.allows || !rule.allows { continue }
            if rule.pairs.areAll(in: pairs), rule.matches(address) { best = rule }
        }
        return best
    }

    /// The longest rule without a star that matches.
    private func longestPlain(_ address: [UInt8]) -> RobotsPattern? {
        if let allows = wholes[address] { return RobotsPattern(plain: address, isAnchored: true, allows: allows) }
        for length in lengths.filter({ $0 <= address.count }).sorted(by: >) {
            let beginning = Array(address[..<length])
            if let allows = beginnings[beginning] {
                return RobotsPattern(plain: beginning, isAnchored: false, allows: allows)
            }
        }
        return nil
    }

    /// The rules as the lines of a robots.txt for everybody, which ``RobotsFile`` reads as the same rules.
    package var text: String {
        var lines = ["User-agent: *"]
        if let crawlDelay { lines.append("Crawl-delay: \(crawlDelay)") }
        lines += patterns.map(\.line)
        for (plain, isAnchored) in [(beginnings, false), (wholes, true)] {
            lines += plain.map { RobotsPattern(plain: $0, isAnchored: isAnchored, allows: $1).line }.sorted()
        }
        return lines.joined(separator: "\n")
    }
}

/// One Allow or Disallow line.
struct RobotsPattern: Sendable, Hashable {
    let allows: Bool
    /// Octets of the pattern, which decide between rules.
    let length: Int
    /// Pairs of octets that an address must have.
    let pairs: OctetPairs
    /// What stands between the stars.
    private let parts: [[UInt8]]
    /// Whether the address must end where the pattern does.
    let isAnchored: Bool

    /// Reads a pattern, which is not empty.
    init(_ value: ArraySlice<UInt8>, allows: Bool) {
        self.allows = allows
        var pattern = RobotsText.normalized(value, isPattern: true)[...]
        length = pattern.count
        isAnchored = pattern.last == UInt8(ascii: "$")
        if isAnchored { pattern = pattern.dropLast() }
        parts = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
        pairs = parts.reduce(into: OctetPairs()) { $0.insert($1) }
    }

    /// The pattern of one part, as addresses are written.
    init(plain: [UInt8], isAnchored: Bool, allows: Bool) {
        self.allows = allows
        self.isAnchored = isAnchored
        length = plain.count + (isAnchored ? 1 : 0)
        parts = [plain]
        pairs = OctetPairs(plain)
    }

    /// The pattern without the sign for its end; nil where it has a star.
    var plain: [UInt8]? { parts.count == 1 ? parts[0] : nil }

    /// The line in a file.
    var line: String {
        let path = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*")
        return (allows ? "Allow: " : "Disallow: ") + path + (isAnchored ? "$" : "")
    }

    /// Whether a path with its query, made equal as patterns are, matches.
    ///
    /// Each part is looked for after the end of the one before: where a later place would do, the first one does too.
    func matches(_ address: [UInt8]) -> Bool {
        guard let first = parts.first, address.starts(with: first) else { return false }
        guard parts.count > 1 else { return !isAnchored || address.count == first.count }
        var rest = address[first.count...]
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let end = Self.end(of: part, in: rest) else { return false }
            rest = rest[end...]
        }
        let last = parts[parts.count - 1]
        if isAnchored { return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last) }
        return last.isEmpty || Self.end(of: last, in: rest) != nil
    }

    /// Where the first occurrence of `part` ends, after Knuth, Morris and Pratt: linear whatever both hold.
    private static func end(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard part.count <= text.count else { return nil }
        var borders = [0]
        borders.reserveCapacity(part.count)
        var border = 0
        for index in part.indices.dropFirst() {
            while border > 0, part[index] != part[border] { border = borders[border - 1] }
            if part[index] == part[border] { border += 1 }
            borders.append(border)
        }
        var found = 0
        for index in text.indices {
            while found > 0, text[index] != part[found] { found = borders[found - 1] }
            if text[index] == part[found] { found += 1 }
            if found == part.count { return index + 1 }
        }
        return nil
    }
}

/// The pairs of neighbouring octets of a text as bits, of which several pairs may share one.
///
/// A rule with a pair that the address lacks cannot match, and needs no search.
struct OctetPairs: Sendable, Hashable {
    private var bits = SIMD4<UInt64>()

    init() {}

    init(_ text: [UInt8]) { insert(text) }

    mutating func insert(_ text: [UInt8]) {
        for (first, second) in zip(text, text.dropFirst()) {
            let place = first &* 31 &+ second
            bits[Int(place >> 6)] |= 1 << UInt64(place & 63)
        }
    }

    func areAll(in other: OctetPairs) -> Bool { bits & ~other.bits == SIMD4() }
}
