internal import LarderModel

/// `GET /api/search` and `GET /api/get` in the form of the food2fork service, oddities included.
extension ServedContent {
    private static let pageSize = 30
    /// One place in this many of a result list repeats the item 20 places before it, so ids come twice.
    private static let repeatEvery = 46

    func food2Fork(_ target: Target) -> Answer {
        if let key = configuration.key, target["key"] != key {
            return .json(status: 403) { $0.member("error", "Forbidden: the key is missing or wrong.") }
        }
        return target.path == "/api/search" ? searchAnswer(target) : detailAnswer(target)
    }

    private func searchAnswer(_ target: Target) -> Answer {
        let found = search.results(for: target["q"] ?? "", order: target["sort"] == "t" ? .trend : .rating)
        let size = min(max(target["count"].flatMap { Int($0) } ?? Self.pageSize, 1), Self.pageSize)
        // The cap keeps the multiplication far from overflow.
        let page = min(max(target["page"].flatMap { Int($0) } ?? 1, 1), 1 << 32)
        let total = found.count + (found.isEmpty ? 0 : (found.count - 1) / (Self.repeatEvery - 1))
        let places = min((page - 1) * size, total)..<min(page * size, total)
        return .json(modified: catalog.modified) { json in
            json.member("count", places.count)
            json.member("recipes", objects: places) { json, place in
                let real = place % Self.repeatEvery == Self.repeatEvery - 1 ? place - 20 : place
                summary(of: catalog.recipe(Int(found[real - real / Self.repeatEvery]), isWhole: false), &json)
            }
        }
    }

    private func detailAnswer(_ target: Target) -> Answer {
        guard let id = target["rId"] else { return .page("<h1>Server Error (500)</h1>", status: 500) }
        guard let index = catalog.recipeIndex(ofID: id) else {
            return .json(modified: catalog.modified) { $0.member("recipe", strings: []) }
        }
        let recipe = catalog.recipe(index)
        return .json(modified: recipe.modified) { json in
            json.member("recipe") { summary(of: recipe, &$0, isWhole: true) }
        }
    }

    private func summary(of recipe: SampleRecipe, _ json: inout JSONWriter, isWhole: Bool = false) {
        json.member("publisher", Self.servedTitle(recipe.publisher, index: recipe.index))
        json.member("f2f_url", base + "/view/" + recipe.id)
        if isWhole { json.member("ingredients", strings: Self.served(recipe.ingredients, index: recipe.index)) }
        json.member("title", Self.servedTitle(recipe.title, index: recipe.index))
        json.member("source_url", base + recipe.path)
        json.member("recipe_id", recipe.id)
        json.member("image_url", base + recipe.imagePath)
        json.member("social_rank", recipe.socialRank)
        json.member("publisher_url", base + "/publisher/" + Markup.slug(recipe.publisher))
    }

    /// Three titles in four come with entities, the others as plain text.
    private static func servedTitle(_ title: String, index: Int) -> String {
        index % 4 == 0 ? title : title.html(index % 4 == 1 ? .named : .numeric)
    }

    /// Ingredient lines with the blanks that the real service left in them.
    private static func served(_ ingredients: [String], index: Int) -> [String] {
        var lines = ingredients
        if index % 3 == 0, let last = lines.popLast() { lines.append(last + "\n") }
        if index % 5 == 0, lines.count > 2 { lines[1] = " " + lines[1] }
        if index % 17 == 0 { lines.append("Other Fruit Optional") }
        return lines
    }
}
