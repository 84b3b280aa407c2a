internal import LarderHTML
internal import LarderModel

/// Chooses the headline on which most of its sources agree.
enum TitleChoice {
    private struct Candidate {
        let text: String
        let key: FoldedText
        var weight: Float
        /// Whether a source has the text as a whole, and not as a part between separators.
        var isWhole = true
    }

    /// Marks with blanks round them that separate a headline from the name of the site.
    private static let separators = [
        " | ", " - ", " – ", " — ", " :: ", " » ", " « ", " / ", " // ", " • ", " ‹ ", " > ", "｜",
    ]

    /// Longer texts are no titles.
    private static let maxBytes = 1_000

    static func title(
        _ tree: PageTree,
        _ head: PageHead,
        _ data: ArticleData,
        siteName: String?,
        host: String,
        _ document: HTMLDocument
    ) -> (title: String?, all: [FoldedText]) {
        var candidates: [Candidate] = []
        func add(_ text: String?, _ weight: Float, isWhole: Bool = true) {
            guard let text, !text.isEmpty, text.utf8.count <= maxBytes else { return }
            let key = FoldedText(text)
            guard !key.isEmpty else { return }
            if let index = candidates.firstIndex(where: { $0.key == key }) {
                candidates[index].weight += weight
                candidates[index].isWhole = candidates[index].isWhole || isWhole
            } else {
                candidates.append(Candidate(text: text, key: key, weight: weight, isWhole: isWhole))
            }
        }
        var titleParts: [FoldedText] = []
        var isUnderSite = false
        // Where a page has several, they head its sections.
        var sections: [FoldedText] = []
        let site = FoldedText(siteName ?? "")
        let hostKey = FoldedText(host.split(separator: ".").dropLast().last.map(String.init) ?? host)
        func isSite(_ key: FoldedText) -> Bool {
            key == site || key == hostKey
                || (!hostKey.isEmpty && key.bytes.count < 40 && key.bytes.starts(with: hostKey.bytes))
        }
        let headings = tree.blocks.lazy.filter { $0.level == 1 && $0.measure.words > 0 }.prefix(6)
        for heading in headings {
            let element = tree.elements[Int(heading.owner)]
            var weight: Float = headings.count == 1 ? 2.2 : 1.5
            if element.marks.contains(.title) { weight += 0.5 }
            if heading.linkDensity > 0.8 { weight -= 0.5 }
            if heading.measure.words == 1, heading.length < 16 { weight -= 1 }
            let text = unmarked(BlockText.text(heading, tree, document))
            if !isSite(FoldedText(text)) { add(text, weight) }
            if headings.count > 1 { sections.append(FoldedText(text)) }
        }
        add(data.headline, 2)
        for (key, weight) in [
            ("og:title", Float(2)), ("twitter:title", 1), ("dc.title", 2), ("dc:title", 2), ("dcterms.title", 1),
            ("parsely-title", 1), ("sailthru.title", 1), ("title", 0.5),
        ] {
            guard let text = head.first(key) else { continue }
            add(text, weight)
            let parts = parts(of: text)
            if parts.count > 1 {
                for part in parts where !isSite(FoldedText(part)) { add(part, weight / 2, isWhole: false) }
            }
        }
        if let element = head.titleElement {
            let text = FieldText.clean(document.textContent(of: element), maxBytes: maxBytes)
            let parts = parts(of: text)
            let longest = parts.max { $0.utf8.count < $1.utf8.count }
            add(text, parts.count > 1 ? 0.7 : 1.6)
            if parts.count > 1 { titleParts = parts.map { FoldedText($0) } }
            if parts.count > 1 {
                for part in parts where !isSite(FoldedText(part)) {
                    add(part, part == longest ? 1.6 : 0.8, isWhole: false)
                }
            }
            add(
                text.split(separator: ":", maxSplits: 1).dropFirst().first.map { FieldText.clean(String($0)) },
                0.2,
                isWhole: false
            )
        }
        // A heading of lower rank that another source knows, on pages whose h1 is the name of the site.
        for heading in tree.blocks.lazy.filter({ $0.level > 1 && $0.level < 4 && $0.measure.words > 1 }).prefix(12) {
            let key = FoldedText(heading, tree, document)
            if let index = candidates.firstIndex(where: { $0.key == key }), !sections.contains(key) {
                candidates[index].weight += 1.2
                candidates[index].isWhole = true
                isUnderSite = isUnderSite || key == titleParts.first
            }
        }
        if isUnderSite, let name = titleParts.last, let index = candidates.firstIndex(where: { $0.key == name }) {
            candidates[index].weight -= 3
        }
        for index in candidates.indices where isAlone(candidates[index], candidates) { candidates[index].weight -= 1 }
        guard let best = candidates.map(\.weight).max() else { return (nil, []) }
        var title = candidates.first { $0.weight == best }
        if let whole = title { title = shortened(whole, candidates, isSite: isSite) }
        let others = candidates.filter { candidate in
            !sections.contains(candidate.key) || candidate.weight > 2
        }
        return (title?.text, others.map(\.key))
    }

    /// Whether no other source has a word of the text, of those with four letters or more.
    private static func isAlone(_ candidate: Candidate, _ candidates: [Candidate]) -> Bool {
        let words = words(of: candidate.text)
        return candidates.count > 1
            && !candidates.contains { $0.key != candidate.key && !words.isDisjoint(with: Self.words(of: $0.text)) }
    }

    private static func words(of text: String) -> Set<String> {
        Set(
            text.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.utf8.count >= 4 }.prefix(40).map(
                String.init
            )
        )
    }

    /// A title with the name of the site behind it gives way to the part that another source has.
    private static func shortened(_ whole: Candidate, _ candidates: [Candidate], isSite: (FoldedText) -> Bool)
        -> Candidate
    {
        let parts = parts(of: whole.text)
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

    /// Without the mark of a link to the heading itself.
    private static func unmarked(_ text: String) -> String {
        var view = Substring(text)
        while let last = view.last, last == "¶" || last == "#" || last.isWhitespace { view.removeLast() }
        return String(view)
    }

    /// What stands between the separators.
    private static func parts(of title: String) -> [String] {
        var parts = [Substring(title)]
        for separator in separators {
            parts = parts.flatMap { split($0, separator) }
        }
        return parts.map { String($0) }.filter { !$0.isEmpty }
    }

    private static func split(_ text: Substring, _ separator: String) -> [Substring] {
        let bytes = Array(text.utf8)
        let mark = Array(separator.utf8)
        guard bytes.count > mark.count else { return [text] }
        var parts: [Substring] = []
        var start = 0
        var index = 0
        while index + mark.count <= bytes.count {
            if bytes[index] == mark[0], bytes[index..<(index + mark.count)].elementsEqual(mark) {
                parts.append(Substring(decoding: bytes[start..<index], as: UTF8.self))
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append(Substring(decoding: bytes[start...], as: UTF8.self))
        return parts
    }
}
