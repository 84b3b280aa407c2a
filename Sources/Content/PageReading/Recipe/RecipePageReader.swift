public import LarderHTML
public import LarderModel

/// Reads the recipe that a web page is about.
///
///     let document = HTMLDocument(parsing: bytes)
///     if let recipe = RecipePageReader.read(document, url: "https://example.com/soup") { … }
///
/// The page's markup comes first: JSON-LD, microdata, RDFa (all with schema.org's vocabulary), data-vocabulary.org and the
/// microformats h-recipe and hRecipe. What it lacks is taken from the page's own headings and lists, and what it lacks
/// too from its `meta` elements. ``PageRecipe/origins`` says which.
///
/// It never fails, whatever the page, and takes time that grows with the size of the page.
public enum RecipePageReader {
    /// The recipe of a page, within ``PageRecipe/Limits``; nil where the page is about none, or about several alike.
    ///
    /// - Parameters:
    ///   - document: The whole page.
    ///   - url: Where the page is from, absolute; relative references are resolved against it.
    public static func read(_ document: HTMLDocument, url: String) -> PageRecipe? {
        read(document, head: PageHead(document: document, url: url))
    }

    /// Reads a page whose head has been read already.
    package static func read(_ document: HTMLDocument, head: PageHead) -> PageRecipe? {
        let graph = SchemaGraph(document)
        let layers = graph.recipes.map { SchemaRecipe(graph: graph, entity: $0) }
        func picture(_ node: NodeID) -> String? {
            ["data-src", "data-lazy-src", "src"].lazy.compactMap { document.value(of: $0, on: node) }
                .first { !$0.isEmpty && !$0.utf8.starts(with: "data:".utf8) }.map { head.absolute($0.trimmedSpace) }
        }
        let lists = PageLists(PageOutline(document), picture: picture)
        guard let first = layers.first ?? (lists.isRecipe ? SchemaRecipe(graph: graph) : nil) else { return nil }
        var recipe = PageRecipe(title: "")
        recipe.fill(from: layers, head: head)
        recipe.fill(from: lists)
        // Classes say less surely than attributes which of the pictures is the recipe's.
        let pictured = layers.first { $0.origin != .hRecipe && $0.hasImage } ?? first
        recipe.fill(from: head, main: first, pictured: pictured, document)
        if recipe.pictures.isEmpty {
            recipe.pictures = lists.pictures(picture)
            if !recipe.pictures.isEmpty { recipe.origins[.pictures] = .page }
        }
        guard !recipe.title.isEmpty else { return nil }
        return recipe.bounded()
    }
}

extension PageRecipe {
    /// Takes each field from the first layer that has it.
    mutating func fill(from layers: [SchemaRecipe], head: PageHead) {
        func first<Value>(_ field: Field, _ value: (SchemaRecipe) -> Value?, _ store: (Value, Origin) -> Void) {
            for layer in layers {
                if let value = value(layer) { return store(value, layer.origin) }
            }
        }
        func take<Value>(
            _ field: Field,
            _ path: WritableKeyPath<PageRecipe, Value?>,
            _ value: (SchemaRecipe) -> Value?
        ) {
            first(field, value) {
                self[keyPath: path] = $0; origins[field] = $1
            }
        }
        func take<Value>(
            _ field: Field,
            _ path: WritableKeyPath<PageRecipe, [Value]>,
            _ value: (SchemaRecipe) -> [Value]
        ) {
            first(field, { layer in value(layer).nonEmptyList }) {
                self[keyPath: path] = $0; origins[field] = $1
            }
        }
        first(.title, { $0.text("name") ?? $0.text("headline") }) {
            title = $0; origins[.title] = $1
        }
        take(.summary, \.summary) { $0.text("description", "summary") }
        take(.ingredients, \.ingredients) { $0.ingredients }
        take(.steps, \.steps) { $0.steps(title: title, head) }
        take(.prepMinutes, \.prepMinutes) { $0.minutes("preptime") }
        take(.cookMinutes, \.cookMinutes) { $0.minutes("cooktime") }
        take(.totalMinutes, \.totalMinutes) { $0.minutes("totaltime", "duration") }
        first(.servings, \.yield) {
            servings = $0.number
            servingsText = $0.text
            origins[.servings] = $1
        }
        take(.authors, \.authors) { $0.authors }
        take(.categories, \.categories) { $0.words("recipecategory", "recipetype") }
        take(.cuisines, \.cuisines) { $0.words("recipecuisine") }
        take(.keywords, \.keywords) { $0.words("keywords") }
        take(.nutrition, \.nutrition) { $0.nutrients }
        first(.rating, \.rating) {
            rating = $0.value
            bestRating = $0.best
            ratingCount = $0.count
            origins[.rating] = $1
        }
        take(.publisher, \.publisher) { $0.publisher }
        take(.videos, \.videos) { $0.videos(head) }
    }

