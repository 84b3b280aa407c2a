internal import LarderFeeds
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

struct FeedRecords {
    private let definition: SourceDefinition
    private let publisher: String?
    private let author: String?
    private let language: String?
    /// From when on a page's cached answer is used without asking, in milliseconds since 1970; nil: its dates decide.
    private let heldSince: Int64?

    /// A text of fewer characters may be a beginning only.
    private static let wholeTextCharacters = 2_000
    /// The most words and files of one entry that are kept.
    private static let maxKept = 100

    init(feed: Feed, definition: SourceDefinition, heldSince: Int64? = nil) {
        self.definition = definition
        self.heldSince = heldSince
        publisher = feed.title.map { FragmentText.line($0.html).prefix(bytes: RecordBound.titleBytes.limit) }.nonEmpty
        author = Self.names(feed.authors)
        language = feed.language
    }

    /// Adds an item and what is to be fetched for it; nil: the entry is not wanted.
    mutating func add(_ entry: FeedEntry, to builder: inout EffectBuilder) -> String? {
        let page = Self.page(of: entry)
        let identity = entry.id ?? entry.title.map { $0.text + "\n" + (entry.dateText ?? "") }
        guard page != nil || identity != nil else {
            let message = "An entry of \(builder.url) has neither an address, an identifier nor a title."
            builder.note(.recordSkipped, message)
            return nil
        }
        if let page, !definition.scope.hasPath(of: page) { return nil }
        let urn = definition.itemURN(page?.description ?? identity ?? "")
        let article = article(entry, urn, page, &builder)
        if definition.site == .recipe {
            builder.add(Recipe(article, categories: Array(entry.categories.prefix(Self.maxKept))))
        } else {
            builder.add(article)
        }
        builder.addProvenance(of: urn)
        if let page, wantsPage(entry) {
            builder.follow(page, itemURN: urn, changed: entry.updated?.endMilliseconds, heldSince: heldSince)
        }
        return urn
    }

    /// The address of the entry's page; nil where it has none, also where its only link is one of its files.
    static func page(of entry: FeedEntry) -> WebAddress? {
        let link = entry.originalLink ?? entry.link
        guard let link, !entry.enclosures.contains(where: { $0.isMedia && $0.url.isSame(as: link) }) else { return nil }
        return WebAddress(link)
    }

    private func article(
        _ entry: FeedEntry,
        _ urn: String,
        _ page: WebAddress?,
        _ builder: inout EffectBuilder
    ) -> Article {
        let base = page?.description ?? builder.answer.baseURL
        let title =
            entry.title.map { FragmentText.line($0.html) }.nonEmpty ?? Self.beginning(entry)
            ?? page?.description ?? entry.id ?? "-"
        var article = Article(
            urn: urn,
            outletName: publisher,
            author: Self.names(entry.authors) ?? author,
            title: title.prefix(bytes: RecordBound.titleBytes.limit),
            url: page?.description,
            publishedText: entry.dateText?.prefix(bytes: 200),
            publishedAt: (entry.published ?? entry.updated)?.unixMilliseconds
        )
        article.language = language
        article.summary = builder.markup(entry.summary?.html, role: .summary, itemURN: urn, baseURL: base)
        article.content = builder.markup(entry.content.first?.html, role: .content, itemURN: urn, baseURL: base)
        let picture = Self.picture(entry)
        article.imageURL = picture.first?.url
        article.imageURN = builder.addImage(picture, of: title)
        article.attachments = files(of: entry).map { file in
            ItemAttachment(
                url: file.url,
                mediaType: file.type,
                byteCount: file.length,
                title: file.title.map { FragmentText.line($0) }
            )
        }
        article.extra = extra(entry)
        return article
    }

    /// The entry's files, each once; the pictures of Media RSS are no files of their own.
    private func files(of entry: FeedEntry) -> [FeedFile] {
        var seen: Set<String> = []
        return (entry.enclosures + entry.media.filter { !$0.isPicture }).filter { seen.insert($0.url).inserted }
            .prefix(Self.maxKept).map(\.self)
    }

    private func wantsPage(_ entry: FeedEntry) -> Bool {
        switch definition.feed.fullText {
        case .page: true
        case .feed: false
        case .longer:
            entry.content.first.map { text in
                let plain = FragmentText.plain(text.html).trimmedSpace
                return plain.count < Self.wholeTextCharacters || Self.breaksOff(plain)
            } ?? true
        }
    }

