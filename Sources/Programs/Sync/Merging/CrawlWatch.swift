internal import LarderLedger
internal import LarderModel
internal import Synchronization

/// Stops crawling address patterns whose pages bring no new text.
///
/// Addresses that differ only in numbers and query values have one pattern. The ledger keeps ended patterns; counts
/// stay in memory, so a resumed sync counts from zero.
final class CrawlWatch: Sendable {
    /// A pattern ends after this many pages in a row without new text.
    static let pagesWithoutNewText = 24
    /// From this many queries of one path on, with few new texts, only its page without a query is read.
    static let queriesOfPath = 200
    private static let maxPatterns = 10_000

    private struct Pattern {
        var pages = 0
        var withoutNewText = 0
        var texts: Set<Int> = []
        var end: String?

        /// Counts a page; returns whether its text is new.
        mutating func count(_ text: Int) -> Bool {
            pages += 1
            let isNew = texts.insert(text).inserted
            withoutNewText = isNew ? 0 : withoutNewText + 1
            return isNew
        }
    }

    /// What a page changed in a pattern that had not ended.
    private struct Change {
        let source: SourceID
        let name: String
        let withoutNewText: Int
        let newText: Int?
    }

    private struct State {
        var patterns: [SourceID: [String: Pattern]] = [:]
        /// Changes that are not kept yet, in order.
        var changes: [Change] = []
    }

    private let state = Mutex(State())
    private let earlier: [SourceID: Set<String>]

    init(earlier: [SourceID: Set<String>] = [:]) { self.earlier = earlier }

    /// Records a page's text until ``keep()`` or ``undo(to:)``.
    ///
    /// - Returns: The patterns that end with it, each with a sentence that says why.
    func observe(_ text: String, at address: WebAddress, of source: SourceID) -> [(pattern: String, sentence: String)] {
        let hash = text.hashValue
        return state.withLock { state in
            Self.names(of: address).compactMap { name, isPath in
                let before = state.patterns[source]?[name]?.withoutNewText
                guard before != nil || state.patterns[source]?.count ?? 0 < Self.maxPatterns,
                    state.patterns[source]?[name]?.end == nil, earlier[source]?.contains(name) != true
                else { return nil }
                let isNew = state.patterns[source, default: [:]][name, default: Pattern()].count(hash)
                state.changes.append(
                    Change(source: source, name: name, withoutNewText: before ?? 0, newText: isNew ? hash : nil)
                )
                let end = state.patterns[source]?[name].flatMap { Self.end(of: $0, name, isPath: isPath) }
                guard let end else { return nil }
                state.patterns[source]?[name]?.end = end
                return (pattern: name, sentence: end)
            }
        }
    }

    private static func end(of pattern: Pattern, _ name: String, isPath: Bool) -> String? {
        if isPath, pattern.pages > queriesOfPath, pattern.texts.count * 10 < pattern.pages {
            return
                "Of \(name) only the page without a query is read on: \(pattern.pages) pages had "
                + "\(pattern.texts.count) different texts."
        }
        guard !isPath, pattern.withoutNewText >= pagesWithoutNewText else { return nil }
        return
            "The pattern \(name) ended after \(pattern.withoutNewText) pages in a row without new text, "
            + "\(pattern.pages) in all."
    }

    var changeCount: Int { state.withLock { $0.changes.count } }

    func keep() { state.withLock { $0.changes.removeAll() } }

    /// Reverts what was observed since there were `count` changes.
    func undo(to count: Int = 0) {
        state.withLock { state in
            while state.changes.count > max(0, count), let change = state.changes.popLast() {
                guard var pattern = state.patterns[change.source]?.removeValue(forKey: change.name) else { continue }
                pattern.pages -= 1
                pattern.withoutNewText = change.withoutNewText
                if let text = change.newText { pattern.texts.remove(text) }
                pattern.end = nil
                if pattern.pages > 0 { state.patterns[change.source]?[change.name] = pattern }
            }
        }
    }

    /// - Parameter countsEarlier: Whether patterns that ended in an earlier run count.
    func isEnded(_ address: WebAddress, of source: SourceID, countsEarlier: Bool = true) -> Bool {
        let names = Self.names(of: address).map { $0.name }
        if countsEarlier, let earlier = earlier[source], names.contains(where: { earlier.contains($0) }) { return true }
        return state.withLock { state in
            guard let known = state.patterns[source] else { return false }
            return names.contains { known[$0]?.end != nil }
        }
    }

    /// The address's pattern, and if it has a query its path's; empty for a page without numbers and query.
    private static func names(of address: WebAddress) -> [(name: String, isPath: Bool)] {
        let origin = address.hostPort.description
        var path = ""
        var isNumber = false
        for character in address.path {
            let isDigit = character.isASCII && character.isNumber
            if !isDigit { path.append(character) } else if !isNumber { path.append("#") }
            isNumber = isDigit
        }
        guard let query = address.query else { return path == address.path ? [] : [(origin + path, false)] }
        let names = Set(query.split(separator: "&").map { $0.prefix { $0 != "=" } }).sorted().joined(separator: "&")
        return [("\(origin)\(path)?\(names)", false), ("\(origin)\(address.path)", true)]
    }
}
