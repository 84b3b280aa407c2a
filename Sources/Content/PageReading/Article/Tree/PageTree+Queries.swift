internal import LarderHTML
internal import LarderModel

extension PageTree {
    /// The text of a block as one line with single spaces; at most `maxBytes`.
    func text(of block: PageBlock, maxBytes: Int = 4_000) -> String {
        String(decoding: bytes(of: block.leaves, maxBytes: maxBytes), as: UTF8.self)
    }

    /// The text of an element, blocks separated by a space.
    func text(of element: PageElement, maxBytes: Int = 400) -> String {
        String(decoding: bytes(of: element.leaves, maxBytes: maxBytes), as: UTF8.self)
    }

    /// The text of leaves as one line; the last character may be cut.
    func bytes(of range: Range<Int>, maxBytes: Int) -> [UInt8] {
        // Most blocks that are looked at are short.
        var line = SingleSpaced(capacity: min(maxBytes, 128))
        var block: Int32 = -1
        for index in range {
            let leaf = leaves[index]
            if leaf.block != block || leaf.kind == .lineBreak { line.needsSpace = true }
            block = leaf.block
            guard leaf.kind == .text else { continue }
            document.withTextBytes(of: leaf.node) { line.append($0, maxBytes: maxBytes) }
            if line.bytes.count >= maxBytes { break }
        }
        return line.bytes
    }

    /// Lends the text of leaves from its first word to the end of a leaf, without a copy; nil: they have no word.
    func withBeginning<Result>(of range: Range<Int>, _ body: (Span<UInt8>) -> Result?) -> Result? {
        guard let leaf = leaves[range].first(where: { $0.kind == .text && $0.measure.words > 0 }) else { return nil }
        return document.withTextBytes(of: leaf.node) { text in
            var start = 0
            while start < text.count {
                let isNoBreak = text[start] == 0xC2 && start + 1 < text.count && text[start + 1] == 0xA0
                guard text[start] <= 0x20 || isNoBreak else { break }
                start += isNoBreak ? 2 : 1
            }
            return start < text.count ? body(text.extracting(start..<text.count)) : nil
        }
    }

    /// Whether all text of a block stands in inline elements that are called captions.
    func isCaption(_ block: PageBlock) -> Bool {
        leaves[block.leaves].allSatisfy { $0.kind != .text || elements[Int($0.element)].drop == .caption }
    }

    /// Whether a block is all of a list's item, which may hold it in a box; the title of a card is no such box.
    func isWholeItem(_ block: PageBlock) -> Bool {
        let box = elements[Int(block.owner)]
        let parent = Int(box.parent)
        return !box.marks.contains(.title) && parent >= 0 && elements[parent].name == .li
            && elements[parent].blocks.count == 1
    }

    /// Whether a block is a line that may hold no more than a name and a date.
    func isShortLine(_ block: PageBlock) -> Bool {
        block.length <= Self.maxByline && block.measure.words <= Self.maxBylineWords
            && (block.kind == .paragraph || block.kind == .loose)
    }

    private static let maxByline: Int32 = 70
    private static let maxBylineWords: Int32 = 9

    /// Whether the class of a line, or of what it stands in, says that it names the author or the date.
    func isByline(_ block: PageBlock) -> Bool {
        isShortLine(block) && block.measure.stops == 0
            && ancestors(of: Int(block.owner)).prefix(2).contains {
                !elements[$0].marks.isDisjoint(with: [.byline, .date, .meta])
            }
    }

    /// Whether a short line has a date.
    func isDateLine(_ block: PageBlock) -> Bool {
        isShortLine(block) && ProseDate.first(in: text(of: block), monthFirst: true) != nil
    }

