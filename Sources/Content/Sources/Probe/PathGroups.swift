internal import LarderModel

/// The pages of a site by the beginning of their paths.
struct PathGroups {
    struct Group: Sendable, Hashable {
        var pattern: String
        var pages: [String]
        /// Whether its name says that it lists or repeats pages.
        var isAside: Bool
    }

    /// Largest first.
    let groups: [Group]
    let count: Int

    init(_ pages: [String], origin: String) {
        var found: [String: Group] = [:]
        var count = 0
        for page in pages {
            guard let address = WebAddress(page), address.origin == origin else { continue }
            count += 1
            let pattern = Self.pattern(address.path)
            let none = Group(pattern: pattern, pages: [], isAside: Self.isAside(address.path))
            found[pattern, default: none].pages.append(page)
        }
        groups = found.values.sorted { ($1.pages.count, $0.pattern) < ($0.pages.count, $1.pattern) }
        self.count = count
    }

    /// `/recipe/soup` belongs to `/recipe/**`, `/2024/05/soup` to `/20*/**`, `/soup` to `/*`.
    static func pattern(_ path: String) -> String {
        let segments = path.split(separator: "/")
        guard segments.count > 1, let first = segments.first else { return "/*" }
        if first.utf8.count == 4, first.hasPrefix("20") || first.hasPrefix("19"), Int(first) != nil {
            return "/\(first.prefix(2))*/**"
        }
        return "/\(first)/**"
    }

    private static func isAside(_ path: String) -> Bool {
        let segments = path.split(separator: "/")
        return segments.count > 1 && segments.first.map { asideWords.contains($0.lowercased()) } == true
    }

    private static let asideWords: Set<String> = [
        "account", "amp", "archive", "archives", "author", "authors", "autor", "basket", "cart", "categorie",
        "categories", "category", "categoria", "checkout", "comments", "embed", "etiqueta", "feed", "kategorie",
        "login", "my-account", "page", "print", "privacy", "product-category", "product-tag", "schlagwort", "search",
        "shop", "suche", "tag", "tags", "topic", "topics", "user", "users", "wp-content", "wp-json", "web-stories",
        "wprm_print",
    ]
}
