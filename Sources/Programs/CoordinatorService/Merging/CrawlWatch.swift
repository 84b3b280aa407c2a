internal import LarderLedger
internal import LarderModel
internal import Synchronization

/// Sees over all pages of a crawl which addresses lead to nothing new, and ends them: what no rule on one address alone can tell.
///
/// Pages whose addresses differ in their numbers and in the values of their queries only are of one pattern. It is kept in memory: a
/// sync that goes on after a stop counts anew.
final class CrawlWatch: Sendable {
    /// A pattern ends after this many pages in a row whose texts were there before.
    static let pagesWithoutNewText = 24
    /// Of one path only that without a query is read from this many queries on, where few brought a new text.
    static let queriesOfPath = 200
    /// The patterns that are watched of one source.
    private static let maxPatterns = 10_000

    private struct Pattern {
        var pages = 0
        var withoutNewText = 0
        var texts: Set<Int> = []
        /// The sentence that tells why; nil: it goes on.
        var end: String?
    }

    private let patterns = Mutex<[SourceID: [String: Pattern]]>([:])

    /// Takes the text of a page.
    ///
    /// - Returns: The sentences on patterns that end with it.
    func observe(_ text: String, at address: WebAddress, of source: SourceID) -> [String] {
        let hash = text.hashValue
        return patterns.withLock { all in
            Self.names(of: address).compactMap { name, isPath in
                guard all[source]?[name] != nil || all[source]?.count ?? 0 < Self.maxPatterns else { return nil }
                var pattern = all[source, default: [:]][name] ?? Pattern()
                defer { all[source, default: [:]][name] = pattern }
                guard pattern.end == nil else { return nil }
                pattern.pages += 1
                let isNew = pattern.texts.insert(hash).inserted
                pattern.withoutNewText = isNew ? 0 : pattern.withoutNewText + 1
                if isPath, pattern.pages > Self.queriesOfPath, pattern.texts.count * 10 < pattern.pages {
                    pattern.end =
                        "Of \(name) only the page without a query is read on: \(pattern.pages) pages had \(pattern.texts.count) different texts."
                } else if !isPath, pattern.withoutNewText >= Self.pagesWithoutNewText {
                    pattern.end =
                        "The pattern \(name) ended after \(pattern.withoutNewText) pages in a row without new text, \(pattern.pages) in all."
                }
                return pattern.end
            }
        }
    }

    /// Whether an address is of a pattern that has ended.
    func isEnded(_ address: WebAddress, of source: SourceID) -> Bool {
        patterns.withLock { all in
            guard let known = all[source] else { return false }
            return Self.names(of: address).contains { known[$0.name]?.end != nil }
        }
    }

    /// The pattern of an address, and with a query that of its path; a page without numbers and query is alone.
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
