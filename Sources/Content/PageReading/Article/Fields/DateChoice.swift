internal import LarderHTML
internal import LarderModel

/// Finds when an article was published.
enum DateChoice {
    static func published(
        _ tree: PageTree,
        _ head: PageHead,
        _ data: ArticleData,
        root: Int,
        firstBlock: Int,
        lastBlock: Int,
        openings: OpeningTable,
        url: String?,
        language: String?,
        _ document: HTMLDocument
    ) -> String? {
        let tag = language?.lowercased() ?? "en"
        let monthFirst =
            tag.hasPrefix("en")
            && !["en-gb", "en-au", "en-ie", "en-nz", "en-in", "en-za"].contains(tag.replacing("_", with: "-"))
        func read(_ text: String?) -> String? { text.flatMap { DateText.published($0, monthFirst: monthFirst) } }
        let urlDay = url.flatMap { ProseDate.inURL($0) }
        /// The first date that an element near the text gives.
        func nearest(_ date: (PageElement) -> String?) -> String? {
            marked(tree, root: root, firstBlock: firstBlock, date)
        }
        func shown(_ element: PageElement) -> String? {
            read(BlockText.text(element, tree, document, maxBytes: 120))
        }
        func attribute(_ element: PageElement) -> String? {
            [NameID.datetime, .content, .title].lazy.compactMap { document.value(of: $0, on: element.node) }
                .compactMap { read($0) }.first
        }
        let texts = [data.published].compactMap { $0 } + DateSources.published.compactMap { head.first($0) }
        let statements = texts.compactMap { text in read(text).map { (text: text, date: $0) } }
        if let first = statements.first {
            // A stated time is often that of Greenwich; the day in the URL is that of the place.
            if let urlDay, DateText.isBeside(urlDay, first.date) { return urlDay.text }
            let seen = statements.count > 1 || DateText.greenwichHour(first.text) != nil ? nearest(shown) : nil
            return seen.flatMap { chosen($0, first, statements) } ?? first.date
        }
        func either(_ element: PageElement) -> String? {
            guard let date = attribute(element) else { return shown(element) }
            guard DateText.greenwichHour(date) != nil, let seen = shown(element) else { return date }
            return chosen(seen, (text: date, date: date), []) ?? date
        }
        if let date = nearest(either) { return date }
        for key in DateSources.weak {
            if let date = read(head.first(key)) { return date }
        }
        if let date = visible(tree, firstBlock: firstBlock, read, document) ?? urlDay?.text { return date }
        if let date = imprint(tree, from: firstBlock, to: lastBlock, openings, read, document) { return date }
        if let date = read(data.modified) { return date }
        for key in DateSources.modified {
            if let date = read(head.first(key)) { return date }
        }
        return nil
    }

    /// What the day that readers see makes of different statements, or of a time of Greenwich; nil: nothing.
    private static func chosen(
        _ seen: String,
        _ first: (text: String, date: String),
        _ statements: [(text: String, date: String)]
    ) -> String? {
        guard let day = ProseDate.first(in: seen, monthFirst: false),
            let stated = ProseDate.first(in: first.date, monthFirst: false), day != stated
        else { return nil }
        // West of Greenwich its early hours are those of the day before, east of it its late hours those of the next.
        if let hour = DateText.greenwichHour(first.text),
            day.daysSince1970 - stated.daysSince1970 == (hour < 12 ? -1 : 1)
        {
            return day.text
        }
        return statements.first { ProseDate.first(in: $0.date, monthFirst: false) == day }?.date
    }

    /// What a `time` element, or one whose classes name a date, gives; of several the one nearest to the beginning of the text.
    private static func marked(
        _ tree: PageTree,
        root: Int,
        firstBlock: Int,
        _ date: (PageElement) -> String?
    ) -> String? {
        var best: (distance: Int, date: String)?
        let last = tree.elements.isEmpty ? 0 : Int(tree.elements[root].endBlock)
        for element in tree.elements where element.name == .time || element.marks.contains(.date) {
            guard ![.comment, .related, .navigation, .sidebar, .footer].contains(element.drop),
                element.endLeaf - element.firstLeaf < 30,
                Int(element.firstBlock) <= last + 4
            else { continue }
            var distance = abs(Int(element.firstBlock) - firstBlock)
            if Int(element.firstBlock) > firstBlock { distance += 20 }
            if element.name == .time { distance = max(0, distance - 5) }
            if let best, best.distance <= distance { continue }
            guard let date = date(element) else { continue }
            best = (distance, date)
        }
        return best?.date
    }

    /// A date in a short block above the text, or in the first lines of it.
    private static func visible(
        _ tree: PageTree,
        firstBlock: Int,
        _ read: (String?) -> String?,
        _ document: HTMLDocument
    ) -> String? {
        let blocks = tree.blocks
        for index in stride(from: min(firstBlock + 1, blocks.count - 1), through: max(0, firstBlock - 25), by: -1)
        where index >= 0 {
            guard blocks[index].length < 500, blocks[index].measure.words > 0 else { continue }
            if let date = read(BlockText.text(blocks[index], tree, document, maxBytes: 120)) { return date }
        }
        return nil
    }

    /// How many blocks above and below the text may say when it was published.
    private static let around = 40

    /// A date in a short block near the text that opens like "published on".
    private static func imprint(
        _ tree: PageTree,
        from first: Int,
        to last: Int,
        _ openings: OpeningTable,
        _ read: (String?) -> String?,
        _ document: HTMLDocument
    ) -> String? {
        for block in tree.blocks[max(0, first - around)..<min(tree.blocks.count, last + around)]
        where block.length < 200 {
            // Few blocks open like one of the table, and fewer texts have a date: what costs least is looked for first.
            let beginning = BlockText.bytes(block, tree, document, maxBytes: OpeningTable.firstBytes)
            guard openings.mayHaveRow(beginning) else { continue }
            let text = BlockText.text(block, tree, document, maxBytes: 200)
            guard let date = read(text),
                openings.row(OpeningTable.lowered(Array(text.utf8)), length: block.length)?.reason == .meta
            else { continue }
            return date
        }
        return nil
    }
}
