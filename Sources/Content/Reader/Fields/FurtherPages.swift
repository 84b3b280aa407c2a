internal import LarderHTML
internal import LarderModel

/// Finds the other pages of an article that stands on several.
enum FurtherPages {
    private static let maxPages = 50
    /// Longer addresses of pages are not followed.
    private static let maxBytes = 2_000

    /// The target of `rel=next`, and links that are numbers, where they differ from the first page in that number alone.
    ///
    /// - Parameter first: Where the article begins; nil: on this page.
    static func pages(
        _ tree: PageTree,
        _ metadata: PageMetadata,
        _ base: PageBase,
        _ document: HTMLDocument,
        first: WebURL?
    ) -> [String] {
        guard let page = base.document else { return [] }
        let first = first ?? page
        var found: [String] = []
        var seen: Set<String> = [page.withoutFragment.description, first.withoutFragment.description]
        func add(_ reference: String, labelled label: Int?) {
            guard found.count < maxPages, let url = WebURL(reference, relativeTo: base.url)?.withoutFragment,
                let number = number(of: url, after: first, isLabelled: label != nil), (2...maxPages).contains(number),
                label ?? number == number,
                case let address = url.description, address.utf8.count <= maxBytes, seen.insert(address).inserted
            else { return }
            found.append(address)
        }
        if let next = metadata.target("next") { add(next, labelled: nil) }
        for element in tree.elements where element.name == .a {
            let text = tree.leaves[Int(element.firstLeaf)..<Int(element.endLeaf)]
            guard text.count <= 3, let href = document.attribute(.href, of: element.node), href.count < maxBytes else {
                continue
            }
            let label = BlockText.text(element, tree, document, maxBytes: 8)
            if let number = Int(label) {
                add(document.string(href), labelled: number)
            } else if let relation = document.value(of: .rel, on: element.node),
                relation.lowercased().split(separator: " ").contains("next")
            {
                add(document.string(href), labelled: nil)
            }
        }
        return found
    }

    /// The number by which a URL differs from the first page's, at the end of its path or in its query; nil: they differ in more, or the
    /// number counts pages of comments.
    ///
    /// - Parameter isLabelled: Whether the link's text is that number.
    private static func number(of url: WebURL, after first: WebURL, isLabelled: Bool) -> Int? {
        guard url.scheme == first.scheme, url.host == first.host, url.port == first.port else { return nil }
        if url.path == first.path {
            return number(inQuery: url.query ?? "", after: first.query ?? "", isFront: url.path == "/")
        }
        let path = first.path.hasSuffix("/") ? String(first.path.dropLast()) : first.path
        // As in `/story.html` and `/story-2.html`.
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        for ending in [ending, ""] {
            let stem = path.dropLast(ending.count)
            guard url.path.hasPrefix(stem), url.path.hasSuffix(ending),
                stem.utf8.count + ending.utf8.count < url.path.utf8.count
            else { continue }
            let rest = url.path.dropFirst(stem.count).dropLast(ending.count)
            // A sign, perhaps a word such as "page", then the number.
            let words = rest.split { !$0.isLetter && !$0.isNumber }
            guard rest.utf8.count <= 16, let mark = rest.first, !mark.isLetter, !mark.isNumber, let last = words.last,
                words.count <= 2, words.dropLast().allSatisfy({ $0.allSatisfy(\.isLetter) }),
                !rest.lowercased().contains("comment")
            else { continue }
            // Behind "/soup", "/soup-2" is mostly another article of that name.
            if mark != "/", words.count == 1, ending.isEmpty, !isLabelled, last.allSatisfy(\.isNumber) { continue }
            return Int(last.drop(while: \.isLetter))
        }
        return nil
    }

    /// The same of two queries, which have the other parameters in common; the first page may have 0 or 1 in the place of the number,
    /// but not where that is the article's own.
    private static func number(inQuery query: String, after first: String, isFront: Bool) -> Int? {
        let own = Set(first.split(separator: "&"))
        let others = Set(query.split(separator: "&"))
        let added = others.subtracting(own)
        guard added.count == 1, let parameter = added.first, let sign = parameter.firstIndex(of: "=") else {
            return nil
        }
        let name = parameter[...sign].lowercased()
        guard !name.hasPrefix("cpage"), !name.contains("comment") else { return nil }
        let replaced = own.subtracting(others).map { $0.lowercased() }
        guard !name.hasSuffix("id="), !isFront || name != "p=" else { return nil }
        guard replaced.isEmpty || replaced == [name + "0"] || replaced == [name + "1"] else { return nil }
        return Int(parameter[parameter.index(after: sign)...])
    }
}
