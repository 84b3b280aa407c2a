internal import LarderHTML

/// Finds who wrote an article.
enum BylineChoice {
    private static let maxBytes = 120

    static func byline(
        _ tree: PageTree,
        _ metadata: PageMetadata,
        _ data: LinkedData,
        root: Int,
        siteName: String?,
        _ document: HTMLDocument
    ) -> String? {
        let named = data.authors.filter { usable($0) != nil }
        if !named.isEmpty { return named.compactMap(usable).joined(separator: ", ") }
        for key in BylineSources.metadata {
            let values = key == "twitter:data1" && !isAuthorLabel(metadata.first("twitter:label1")) ? [] : metadata.all(key)
            let names = values.prefix(10).compactMap(usable)
            if !names.isEmpty { return unique(names).joined(separator: ", ") }
        }
        return visible(tree, root: root, document)
    }

    private static func isAuthorLabel(_ label: String?) -> Bool {
        guard let label = label?.lowercased() else { return false }
        return label.contains("by") || label.contains("auth") || label.contains("aut") || label.contains("von") || label.contains("par")
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<FoldedText> = []
        return names.filter { seen.insert(FoldedText($0)).inserted }
    }

    /// A byline in the page: above the text or at its end.
    private static func visible(_ tree: PageTree, root: Int, _ document: HTMLDocument) -> String? {
        let last = tree.elements.isEmpty ? 0 : Int(tree.elements[root].endBlock)
        var best: (score: Int, name: String)?
        for element in tree.elements where element.marks.contains(.byline) {
            guard element.endBlock > element.firstBlock || element.firstLeaf < element.endLeaf, Int(element.firstBlock) <= last + 6 else { continue }
            guard element.marks.isDisjoint(with: [.comment, .related]), element.drop != .comment, element.drop != .related, element.drop != .navigation else { continue }
            guard element.endLeaf - element.firstLeaf < 40 else { continue }
            guard let name = usable(BlockText.text(element, tree, document)) else { continue }
            var score = 10
            if element.name == .a { score += 3 }
            if element.name == .body || element.marks.contains(.content) { score -= 4 }
            if let best, best.score >= score { continue }
            best = (score, name)
        }
        return best?.name
    }

    /// The names without what stands round them; nil for what can be no name.
    static func usable(_ text: String) -> String? {
        var name = FieldText.clean(text)
        guard !name.contains("://"), !name.contains("@"), !name.hasPrefix("www.") else { return nil }
        // A byline may open in more than one way: "Author: By Ada Berg".
        for _ in 0..<2 {
            let lower = name.lowercased()
            guard let opening = BylineSources.openings.filter({ lower.hasPrefix($0 + " ") }).max(by: { $0.utf8.count < $1.utf8.count }) else { break }
            name = String(name.dropFirst(opening.count)).trimmed
        }
        for ending in BylineSources.endings {
            if let at = name.firstRange(of: ending), at.lowerBound > name.startIndex { name = String(name[..<at.lowerBound]) }
        }
        if let digit = name.firstIndex(where: { $0.isNumber }), digit > name.startIndex {
            name = String(name[..<digit])
        }
        name = name.trimmed
        guard name.utf8.count >= 2, name.utf8.count <= maxBytes, name.split(separator: " ").count <= 12 else { return nil }
        guard name.contains(where: \.isLetter), name.first?.isNumber != true else { return nil }
        return ["admin", "administrator", "editor", "guest", "none", "null", "by", "author", "unknown", "staff"].contains(name.lowercased()) ? nil : name
    }
}

extension String {
    /// Without blanks and separating marks at its ends.
    fileprivate var trimmed: String {
        var view = Substring(self)
        func isMark(_ character: Character) -> Bool { character.isWhitespace || ",;:|-–—•·/".contains(character) }
        while let last = view.last, isMark(last) { view.removeLast() }
        while let first = view.first, isMark(first) { view.removeFirst() }
        return String(view)
    }
}
