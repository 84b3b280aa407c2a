public import GRDB

/// A row of `recipe`.
public struct RecipeRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "recipe"
    /// The row's identifier in this file.
    public let id: Int64
    /// The same in every file.
    public let urn: String
    /// The row in `source`.
    public let sourceID: Int64
    /// The source's own identifier.
    public let recordID: String
    /// The title.
    public let title: String
    /// Who published it.
    public let publisher: String?
    /// The publisher's site.
    public let publisherURL: String?
    /// The page that the recipe comes from.
    public let sourceURL: String?
    /// The API's own page.
    public let apiURL: String?
    /// The picture's address.
    public let imageURL: String?
    /// The URN of the picture, whose row may not be there yet.
    public let imageURN: String?
    /// The source's measure of popularity.
    public let socialRank: Double?
    /// For how many people.
    public let servings: Int64?
    /// In minutes.
    public let cookingMinutes: Int64?
    /// What there is no column for, as a JSON object.
    public let extraJSON: String?

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        urn = row["urn"]
        sourceID = row["sourceID"]
        recordID = row["recordID"]
        title = row["title"]
        publisher = row["publisher"]
        publisherURL = row["publisherURL"]
        sourceURL = row["sourceURL"]
        apiURL = row["apiURL"]
        imageURL = row["imageURL"]
        imageURN = row["imageURN"]
        socialRank = row["socialRank"]
        servings = row["servings"]
        cookingMinutes = row["cookingMinutes"]
        extraJSON = row["extra"]
    }
}

extension Ingredient: FetchableRecord, TableRecord {
    /// The table.
    public static var databaseTableName: String { "ingredient" }

    /// The record of `row`.
    public init(row: Row) throws {
        self.init(text: row["text"], quantity: row["quantity"], unit: row["unit"], name: row["name"])
    }
}

/// A row of `article`.
public struct ArticleRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "article"
    /// The row's identifier in this file.
    public let id: Int64
    /// The same in every file.
    public let urn: String
    /// The row in `source`.
    public let sourceID: Int64
    /// The source's own identifier of the publication.
    public let outletID: String?
    /// The publication's name.
    public let outletName: String?
    /// Who wrote it.
    public let author: String?
    /// The title.
    public let title: String
    /// A sentence or two.
    public let summary: String?
    /// The article's page.
    public let url: String?
    /// The picture's address.
    public let imageURL: String?
    /// The URN of the picture, whose row may not be there yet.
    public let imageURN: String?
    /// The time of publication as the source gives it.
    public let publishedText: String?
    /// The time of publication in Unix milliseconds.
    public let publishedAt: Int64?
    /// The body, or its beginning.
    public let content: String?
    /// What there is no column for, as a JSON object.
    public let extraJSON: String?

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        urn = row["urn"]
        sourceID = row["sourceID"]
        outletID = row["outletID"]
        outletName = row["outletName"]
        author = row["author"]
        title = row["title"]
        summary = row["summary"]
        url = row["url"]
        imageURL = row["imageURL"]
        imageURN = row["imageURN"]
        publishedText = row["publishedText"]
        publishedAt = row["publishedAt"]
        content = row["content"]
        extraJSON = row["extra"]
    }
}

/// A row of `outlet`.
public struct OutletRow: Sendable, Hashable, Identifiable, FetchableRecord, TableRecord {
    /// The table.
    public static let databaseTableName = "outlet"
    /// The row's identifier in this file.
    public let id: Int64
    /// The same in every file.
    public let urn: String
    /// The row in `source`.
    public let sourceID: Int64
    /// The source's own identifier.
    public let outletID: String
    /// The name.
    public let name: String
    /// A sentence or two.
    public let summary: String?
    /// The publication's site.
    public let url: String?
    /// The source's word for its subject.
    public let category: String?
    /// The source's word for its language.
    public let language: String?
    /// The source's word for its country.
    public let country: String?
    /// In which orders the source can list its articles, as a JSON array of strings.
    public let sortOrdersJSON: String
    /// What there is no column for, as a JSON object.
    public let extraJSON: String?

    /// The record of `row`.
    public init(row: Row) throws {
        id = row["id"]
        urn = row["urn"]
        sourceID = row["sourceID"]
        outletID = row["outletID"]
        name = row["name"]
        summary = row["summary"]
        url = row["url"]
        category = row["category"]
        language = row["language"]
        country = row["country"]
        sortOrdersJSON = row["sortOrders"]
        extraJSON = row["extra"]
    }
}
