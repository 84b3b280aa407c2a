package import LarderModel

/// What a source's lists name, and how far they are read.
extension SourceDefinition {
    /// The jobs that find its items: until they are done its lists are not read.
    package var findingJobs: Set<JobKind> {
        switch kind {
        case .sitemap, .feed: [.discover]
        case .pages: [.discover, .detail]
        default: [.search]
        }
    }

    /// Whether lists are read to their end, and not as far as a number of items or pages.
    package var readsWholeLists: Bool { limit == nil && scope.maxPages == nil && feed.keep == nil }

    /// Whether its lists hold the newest items alone.
    package var hasWindows: Bool { kind.isNews || kind == .feed }

    /// Whether an item that no list names any more is gone: not for news, cut lists and lists of changes.
    package var listsEverything: Bool {
        !hasWindows && kind != .pages && readsWholeLists && mapping?.since == nil
    }

    /// A number for the lists that the file names.
    package var listNames: Int {
        number(of: ["queries", "outlets", "types", "categories", "namespaces", "sitemaps"])
    }

    /// A number for what else its lists are made from: lists of one name are another's where it changes.
    package var listRequests: Int {
        number(of: ["hosts", "list", "queries-from", "items", "paging"])
    }

    private func number(of names: Set<String>) -> Int {
        let lines = Self.keys.filter { names.contains($0.name) && $0.kinds.contains(kind) }
            .compactMap { key in key.write(self).map { "\(key.name): \($0)\n" } }
        // As much as JSON's numbers hold everywhere.
        return Int(StableHash.Short(lines.joined()).value >> 11)
    }
}
