/// The recipe of a web page as one line of JSON.
enum PageJSON {
    /// The answer to `{"site", "html", "url"}`.
    static func answer(html: String, url: String, site: JSONValue?, id: JSONValue?) -> String {
        let page = RecipePage(html: Array(html.utf8), url: url)
        var members: [JSONMember] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONMember(name: name, value: value)) }
        }
        func list(_ items: [String]) -> JSONValue? { items.isEmpty ? nil : .array(items.map { .string($0) }) }
        add("id", id)
        add("site", site)
        add("title", page.title.map { .string($0) })
        add("ingredients", list(page.ingredients))
        add("instructions", list(page.instructions))
        add("total_time", page.totalMinutes.map { .number("\($0)") })
        add("prep_time", page.prepMinutes.map { .number("\($0)") })
        add("cook_time", page.cookMinutes.map { .number("\($0)") })
        add("yields", page.yield.map { .string($0) })
        add("image", list(page.images))
        add("author", list(page.authors))
        add("canonical_url", page.canonicalURL.map { .string($0) })
        add("language", page.language.map { .string($0) })
        if !page.nutrients.isEmpty {
            add("nutrients", .object(page.nutrients.map { JSONMember(name: $0.name, value: .string($0.text)) }))
        }
        add("ratings", page.rating.map { .number("\($0)") })
        add("ratings_count", page.ratingCount.map { .number("\($0)") })
        add("category", list(page.categories))
        add("cuisine", list(page.cuisines))
        add("keywords", list(page.keywords))
        add("description", page.summary.map { .string($0) })
        return JSONValue.object(members).json
    }
}
