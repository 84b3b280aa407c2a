/// The rules of a robots.txt for one crawler.
package struct RobotsRules: Sendable, Hashable {
    private var patterns: [RobotsPattern] = []
    /// The rules without a star, and whether they allow: beginnings of addresses, and whole addresses.
    private var beginnings: [[UInt8]: Bool] = [:]
    private var wholes: [[UInt8]: Bool] = [:]
    private var lengths: Set<Int> = []
    /// Seconds between two requests, 0 or more.
    package var crawlDelay: Double?

    package init() {}

    package static var nothing: RobotsRules {
        var rules = RobotsRules()
        rules.add([UInt8(ascii: "/")], allows: false)
        return rules
    }

    /// Each rule with a star is compared with each address, so further such rules are not read.
    static let maxPatterns = 10_000

    package var count: Int { patterns.count + beginnings.count + wholes.count }

    mutating func add(_ value: ArraySlice<UInt8>, allows: Bool) {
        guard !value.isEmpty else { return }
        add(RobotsPattern(value, allows: allows))
        // Addresses write the letters of a Latin-1 file in UTF-8.
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

    /// Whether the address may be fetched: by the longest matching rule; of equally long rules an allowing rule wins.
    ///
    /// - Parameter url: An absolute address, or a path with its query. A fragment does not count.
    package func isAllowed(_ url: String) -> Bool { decidingRule(url)?.allows != false }

    /// Such as `Disallow: /private/`; nil where the address is allowed.
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

    /// A robots.txt that ``RobotsFile`` reads as the same rules.
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
    /// In octets; the longer rule wins.
    let length: Int
    /// Pairs of octets that an address must have.
    let pairs: OctetPairs
    /// What stands between the stars.
    private let parts: [[UInt8]]
    /// Whether the address must end where the pattern does.
    let isAnchored: Bool

    init(_ value: ArraySlice<UInt8>, allows: Bool) {
        self.allows = allows
        var pattern = RobotsText.normalized(value, isPattern: true)[...]
        length = pattern.count
        isAnchored = pattern.last == UInt8(ascii: "$")
        if isAnchored { pattern = pattern.dropLast() }
        parts = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
        pairs = parts.reduce(into: OctetPairs()) { $0.insert($1) }
    }

    init(plain: [UInt8], isAnchored: Bool, allows: Bool) {
        self.allows = allows
        self.isAnchored = isAnchored
        length = plain.count + (isAnchored ? 1 : 0)
        parts = [plain]
        pairs = OctetPairs(plain)
    }

    /// The pattern without the sign for its end; nil where it has a star.
    var plain: [UInt8]? { parts.count == 1 ? parts[0] : nil }

    var line: String {
        let path = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "*")
        return (allows ? "Allow: " : "Disallow: ") + path + (isAnchored ? "$" : "")
    }

    /// Whether a normalized path with its query matches; each part is searched from the end of the part before.
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

    /// The end of the first occurrence of `part`, after Knuth, Morris and Pratt: linear for any text.
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
