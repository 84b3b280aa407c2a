/// Which keys stand inside of others, for messages about those that stand elsewhere.
enum KeyPlaces {
    private static let inner: [(outer: String, keys: [String], example: String)] = [
        ("politeness", ["concurrency", "delay"], "{delay: 2s}"),
        ("retry", ["attempts", "cap", "pause"], "{attempts: 3}"),
        ("key", ["environment", "header", "query", "bearer"], "{environment: NAME}"),
        ("images", ["widths"], "{widths: [320, 1080]}"),
        (
            "text", ["whole-page", "double-encoded", "text-presentation", "template", "link-schemes"],
            "{whole-page: true}"
        ),
        ("list", ["path", "params", "method", "body"], "{path: /items}"),
        ("paging", ["page", "offset", "cursor", "next", "link", "size", "total", "more"], "{page: page}"),
        (
            "fields", ["id", "title", "url", "image", "html", "summary", "author", "published"],
            "{id: /id, title: /title}"
        ),
        ("error", ["when", "message", "code"], "{when: {/status: error}}"),
        ("since", ["param", "overlap"], "{param: since, from: /updated_at}"),
        ("detail", ["item", "unless"], "{path: \"/items/{id}\"}"), ("headers", [], "{X-Name: value}"),
        ("params", [], "{name: value}"),
    ]

    /// The key, one of those that are allowed, that holds a key; nil: none does.
    static func home(of key: String, among allowed: [String]) -> String? {
        inner.first { $0.keys.contains(key) && allowed.contains($0.outer) }?.outer
    }

    /// The key of the file that is usually meant by a word, such as one of other programs' files; nil: none.
    static func usual(for key: String) -> String? {
        switch key {
        case "type": "kind"
        case "url": "base"
        case "query": "queries"
        default: nil
        }
    }

    /// What may stand behind a key that holds others.
    ///
    /// - Parameter path: The keys that lead there, such as `list.params`.
    static func example(of path: String) -> String {
        let name = path.split(separator: ".").last ?? ""
        return inner.first { $0.outer == name }?.example ?? "{key: value}"
    }
}
