internal import LarderHTML
internal import LarderModel

enum BylineChoice {
    private static let maxBytes = 120

    static func byline(_ found: BodySearch, _ head: PageHead, _ data: ArticleData) -> String? {
        let named = data.authors.compactMap(usable)
        // A name of one word in small letters is that of an account.
        let isAccount = named.count == 1 && !named[0].contains(" ") && named[0] == named[0].lowercased()
        if !named.isEmpty, !isAccount { return unique(named).joined(separator: ", ") }
        for key in BylineSources.metadata {
            let values =
                key == "twitter:data1" && !isAuthorLabel(head.first("twitter:label1")) ? [] : head.texts(key, limit: 10)
            let names = values.compactMap(usable)
            if !names.isEmpty { return unique(names).joined(separator: ", ") }
        }
        return visible(found) ?? spoken(found) ?? signed(found.tree) ?? named.first
    }

    private static func isAuthorLabel(_ label: String?) -> Bool {
        guard let label = label?.lowercased() else { return false }
        return ["by", "aut", "von", "par"].contains { label.contains($0) }
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<FoldedText> = []
        return names.filter { seen.insert(FoldedText($0)).inserted }
    }

    /// The byline nearest to the beginning of the text, by the words of its classes.
    private static func visible(_ found: BodySearch) -> String? {
        let tree = found.tree
        var best: (score: Int, name: String)?
        for (index, element) in tree.elements.enumerated() where element.marks.contains(.byline) {
            guard (1..<40).contains(element.leaves.count), element.marks.isDisjoint(with: [.comment, .related]),
                element.drop.isDisjoint(with: [.comment, .related, .navigation])
            else { continue }
            let distance = Int(element.firstBlock) - found.firstBlock
            var score = distance > 0 ? -40 - distance : distance
            if element.name == .a { score += 3 }
            if let best, best.score >= score { continue }
            guard !element.marks.contains(.title) || element.name == .a,
                let name = linked(index, tree) ?? usable(tree.text(of: element))
            else { continue }
            if name.split(separator: " ").count == 1 { score -= 5 }
            if let best, best.score >= score { continue }
            best = (score, name)
        }
        return best?.name
    }

    private static func linked(_ index: Int, _ tree: PageTree) -> String? {
        let outer = tree.elements[index]
        guard outer.name != .a else { return nil }
        let names = tree.elements[index..<Int(outer.end)].filter(\.isLink).prefix(6)
            .compactMap { usable(tree.text(of: $0)) }.filter { (2...4).contains($0.split(separator: " ").count) }
        return names.isEmpty ? nil : unique(names).joined(separator: ", ")
    }

    /// How many blocks above and below the beginning of the text can say who wrote it.
    private static let above = 15
    private static let below = 2

    /// A short block that begins with "by", or has it behind a date.
    private static func spoken(_ found: BodySearch) -> String? {
        let blocks = found.tree.blocks
        let range = max(0, found.firstBlock - above)..<min(blocks.count, found.firstBlock + below + 1)
        for block in blocks[range].reversed() where block.length < 100 && block.measure.words > 1 {
            let text = found.tree.text(of: block)
            if let name = spoken(text[...]) { return name }
            guard text.first?.isNumber == true, found.tree.isDateLine(block) else { continue }
            let starts = text.indices.filter { text[$0] == " " }.map { text.index(after: $0) }
            if let name = starts.firstNonNil({ spoken(text[$0...]) }) { return name }
        }
        return nil
    }

    private static func spoken(_ text: Substring) -> String? {
        let lower = text.lowercased()
        guard BylineSources.spoken.contains(where: { lower.hasPrefix($0 + " ") }), let name = usable(String(text)),
            name.split(separator: " ").count <= 5, name.first?.isUppercase == true
        else { return nil }
        return name
    }

    /// The `address` of an article, which tells how to reach its author (HTML §4.3.10), where it begins with "by".
    private static func signed(_ tree: PageTree) -> String? {
        tree.elements.first {
            $0.name == .address && $0.context.contains(.article)
                && $0.drop.isDisjoint(with: [.comment, .related, .sidebar, .navigation])
        }
        .flatMap { spoken(tree.text(of: $0, maxBytes: 100)[...]) }
    }

    /// The name without openings, endings and marks; nil for a text that can be no name.
    static func usable(_ text: String) -> String? {
        guard text.utf8.count <= maxBytes * 4 else { return nil }
        var name = Array(FieldText.clean(text).utf8)
        guard name.index(of: address) == nil, !name.contains(0x40), !name.starts(with: "www.".utf8) else { return nil }
        // A byline may open in more than one way: "Author: By Ada Berg".
        for _ in 0..<2 {
            let lower = Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
            guard
                let opening = openings.first(where: {
                    lower.count > $0.count && lower[$0.count] == 0x20 && lower.starts(with: $0)
                }),
                lower.count == name.count
            else { break }
            name = trimmed(name[opening.count...])
        }
        for ending in endings {
            if let at = name.index(of: ending), at > 0 { name = Array(name[..<at]) }
        }
        if let digit = name.firstIndex(where: \.isASCIIDigit), digit > 0 { name = withoutDay(name[..<digit]) }
        name = trimmed(name[...])
        let words = name.split(separator: 0x20).count
        guard (2...maxBytes).contains(name.count), words <= 12,
            name.contains(where: { $0.isASCIILetter || $0 >= 0x80 }), !name[0].isASCIIDigit
        else { return nil }
        let result = String(decoding: name, as: UTF8.self)
        let lower = result.lowercased()
        return BylineSources.nobody.contains(lower) || BylineSources.nobody.contains(lower + ":") ? nil : result
    }

    /// Without the name of a day or month that stood before the number of a date.
    private static func withoutDay(_ name: ArraySlice<UInt8>) -> [UInt8] {
        var words = name.split(separator: 0x20)
        if let last = words.last, words.count > 2,
            last.count < 4 || MonthNames.beginnings[String(decoding: last, as: UTF8.self).lowercased()] != nil
        {
            words.removeLast()
        }
        return Array(words.joined(separator: [0x20]))
    }

    /// Without blanks and separating marks at both ends.
    private static func trimmed(_ name: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: name, as: UTF8.self)
        return Array(text.trimming { $0.value <= 0x20 || marks.contains($0) }.utf8)
    }

    private static let marks = Set(",;:|-–—•·/".unicodeScalars)
    private static let address = Array("://".utf8)
    private static let openings = BylineSources.openings.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    private static let endings = BylineSources.endings.map { Array($0.utf8) }
}
