internal import LarderHTML
internal import LarderModel

/// The other pages of an article that stands on several, as the links on one of them name them.
struct FurtherPages {
    private static let maxPages = 50
    /// Numbers of pages; some sites use both 0 and 1 for the first page.
    static let numbers = 0...maxPages
    private static let maxBytes = 2_000

    /// Absolute URLs at the host of the first page and with its scheme, in the page's order.
    private(set) var urls: [String] = []
    /// Further pages at other hosts or with other schemes.
    private(set) var elsewhere: [String] = []
    /// Whether a link leads to the first page as page 1, or to a page before this one as the previous page.
    private(set) var leadsBack = false
    /// Whether a further page has a link to the first one, whatever it is called.
    private(set) var linksToFirst = false
    private let first: WebURL
    private let base: WebURL?
    /// Which page this is; nil: the first one.
    private let ownNumber: Int?
    private var seen: Set<String>

    /// Reads `rel=next`, `rel=prev` and numbered links to addresses that differ from the first page's in that number;
    /// nil where the page's address is unknown.
    init?(_ tree: PageTree, _ page: WebPage, first: WebURL?) {
        guard let own = page.address?.withoutFragment else { return nil }
        let (document, head) = (page.document, page.head)
        let start = first?.withoutFragment ?? own
        self.first = start
        base = page.base
        ownNumber = Self.number(of: own, after: start, isLabelled: true)
        seen = [own.description, start.description]
        if let next = head.targets["next"] { addNext(next, labelled: nil) }
        if let previous = head.targets["prev"] ?? head.targets["previous"] { addPrevious(previous) }
        for element in tree.elements where element.name == .a {
            guard element.leaves.count <= 3, let href = document.attribute(.href, of: element.node),
                href.count < Self.maxBytes
            else { continue }
            let mayBeNumber = tree.withBeginning(of: element.leaves) { $0[0] < 0x3A } ?? false
            if mayBeNumber, let number = Int(tree.text(of: element, maxBytes: 8)) {
                addNext(document.string(href), labelled: number)
            } else if let relation = document.value(of: .rel, on: element.node) {
                let words = relation.lowercased().split(separator: " ")
                if words.contains("next") {
                    addNext(document.string(href), labelled: nil)
                } else if words.contains("prev") || words.contains("previous") {
                    addPrevious(document.string(href))
                }
            }
            if ownNumber != nil, !linksToFirst { linksToFirst = place(of: document.string(href)) == 1 }
        }
    }

    /// - Parameter label: The number that is the link's text; nil: its relation says that it leads on.
    private mutating func addNext(_ reference: String, labelled label: Int?) {
        guard label != 1 else {
            if ownNumber != nil, place(of: reference) == 1 { leadsBack = true }
            return
        }
        guard urls.count < Self.maxPages, elsewhere.count < Self.maxPages,
            let url = WebURL(reference, relativeTo: base)?.withoutFragment,
            let number = Self.number(of: url, after: first, isLabelled: label != nil),
            (2...Self.maxPages).contains(number), label ?? number == number,
            case let address = url.description, address.utf8.count <= Self.maxBytes, seen.insert(address).inserted
        else { return }
        if url.scheme == first.scheme, url.host == first.host, url.port == first.port {
            urls.append(address)
        } else if url.isFetchable, first.path.utf8.count > 1 {
            elsewhere.append(address)
        }
    }

    /// A link whose relation says that it leads to the page before.
    private mutating func addPrevious(_ reference: String) {
        guard let ownNumber, let target = place(of: reference) else { return }
        if target < ownNumber { leadsBack = true }
    }

    /// The number of the page that a link leads to, on any host; nil: no page of the article.
    private func place(of reference: String) -> Int? {
        guard let url = WebURL(reference, relativeTo: base) else { return nil }
        return url.pathAndQuery == first.pathAndQuery ? 1 : Self.number(of: url, after: first, isLabelled: true)
    }

    /// The number by which a URL differs from the first page's, at the end of its path or in its query, on any host.
    ///
    /// Nil where they differ in more, or the number counts pages of comments. `isLabelled`: the link is that number.
    static func number(of url: WebURL, after first: WebURL, isLabelled: Bool) -> Int? {
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

    /// The number in a query whose other parameters are the first page's, which may have 0 or 1 in its place.
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
        // These name the article itself; on the front page `p` does.
        guard !name.hasSuffix("id="), !isFront || name != "p=" else { return nil }
        guard replaced.isEmpty || replaced == [name + "0"] || replaced == [name + "1"] else { return nil }
        return Int(parameter[parameter.index(after: sign)...])
    }
}

extension WebURL {
    /// The path without a last slash, and the query: the same for other schemes, hosts and fragments.
    var pathAndQuery: String {
        (path.hasSuffix("/") ? String(path.dropLast()) : path) + (query.map { "?" + $0 } ?? "")
    }
}
