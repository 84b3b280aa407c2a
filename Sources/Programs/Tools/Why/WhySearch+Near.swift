internal import LarderCatalog
internal import LarderModel

/// Near misses.
extension WhySearch {
    private static let maxNear = 3

    /// The items at the same host with the longest common prefix of addresses.
    func nearAddresses() throws -> [String] {
        guard let address = WebAddress(typed) else { return [] }
        return try catalog.items(near: address, limit: Self.maxNear)
            .map { "\($0.urn) (\(PlainText.line($0.address, maxBytes: 200)))" }
    }

    /// The records with the nearest titles, else with the most common words.
    func nearTitles(among records: [FoundRecord]) -> [String] {
        let close = NearestWord.near(typed, in: records.map(\.title), most: Self.maxNear)
        let titles = close.isEmpty ? sharing(of: records.map(\.title)) : close
        return titles.compactMap { title in
            records.first { $0.title == title }.map { "\($0.urn) (\(PlainText.line(title, maxBytes: 80)))" }
        }
    }

    /// The titles with at least half of the typed words, best first.
    private func sharing(of titles: [String]) -> [String] {
        let wanted = Self.words(in: typed)
        var known: Set<String> = []
        let found = titles.filter { known.insert($0).inserted }
            .map { title in (wanted.intersection(Self.words(in: title)).count, title) }
            .filter { count, _ in count > 0 && count * 2 >= wanted.count }
        return found.sorted { (-$0.0, $0.1) < (-$1.0, $1.1) }.prefix(Self.maxNear).map { $0.1 }
    }

    private static func words(in text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 2 }.map(String.init))
    }
}
