/// What a host's robots.txt says to one crawler.
package struct RobotsRules: Sendable, Hashable {
    /// The rules, in the file's order.
    private(set) var rules: [RobotsPattern] = []
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

    /// Further rules of a file are not read.
    static let maxRules = 10_000

    /// How many rules there are.
    package var count: Int { rules.count }

    mutating func add(_ value: ArraySlice<UInt8>, allows: Bool) {
        guard !value.isEmpty, rules.count < Self.maxRules else { return }
        rules.append(RobotsPattern(value, allows: allows))
        // A file in an older encoding means its letters, which addresses write in UTF-8.
        if rules.count < Self.maxRules, let recoded = RobotsText.recodedFromLatin1(value) {
            rules.append(RobotsPattern(recoded, allows: allows))
        }
    }

    /// Whether the address may be asked for: the longest rule that matches decides, and of two equally long ones the one that allows.
    ///
    /// Takes time linear in the length of the rules and of the address for each rule that has a star.
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
        var best: RobotsPattern?
        for rule in rules where rule.length >= best?.length ?? 0 {
            if let best, best.length == rule.length, best.allows || !rule.allows { continue }
            if rule.matches(address) { best = rule }
        }
        return best
    }

    /// The rules as the lines of a robots.txt for everybody, which ``RobotsFile`` reads as the same rules.
    package var text: String {
        var lines = ["User-agent: *"]
        if let crawlDelay { lines.append("Crawl-delay: \(crawlDelay)") }
        return (lines + rules.map(\.line)).joined(separator: "\n")
    }
}

/// One Allow or Disallow line.
struct RobotsPattern: Sendable, Hashable {
    let allows: Bool
    /// Octets of the pattern, which decide between rules.
    let length: Int
    /// What stands between the stars.
    private let parts: [[UInt8]]
    /// Whether the address must end where the pattern does.
    private let isAnchored: Bool

    /// Reads a pattern, which is not empty.
    init(_ value: ArraySlice<UInt8>, allows: Bool) {
        self.allows = allows
        var pattern = RobotsText.normalized(value, isPattern: true)[...]
        length = pattern.count
        isAnchored = pattern.last == UInt8(ascii: "$")
        if isAnchored { pattern = pattern.dropLast() }
        parts = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
    }

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