    private static func breaksOff(_ text: String) -> Bool {
        let end = text.suffix(60).lowercased()
        return ["…", "...", "[…]", "[...]", "read more", "continue reading"].contains { end.hasSuffix($0) }
    }

    // MARK: Fields

    private static func names(_ people: [FeedPerson]) -> String? {
        var seen: Set<String> = []
        let names = people.prefix(maxKept).compactMap { $0.name ?? $0.email }.map(FragmentText.line)
            .filter { seen.insert($0).inserted }
        return names.joined(separator: ", ").prefix(bytes: RecordBound.titleBytes.limit).nonEmpty
    }

    /// The first words of an entry without a title.
    private static func beginning(_ entry: FeedEntry) -> String? {
        guard let text = entry.summary ?? entry.content.first else { return nil }
        let line = FragmentText.line(text.html)
        guard line.count > 80 else { return line.nonEmpty }
        let start = line.prefix(80)
        return String(start[..<(start.lastIndex(of: " ") ?? start.endIndex)]) + "…"
    }

    /// The files of the entry's picture; empty where it has none.
    private static func picture(_ entry: FeedEntry) -> [ReaderPictureCandidate] {
        let named = entry.images.first ?? (entry.media + entry.enclosures).first(where: \.isPicture)?.url
        if let named { return [ReaderPictureCandidate(url: named, width: 0)] }
        guard let text = entry.content.first ?? entry.summary, text.isHTML else { return [] }
        return FragmentPicture.candidates(in: text.text, base: nil)
    }

    private func extra(_ entry: FeedEntry) -> ExtraFields {
        var extra = ExtraFields()
        if let id = entry.id { extra.add("id", .string(id)) }
        if let updated = entry.updated { extra.add("updated", .string(updated.iso8601)) }
        if definition.site != .recipe { extra.add("categories", texts: Array(entry.categories.prefix(Self.maxKept))) }
        // Articles have them in a table.
        let files = (definition.site == .recipe ? files(of: entry) : []).map { file in
            let type = file.type.map { JSONMember(name: "type", value: .string($0)) }
            return JSONValue.object([JSONMember(name: "url", value: .string(file.url))] + (type.map { [$0] } ?? []))
        }
        if !files.isEmpty { extra.add("enclosures", .array(files)) }
        return extra
    }
}

extension EffectBuilder {
    /// Stores a piece of HTML for its text job; returns the text, cut where it is too long.
    mutating func markup(_ html: String?, role: ItemTextRole, itemURN: String, baseURL: String) -> String? {
        let clean = html.map { $0.utf8.contains(0) ? $0.replacing("\0", with: "\u{FFFD}") : $0 }
        return fragment(clean, role: role, itemURN: itemURN, baseURL: baseURL)?.prefix(
            bytes: RecordBound.fieldBytes.limit
        )
        .nonEmpty
    }

    /// Finds an item's page, which need not be asked for again if it was fetched after its last change.
    ///
    /// - Parameters:
    ///   - changed: When it was changed at the latest, in milliseconds since 1970; nil: unknown.
    ///   - heldSince: From when on a cached answer is used, whatever was changed; nil: never.
    mutating func follow(_ page: WebAddress, itemURN: String, changed: Int64?, heldSince: Int64? = nil) {
        guard definition.pages else { return }
        let source = definition.name
        let moment = [changed.map { $0 + 1 }, heldSince].compactMap(\.self).min()
        add(FoundJobs.page(source: source, itemURN: itemURN, address: page, freshSince: moment))
    }
}

extension Recipe {
    /// A recipe of which a list says what it would say of an article.
    init(_ article: Article, categories: [String]) {
        self.init(
            urn: article.urn,
            recordID: "",
            title: article.title,
            publisher: article.outletName,
            sourceURL: article.url,
            imageURL: article.imageURL,
            imageURN: article.imageURN,
            extra: article.extra
        )
        summary = article.summary
        authors = article.author.map { [$0] } ?? []
        self.categories = categories
        language = article.language
    }
}

extension ExtraFields {
    /// Adds a field, unless it is very large.
    mutating func add(_ name: String, _ value: JSONValue) {
        let json = value.json
        if json.utf8.count < RecordBound.extraBytes.limit / 4 { append(ExtraField(name: name, json: json)) }
    }

    mutating func add(_ name: String, texts: [String]) {
        if !texts.isEmpty { add(name, .array(texts.map { .string($0) })) }
    }
}
