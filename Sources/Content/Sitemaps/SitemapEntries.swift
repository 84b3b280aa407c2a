internal import LarderHTML
internal import LarderModel

/// Finds the entries in the markup of a sitemap file: by the names of elements, whatever their namespaces are.
struct SitemapEntries {
    /// Which vocabulary the root element announced.
    private enum Vocabulary { case sitemap, rss, atom, page }

    /// A part of an entry whose own addresses and dates are not those of the page.
    private enum Part { case none, images, news, videos, other }

    private struct Entry {
        /// The element's, which its end tag has too.
        var name: String
        var prefix: String
        var address: String?
        /// What to take where there is no address.
        var spareAddress: String?
        var modified: String?
        /// What to take where there is no date of a change.
        var published: String?
        var images: [String] = []
        var title: String?
    }

    private enum Field { case address, spareAddress, modified, published, image, title }

    private let base: WebURL?
    private let nowMs: Int64
    private var vocabulary: Vocabulary?
    private var references = SitemapReferences()
    private var entry: Entry?
    private var part = Part.none
    private var field: (field: Field, name: String, text: SitemapText)?

    init(base: WebURL?, nowMs: Int64) {
        self.base = base
        self.nowMs = nowMs
    }

    /// Gives every entry to `take` until that says `false`.
    mutating func read(_ bytes: [UInt8], _ take: (SitemapItem) -> Bool) -> SitemapSummary.Form {
        var scanner = SitemapScanner(bytes)
        while let piece = scanner.next(), vocabulary != .page {
            var found: SitemapItem?
            switch piece {
            case .text(let range):
                // The last characters of a file that breaks off may be a part of an address.
                if scanner.isAtEnd { field = nil }
                field?.text.append(bytes[range], references: &references)
            case .plain(let range):
                if scanner.isAtEnd { field = nil }
                field?.text.append(bytes[range])
            case .declarations(let range): references.read(bytes[range])
            case .start(let name, let attributes, let isEmpty):
                let (prefix, local) = Self.name(bytes[name])
                found = start(local, prefix, bytes[attributes])
                if isEmpty { found = end(local) ?? found }
            case .end(let name): found = end(Self.name(bytes[name]).local)
            }
            if let found, !take(found) { return form }
        }
        field = nil
        if let last = finished() { _ = take(last) }
        return form
    }

    private var form: SitemapSummary.Form {
        switch vocabulary {
        case .sitemap: .xml
        case .rss: .rss
        case .atom: .atom
        case .page, nil: .unknown
        }
    }

