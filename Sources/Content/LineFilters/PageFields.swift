internal import LarderModel
internal import LarderPageMarkup

/// The fields of a recipe's web page as members of a JSON object.
enum PageFields {
    static func write(html: String, url: String, site: JSONValue?, to json: inout JSONWriter) {
        let page = RecipePage(html: Array(html.utf8), url: url)
        func text(_ name: String, _ text: String?) {
            if let text { json.member(name, text) }
        }
        func list(_ name: String, _ items: [String]) {
            if !items.isEmpty { json.member(name, strings: items) }
        }
        func number(_ name: String, _ number: Int?) {
            if let number { json.member(name, number) }
        }
        if let site {
            json.key("site")
            json.value(site)
        }
        text("title", page.title)
        list("ingredients", page.ingredients)
        list("instructions", page.instructions)
        number("total_time", page.totalMinutes)
        number("prep_time", page.prepMinutes)
        number("cook_time", page.cookMinutes)
        text("yields", page.yield)
        list("image", page.images)
        list("author", page.authors)
        text("canonical_url", page.canonicalURL)
        text("language", page.language)
        if !page.nutrients.isEmpty {
            json.key("nutrients")
            json.object { json in
                for nutrient in page.nutrients { json.member(nutrient.name, nutrient.text) }
            }
        }
        if let rating = page.rating {
            json.key("ratings")
            json.value(rating)
        }
        number("ratings_count", page.ratingCount)
        list("category", page.categories)
        list("cuisine", page.cuisines)
        list("keywords", page.keywords)
        text("description", page.summary)
    }
}
