import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

/// What pages do with microdata, microformats and lists that have no markup.
@Suite("Recipe markup of all kinds") struct RecipeMarkupTests {
    private func read(_ body: String, head: String = "") -> Recipe? {
        let html = "<!doctype html><html lang=en><head>\(head)</head><body>\(body)</body></html>"
        return RecipePageReader.read(HTMLDocument(parsing: html), url: "https://x.test/a/b")?.recipe
    }

    private func microdata(_ body: String) throws -> Recipe {
        try #require(
            read("<div itemscope itemtype='https://schema.org/Recipe'><h1 itemprop=name>Flat bread</h1>\(body)</div>")
        )
    }

    private func card(_ body: String) throws -> Recipe {
        try #require(read("<div class=hrecipe><h1 class=fn>Flat bread</h1>\(body)</div>"))
    }

    @Test func `the tools that markup names are the equipment`() throws {
        let page = """
            <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe", "name": "Flat bread",
            "tool": ["Cast-iron pan", {"@type": "HowToTool", "name": "rolling&nbsp;pin"}, "Cast-iron pan", ""]}</script>
            """
        let recipe = try #require(read("<h1>Flat bread</h1>", head: page))
        #expect(recipe.equipment == ["Cast-iron pan", "rolling pin"] && recipe.origins["equipment"] == .jsonLD)
        #expect(try microdata("<p itemprop=tool>whisk<p itemprop=tool>bowl").equipment == ["whisk", "bowl"])
    }

    // MARK: Microdata

    @Test func `a list that is one property is its items`() throws {
        let recipe = try microdata(
            "<ul itemprop=recipeIngredient><li>1 cup <b>flour</b><li>1 tsp salt</ul><ul itemprop=recipeIngredient><li>2 eggs<li>milk</ul>"
        )
        #expect(recipe.ingredients.map(\.text) == ["1 cup flour", "1 tsp salt", "2 eggs", "milk"])
    }

    @Test func `an item has what its itemref names elsewhere in the page, and no cycle is followed for ever`() throws {
        let recipe = try #require(
            read(
                """
                <p id=by itemprop=author>Ann</p>
                <div itemscope itemtype='https://schema.org/Recipe' itemref='what by  gone self'>
                <h1 itemprop=name>Flat bread</h1></div>
                <div id=what><ul><li itemprop=recipeIngredient>1 cup flour<li itemprop=recipeIngredient>1 tsp salt</ul>
                <div itemprop=nutrition itemscope itemref='self what'><i itemprop=calories>90 kcal</i></div></div>
                <div id=self><section itemscope itemprop=review itemref=self>x</section></div>
                """
            )
        )
        #expect(recipe.title == "Flat bread" && recipe.ingredients.map(\.text) == ["1 cup flour", "1 tsp salt"])
        #expect(recipe.authors == ["Ann"], "\(recipe.authors)")
    }

    @Test func `what itemref names is read again within bounds, and what stands behind it is read all the same`() throws
    {
        let ids = Array(repeating: "x y", count: 8).joined(separator: " ")
        let item = "<b itemscope itemref='\(ids)'></b>"
        let digits = String(repeating: "7", count: 500_000)
        let words = String(repeating: "a ", count: 250_000)
        for decoy in ["<meta id=x itemprop=text content=\(digits)>", "<i id=y itemprop='\(words)'>z</i>", ""] {
            let body = decoy + String(repeating: item, count: 2_000)
            var recipe: Recipe?
            let seconds = try ProcessorTime.seconds {
                recipe = try microdata(body + "<p itemprop=recipeIngredient>1 egg</p>")
            }
            #expect(recipe?.ingredients.map(\.text) == ["1 egg"] && seconds < 10, "\(seconds) s")
        }
    }

    @Test func `a property that stands in one of the same name takes its place`() throws {
        let recipe = try microdata(
            "<ol itemprop=recipeInstructions><li itemprop=recipeInstructions>Mix all.</li><li itemprop=recipeInstructions>Bake it.</li></ol>"
        )
        #expect(recipe.steps.map(\.text) == ["Mix all.", "Bake it."])
    }

    @Test func `a step whose item names its picture alone has the words of its element`() throws {
        let recipe = try microdata(
            """
            <div itemprop=recipeInstructions itemscope itemtype='https://schema.org/HowToStep'>
            <img itemprop=image src=/one.jpg>Knead the dough.</div>
            """
        )
        #expect(recipe.steps == [.init(text: "Knead the dough.", imageURL: "https://x.test/one.jpg")])
    }

    @Test func `an attribute that ends at its own quotation mark gives way to the page's list`() throws {
        let recipe = try microdata(
            """
            <meta itemprop=recipeInstructions content="[{"@type":"HowToStep","text":"Mix all."}]">
            <ul><li><h6>Step 1</h6><p>Mix the flour and the water.</p></li><li><h6>Step 2</h6><p>Bake it for ten minutes.</p></li></ul>
            """
        )
        #expect(recipe.steps.map(\.text) == ["Mix the flour and the water.", "Bake it for ten minutes."])
        #expect(recipe.origins["step"] == .page)
    }

    @Test func `JSON in an attribute is read as JSON`() throws {
        let recipe = try microdata(
            "<meta itemprop=recipeInstructions content='[{\"@type\":\"HowToStep\",\"text\":\"Mix all.\"},{\"text\":\"Bake it.\"}]'>"
        )
        #expect(recipe.steps.map(\.text) == ["Mix all.", "Bake it."])
    }

    // MARK: Microformats

    @Test func `steps that are marked one by one within marked instructions are the steps`() throws {
        let recipe = try card(
            """
            <div class=instructions><p>A bread from far away.</p><ul><li class=ingredient>1 cup flour<li class=ingredient>1 tsp salt</ul>
            <p class=instructions>Mix all.</p><p class=instructions>Bake it.</p></div>
            <span class=ingredient>Ingredients: <a rel=tag href=/flour>Flour</a></span>
            """
        )
        #expect(recipe.steps.map(\.text) == ["Mix all.", "Bake it."])
        #expect(recipe.ingredients.map(\.text) == ["1 cup flour", "1 tsp salt"])
    }

    @Test func `a person's card gives the name alone, and the person's picture is not the recipe's`() throws {
        let recipe = try card(
            """
            <p class=ingredient>1 cup flour</p><img class="avatar photo" src=/ann.jpg><img class=photo src=/bread.jpg>
            <div class="author vcard"><b class=fn>Ann</b> <a href=/ann>More by this cook</a></div>
            """
        )
        #expect(recipe.authors == ["Ann"])
        #expect(recipe.pictures.map(\.url) == ["https://x.test/bread.jpg"])
    }

    @Test func `attributes say before classes which picture is the recipe's`() throws {
        let recipe = try card(
            """
            <p class=ingredient>1 cup flour</p><img class=photo src=/kitchen-900x900.jpg>
            <div itemscope itemtype='https://schema.org/Recipe'><b itemprop=name>Flat bread</b><img itemprop=image src=/bread-200x200.jpg></div>
            """
        )
        #expect(recipe.pictures.first?.url == "https://x.test/bread-200x200.jpg")
    }

    @Test func `instructions that hold the whole page are those that the page shows`() throws {
        let recipe = try microdata(
            """
            <div itemprop=recipeInstructions><h2>Ingredients</h2><ul><li>1 cup flour<li>1 tsp salt<li>2 eggs</ul>
            <h2>Method</h2><ol><li>Mix the flour and the eggs.<li>Bake it for ten minutes.</ol></div>
            """
        )
        #expect(recipe.ingredients.map(\.text) == ["1 cup flour", "1 tsp salt", "2 eggs"])
        #expect(recipe.steps.map(\.text) == ["Mix the flour and the eggs.", "Bake it for ten minutes."])
    }

    // MARK: Lists alone

    @Test func `paragraphs right behind the ingredients are the steps where no heading names any`() throws {
        let recipe = try #require(
            read(
                """
                <h1>Flat bread</h1><p>Ingredients</p><ul><li>1 cup flour<li>1 tsp salt<li>2 eggs</ul><p>Optional</p><ul><li>Seeds</ul>
                <p>Mix the flour and the eggs.</p><p>Bake it for ten minutes.</p><h2>Comments</h2><p>It was very good.</p>
                """
            )
        )
        #expect(recipe.ingredients.map(\.text) == ["1 cup flour", "1 tsp salt", "2 eggs", "Seeds"])
        #expect(recipe.ingredients.last?.section == "Optional")
        #expect(recipe.steps.map(\.text) == ["Mix the flour and the eggs.", "Bake it for ten minutes."])
    }

    @Test func `a heading that calls what follows a recipe stands for the ingredients`() throws {
        let recipe = try #require(
            read(
                """
                <h1>Bread on Sundays</h1><p>We bake it each week.</p><h3>Recipe: Flat bread</h3>
                <ul><li>1 cup flour<li>Some salt<li>The whites of 2 eggs</ul><p>Mix the flour and the eggs.</p><p>Bake it for ten minutes.</p>
                """
            )
        )
        #expect(recipe.title == "Bread on Sundays" && recipe.ingredients.count == 3 && recipe.steps.count == 2)
    }

    @Test func `a list that comes again in other units counts once`() throws {
        let recipe = try #require(
            read(
                """
                <h1>Flat bread</h1><h2>Ingredients</h2><ul><p>Metric</p><li>120 g flour</li><li>50 ml milk</li><li>2 eggs</li>
                <p>Imperial</p><li>4 oz flour<li>2 fl oz milk<li>2 eggs</ul><h2>Method</h2><ol><li>Mix all of it well and bake it.</ol>
                """
            )
        )
        #expect(recipe.ingredients.map(\.text) == ["120 g flour", "50 ml milk", "2 eggs"])
    }

    @Test func `servings and a choice of amounts are no ingredients`() throws {
        let recipe = try #require(
            read(
                """
                <h1>Flat bread</h1><h2>Ingredients</h2><div>4 servings</div><div>1x 2x 3x</div><ul><li>1 cup flour<li>1 tsp salt<li>2 eggs</ul>
                <h2>Method</h2><ol><li>Mix all of it well and bake it.</ol>
                """
            )
        )
        #expect(recipe.ingredients.map(\.text) == ["1 cup flour", "1 tsp salt", "2 eggs"])
        #expect(recipe.servings == 4)
    }

    @Test(
        arguments: [
            ("<p>Ready in: 1:15 h</p>", 75), ("<p>Total time: 2:05</p>", nil), ("<p>Total time: 1 h 5 min</p>", 65),
        ] as [(String, Int?)]
    )
    func `hours and minutes with a colon between them are one time`(line: String, minutes: Int?) throws {
        let recipe = try microdata("<p itemprop=ingredients>1 cup flour</p>" + line)
        #expect(recipe.totalMinutes == minutes)
    }

    @Test func `the name that a card of the page says it was written by is the author's`() throws {
        let head = "<meta name='twitter:label1' content='Written by'><meta name='twitter:data1' content='Ann'>"
        let recipe = try #require(
            read(
                "<h1>Flat bread</h1><h2>Ingredients</h2><ul><li>1 cup flour<li>1 tsp salt<li>2 eggs</ul>",
                head: head
            )
        )
        #expect(recipe.authors == ["Ann"])
    }

    // MARK: Texts

    @Test(arguments: [
        ("a\u{2003}\u{200B}b\u{FEFF} c", ["a b c"]), ("a\r\nb\u{2028}c\u{85}d\u{C}e", ["a", "b", "c", "d", "e"]),
        (" \t\u{A0} ", []),
        ("Zoë\u{3000}ｘ\u{205F}é\u{1680}е\u{202F}", ["Zoë ｘ é е"]), ("a\u{1F}b\u{7F}c", ["a b\u{7F}c"]),
    ])
    func `white space of every kind is one space or ends a line`(text: String, lines: [String]) {
        #expect(SpaceText.lines(text) == lines)
    }

    @Test(arguments: [
        ("- 1 cup (240 ml) milk", "1 cup (240 ml) milk"), ("▢ 2 eggs ((beaten))", "2 eggs (beaten)"),
        ("-1 cup", "-1 cup"),
        ("a (((b)))", "a ((b))"), ("•  milk", " milk"), ("a))", "a))"),
    ])
    func `a line of ingredients has no bullet and single brackets`(line: String, tidied: String) {
        #expect(IngredientText.tidied(line) == tidied)
    }
}
