internal import LarderHTML
internal import LarderModel

extension RecipePage {
    /// Sets a field that is still empty, and its origin under the name of the catalog's column or list.
    private mutating func fill<Value>(
        _ field: WritableKeyPath<Recipe, Value?>,
        _ column: String,
        _ origin: FieldOrigin,
        _ value: @autoclosure () -> Value?
    ) {
        guard recipe[keyPath: field] == nil, let value = value() else { return }
        recipe[keyPath: field] = value
        recipe.origins[column] = origin
    }

    private mutating func fill<Value>(
        _ field: WritableKeyPath<Recipe, [Value]>,
        _ column: String,
        _ origin: FieldOrigin,
        _ values: @autoclosure () -> [Value]
    ) {
        guard recipe[keyPath: field].isEmpty, case let values = values(), !values.isEmpty else { return }
        recipe[keyPath: field] = values
        recipe.origins[column] = origin
    }

    private mutating func fillTitle(_ origin: FieldOrigin, _ title: String?) {
        guard recipe.title.isEmpty, let title else { return }
        recipe.title = title
        recipe.origins["title"] = origin
    }

    /// Replaces the pictures of the dish; the first becomes the recipe's own.
    mutating func setPictures(_ urls: [String], _ origin: FieldOrigin) {
        let urls = urls.filter(PictureOrder.isUsable)
        recipe.pictures = urls.map { ItemPicture(url: $0) }
        recipe.imageURL = urls.first
        guard !urls.isEmpty else { return }
        recipe.origins["recipePicture"] = origin
        recipe.origins["imageURL"] = origin
    }

    /// Fills each field from the first layer of markup that has it.
    mutating func fill(from layers: [SchemaRecipe], head: PageHead) {
        for layer in layers { fillTitle(layer.origin, layer.text("name") ?? layer.text("headline")) }
        let title = recipe.title
        for layer in layers {
            let origin = layer.origin
            fill(\.summary, "summary", origin, layer.text("description", "summary"))
            fill(\.ingredients, "ingredient", origin, layer.ingredients)
            fill(\.steps, "step", origin, layer.steps(title: title, head))
            fill(\.prepMinutes, "prepMinutes", origin, layer.minutes("preptime"))
            fill(\.cookingMinutes, "cookingMinutes", origin, layer.minutes("cooktime"))
            fill(\.totalMinutes, "totalMinutes", origin, layer.minutes("totaltime", "duration"))
            if recipe.servingsText == nil, let yield = layer.yield { setServings(yield, origin) }
            fill(\.authors, "authors", origin, layer.authors)
            fill(\.categories, "categories", origin, layer.words("recipecategory", "recipetype"))
            fill(\.cuisines, "cuisines", origin, layer.words("recipecuisine"))
            fill(\.keywords, "keywords", origin, layer.words("keywords"))
            fill(\.equipment, "equipment", origin, layer.words("tool"))
            fill(\.nutrition, "nutrition", origin, layer.nutrients)
            if recipe.origins["rating"] == nil, let rating = layer.rating {
                recipe.rating = rating.value
                recipe.ratingCount = rating.count
                bestRating = rating.best
                recipe.origins["rating"] = origin
            }
            fill(\.publisher, "publisher", origin, layer.publisher)
            fill(\.videos, "videos", origin, layer.videos(head))
        }
    }

    private mutating func setServings(_ yield: SchemaYield, _ origin: FieldOrigin) {
        recipe.servings = yield.count
        recipe.servingsText = yield.text
        recipe.origins["servings"] = origin
    }

    /// Fills or improves fields from the lists and words that the page shows.
    mutating func fill(from lists: PageLists) {
        if let lines = MarkupRepair.ingredients(recipe.ingredients, lists) {
            if !lines.elementsEqual(recipe.ingredients, by: { $0.text == $1.text }) {
                recipe.origins["ingredient"] = .page
            }
            recipe.ingredients = lines
        }
        if let steps = MarkupRepair.steps(recipe.steps, lists, ingredients: recipe.ingredients) {
            if recipe.steps.count != steps.count { recipe.origins["step"] = .page }
            recipe.steps = steps
        }
        fillTitle(.page, lists.title)
        let lacksTimes = recipe.prepMinutes == nil && recipe.cookingMinutes == nil && recipe.totalMinutes == nil
        guard lacksTimes || recipe.servings == nil else { return }
        let facts = lists.facts()
        if lacksTimes {
            fill(\.prepMinutes, "prepMinutes", .page, facts.minutes[.prep])
            fill(\.cookingMinutes, "cookingMinutes", .page, facts.minutes[.cook])
            fill(\.totalMinutes, "totalMinutes", .page, facts.minutes[.total])
        }
        if recipe.servings == nil, let yield = facts.servings, yield.number != nil { setServings(yield, .page) }
    }

    /// Fills missing fields from the page's head, and the pictures from `pictured` and the head.
    mutating func fill(from head: PageHead, main: SchemaRecipe, pictured: SchemaRecipe, _ document: HTMLDocument) {
        fillTitle(.meta, head.title)
        fill(\.summary, "summary", .meta, head.summary)
        fill(\.canonicalURL, "canonicalURL", .meta, head.canonicalURL)
        fill(\.language, "language", .meta, head.language)
        fill(\.language, "language", main.origin, main.text("inlanguage"))
        fill(\.authors, "authors", .jsonLD, main.authors)
        if head.author == nil, main.origin == .meta {
            fill(\.authors, "authors", .page, [head.byline(document)].compactMap(\.self))
        }
        let name = head.author ?? recipe.publisher ?? head.siteName
        fill(\.authors, "authors", .meta, [name].compactMap(\.self))
        fill(\.publisher, "publisher", .meta, head.siteName)
        fill(\.videos, "videos", .meta, head.videos.distinct)
        let pictures = pictured.pictures
        setPictures(PictureOrder.ordered(pictures, head), pictures.isEmpty ? .meta : pictured.origin)
        // A total that is shorter than the cooking time, its only part, was exchanged with it.
        if recipe.prepMinutes == nil, let cook = recipe.cookingMinutes, let total = recipe.totalMinutes, total < cook {
            (recipe.cookingMinutes, recipe.totalMinutes) = (total, cook)
        }
        let parts = [recipe.prepMinutes, recipe.cookingMinutes].compactMap(\.self)
        if recipe.totalMinutes == nil, !parts.isEmpty {
            recipe.totalMinutes = parts.reduce(0, +)
            recipe.origins["totalMinutes"] = recipe.origins["cookingMinutes"] ?? recipe.origins["prepMinutes"]
        }
    }
}