    /// Takes what no layer has, or has worse, from the page's own lists and words.
    mutating func fill(from lists: PageLists) {
        if let lines = MarkupRepair.ingredients(ingredients, lists) {
            if !lines.elementsEqual(ingredients, by: { $0.text == $1.text }) { origins[.ingredients] = .page }
            ingredients = lines
        }
        if let own = MarkupRepair.steps(steps, lists, ingredients: ingredients) {
            if steps.count != own.count { origins[.steps] = .page }
            steps = own
        }
        func take<Value>(_ field: Field, _ path: WritableKeyPath<PageRecipe, Value?>, _ value: Value?) {
            guard self[keyPath: path] == nil, let value else { return }
            self[keyPath: path] = value
            origins[field] = .page
        }
        if title.isEmpty, let text = lists.title {
            title = text
            origins[.title] = .page
        }
        let lacksTimes = prepMinutes == nil && cookMinutes == nil && totalMinutes == nil
        guard lacksTimes || servings == nil else { return }
        let facts = lists.facts()
        if lacksTimes {
            take(.prepMinutes, \.prepMinutes, facts.prepMinutes)
            take(.cookMinutes, \.cookMinutes, facts.cookMinutes)
            take(.totalMinutes, \.totalMinutes, facts.totalMinutes)
        }
        if servings == nil, let yield = facts.servings, yield.number != nil {
            servings = yield.number
            servingsText = yield.text
            origins[.servings] = .page
        }
    }

    /// Takes what no layer has from the page's head, and the pictures from both.
    mutating func fill(from head: PageHead, main: SchemaRecipe, pictured: SchemaRecipe, _ document: HTMLDocument) {
        func take(_ field: Field, _ path: WritableKeyPath<PageRecipe, String?>, _ text: String?) {
            guard self[keyPath: path] == nil, let text else { return }
            self[keyPath: path] = text
            origins[field] = .meta
        }
        if title.isEmpty, let text = head.title {
            title = text
            origins[.title] = .meta
        }
        take(.summary, \.summary, head.summary)
        take(.canonicalURL, \.canonicalURL, head.canonicalURL)
        take(.language, \.language, head.language)
        if language == nil, let text = main.text("inlanguage") {
            language = text
            origins[.language] = main.origin
        }
        if authors.isEmpty, !main.authors.isEmpty {
            authors = main.authors
            origins[.authors] = .jsonLD
        }
        if authors.isEmpty, head.author == nil, main.origin == .meta, let author = head.byline(document) {
            authors = [author]
            origins[.authors] = .page
        }
        if authors.isEmpty, let author = head.author ?? publisher ?? head.siteName {
            authors = [author]
            origins[.authors] = .meta
        }
        take(.publisher, \.publisher, head.siteName)
        if videos.isEmpty, !head.videos.isEmpty {
            videos = head.videos.distinct
            origins[.videos] = .meta
        }
        pictures = pictured.images(head)
        if !pictures.isEmpty { origins[.pictures] = pictured.hasImage ? pictured.origin : .meta }
        // A whole that is shorter than its only part was exchanged with it.
        if prepMinutes == nil, let cook = cookMinutes, let total = totalMinutes, total < cook {
            (cookMinutes, totalMinutes) = (total, cook)
        }
        if totalMinutes == nil, prepMinutes != nil || cookMinutes != nil {
            totalMinutes = (prepMinutes ?? 0) + (cookMinutes ?? 0)
            origins[.totalMinutes] = origins[.cookMinutes] ?? origins[.prepMinutes]
        }
    }
}

extension Array {
    fileprivate var nonEmptyList: [Element]? { isEmpty ? nil : self }
}
