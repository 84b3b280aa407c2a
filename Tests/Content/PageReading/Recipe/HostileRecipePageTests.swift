import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

/// Pages made to be slow or large.
@Suite("Hostile recipe pages", .timeLimit(.minutes(30))) struct HostileRecipePageTests {
    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func linked(_ json: String) -> String { "<script type='application/ld+json'>\(json)</script>" }

    private static let megabyte = times(1 << 20, "x")
    /// Comparing such texts as strings takes steps in the square of their length.
    private static let marks = times(100_000, "\u{301}\u{316}")

    private static let pages: [(name: String, html: String)] = [
        ("items", "<h2>Ingredients</h2><ul>" + times(100_000, "<li>1 cup of milk") + "</ul><h2>Method</h2><p>Stir it."),
        ("steps", "<h2>Ingredients</h2><ul><li>1 a<li>2 b<li>3 c</ul><h2>Method</h2>" + times(100_000, "<p>Stir it.")),
        ("headings", times(50_000, "<h2>Ingredients</h2><li>1 cup of milk")),
        (
            "many headings",
            times(20_000, "<h2>Ingredients</h2>") + times(20_000, "<h2>Method</h2>") + times(20_000, "<li>1 x")
        ),
        ("labels", times(50_000, "<p>Total time</p><p>20 min</p>")),
        ("nested lists", times(50_000, "<ul><li>1 cup") + "<h2>Ingredients"),
        (
            "nested blocks",
            times(50_000, "<div class='ingredients steps'>x") + "<h2>Ingredients</h2><li>1 cup<li>2 cups"
        ),
        (
            "classes",
            "<p class='\(times(100_000, "ingredients "))'>x" + times(20_000, "<b class='instruction comment'>x</b>")
        ),
        ("pictures", "<h2>Method</h2><ol>" + times(50_000, "<li>Stir it well, please.<img src=a.jpg>")),
        ("rows", "<h2>Ingredients</h2><table>" + times(50_000, "<tr><td>1 cup<td>milk")),
        ("arrays", linked(times(100_000, "["))),
        ("arrays closed", linked(times(100_000, "[") + times(100_000, "]"))),
        ("objects", linked(times(100_000, #"{"@type":"Recipe","a":"#))),
        ("quotation marks", linked("{" + times(500_000, "\"") + "}")),
        ("quotation marks and spaces", linked("{" + times(20_000, "\"" + times(50, " ")) + "}")),
        ("commas", linked("[" + times(500_000, ", "))), ("comments", linked("{" + times(200_000, "/*/ //*"))),
        (
            "long list",
            linked(#"{"@type":"Recipe","name":"N","recipeIngredient":["# + times(100_000, #""1 cup","#) + #""x"]}"#)
        ),
        (
            "long steps",
            linked(
                #"{"@type":"Recipe","name":"N","recipeInstructions":["# + times(50_000, #"{"text":"a. B"},"#) + #"{}]}"#
            )
        ),
        (
            "long texts",
            linked(
                #"{"@type":"Recipe","name":"\#(megabyte)","recipeIngredient":["\#(megabyte)"],"recipeInstructions":"\#(megabyte)","#
                    + #""recipeYield":"\#(megabyte)","totalTime":"\#(megabyte)","image":"\#(megabyte)","nutrition":{"calories":"\#(megabyte)"}}"#
            )
        ),
        ("tags in texts", linked(#"{"@type":"Recipe","name":"N","recipeInstructions":"\#(times(100_000, "<b <"))"}"#)),
        ("references", linked(#"{"@type":"Recipe","name":"N","description":"\#(times(100_000, "&amp;"))"}"#)),
        ("sentences", linked(#"{"@type":"Recipe","name":"N","recipeInstructions":"\#(times(100_000, "ab.Cd"))"}"#)),
        ("encoded twice", linked(#"{"@type":"Recipe","name":"\#(times(200_000, "Â¼Ã"))"}"#)),
        ("recipes", linked("[" + times(20_000, #"{"@type":"Recipe","name":"N"},"#) + "{}]")),
        ("h-recipes", times(20_000, "<div class='h-recipe'><b class=p-name>N</b>")),
        (
            "h-recipe properties",
            "<div class='h-recipe hrecipe'>" + times(50_000, "<b class='p-ingredient ingredient'>x")
        ),
        ("microdata", times(20_000, "<div itemscope itemtype='http://schema.org/Recipe'><b itemprop=name>N</b>")),
        (
            "marks",
            linked(#"{"@type":"Recipe","name":"\#(marks)","recipeIngredient":["\#(marks)"]}"#)
                + "<h2>\(marks)</h2><li>\(marks)"
        ),
        ("white space", "<h2>Ingredients</h2><li>1" + times(1 << 20, " ") + "cup<li>" + times(1 << 20, "\u{A0}")),
    ]

    @Test(arguments: pages.map(\.name))
    func `a page made to be slow is read in linear time and within the limits`(name: String) throws {
        let html = try #require(Self.pages.first { $0.name == name }).html
        let document = HTMLDocument(parsing: html)
        var recipe: RecipePage?
        let seconds = ProcessorTime.seconds { recipe = RecipePageReader.read(document, url: "https://x.test/a") }
        // Two seconds when optimized; a build for tests is ten times slower.
        #expect(seconds < 20)
        if let recipe { #expect(recipe == recipe.bounded()) }
    }

    @Test func `a record keeps to its limits`() {
        var page = RecipePage(recipe: Recipe(urn: "", recordID: "", title: Self.megabyte))
        page.recipe.ingredients = Array(repeating: .init(text: Self.times(5_000, "y"), section: "s"), count: 2_000)
        page.recipe.steps = Array(repeating: .init(text: "z", imageURL: "https://x.test/p"), count: 900)
        page.recipe.keywords = Array(repeating: "k", count: 500)
        page.recipe.pictures = [.init(url: "https://x.test/" + Self.megabyte), .init(url: "https://x.test/p")]
        let bounded = page.bounded().recipe
        #expect(bounded.title.utf8.count == RecordBound.titleBytes.limit)
        #expect(bounded.ingredients.reduce(0) { $0 + $1.text.utf8.count } <= RecordBound.pageRecipeBytes.limit)
        #expect(bounded.steps.isEmpty && bounded.keywords.isEmpty && bounded.pictures.isEmpty)
        #expect(page.bounded() == page.bounded().bounded())
        page.recipe.ingredients = []
        #expect(page.bounded().recipe.steps.count == RecordBound.steps.limit)
        #expect(page.bounded().recipe.pictures.map(\.url) == ["https://x.test/p"])
    }
}
