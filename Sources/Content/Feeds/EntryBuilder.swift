internal import LarderModel

/// Collects what the elements of one entry say.
struct EntryBuilder {
    var entry = FeedEntry()
    /// Whether `guid` is an address, by its attribute.
    var isGuidAddress: Bool?
    /// How sure the link is: 3 by the text of an element, 2 by an attribute, less for what only stands in.
    private var linkRank = -1
    private var titleRank = -1
    /// The address in an identifier.
    private var address: String?
    private var published: [String] = []
    private var updated: [String] = []
    private var created: [String] = []
    private var alternatives: [FeedText] = []
    private var hasContent = false

    /// More of each list than this are left out.
    static let maxItems = 1_000

    mutating func add(link: String, rank: Int) {
        guard !link.isEmpty, rank >= linkRank else { return }
        entry.link = link
        linkRank = rank
    }

    mutating func add(category: String) {
        let word = category.trimmedSpace
        if !word.isEmpty, !entry.categories.contains(word) { add(word, to: \.categories) }
    }

    mutating func addImage(_ url: String) {
        if !url.isEmpty, !entry.images.contains(url) { add(url, to: \.images) }
    }

    mutating func add<Element>(_ element: Element, to list: WritableKeyPath<FeedEntry, [Element]>) {
        if entry[keyPath: list].count < Self.maxItems { entry[keyPath: list].append(element) }
    }

    /// Adds a text that may hold markup.
    mutating func add(_ text: FeedText, _ element: FeedElement, isNested: Bool) {
        switch element {
        case .title, .mediaTitle:
            let rank = isNested ? 0 : element == .mediaTitle ? 1 : 2
            guard rank > titleRank else { return }
            entry.title = text
            titleRank = rank
        case .content, .encoded, .body:
            guard !isNested || entry.content.isEmpty else { return }
            add(text, to: \.content)
            hasContent = true
        default:
            guard !isNested || entry.summary == nil else { return }
            // A description and a summary: the one beside the other.
            if entry.summary == nil {
                entry.summary = text
            } else if alternatives.count < Self.maxItems {
                alternatives.append(text)
            }
        }
    }

    /// Adds a plain value.
    mutating func add(_ text: String, _ element: FeedElement, base: String, isNested: Bool) {
        switch element {
        case .guid, .id:
            if isNested, entry.id != nil { return }
            entry.id = text
            address =
                element == .id || isGuidAddress ?? Self.looksLikeAddress(text) ? FeedAddress.resolve(text, base) : nil
        case .published: if published.count < Self.maxItems { published.append(text) }
        case .updated: if updated.count < Self.maxItems { updated.append(text) }
        case .created: if created.count < Self.maxItems { created.append(text) }
        case .author:
            let person = FeedPerson(text)
            if !entry.authors.contains(person) { add(person, to: \.authors) }
        case .category: add(category: text)
        case .tags: for word in text.split(separator: ",") { add(category: String(word)) }
        case .thumbnail: add(FeedFile(url: FeedAddress.resolve(text, base), type: "image"), to: \.media)
        case .originalLink: entry.originalLink = FeedAddress.resolve(text, base)
        default: break
        }
    }

    private static func looksLikeAddress(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "/")) && !text.utf8.contains { $0 <= 0x20 }
    }

    func finished(base: String) -> FeedEntry {
        var entry = entry
        if linkRank < 2, let address, linkRank < 0 || address.hasPrefix("http") { entry.link = address }
        func last(_ texts: [String]) -> (String, FeedDate)? {
            texts.reversed().firstNonNil { text in FeedDate(text).map { (text, $0) } }
        }
        let (first, change) = (last(published) ?? last(created), last(updated))
        entry.published = first?.1
        entry.updated = change?.1
        entry.dateText = (first ?? change)?.0 ?? published.last ?? updated.last
        if !alternatives.isEmpty, !hasContent { entry.content = alternatives }
        return entry
    }
}

extension Feed {
    mutating func add(author: FeedPerson) {
        if authors.count < EntryBuilder.maxItems { authors.append(author) }
    }
}
