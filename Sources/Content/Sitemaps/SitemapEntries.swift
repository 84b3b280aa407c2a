internal import LarderModel
internal import LarderXML

/// Finds the entries in the markup of a sitemap file: by the names of elements, whatever their namespaces are.
struct SitemapEntries {
    /// A part of an entry whose own addresses and dates are not those of the page.
    private enum Part { case none, images, news, videos, other }

    /// Where the reading is; fragments without a root stay at `none`.
    private enum RootState { case none, inside, behind }

    private struct Entry {
        /// Of the element.
        var name: String
        var prefix: String
        var address: String?
        /// Stands in for a missing address.
        var spareAddress: String?
        var modified: String?
        /// Stands in for a missing date of a change.
        var published: String?
        var images: [String] = []
        var title: String?
    }

    /// Where the text of an element goes; nil: to the pictures.
    private typealias Field = WritableKeyPath<Entry, String?>?

    private let base: WebURL?
    private let nowMs: Int64
    private var tokenizer: XMLTokenizer
    /// The form that the root element announced; `unknown`: a web page.
    private var form: SitemapSummary.Form?
    private var references = XMLReferences(room: 1 << 20)
    private var hasDeclared = false
    private var entry: Entry?
    private var part = Part.none
    private var field: (field: Field, name: String)?
    /// The text of the field; nil where it is too long, or uses an entity without a text of its own.
    private var text: [UInt8]?

    /// What is wrong with the file's form, so that it may have entries that were not read; nil: nothing.
    private(set) var fault: SitemapSummary.Fault?
    /// Entries without an address that can be read.
    private(set) var unread = 0
    private var root = ""
    private var rootState = RootState.none
    /// The element outside of entries that the reading is in; nil: in none but the root.
    private var other: String?

    /// Longer values, of elements and of attributes, are none.
    private static let maxTextBytes = 16 << 10
    /// Declarations behind this are not read.
    private static let maxSubsetBytes = 64 << 10

    init(_ bytes: [UInt8], base: WebURL?, nowMs: Int64) {
        tokenizer = XMLTokenizer(bytes, endsTagsAtLessThan: true)
        self.base = base
        self.nowMs = nowMs
    }

    /// Gives every entry to `take` until it returns `false`.
    mutating func read(_ take: (SitemapItem) -> Bool) -> SitemapSummary.Form {
        while form != .unknown {
            let token = tokenizer.next()
            if case .none = token { break }
            if rootState == .behind, !isBlank(token) { fault = .goesOn }
            if isStray(token) { fault = fault ?? .stray }
            // The last part of a file that breaks off may be cut.
            guard !tokenizer.isTagCut else { break }
            var found: SitemapItem?
            switch token {
            case .text, .literal:
                if tokenizer.isAtEnd { field = nil } else if field != nil { append(token) }
            case .start:
                let (prefix, local) = Self.name(tokenizer.bytes[tokenizer.name])
                found = start(local, prefix)
                if tokenizer.isEmptyElement { found = end(local) ?? found }
            case .end:
                let local = Self.name(tokenizer.bytes[tokenizer.name]).local
                if local == root { rootState = .behind }
                if local == other { other = nil }
                found = end(local)
            case .none: break
            }
            if let found, !take(found) {
                fault = nil
                return form ?? .unknown
            }
        }
        if rootState == .inside { fault = .brokenOff }
        field = nil
        if let last = finished() { _ = take(last) }
        return form ?? .unknown
    }

    private func isBlank(_ token: XMLTokenizer.Token) -> Bool {
        (token == .text || token == .literal) && tokenizer.bytes[tokenizer.text].allSatisfy { $0 <= 0x20 }
    }

    /// Whether something is neither an entry nor a part of one, where no other element of the root holds it.
    private func isStray(_ token: XMLTokenizer.Token) -> Bool {
        switch token {
        case .text, .literal:
            entry == nil && other == nil && form ?? .xml == .xml && rootState != .behind && !isBlank(token)
        case .start: form == nil && Self.form(Self.name(tokenizer.bytes[tokenizer.name]).local) == nil
        case .end, .none: false
        }
    }

    private mutating func append(_ token: XMLTokenizer.Token) {
        guard var text, text.count + tokenizer.text.count <= Self.maxTextBytes else {
            self.text = nil
            return
        }
        self.text = []
        if token == .literal {
            text += tokenizer.bytes[tokenizer.text]
        } else if !references.append(tokenizer.bytes, tokenizer.text, to: &text) {
            self.text = nil
            return
        }
        self.text = text
    }

