internal import LarderHTML

/// Finds who wrote an article.
enum BylineChoice {
    private static let maxBytes = 120

    static func byline(
        _ tree: PageTree,
        _ metadata: PageMetadata,
        _ data: LinkedData,
        firstBlock: Int,
        siteName: String?,
        _ document: HTMLDocument
    ) -> String? {
        let named = data.authors.compactMap(usable)
        // A name of one word in small letters is that of an account.
        let isAccount = named.count == 1 && !named[0].contains(" ") && named[0] == named[0].lowercased()
        if !named.isEmpty, !isAccount { return unique(named).joined(separator: ", ") }
        for key in BylineSources.metadata {
            let values = key == "twitter:data1" && !isAuthorLabel(metadata.first("twitter:label1")) ? [] : metadata.all(key)
            let names = values.prefix(10).compactMap(usable)
            if !names.isEmpty { return unique(names).joined(separator: ", ") }
        }
        return visible(tree, firstBlock: firstBlock, document) ?? spoken(tree, firstBlock: firstBlock, document) ?? named.first
    }

    private static func isAuthorLabel(_ label: String?) -> Bool {
        guard let label = label?.lowercased() else { return false }
        return label.contains("by") || label.contains("auth") || label.contains("aut") || label.contains("von") || label.contains("par")
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<FoldedText> = []
        return names.filter { seen.insert(FoldedText($0)).inserted }
    }

    /// The byline nearest to the beginning of the text, by the words of its classes.
    private static func visible(_ tree: PageTree, firstBlock: Int, _ document: HTMLDocument) -> String? {
        var best: (score: Int, name: String)?
        for (index, element) in tree.elements.enumerated() where element.marks.contains(.byline) {
            guard element.firstLeaf < element.endLeaf, element.endLeaf - element.firstLeaf < 40,
                element.marks.isDisjoint(with: [.comment, .related]), ![.comment, .related, .navigation].contains(element.drop)
            else { continue }
            let distance = Int(element.firstBlock) - firstBlock
            var score = distance > 0 ? -40 - distance : distance
            if element.name == .a { score += 3 }
            if let best, best.score >= score { continue }
            guard !element.marks.contains(.title) || element.name == .a, let name = linked(index, tree, document) ?? usable(BlockText.text(element, tree, document)) else { continue }
            if name.split(separator: " ").count == 1 { score -= 5 }
            if let best, best.score >= score { continue }
            best = (score, name)
        }
        return best?.name
    }

    /// The names that are links inside a byline.
    private static func linked(_ index: Int, _ tree: PageTree, _ document: HTMLDocument) -> String? {
        let outer = tree.elements[index]
        guard outer.name != .a else { return nil }
        let names = tree.elements[index..<Int(outer.end)].filter { $0.isLink }.prefix(6).compactMap { link -> String? in
            guard let name = usable(BlockText.text(link, tree, document)), (2...4).contains(name.split(separator: " ").count) else { return nil }
            return name
        }
        return names.isEmpty ? nil : unique(names).joined(separator: ", ")
    }

    /// How many blocks above and below the beginning of the text can say who wrote it.
    private static let above = 15
    private static let below = 2

    /// A short block that begins with "by".
    private static func spoken(_ tree: PageTree, firstBlock: Int, _ document: HTMLDocument) -> String? {
        let range = max(0, firstBlock - above)..<min(tree.blocks.count, firstBlock + below + 1)
        for index in range.reversed() where tree.blocks[index].length < 100 && tree.blocks[index].measure.words > 1 {
            let text = BlockText.text(tree.blocks[index], tree, document)
            let lower = text.lowercased()
            guard BylineSources.spoken.contains(where: { lower.hasPrefix($0 + " ") }), let name = usable(text), name.split(separator: " ").count <= 5,
                name.first?.isUppercase == true
            else { continue }
            return name
        }
        return nil
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
            // What stands before the number of a date is the name of a day or month.
            var words = name[..<digit].split(separator: " ")
            if let last = words.last, words.count > 2, last.utf8.count < 4 || MonthNames.beginnings[last.lowercased()] != nil { words.removeLast() }
            name = words.joined(separator: " ")
        }
        name = name.trimmed
        guard name.utf8.count >= 2, name.utf8.count <= maxBytes, name.split(separator: " ").count <= 12 else { return nil }
        guard name.contains(where: \.isLetter), name.first?.isNumber != true else { return nil }
        if BylineSources.openings.contains(name.lowercased()) { return nil }
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
