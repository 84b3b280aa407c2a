internal import LarderModel

/// Paths under which sites list their pages.
enum IndexPaths {
    /// Words that begin a part of such a path.
    static let parts = RuleText.items(
        """
        category, categories, tag, tags, collection, collections, shop, search, browse, directory, archive, archives,
        author, authors, catalog, catalogue, cat, label, labels, kategorie, kategorien, categoria, categorias, categorie,
        """
    )

    /// Last parts of such paths.
    static let ends = RuleText.items(
        """
        blog, news, articles, stories, events, jobs, products, latest, posts, reviews, recipes, topics, videos,
        deals, sale, home, index.html, index.php
        """
    )

    /// Whether a path belongs to a list of pages.
    static func lead(to path: String) -> Bool {
        let segments = path.lowercased().split(separator: "/").prefix(20)
        if let last = segments.last, ends.contains(String(last)) { return true }
        return segments.contains { segment in
            let word = segment.utf8.prefix { $0.isASCIILetter || $0 >= 0x80 }
            return parts.contains { word.elementsEqual($0.utf8) }
        }
    }
}
