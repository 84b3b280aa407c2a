public import Foundation
public import LarderModel

/// A recipe whole, as a screen shows it.
@dynamicMemberLookup
public struct RecipeItem: Sendable, Hashable, Identifiable {
    /// What the source says, with the fields as the catalog has them.
    public let recipe: Recipe
    let facts: ItemFacts
    /// The pictures of the recipe and of its steps.
    public let pictures: ItemPictures
    /// The main text of the recipe's page, which mostly has the ingredients and steps too; nil: none was read.
    public let body: ItemBody?

    /// A field of ``recipe``.
    public subscript<Value>(dynamicMember field: KeyPath<Recipe, Value>) -> Value { recipe[keyPath: field] }

    /// The recipe's URN.
    public var id: String { recipe.urn }
    /// The name of its source.
    public var source: String { facts.source }
    /// The source lists it no more.
    public var isGone: Bool { facts.isGone }
    /// When a sync found it first.
    public var added: Date? { Date(unixMilliseconds: facts.time) }
    /// How long it takes in all, in minutes.
    public var minutes: Int? { facts.minutes }
    /// The recipe's page.
    public var page: URL? { URL(webAddress: recipe.canonicalURL ?? recipe.sourceURL) }
    /// The language it is written in; nil: not known.
    public var language: Locale.Language? { recipe.language.map(Locale.Language.init(identifier:)) }
    /// The addresses of its videos; others than web addresses are in ``recipe``.
    public var videos: [URL] { recipe.videos.compactMap { URL(webAddress: $0) } }

    /// The picture of a step; nil: it has none.
    public func picture(of step: RecipeStep) -> ShownPicture? { step.imageURN.flatMap { pictures[$0] } }
}

/// An article whole, as a screen shows it.
@dynamicMemberLookup
public struct ArticleItem: Sendable, Hashable, Identifiable {
    /// What the source says, with the fields as the catalog has them.
    public let article: Article
    let facts: ItemFacts
    /// The article's pictures, those within its text left out.
    public let pictures: ItemPictures
    /// The main text of the article's page, or what the source's API gives of it; nil: none was read.
    public let body: ItemBody?

    /// A field of ``article``.
    public subscript<Value>(dynamicMember field: KeyPath<Article, Value>) -> Value { article[keyPath: field] }

    /// The article's URN.
    public var id: String { article.urn }
    /// The name of its source.
    public var source: String { facts.source }
    /// The source lists it no more.
    public var isGone: Bool { facts.isGone }
    /// When it was published; nil: not known.
    public var published: Date? { Date(unixMilliseconds: article.publishedAt) }
    /// The name of its publication.
    public var publisher: String? { article.outletName }
    /// The article's page.
    public var page: URL? { URL(webAddress: article.canonicalURL ?? article.url) }
    /// The subject of its publication, in the source's words.
    public var category: String? { facts.category }
    /// The country of its publication, in the source's words.
    public var country: String? { facts.country }
    /// The language it is written in; nil: not known.
    public var language: Locale.Language? { article.language.map(Locale.Language.init(identifier:)) }
}

/// The pictures of an item.
public struct ItemPictures: Sendable, Hashable {
    /// The one to show first; nil: the item has none.
    public let main: ShownPicture?
    /// The item's pictures, the main one first.
    public let all: [ShownPicture]
    private let byURN: [String: ShownPicture]

    init(_ shown: [ShownPicture], first: String?, others: [String?]) {
        let byURN = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
        self.byURN = byURN
        all = ([first] + others).compactMap(\.self).distinct.compactMap { byURN[$0] }
        main = all.first
    }

    /// Finds a picture of the item or of its steps by URN.
    public subscript(urn: String) -> ShownPicture? { byURN[urn] }
}

extension URL {
    /// Nil for what is no http or https address.
    init?(webAddress text: String?) {
        guard let address = text.flatMap({ WebAddress($0) }) else { return nil }
        self.init(string: address.description)
    }
}
