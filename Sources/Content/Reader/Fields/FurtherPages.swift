internal import LarderHTML
internal import LarderModel

/// Finds the other pages of an article that stands on several.
enum FurtherPages {
    private static let maxPages = 50

    /// The target of `rel=next`, or links that are numbers and lead to the same path with a number more.
    static func pages(_ tree: PageTree, _ metadata: PageMetadata, _ base: PageBase, _ document: HTMLDocument)
        -> [String]
    {
        guard let page = base.document else { return [] }
        var found: [String] = []
        var seen: Set<String> = [page.withoutFragment.description]
        func add(_ reference: String) {
            guard found.count < maxPages, let url = WebURL(reference, relativeTo: base.url)?.withoutFragment,
                url.host == page.host
            else { return }
            if seen.insert(url.description).inserted { found.append(url.description) }
        }
        for element in tree.elements where element.name == .a {
            let text = tree.leaves[Int(element.firstLeaf)..<Int(element.endLeaf)]
            guard text.count <= 3, let href = document.attribute(.href, of: element.node), href.count < 2_000 else {
                continue
            }
            let label = BlockText.text(element, tree, document, maxBytes: 8)
            guard let number = Int(label), (2...maxPages).contains(number) else { continue }
            let reference = document.string(href)
            guard let url = WebURL(reference, relativeTo: base.url), isPage(url, number, of: page) else { continue }
            add(reference)
        }
        if found.isEmpty, let next = metadata.target("next"), let url = WebURL(next, relativeTo: base.url),
            url.path.hasPrefix(stem(page.path))
        {
            add(next)
        }
        return found
    }

    /// Whether a URL is that of the page but for the number at the end of its path or in its query.
    private static func isPage(_ url: WebURL, _ number: Int, of page: WebURL) -> Bool {
        guard url.host == page.host else { return false }
        let rest = url.path.dropFirst(stem(page.path).count)
        if url.path == page.path { return (url.query ?? "").hasSuffix("=\(number)") }
        guard url.path.hasPrefix(stem(page.path)), rest.utf8.count <= 16 else { return false }
        return rest.filter(\.isNumber) == "\(number)"
    }

    private static func stem(_ path: String) -> String { path.hasSuffix("/") ? String(path.dropLast()) : path }
}
