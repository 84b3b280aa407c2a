internal import LarderHTML
internal import LarderModel

struct DateChoice {
    private let found: BodySearch
    private let tree: PageTree
    /// Whether 3/4/2026 is the fourth of March.
    private let monthFirst: Bool

    /// A date as a source states it, and as it is read.
    private typealias Statement = (text: String, date: String)

    /// - Parameter language: The page's as a tag; nil: English.
    init(_ found: BodySearch, language: String?) {
        self.found = found
        tree = found.tree
        let tag = language?.lowercased() ?? "en"
        monthFirst =
            tag.hasPrefix("en")
            && !["en-gb", "en-au", "en-ie", "en-nz", "en-in", "en-za"].contains(tag.replacing("_", with: "-"))
    }

    func published(_ page: WebPage, _ data: ArticleData) -> String? {
        let head = page.head
        let urlDay = page.url.flatMap { ProseDate.inURL($0) }
        let texts = [data.published].compactMap { $0 } + DateSources.published.compactMap { head.first($0) }
        let statements = texts.compactMap { text in read(text).map { (text: text, date: $0) } }
        if let first = statements.first {
            // A stated time is often that of Greenwich; the day in the URL is that of the place.
            if let urlDay, DateText.isBeside(urlDay, first.date) { return urlDay.text }
            let seen = statements.count > 1 || DateText.greenwichHour(first.text) != nil ? nearest(shown) : nil
            return seen.flatMap { chosen($0, first, statements) } ?? first.date
        }
        func stated(_ names: [String]) -> String? { names.firstNonNil { read(head.first($0)) } }
        return nearest(statedOrShown) ?? stated(DateSources.weak) ?? visible ?? urlDay?.text ?? imprint
            ?? read(data.modified) ?? stated(DateSources.modified)
    }

    private func read(_ text: String?) -> String? {
        text.flatMap { DateText.published($0, monthFirst: monthFirst) }
    }

    private func shown(_ element: PageElement) -> String? { read(tree.text(of: element, maxBytes: 120)) }

    private func statedOrShown(_ element: PageElement) -> String? {
        let stated = [NameID.datetime, .content, .title].lazy
            .compactMap { tree.document.value(of: $0, on: element.node) }.compactMap { read($0) }.first
        guard let stated else { return shown(element) }
        guard DateText.greenwichHour(stated) != nil, let seen = shown(element) else { return stated }
        return chosen(seen, (text: stated, date: stated), []) ?? stated
    }

    /// The date to use where the visible day differs from the stated date; nil: the stated date stays.
    private func chosen(_ seen: String, _ first: Statement, _ statements: [Statement]) -> String? {
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

    /// The date of the `time` element, or element whose classes name a date, nearest to the beginning of the text.
    private func nearest(_ date: (PageElement) -> String?) -> String? {
        var best: (distance: Int, date: String)?
        let last = tree.elements.isEmpty ? 0 : Int(tree.elements[found.root].endBlock)
        for element in tree.elements where element.name == .time || element.marks.contains(.date) {
            let block = Int(element.firstBlock)
            // An article's footer may tell its date. The page's footer tells other dates.
            let others: ClassMarks = element.context.contains(.article) ? [] : .footer
            guard element.drop.isDisjoint(with: others.union([.comment, .related, .navigation, .sidebar])),
                element.leaves.count < 30, block <= last + 4
            else { continue }
            var distance = abs(block - found.firstBlock)
            if block > found.firstBlock { distance += 20 }
            if element.name == .time { distance = max(0, distance - 5) }
            if let best, best.distance <= distance { continue }
            if let date = date(element) { best = (distance, date) }
        }
        return best?.date
    }

    /// A date in a short block above the text, or in the first lines of it.
    private var visible: String? {
        let last = min(found.firstBlock + 1, tree.blocks.count - 1)
        return tree.blocks[max(0, found.firstBlock - 25)..<(last + 1)].reversed().lazy
            .filter { $0.length < 500 && $0.measure.words > 0 }
            .compactMap { read(tree.text(of: $0, maxBytes: 120)) }.first
    }

    /// How many blocks above and below the text may say when it was published.
    private static let around = 40

    /// A date in a short block near the text that opens like "published on".
    private var imprint: String? {
        let range = max(0, found.firstBlock - Self.around)..<min(tree.blocks.count, found.lastBlock + Self.around)
        for block in tree.blocks[range] where block.length < 200 && block.opening == .meta {
            if let date = read(tree.text(of: block, maxBytes: 200)) { return date }
        }
        return nil
    }
}

enum DateText {
    /// A time in ISO 8601 stays as it is; any other text gives its first date; `monthFirst` reads 3/4 as March 4.
    static func published(_ text: String, monthFirst: Bool) -> String? {
        guard let day = ProseDate.first(in: text, monthFirst: monthFirst) else { return nil }
        let bytes = Array(text.drop { $0.isWhitespace }.utf8.prefix(40))
        guard bytes.count >= 16, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":")
        else { return day.text }
        var time = String(decoding: bytes, as: UTF8.self).prefix { $0 != "[" }
        while time.last?.isWhitespace == true { time.removeLast() }
        return String(time)
    }

    /// Whether a day is the one before or after the day of a text in ISO 8601.
    static func isBeside(_ day: CivilDate, _ text: String) -> Bool {
        guard let other = ProseDate.first(in: text, monthFirst: false) else { return false }
        return abs(day.daysSince1970 - other.daysSince1970) == 1
    }

    /// The hour, 0 to 23, of a time in UTC; nil for a text without a time or with another zone.
    static func greenwichHour(_ text: String) -> Int? {
        let bytes = Array(text.utf8.prefix(400)).trimmedBlanks
        // `2026-03-02+00:00`: this colon belongs to the zone.
        guard let zone = zones.first(where: { bytes.suffix($0.count).elementsEqual($0) }),
            let colon = bytes.dropLast(zone.count).firstIndex(of: UInt8(ascii: ":")), bytes[..<colon].count >= 2
        else { return nil }
        let hour = Int(String(decoding: bytes[(colon - 2)..<colon], as: UTF8.self))
        return hour.flatMap { (0...23).contains($0) ? $0 : nil }
    }

    private static let zones = ["Z", "+00:00", "+0000", "GMT", "UTC"].map { Array($0.utf8) }
}