    /// Prefix and local name in lower case.
    private static func name(_ bytes: ArraySlice<UInt8>) -> (prefix: String, local: String) {
        let text = String(decoding: bytes.prefix(100), as: UTF8.self).lowercased()
        guard let colon = text.firstIndex(of: ":") else { return ("", text) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    private mutating func start(_ local: String, _ prefix: String) -> SitemapItem? {
        if form == nil {
            if !hasDeclared, !tokenizer.subset.isEmpty {
                references.declare(tokenizer.bytes[tokenizer.subset].prefix(Self.maxSubsetBytes))
                hasDeclared = true
            }
            form = Self.form(local)
            if form != nil, Self.roots.contains(local) {
                (root, rootState) = (local, tokenizer.isEmptyElement ? .behind : .inside)
            }
        }
        switch form {
        case .xml: return startOfSitemap(local, prefix)
        case .rss where local == "item", .atom where local == "entry":
            let before = finished()
            let about = local == "item" ? attribute("about") : nil
            entry = Entry(name: local, prefix: prefix, spareAddress: about)
            return before
        case .rss: startInItem(local, prefix)
        case .atom: startInAtomEntry(local, prefix)
        case .text, .unknown, nil: break
        }
        return nil
    }

    private static let roots: Set<String> = ["urlset", "sitemapindex", "rss", "rdf", "feed"]

    private static func form(_ root: String) -> SitemapSummary.Form? {
        switch root {
        case "urlset", "sitemapindex", "url", "sitemap": .xml
        case "rss", "rdf", "channel": .rss
        case "feed": .atom
        case "html": .unknown
        default: nil
        }
    }

    private mutating func startOfSitemap(_ local: String, _ prefix: String) -> SitemapItem? {
        let isExtension = ["image", "news", "video", "xhtml", "mobile", "pagemap"].contains(prefix)
        if local == "url" || local == "sitemap", !isExtension {
            if (local, root) == ("url", "sitemapindex") || (local, root) == ("sitemap", "urlset") { fault = .mixed }
            let before = finished()
            entry = Entry(name: local, prefix: prefix)
            other = nil
            return before
        }
        guard entry != nil else {
            if other == nil, local != root, !tokenizer.isEmptyElement { other = local }
            return nil
        }
        switch local {
        case "image" where part == .none: part = .images
        case "news" where part == .none: part = .news
        case "video" where part == .none: part = .videos
        case "loc" where part == .images || prefix == "image": begin(nil, local)
        case "loc" where part == .none && !isExtension: begin(\.address, local)
        case "lastmod" where part == .none: begin(\.modified, local)
        case "publication_date" where part == .news || prefix == "news": begin(\.published, local)
        case "title" where part == .news || part == .videos: begin(\.title, local)
        default: break
        }
        return nil
    }

    private mutating func startInItem(_ local: String, _ prefix: String) {
        guard let entry else { return }
        let isOwn = prefix == entry.prefix || prefix.isEmpty || prefix == "rss"
        switch local {
        case "link" where isOwn:
            begin(\.address, local)
            if let href = attribute("href"), self.entry?.spareAddress == nil { self.entry?.spareAddress = href }
        case "guid" where isOwn:
            let isAddress = attribute("ispermalink")?.knownWord.lowercased() != "false"
            if isAddress, entry.spareAddress == nil { begin(\.spareAddress, local) }
        case "updated", "modified": begin(\.modified, local)
        case "pubdate", "date", "published": begin(\.published, local)
        case "title" where isOwn: begin(\.title, local)
        default: break
        }
    }

    private mutating func startInAtomEntry(_ local: String, _ prefix: String) {
        guard let entry, prefix == entry.prefix, part == .none else { return }
        switch local {
        // The feed that an entry was taken from.
        case "source": part = .other
        case "link":
            let relation = attribute("rel")?.knownWord.lowercased() ?? "alternate"
            guard entry.address == nil, relation == "alternate" else { break }
            let address = attribute("href")
            self.entry?.address = address
        case "id": begin(\.spareAddress, local)
        case "updated", "modified": begin(\.modified, local)
        case "published", "issued", "created": begin(\.published, local)
        case "title": begin(\.title, local)
        default: break
        }
    }

    private mutating func end(_ local: String) -> SitemapItem? {
        if local == field?.name { endField() }
        switch (local, part) {
        case ("image", .images), ("news", .news), ("video", .videos), ("source", .other): part = .none
        default: break
        }
        return local == entry?.name && (part == .none || form == .xml) ? finished() : nil
    }

    private mutating func begin(_ field: Field, _ name: String) {
        endField()
        self.field = (field, name)
        text = []
    }

    /// Of several values the first counts.
    private mutating func endField() {
        defer { field = nil }
        guard let (field, _) = field, let text, let entry,
            let value = String(decoding: text, as: UTF8.self).trimmedSpace.nonEmpty
        else { return }
        if let field {
            if entry[keyPath: field] == nil { self.entry?[keyPath: field] = value }
        } else if entry.images.count < SitemapReader.maxImages, let address = SitemapAddress.resolved(value, base) {
            self.entry?.images.append(address)
        }
    }

    /// Ends the entry under way.
    private mutating func finished() -> SitemapItem? {
        endField()
        part = .none
        guard let entry else { return nil }
        self.entry = nil
        let own = entry.address.flatMap { SitemapAddress.resolved($0, base) }
        guard let address = own ?? entry.spareAddress.flatMap({ SitemapAddress.absolute($0) }) else {
            unread += 1
            return nil
        }
        let modified = (entry.modified ?? entry.published).flatMap { SitemapDate($0, nowMs: nowMs) }
        guard entry.name != "sitemap" else { return .sitemap(SitemapLink(address: address, modified: modified)) }
        let title = entry.title?.prefix(bytes: RecordBound.titleBytes.limit)
        var page = SitemapPage(address: address, modified: modified, images: entry.images, title: title)
        page.isPublication = entry.modified == nil && modified != nil
        return .page(page)
    }

    /// The value of an attribute by its local name; nil where it is missing, blank or too long.
    private mutating func attribute(_ name: String) -> String? {
        guard let value = tokenizer.attribute(named: name)?.value, value.count <= Self.maxTextBytes,
            let text = references.whole(tokenizer.bytes, value), text.utf8.count <= Self.maxTextBytes
        else { return nil }
        return text.trimmedSpace.nonEmpty
    }
}
