internal import LarderHTML
internal import LarderModel

/// What the page's JSON-LD says of the article (schema.org `Article` and its subtypes).
struct LinkedData {
    private(set) var headline: String?
    private(set) var authors: [String] = []
    private(set) var published: String?
    private(set) var modified: String?
    private(set) var picture: String?
    private(set) var publisher: String?
    private(set) var body: String?
    /// Whether an entity is of a type of articles.
    private(set) var isArticle = false
    /// Whether an entity is a thread of a forum.
    private(set) var isForum = false
    /// Whether an entity is a list, a product or the like.
    private(set) var isCollection = false

    private static let articles: Set<String> = [
        "Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle", "OpinionNewsArticle", "AnalysisNewsArticle",
        "BackgroundNewsArticle",
        "ReviewNewsArticle", "TechArticle", "ScholarlyArticle", "Report", "LiveBlogPosting", "SocialMediaPosting",
        "Recipe", "HowTo",
        "AdvertiserContentArticle", "SatiricalArticle", "MedicalScholarlyArticle", "Review",
    ]
    private static let collections: Set<String> = [
        "CollectionPage", "ItemList", "Product", "SearchResultsPage", "ProfilePage", "ProductGroup", "OfferCatalog",
        "Store",
    ]

    /// Texts of scripts beyond this are not read, in bytes.
    private static let maxBytes = 400_000
    private static let maxEntities = 2_000
    /// How far into a script its mark of CDATA may stand, in bytes.
    private static let maxMark = 64

    init(_ scripts: [NodeID], _ document: HTMLDocument) {
        var entities: [JSONValue] = []
        for script in scripts.prefix(50) {
            var bytes: [UInt8] = []
            document.appendTextContent(of: script, to: &bytes)
            guard bytes.count <= Self.maxBytes, let value = Self.parse(bytes) else { continue }
            Self.collect(value, into: &entities)
        }
        guard !entities.isEmpty else { return }
        var byID: [String: JSONValue] = [:]
        for entity in entities {
            if let id = entity["@id"]?.string, id.utf8.count < 500, (entity.members?.count ?? 0) > 1, byID[id] == nil {
                byID[id] = entity
            }
        }
        let candidates = entities.filter { Self.hasType($0, Self.articles) }
        isForum = entities.contains { Self.hasType($0, ForumPages.types) }
        isCollection = entities.contains { Self.hasType($0, Self.collections) }
        // What buyers say of a product does not make an article of its page.
        isArticle = candidates.contains { !isCollection || !Self.hasType($0, ["Review"]) }
        let main =
            candidates.first { $0["headline"] != nil || $0["articleBody"] != nil } ?? candidates.first
            ?? entities.first { $0["headline"] != nil }
        if let main { read(main, byID) }
        for entity in entities {
            published = published ?? Self.text(entity["datePublished"])
            modified = modified ?? Self.text(entity["dateModified"])
            if authors.isEmpty, candidates.count < 2, main == nil || Self.hasType(entity, ["WebPage"]) {
                authors = Self.names(entity["author"], byID)
            }
        }
    }

    private mutating func read(_ entity: JSONValue, _ byID: [String: JSONValue]) {
        headline = Self.text(entity["headline"]) ?? Self.text(entity["name"])
        authors = Self.names(entity["author"], byID)
        if authors.isEmpty { authors = Self.names(entity["creator"], byID) }
        published = Self.text(entity["datePublished"]) ?? Self.text(entity["dateCreated"])
        modified = Self.text(entity["dateModified"])
        picture = Self.address(entity["image"], byID) ?? Self.address(entity["thumbnailUrl"], byID)
        publisher = Self.names(entity["publisher"], byID).first
        body = entity["articleBody"]?.string ?? entity["text"]?.string
    }

    private static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var rest = bytes[...]
        // The marks of XML are text to HTML.
        if let mark = rest.prefix(maxMark).index(of: Array("<![CDATA[".utf8)) {
            rest = rest[(mark + 9)...]
            if let close = rest.lastIndex(of: 0x3E), rest[...close].suffix(3).elementsEqual("]]>".utf8) {
                rest = rest[...close].dropLast(3)
            }
        }
        guard let start = rest.firstIndex(where: { $0 == 0x7B || $0 == 0x5B }),
            let end = rest.lastIndex(where: { $0 == 0x7D || $0 == 0x5D }), start < end
        else { return nil }
        let text = Array(rest[start...end])
        return (try? JSONParser.parse(text, maxValues: 50_000))
            ?? (try? JSONParser.parse(text, maxValues: 50_000, lenient: true))
    }

    /// The objects of a value, outer ones first.
    private static func collect(_ root: JSONValue, into entities: inout [JSONValue]) {
        var waiting = [root]
        while let value = waiting.popLast(), entities.count < maxEntities {
            switch value {
            case .array(let items): waiting.append(contentsOf: items.reversed())
            case .object(let members):
                entities.append(value)
                for member in members.reversed() {
                    if case .string = member.value { continue }
                    if case .number = member.value { continue }
                    waiting.append(member.value)
                }
            default: break
            }
        }
    }

    private static func hasType(_ entity: JSONValue, _ names: Set<String>) -> Bool {
        guard let type = entity["@type"] else { return false }
        return (type.items ?? [type]).contains { item in
            guard let name = item.string, name.utf8.count < 64 else { return false }
            let last = name.utf8.split(separator: UInt8(ascii: "/")).last
            return names.contains(last.map { String(Substring($0)) } ?? "")
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string ?? value?.items?.first?.string else { return nil }
        let clean = FieldText.clean(text)
        return clean.isEmpty || clean.utf8.count > 1_000 ? nil : clean
    }

    /// The names of persons and organisations: strings, or entities with a name.
    private static func names(_ value: JSONValue?, _ byID: [String: JSONValue]) -> [String] {
        guard let value else { return [] }
        var names: [String] = []
        for item in (value.items ?? [value]).prefix(20) {
            var entity = item
            if item["name"] == nil, let id = item["@id"]?.string, let other = byID[id] { entity = other }
            let parts =
                entity["name"]?.items?.compactMap(\.string) ?? [text(entity) ?? text(entity["name"])].compactMap { $0 }
            for part in parts {
                let name = FieldText.clean(part)
                guard !name.isEmpty, name.utf8.count < 200, !name.contains("://"),
                    !names.contains(where: { $0.isSame(as: name) })
                else { continue }
                names.append(name)
            }
        }
        return names
    }

    private static func address(_ value: JSONValue?, _ byID: [String: JSONValue]) -> String? {
        guard let value, let first = value.items?.first ?? Optional(value) else { return nil }
        var entity = first
        if first["url"] == nil, let id = first["@id"]?.string, let other = byID[id] { entity = other }
        return entity.string ?? entity["url"]?.string ?? entity["contentUrl"]?.string
            ?? entity["url"]?.items?.first?.string
    }
}