    /// Whether a line is a `time` element and few names beside it, or has a date and a name behind a word such as "by".
    func isSignedDate(_ block: PageBlock) -> Bool {
        guard block.length <= Self.maxSignedDate, block.measure.stops == 0,
            block.kind == .paragraph || block.kind == .loose
        else { return false }
        let others = block.leaves.filter { !isInTime(leaves[$0]) }
        guard others.count < block.leaves.count else { return isDateLine(block) && isSigned(text(of: block)) }
        var rest: [UInt8] = []
        for leaf in others { rest += [0x20] + bytes(of: leaf..<(leaf + 1), maxBytes: 200) }
        let words = String(decoding: rest, as: UTF8.self).split(separator: " ")
        guard words.count <= Self.maxBylineWords else { return false }
        return words.contains { BlockOpenings.bylineMarks.contains($0) }
            || words.allSatisfy { $0.first?.isLowercase != true || BlockOpenings.bylineWords.contains($0.lowercased()) }
    }

    private func isInTime(_ leaf: PageLeaf) -> Bool {
        ancestors(of: Int(leaf.element)).prefix(3).contains { elements[$0].name == .time }
    }

    private static let maxSignedDate: Int32 = 100

    /// Whether a name follows a word such as "by".
    private func isSigned(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        return words.indices.dropFirst().contains { index in
            words[index].first?.isUppercase == true
                && BlockOpenings.prepositions.contains(words[index - 1].lowercased())
        }
    }

    private static let maxNotice: Int32 = 300
    private static let noticeWords = ["©", "copyright"]

    /// Whether a block states who owns the page.
    func isNotice(_ block: PageBlock) -> Bool {
        guard block.length <= Self.maxNotice, block.kind == .paragraph || block.kind == .loose else { return false }
        return has(Self.noticeWords, block)
    }

    /// Whether one of the phrases, in lower case, is anywhere in a block.
    func has(_ phrases: [String], _ block: PageBlock) -> Bool {
        let text = Array(text(of: block).lowercased().utf8)[...]
        return phrases.contains { text.index(of: Array($0.utf8)) != nil }
    }

    /// See ``PageBlock/opening``.
    func opening(of block: PageBlock) -> ClassMarks? {
        let table = rules.openingTable
        guard block.length > 0, block.length <= table.maxLength,
            withBeginning(of: block.leaves, table.mayHaveRow)
                ?? table.mayHaveRow(bytes(of: block.leaves, maxBytes: OpeningTable.firstBytes))
        else { return nil }
        return table.reason(of: bytes(of: block.leaves, maxBytes: OpeningTable.maxBytes), length: block.length)
    }

    /// An element and its ancestors, the innermost first.
    func ancestors(of element: Int) -> some Sequence<Int> {
        sequence(first: element) { inner in
            let parent = Int(elements[inner].parent)
            return parent >= 0 ? parent : nil
        }
    }

    /// The link that a picture stands in, at most six elements up; nil where none is near.
    func link(round leaf: PageLeaf) -> PageElement? {
        ancestors(of: Int(leaf.element)).prefix(7).first { elements[$0].isLink }.map { elements[$0] }
    }

    /// Where the link at the beginning of a heading leads.
    func target(of heading: PageBlock, _ page: WebPage) -> WebURL? {
        guard let leaf = heading.leaves.first, let link = link(round: leaves[leaf]) else { return nil }
        return document.value(of: .href, on: link.node).flatMap { page.resolve($0) }.flatMap { WebURL($0) }
    }

    /// The innermost element of a name that is or holds an element, the first element of the page excluded.
    func ancestor(_ name: NameID, of element: Int) -> Int? {
        ancestors(of: element).first { elements[$0].name == name && $0 > 0 }
    }
}

extension PageElement {
    /// Whether the link leads to anything but a larger picture.
    func leadsToPage(_ document: HTMLDocument) -> Bool {
        guard let target = document.attribute(.href, of: node) else { return true }
        let end = document.withBytes(of: target) { bytes in
            (max(0, bytes.count - 5)..<bytes.count).map { bytes[$0] | 0x20 }
        }
        return !PictureSources.endings.contains { end.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
}
