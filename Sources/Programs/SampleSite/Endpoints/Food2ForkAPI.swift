internal import LarderModel

/// `GET /api/search` and `GET /api/get` in the form of the food2fork service, oddities included.
struct Food2ForkAPI: Sendable {
    static let pageSize = 30
    /// One place in this many of a result list repeats the item 20 places before it, so ids come twice, across pages too.
    static let repeatEvery = 46

    let catalog: SampleCatalog
    let search: RecipeSearch
    let base: String
    let key: String?

    func answer(_ target: Target) -> Answer {
        if let key, target["key"] != key {
            return .json(status: 403) { $0.member("error", "Forbidden: the key is missing or wrong.") }
        }
        return target.path == "/api/search" ? searchAnswer(target) : detailAnswer(target)
    }

    private func searchAnswer(_ target: Target) -> Answer {
        let order: RecipeSearch.Order = target["sort"] == "t" ? .trend : .rating
        let found = search.results(for: target["q"] ?? "", order: order)
        let size = min(max(target["count"].flatMap { Int($0) } ?? Self.pageSize, 1), Self.pageSize)
        // The cap keeps the multiplication far from overflow.
        let page = min(max(target["page"].flatMap { Int($0) } ?? 1, 1), 1 << 32)
        let total = found.count + (found.isEmpty ? 0 : (found.count - 1) / (Self.repeatEvery - 1))
        let places = min((page - 1) * size, total)..<min(page * size, total)
        return .json(modified: catalog.modified) { json in
            json.member("count", places.count)
            json.key("recipes")
            json.array { list in
                for place in places {
                    let recipe = catalog.recipe(Int(found[Self.position(atPlace: place)]))
                    list.object { summary(of: recipe, &$0) }
                }
            }
        }
    }

    /// Where in the result list a place of the answer list comes from.
    static func position(atPlace place: Int) -> Int {
        let isRepeat = place % repeatEvery == repeatEvery - 1
        let real = isRepeat ? place - 20 : place
        return real - real / repeatEvery
    }

    private func detailAnswer(_ target: Target) -> Answer {
        guard let id = target["rId"] else {
            return .page("<h1>Server Error (500)</h1>", status: 500)
        }
        guard let index = catalog.recipeIndex(ofID: id) else {
            return .json(modified: catalog.modified) { json in
                json.key("recipe")
                json.array { _ in }
            }
        }
        let recipe = catalog.recipe(index)
        return .json(modified: recipe.modified) { json in
            json.key("recipe")
            json.object { object in
                summary(of: recipe, &object, ingredients: Self.served(recipe.ingredients, index: index))
            }
        }
    }

    private func summary(of recipe: SampleRecipe, _ json: inout JSONWriter, ingredients: [String]? = nil) {
        json.member("publisher", Self.servedTitle(recipe.publisher, index: recipe.index))
        json.member("f2f_url", base + "/view/" + recipe.id)
        if let ingredients {
            json.member("ingredients", strings: ingredients)
        }
        json.member("title", Self.servedTitle(recipe.title, index: recipe.index))
        json.member("source_url", base + recipe.path)
        json.member("recipe_id", recipe.id)
        json.member("image_url", base + recipe.imagePath)
        json.key("social_rank")
        json.value(recipe.socialRank)
        json.member("publisher_url", base + "/publisher/" + Markup.slug(recipe.publisher))
    }

    /// Three titles in four come with entities, the others as plain text.
    static func servedTitle(_ title: String, index: Int) -> String {
        index % 4 == 0 ? title : Markup.escaped(title, style: index % 4 == 1 ? .named : .numeric)
    }

    /// Ingredient lines with the blanks that the real service left in them.
    static func served(_ ingredients: [String], index: Int) -> [String] {
        var lines = ingredients
        if index % 3 == 0, let last = lines.popLast() {
            lines.append(last + "\n")
        }
        if index % 5 == 0, lines.count > 2 {
            lines[1] = " " + lines[1]
        }
        if index % 17 == 0 {
            lines.append("Other Fruit Optional")
        }
        return lines
    }
}
