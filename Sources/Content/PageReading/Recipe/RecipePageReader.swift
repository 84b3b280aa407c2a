public import LarderHTML
public import LarderModel

/// The recipe of a web page, in plain text, numbers and absolute URLs.
public struct RecipePage: Sendable, Hashable {
    /// The recipe; its URN and identifier are empty, and no picture has a URN.
    public var recipe: Recipe
    /// The best rating there can be, where the page states one; by custom it is 5.
    public var bestRating: Double?

    /// The same with a recipe within its bounds.
    package func bounded() -> RecipePage { RecipePage(recipe: recipe.bounded(), bestRating: bestRating) }
}

/// Reads the recipe that a web page is about.
///
///     let document = HTMLDocument(parsing: bytes)
///     if let page = RecipePageReader.read(document, url: "https://example.com/soup") { print(page.recipe.title) }
///
/// Markup comes first: JSON-LD, microdata, RDFa (all with schema.org's vocabulary), data-vocabulary.org and the
/// microformats h-recipe and hRecipe. The rest comes from the page's own headings and lists, then from its `meta`
/// elements. `Recipe.origins` names the origin of each field.
///
/// Reading never fails and takes time that grows with the size of the page.
public enum RecipePageReader {
    /// The recipe of a page, within its bounds; nil where the page is about none, or lists several.
    ///
    /// - Parameter url: Where the page is from, absolute; relative references are resolved against it.
    public static func read(_ document: HTMLDocument, url: String) -> RecipePage? {
        read(WebPage(document, url: url))
    }

    /// Reads a page whose head and JSON-LD have been read.
    package static func read(_ reading: WebPage) -> RecipePage? {
        let (document, head) = (reading.document, reading.head)
        var graph = reading.graph
        graph.addAttributes(of: document)
        let layers = graph.recipes.map { [graph] in SchemaRecipe(graph: graph, entity: $0) }
        func picture(_ node: NodeID) -> String? {
            ["data-src", "data-lazy-src", "src"].lazy.compactMap { document.value(of: $0, on: node) }
                .first { !$0.isEmpty && !$0.utf8.starts(with: "data:".utf8) }.map { head.absolute($0.trimmedSpace) }
        }
        let lists = PageLists(PageOutline(document), picture: picture)
        guard let first = layers.first ?? (lists.isRecipe ? SchemaRecipe(graph: graph) : nil) else { return nil }
        var page = RecipePage(recipe: Recipe(urn: "", recordID: "", title: ""))
        page.fill(from: layers, head: head)
        page.fill(from: lists)
        // Classes say less surely than attributes which of the pictures is the recipe's.
        let pictured = layers.first { $0.origin != .hRecipe && !$0.pictures.isEmpty } ?? first
        page.fill(from: head, main: first, pictured: pictured, document)
        if page.recipe.pictures.isEmpty { page.setPictures(lists.pictures(picture), .page) }
        guard !page.recipe.title.isEmpty else { return nil }
        return page.bounded()
    }
}
