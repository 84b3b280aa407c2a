internal import LarderModel

/// What the page's JSON-LD says of the article (schema.org `Article` and its subtypes).
struct ArticleData {
    private(set) var headline: String?
    private(set) var authors: [String] = []
    private(set) var published: String?
    private(set) var modified: String?
    /// As they are written, the first one best.
    private(set) var pictures: [String] = []
    private(set) var publisher: String?
    private(set) var body: String?
    private(set) var isArticle = false
    private(set) var isForum = false
    /// Whether an entity is a list, a product or the like.
    private(set) var isCollection = false

    private static let articles: Set<String> = [
        "Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle", "OpinionNewsArticle", "AnalysisNewsArticle",
        "BackgroundNewsArticle", "ReviewNewsArticle", "TechArticle", "ScholarlyArticle", "Report", "LiveBlogPosting",
        "SocialMediaPosting", "Recipe", "HowTo", "AdvertiserContentArticle", "SatiricalArticle",
        "MedicalScholarlyArticle", "Review",
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
        pictures = Self.addresses(entity["image"], graph)
        if pictures.isEmpty { pictures = Array(Self.addresses(entity["thumbnailUrl"], graph).prefix(1)) }
        publisher = Self.names(entity["publisher"], graph).first
        body = entity["articleBody"]?.string ?? entity["text"]?.string
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string ?? value?.items?.first?.string else { return nil }
        let clean = FieldText.clean(text)
        return clean.isEmpty || clean.utf8.count > 1_000 ? nil : clean
    }

    /// The entity that a value refers to; else the value.
    private static func meant(_ value: JSONValue, _ graph: SchemaGraph) -> JSONValue {
        value["@id"]?.string.flatMap(graph.entity) ?? value
    }

    /// The names of persons and organisations: strings, or entities with a name.
    private static func names(_ value: JSONValue?, _ graph: SchemaGraph) -> [String] {
        guard let value else { return [] }
        return (value.items ?? [value]).prefix(20).flatMap { item -> [String] in
            let entity = item["name"] == nil ? meant(item, graph) : item
            return entity["name"]?.items?.compactMap(\.string)
                ?? [text(entity) ?? text(entity["name"])].compactMap { $0 }
        }.map { FieldText.clean($0) }.filter { $0.utf8.count < 200 && !$0.contains("://") }.distinct
    }

    private static let maxPictures = 20

    private static func addresses(_ value: JSONValue?, _ graph: SchemaGraph) -> [String] {
        guard let value else { return [] }
        return (value.items ?? [value]).prefix(maxPictures).compactMap { item in
            let entity = item["url"] == nil ? meant(item, graph) : item
            return entity.string ?? entity["url"]?.string ?? entity["contentUrl"]?.string
                ?? entity["url"]?.items?.first?.string
        }.distinct
    }
}
