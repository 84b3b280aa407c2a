internal import LarderHTML
internal import LarderModel

/// Chooses the headline on which most of its sources agree.
struct TitleChoice {
    private struct Candidate {
        let text: String
        let key: FoldedText
        var weight: Float
        /// How many sources have it.
        var sources = 1
        /// Whether a source has the text as a whole, and not as a part between separators.
        var isWhole = true
    }

    /// Marks with blanks round them that separate a headline from the name of the site.
    private static let separators = [
        " | ", " - ", " – ", " — ", " :: ", " » ", " « ", " / ", " // ", " • ", " ‹ ", " > ", "｜", " [",
    ].map { Array($0.utf8) }

    private var candidates: [Candidate] = []
    private var titleParts: [FoldedText] = []
    /// The headings of a page that has several of the first rank: they head its sections.
    private var sections: [FoldedText] = []
    private var sites: Set<FoldedText>
    private let host: FoldedText

    private init(siteName: String?, host: String) {
        sites = [FoldedText(siteName ?? "")]
        self.host = FoldedText(host.split(separator: ".").dropLast().last.map(String.init) ?? host)
    }

    static func title(
        _ tree: PageTree,
        _ page: WebPage,
        _ data: ArticleData,
        siteName: String?
    ) -> (title: String?, all: [FoldedText]) {
        var choice = TitleChoice(siteName: siteName, host: page.address?.host ?? "")
        choice.addHeadings(tree, page)
        choice.add(data.headline, 2)
        choice.addMetas(page.head)
        if let title = page.title { choice.addTitleElement(title) }
        choice.weighLowerHeadings(tree, page)
        return choice.best()
    }

    private mutating func add(_ text: String?, _ weight: Float, isWhole: Bool = true) {
        guard let text, !text.isEmpty, text.utf8.count <= WebPage.maxTitleBytes else { return }
        let key = FoldedText(text)
        guard !key.isEmpty else { return }
        if let index = candidates.firstIndex(where: { $0.key == key }) {
            candidates[index].weight += weight
            candidates[index].sources += 1
            candidates[index].isWhole = candidates[index].isWhole || isWhole
        } else {
            candidates.append(Candidate(text: text, key: key, weight: weight, isWhole: isWhole))
        }
    }

    private func isSite(_ key: FoldedText) -> Bool {
        sites.contains(key) || key == host
            || !host.isEmpty && key.bytes.count < 40 && key.bytes.starts(with: host.bytes)
    }

    private mutating func addHeadings(_ tree: PageTree, _ page: WebPage) {
        for heading in tree.blocks.lazy.filter({ $0.level == 1 && $0.linkDensity > 0.8 }).prefix(3)
        where leadsToFront(heading, tree, page) {
            sites.insert(FoldedText(heading, tree))
        }
        var headings = Array(tree.blocks.lazy.filter { $0.level == 1 && $0.measure.words > 0 }.prefix(6))
        // Above the headline, the name of the site leads to its front page.
        if let first = headings.first, headings.count > 1, first.linkDensity > 0.8, headings[1].linkDensity < 0.8,
            tree.elements[Int(first.owner)].context.contains(.header)
        {
            sites.insert(FoldedText(first, tree))
            headings.removeFirst()
        }
        for heading in headings {
            let element = tree.elements[Int(heading.owner)]
            var weight: Float = headings.count == 1 ? 2.2 : 1.5
            if element.marks.contains(.title) { weight += 0.5 }
            if heading.linkDensity > 0.8 { weight -= 0.5 }
            let text = tree.text(of: heading)
            // Scripts from Thai on write words without spaces.
            let isWord = heading.measure.words == 1 && !text.unicodeScalars.contains { $0.value >= 0xE00 }
            if isWord, heading.length < 16 { weight -= 1 }
            if !isSite(FoldedText(text)) { add(text, weight) }
            if headings.count > 1 { sections.append(FoldedText(text)) }
        }
    }

    /// Whether a heading is a link to the front page of the site or of a folder that the page is in.
    private func leadsToFront(_ heading: PageBlock, _ tree: PageTree, _ page: WebPage) -> Bool {
        guard let target = tree.target(of: heading, page), let address = page.address, target.host == address.host
        else { return false }
        return target.path.isEmpty || target.path == "/"
            || target.path.hasSuffix("/") && address.path.hasPrefix(target.path) && address.path != target.path
    }

    private mutating func addMetas(_ head: PageHead) {
        for (key, weight) in [
            ("og:title", Float(2)), ("twitter:title", 1), ("dc.title", 2), ("dc:title", 2), ("dcterms.title", 1),
            ("parsely-title", 1), ("sailthru.title", 1), ("title", 0.5),
        ] {
            guard let text = head.first(key) else { continue }
            add(text, weight)
            let parts = Self.parts(of: text)
            guard parts.count > 1 else { continue }
            for part in parts where !isSite(FoldedText(part)) { add(part, weight / 2, isWhole: false) }
        }
    }