    /// Prefix and local name in lower case.
    private static func name(_ bytes: ArraySlice<UInt8>) -> (prefix: String, local: String) {
        let text = String(decoding: bytes.prefix(100), as: UTF8.self).lowercased()
        guard let colon = text.firstIndex(of: ":") else { return ("", text) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    // MARK: Tags

    private mutating func start(_ local: String, _ prefix: String, _ attributes: ArraySlice<UInt8>) -> SitemapItem? {
        if vocabulary == nil { vocabulary = Self.vocabulary(local) }
        switch vocabulary {
        case .sitemap: return startOfSitemap(local, prefix)
        case .rss where local == "item", .atom where local == "entry":
            let before = finished()
            entry = Entry(name: local, prefix: prefix)
            if local == "item" { entry?.spareAddress = Self.attribute("about", in: attributes, &references) }
            return before
        case .rss: startInItem(local, prefix, attributes)
        case .atom: startInAtomEntry(local, prefix, attributes)
        case .page, nil: break
        }
        return nil
    }

    private static func vocabulary(_ root: String) -> Vocabulary? {
        switch root {
        case "urlset", "sitemapindex", "url", "sitemap": .sitemap
        case "rss", "rdf", "channel": .rss
        case "feed": .atom
        case "html": .page
        default: nil
        }
    }

    private mutating func startOfSitemap(_ local: String, _ prefix: String) -> SitemapItem? {
        let isExtension = ["image", "news", "video", "xhtml", "mobile", "pagemap"].contains(prefix)
        if local == "url" || local == "sitemap", !isExtension {
            let before = finished()
            entry = Entry(name: local, prefix: prefix)
            return before
        }
        guard entry != nil else { return nil }
        switch local {
        case "image" where part == .none: part = .images
        case "news" where part == .none: part = .news
        case "video" where part == .none: part = .videos
        case "loc" where part == .images || prefix == "image": begin(.image, local)
        case "loc" where part == .none && !isExtension: begin(.address, local)
        case "lastmod" where part == .none: begin(.modified, local)
        case "publication_date" where part == .news || prefix == "news": begin(.published, local)
        case "title" where part == .news || part == .videos: begin(.title, local)
        default: break
        }
        return nil
    }

    private mutating func startInItem(_ local: String, _ prefix: String, _ attributes: ArraySlice<UInt8>) {
        guard let entry else { return }
        let isOwn = prefix == entry.prefix || prefix.isEmpty || prefix == "rss"
        switch local {
        case "link" where isOwn:
            begin(.address, local)
            if let href = Self.attribute("href", in: attributes, &references), self.entry?.spareAddress == nil {
                self.entry?.spareAddress = href
            }
        case "guid" where isOwn:
            let isAddress = Self.attribute("ispermalink", in: attributes, &references)?.lowercased() != "false"
            if isAddress, entry.spareAddress == nil { begin(.spareAddress, local) }
        case "updated", "modified": begin(.modified, local)
        case "pubdate", "date", "published": begin(.published, local)
        case "title" where isOwn: begin(.title, local)
        default: break
        }
    }

    private mutating func startInAtomEntry(_ local: String, _ prefix: String, _ attributes: ArraySlice<UInt8>) {
        guard let entry, prefix == entry.prefix, part == .none else { return }
        switch local {
        // The feed that an entry was taken from.
        case "source": part = .other
        case "link":
            let relation = Self.attribute("rel", in: attributes, &references)?.lowercased() ?? "alternate"
            guard entry.address == nil, relation == "alternate" else { break }
            self.entry?.address = Self.attribute("href", in: attributes, &references)
        case "id": begin(.spareAddress, local)
        case "updated", "modified": begin(.modified, local)
        case "published", "issued", "created": begin(.published, local)
        case "title": begin(.title, local)
        default: break
        }
    }

    private mutating func end(_ local: String) -> SitemapItem? {
        if local == field?.name { endField() }
        switch (local, part) {
        case ("image", .images), ("news", .news), ("video", .videos), ("source", .other): part = .none
        default: break
        }
        return local == entry?.name && (part == .none || vocabulary == .sitemap) ? finished() : nil
    }

    // MARK: Values

    private mutating func begin(_ field: Field, _ name: String) {
        endField()
        self.field = (field, name, SitemapText())
    }

    /// Of several values the first counts.
    private mutating func endField() {
        defer { field = nil }
        guard let (field, _, text) = field, let value = text.value, !value.isEmpty else { return }
        switch field {
        case .address: keep(value, as: \.address)
        case .spareAddress: keep(value, as: \.spareAddress)
        case .modified: keep(value, as: \.modified)
        case .published: keep(value, as: \.published)
        case .title: keep(value.prefix(bytes: RecordBound.titleBytes.limit), as: \.title)
        case .image:
            guard let entry, entry.images.count < SitemapReader.maxImages,
                let address = SitemapAddress.resolved(value, base)
            else { break }
            self.entry?.images.append(address)
        }
    }

    private mutating func keep(_ value: String, as key: WritableKeyPath<Entry, String?>) {
        if entry?[keyPath: key] == nil { entry?[keyPath: key] = value }
    }

    /// Ends the entry under way.
    private mutating func finished() -> SitemapItem? {
        endField()
        part = .none
        guard let entry else { return nil }
        self.entry = nil
        let own = entry.address.flatMap { SitemapAddress.resolved($0, base) }
        guard let address = own ?? entry.spareAddress.flatMap({ SitemapAddress.absolute($0) }) else { return nil }
        let modified = (entry.modified ?? entry.published).flatMap { SitemapDate($0, nowMs: nowMs) }
        guard entry.name != "sitemap" else { return .sitemap(SitemapLink(address: address, modified: modified)) }
        return .page(SitemapPage(address: address, modified: modified, images: entry.images, title: entry.title))
    }

    /// The value of the attribute of that local name, in any case.
    private static func attribute(
        _ name: String,
        in bytes: ArraySlice<UInt8>,
        _ references: inout SitemapReferences
    ) -> String? {
        var rest = String(decoding: bytes.prefix(16 << 10), as: UTF8.self)[...]
        while let equals = rest.firstIndex(of: "=") {
            let label = rest[..<equals].split(whereSeparator: \.isWhitespace).last?.lowercased() ?? ""
            rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
            let value: Substring
            if let quote = rest.first, quote == "\"" || quote == "'" {
                value = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(value.count + 2)
            } else {
                value = rest.prefix { !$0.isWhitespace }
                rest = rest.dropFirst(value.count)
            }
            guard label == name || label.hasSuffix(":" + name) else { continue }
            return references.replaced(String(value))?.trimmedSpace.nonEmpty
        }
        return nil
    }
}
