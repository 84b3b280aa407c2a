internal import LarderModel

/// What the page's JSON-LD says of the article (schema.org `Article` and its subtypes).
struct ArticleData {
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

    private static let maxEntities = 2_000

    /// - Parameter graph: The page's JSON-LD.
    init(_ graph: SchemaGraph) {
        let entities = graph.entities.prefix(Self.maxEntities).map(\.value)
        let candidates = entities.filter { SchemaGraph.isType($0, Self.articles) }
        isForum = entities.contains { SchemaGraph.isType($0, ForumPages.types) }
        isCollection = entities.contains { SchemaGraph.isType($0, Self.collections) }
        // A review of a product does not make its page an article.
        isArticle = candidates.contains { !isCollection || !SchemaGraph.isType($0, ["Review"]) }
        let main =
            candidates.first { $0["headline"] != nil || $0["articleBody"] != nil } ?? candidates.first
            ?? entities.first { $0["headline"] != nil }
        if let main { read(main, graph) }
        for entity in entities {
            published = published ?? Self.text(entity["datePublished"])
            modified = modified ?? Self.text(entity["dateModified"])
            if authors.isEmpty, candidates.count < 2, main == nil || SchemaGraph.isType(entity, ["WebPage"]) {
                authors = Self.names(entity["author"], graph)
            }
        }
    }

    private mutating func read(_ entity: JSONValue, _ graph: SchemaGraph) {
        headline = Self.text(entity["headline"]) ?? Self.text(entity["name"])
        authors = Self.names(entity["author"], graph)
        if authors.isEmpty { authors = Self.names(entity["creator"], graph) }
        published = Self.text(entity["datePublished"]) ?? Self.text(entity["dateCreated"])
        modified = Self.text(entity["dateModified"])
        picture = Self.address(entity["image"], graph) ?? Self.address(entity["thumbnailUrl"], graph)
        publisher = Self.names(entity["publisher"], graph).first
        body = entity["articleBody"]?.string ?? entity["text"]?.string
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string ?? value?.items?.first?.string else { return nil }
        let clean = FieldText.clean(text)
        return clean.isEmpty || clean.utf8.count > 1_000 ? nil : clean
    }

    /// The names of persons and organisations: strings, or entities with a name.
    private static func names(_ value: JSONValue?, _ graph: SchemaGraph) -> [String] {
        guard let value else { return [] }
        var names: [String] = []
        for item in (value.items ?? [value]).prefix(20) {
            var entity = item
            if item["name"] == nil, let id = item["@id"]?.string, let other = graph.entity(id) { entity = other }
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

    private static func address(_ value: JSONValue?, _ graph: SchemaGraph) -> String? {
        guard let value, let first = value.items?.first ?? Optional(value) else { return nil }
        var entity = first
        if first["url"] == nil, let id = first["@id"]?.string, let other = graph.entity(id) { entity = other }
        return entity.string ?? entity["url"]?.string ?? entity["contentUrl"]?.string
            ?? entity["url"]?.items?.first?.string
    }
}
