import LarderModel
import Testing

@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

@Suite("Mappings of known APIs") struct BuiltInMappingTests {
    // MARK: TheMealDB

    private static let categories = #"{"meals": [{"strCategory": "Soup"}, {"strCategory": "None"}]}"#
    private static let soups =
        #"{"meals": [{"strMeal": "Bean soup", "strMealThumb": "http://img.test/7.jpg", "idMeal": "7"}]}"#
    private static let meal = #"""
        {"meals": [{"idMeal": "7", "strMeal": "Bean soup", "strCategory": "Soup", "strArea": "Croatian", "strTags": "Warm,Cheap",
          "strInstructions": "STEP 1\r\nSoak the beans.\r\n\r\nSTEP 2\r\nBoil them.", "strMealThumb": "http://img.test/7.jpg",
          "strYoutube": "", "strSource": "http://cook.test/bean-soup", "dateModified": null,
          "strIngredient1": "Beans", "strIngredient2": "Salt", "strIngredient3": "", "strIngredient4": null,
          "strMeasure1": "500 g", "strMeasure2": " ", "strMeasure3": "", "strMeasure4": null}]}
        """#

    private func answer(_ request: SourceRequest) -> SourceAnswer {
        switch (WebAddress(request.url)?.path, request.parameter("c")) {
        case (let path?, "list"?) where path.hasSuffix("/list.php"): Samples.answer(Self.categories)
        case (let path?, "Soup"?) where path.hasSuffix("/filter.php"): Samples.answer(Self.soups)
        case (let path?, _) where path.hasSuffix("/lookup.php"): Samples.answer(Self.meal)
        default: Samples.answer(#"{"meals": null}"#)
        }
    }

    @Test(arguments: [
        ("http://meals.test", "", "/api/json/v1/1/"),
        ("http://meals.test/api/json/v1/1", "", "/api/json/v1/1/"),
        ("http://meals.test", "key: {environment: MEAL_KEY}\n", "/api/json/v2/k3y-of-mine/"),
    ]) func `TheMealDB is read by category, and each meal by its id`(base: String, key: String, root: String) throws {
        let definition = try Samples.definition("name: t\nkind: themealdb\nbase: \(base)\n\(key)")
        let walk = try ListWalk(definition, key: key.isEmpty ? nil : "k3y-of-mine", answer)
        #expect(
            walk.urls.map { String($0.dropFirst("http://meals.test".count)) } == [
                root + "list.php?c=list", root + "filter.php?c=Soup", root + "filter.php?c=None",
                root + "lookup.php?i=7",
            ]
        )
        #expect(walk.requests.allSatisfy { !$0.redactedURL.contains("k3y-of-mine") })
        #expect(walk.failures.isEmpty && walk.notes.isEmpty)
        let meal = try #require(walk.recipes.last)
        #expect(meal.urn == "recipe:t:7" && meal.recordID == "7" && meal.title == "Bean soup")
        #expect(
            meal.ingredients == [
                Ingredient(text: "500 g Beans", name: "Beans"), Ingredient(text: "Salt", name: "Salt"),
            ]
        )
        #expect(meal.steps.map(\.text) == ["Soak the beans.", "Boil them."])
        #expect(meal.categories == ["Soup"] && meal.cuisines == ["Croatian"] && meal.keywords == ["Warm", "Cheap"])
        #expect(meal.sourceURL == "http://cook.test/bean-soup" && meal.imageURL == "http://img.test/7.jpg")
        #expect(meal.extra.map(\.name) == ["dateModified"])
    }

    @Test func `a mapping of TheMealDB gives the records of the built-in kind`() throws {
        let own = try Samples.definition(
            """
            name: t
            kind: json
            base: http://meals.test/api/json/v1/1
            queries: [Soup, None]
            list: {path: /filter.php, params: {c: "{query}"}}
            items: /meals
            detail: {path: /lookup.php, params: {i: "{id}"}, item: /meals/0}
            fields:
              id: /idMeal
              title: /strMeal
              url: /strSource
              image: /strMealThumb
              instructions: /strInstructions
              categories: /strCategory
              cuisines: /strArea
              tags: /strTags
              videos: /strYoutube
              ingredients: {name: "/strIngredient{1..20}", amount: "/strMeasure{1..20}"}
            """
        )
        let builtIn = try Samples.definition("name: t\nkind: themealdb\nbase: http://meals.test\n")
        let (left, right) = (try ListWalk(own, answer), try ListWalk(builtIn, answer))
        #expect(left.recipes == right.recipes && left.recipes.count == 2)
    }

    // MARK: NewsAPI

    @Test func `a mapping of NewsAPI 2 gives the records of the built-in kind`() throws {
        let articles = (1...7).map { number in
            """
            {"source": {"id": \(number == 3 ? "null" : "\"pan\""), "name": "The Pan &amp; Pot"}, "author": \(number == 4 ? "null" : "\"Ada, Bo\""),
             "title": "No. \(number) <b>now</b>", "description": "About &lt;\(number)&gt; <i>pots</i>",
             "url": " http://pan.test/\(number) ", "urlToImage": "http://pan.test/\(number).png",
             "publishedAt": "2026-01-0\(number)T10:00:00.1234567Z", "content": "Long text… [+99 chars]", "tone": \(number)}
            """
        }
        func respond(_ request: SourceRequest) -> SourceAnswer {
            let first = (request.number("page", 1) - 1) * 5
            let page = articles[min(first, 7)..<min(first + 5, 7)].joined(separator: ",")
            return Samples.answer(#"{"status": "ok", "totalResults": 7, "articles": [\#(page)]}"#)
        }
        let builtIn = try Samples.definition(
            "name: t\nkind: newsapi-v2\nbase: http://news.test\nqueries: [pots]\npage-size: 5\n"
        )
        let own = try Samples.definition(
            """
            name: t
            kind: json
            base: http://news.test
            queries: [pots]
            list: {path: /v2/everything, params: {q: "{query}"}}
            items: /articles
            paging: {page: page, size: pageSize=5, total: /totalResults}
            error: {when: {/status: error}, message: /message, code: /code, end: maximumResultsReached}
            fields: {url: /url, title: /title, author: /author, summary: /description, text: /content, image: /urlToImage,
                published: /publishedAt, outlet: /source/name, outlet-id: /source/id}
            """
        )
        let (left, right) = (try ListWalk(own, respond), try ListWalk(builtIn, respond))
        #expect(right.articles.count == 7 && left.articles == right.articles)
        #expect(left.urls.count == 2 && right.urls.count == 2)
    }

    // MARK: Spoonacular

    @Test func `Spoonacular is searched, and asked for what the search leaves out`() throws {
        let definition = try Samples.definition(
            """
            name: t
            kind: spoonacular
            base: http://spoon.test
            key: {environment: SPOON_KEY}
            queries: [pie]
            page-size: 2
            """
        )
        #expect(definition.warnings.contains { $0.contains("an hour") })
        let whole = #"""
            {"id": 1, "title": "Apple pie", "sourceUrl": "http://pies.test/1", "servings": 4, "readyInMinutes": 45,
             "extendedIngredients": [{"original": "2 apples", "amount": 2.0, "unit": "", "name": "apples"}],
             "analyzedInstructions": [{"steps": [{"number": 1, "step": "Peel."}, {"number": 2, "step": "Bake."}]}],
             "summary": "A <b>pie</b>.", "cuisines": ["American"], "dishTypes": ["dessert", "snack"]}
            """#
        let walk = try ListWalk(definition, key: "spoon-key-1") { request in
            guard request.url.contains("complexSearch") else {
                return Samples.answer(whole.replacing("\"id\": 1", with: "\"id\": 2"))
            }
            let last = #"{"id": 3, "title": "Mud pie", "extendedIngredients": [{"original": "mud"}]}"#
            let results = request.number("offset", 0) == 0 ? whole + #", {"id": 2, "title": "Pear pie"}"# : last
            return Samples.answer(#"{"results": [\#(results)], "totalResults": 3}"#)
        }
        #expect(walk.ids == ["1", "2", "3"] && walk.requests.count == 3)
        #expect(walk.requests.allSatisfy { $0.headers.value(of: "x-api-key") == "spoon-key-1" })
        #expect(walk.urls.contains("http://spoon.test/recipes/2/information"))
        let pie = try #require(walk.recipes.first)
        #expect(pie.ingredients == [Ingredient(text: "2 apples", quantity: 2, name: "apples")])
        #expect(pie.steps.map(\.text) == ["Peel.", "Bake."] && pie.servings == 4 && pie.totalMinutes == 45)
        #expect(pie.summary == "A pie." && pie.cuisines == ["American"] && pie.categories == ["dessert", "snack"])
    }

    @Test func `the mappings of built-in kinds can be read`() throws {
        for kind in SourceKind.allCases where kind.isMapped && kind != .json {
            for key in ["", "key: {environment: A_KEY}\n"] {
                let yaml = "name: t\nkind: \(kind.rawValue)\nbase: http://api.test\n\(key)"
                let definition = try Samples.definition(yaml)
                let again = try Samples.definition(definition.yaml)
                #expect(definition.mapping?.isBuiltIn == true && again.mapping == definition.mapping)
            }
        }
    }
}