    /// Whether a text is the name of a file or record rather than a headline: one word with a digit or a separator.
    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 }
            && text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: ":") ~= $0 || $0 == UInt8(ascii: "_") }
    }

    /// The parts of a title; a colon separates the name of the site, where that is known.
    private func parts(ofTitle text: String) -> [String] {
        let parts = Self.parts(of: text)
        guard parts.count == 1, let colon = text.firstRange(of: ": "),
            isSite(FoldedText(String(text[..<colon.lowerBound])))
        else { return parts }
        return [String(text[..<colon.lowerBound]), String(text[colon.upperBound...])]
    }

    private mutating func addTitleElement(_ text: String) {
        let parts = parts(ofTitle: text)
        add(text, parts.count > 1 ? 0.7 : Self.isIdentifier(text) ? 0.4 : 1.6)
        if parts.count > 1 {
            titleParts = parts.map { FoldedText($0) }
            let longest = parts.max { $0.utf8.count < $1.utf8.count }
            for part in parts where !isSite(FoldedText(part)) {
                add(part, Self.isIdentifier(part) ? 0.4 : part == longest ? 1.6 : 0.8, isWhole: false)
            }
        }
        let behindColon = text.split(separator: ":", maxSplits: 1).dropFirst().first
        add(behindColon.map { FieldText.clean(String($0)) }, 0.2, isWhole: false)
    }

    /// What a heading that leads to the page itself counts; more than an `h1` and the title element together.
    private static let ownLinkWeight: Float = 5

    /// A heading of lower rank counts where another source knows it or it leads to the page itself.
    ///
    /// Such pages have the name of the site as their h1.
    private mutating func weighLowerHeadings(_ tree: PageTree, _ page: WebPage) {
        var isUnderSite = false
        for heading in tree.blocks.lazy.filter({ $0.level > 1 && $0.level < 4 && $0.measure.words > 0 }).prefix(12) {
            let key = FoldedText(heading, tree)
            if isHeadlineOfItself(heading, tree, page) { add(tree.text(of: heading), Self.ownLinkWeight) }
            guard heading.measure.words > 1 || titleParts.contains(key) else { continue }
            if let index = candidates.firstIndex(where: { $0.key == key }), !sections.contains(key) {
                candidates[index].weight += 1.2
                candidates[index].isWhole = true
                isUnderSite = isUnderSite || key == titleParts.first
            }
        }
        if isUnderSite, let name = titleParts.last, let index = candidates.firstIndex(where: { $0.key == name }) {
            candidates[index].weight -= 3
        }
    }

    /// Whether a heading above the text leads to the page itself, as old themes write it below the name of the blog.
    private func isHeadlineOfItself(_ heading: PageBlock, _ tree: PageTree, _ page: WebPage) -> Bool {
        guard heading.linkDensity > 0.8, let address = page.address, tree.target(of: heading, page) == address,
            tree.blocks.first(where: \.isLong).map({ $0.firstLeaf > heading.firstLeaf }) ?? true
        else { return false }
        let text = tree.text(of: heading)
        let isCut = text.hasSuffix("...") || text.hasSuffix("…")
        return !isCut
            && tree.ancestors(of: Int(heading.owner)).allSatisfy {
                ![.nav, .aside].contains(tree.elements[$0].name)
                    && tree.elements[$0].marks.isDisjoint(with: [.navigation, .sidebar, .related])
            }
    }

    private mutating func best() -> (title: String?, all: [FoldedText]) {
        for index in candidates.indices where isAlone(candidates[index]) {
            candidates[index].weight -= 1
        }
        guard let best = candidates.map(\.weight).max() else { return (nil, []) }
        let title = candidates.first { $0.weight == best }.map(shortened)
        let others = candidates.filter { !sections.contains($0.key) || $0.weight > 2 }
        return (title?.text, others.map(\.key))
    }

    /// Whether no other source has a word of the text, of those with four letters or more.
    private func isAlone(_ candidate: Candidate) -> Bool {
        let words = Self.words(of: candidate.text)
        return candidates.count > 1 && candidate.sources == 1
            && !candidates.contains { $0.key != candidate.key && !words.isDisjoint(with: Self.words(of: $0.text)) }
    }

    private static func words(of text: String) -> Set<String> {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return Set(words.filter { $0.utf8.count >= 4 }.prefix(40).map(String.init))
    }

    /// A title with the name of the site behind it gives way to the part that another source has.
    private func shortened(_ whole: Candidate) -> Candidate {
        let parts = Self.parts(of: whole.text)
        guard parts.count > 1 else { return whole }
        let known = candidates.filter { candidate in
            candidate.key != whole.key && candidate.isWhole && candidate.weight >= 1.4 && candidate.key.bytes.count >= 8
                && whole.key.bytes.starts(with: candidate.key.bytes)
        }
        if let part = known.max(by: { $0.weight < $1.weight }) { return part }
        // Behind a vertical bar stands the name of the site and nothing else.
        let last = parts[parts.count - 1]
        let front = Substring(whole.text.utf8.prefix(whole.text.utf8.count - last.utf8.count))
        let text = String(front).trimming { " -–—|·:»•/_".unicodeScalars.contains($0) }
        guard front.hasSuffix(" | ") || isSite(FoldedText(last)), text.split(separator: " ").count >= 3 else {
            return whole
        }
        return Candidate(text: text, key: FoldedText(text), weight: whole.weight)
    }

    private static func parts(of title: String) -> [String] {
        var parts = [Array(title.utf8)[...]]
        for separator in separators {
            parts = parts.flatMap { part in
                var (found, rest) = ([ArraySlice<UInt8>](), part)
                while part.count > separator.count, let index = rest.index(of: separator) {
                    found.append(rest[..<index])
                    rest = rest[(index + separator.count)...]
                }
                return found + [rest]
            }
        }
        return parts.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }
}
