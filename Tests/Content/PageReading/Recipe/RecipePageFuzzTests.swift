import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

@Suite("Random recipe pages") struct RecipePageFuzzTests {
    @Test func `a damaged recipe page is read within bounds, and always alike`() throws {
        let page =
            "<!doctype html><html lang=en><head><base href=/a/><title>T</title><link rel=canonical href=c>"
            + "<meta property='og:image' content='//i.test/b.jpg'><meta property='og:image:width' content=1200>"
            + "<meta property='og:image:height' content=900>"
            + "<script type='application/ld+json'>\(RecipePageTests.full)</script></head><body>"
            + "<div itemscope itemtype='http://schema.org/Recipe'><h1 itemprop=name>N</h1><time itemprop=cookTime datetime=PT1H30M>"
            + "</time><span itemprop=recipeYield>4 to 6</span><li itemprop=recipeIngredient>1 cup</li>"
            + "<div itemprop=nutrition itemscope itemtype='http://schema.org/NutritionInformation'><b itemprop=calories>1</b></div></div>"
            + "<div vocab='http://schema.org/' typeof=Recipe><p property=name>R</p><img property=image src=i-200x100.jpg></div>"
        let mutator = try Mutator(
            .text,
            samples: [Array(page.utf8)]
                + OwnRecipePagesTests.names.map { try SharedCorpus.ownBytes("recipes/\($0).html") },
            words: [
                "<h2>Ingredients</h2>", "<h3>Zubereitung</h3>", "<li>2 cups ", "<ul>", "</ul>", "<br>",
                "class=h-recipe ",
                "class=p-ingredient ", "class='ingredients directions' ", "Total time: 1 h 20", "Serves 4-6",
                "u0026amp;", "Ã¼",
                "itemscope ", "itemprop=", "itemref=", "typeof=Recipe ", "\"@id\":\"#p\"", "\"@graph\":[", "PT", "P1Y",
                "999999999999H",
                "\"@type\":\"Recipe\"", "</script>", "<!--", "width=99999999999",
            ],
            maxBytes: 256 << 10
        )
        let run = FuzzRun("recipe-pages", mutator) { item in
            let document = HTMLDocument(parsing: item.bytes)
            let read = RecipePageReader.read(document, url: "https://x.test/a/b")
            guard RecipePageReader.read(document, url: "https://x.test/a/b") == read else {
                return "two readings of the same bytes differ"
            }
            guard let read else { return nil }
            guard read == read.bounded(), case let read = read.recipe, !read.title.isEmpty else {
                return "it is not within the limits"
            }
            let minutes = [read.totalMinutes, read.prepMinutes, read.cookingMinutes].compactMap { $0 }
            if minutes.contains(where: { $0 < 1 }) { return "it takes \(minutes) minutes" }
            if read.rating?.isFinite == false { return "the rating is \(read.rating ?? 0)" }
            let length =
                read.ingredients.map(\.text.utf8.count).reduce(0, +) + read.steps.map(\.text.utf8.count).reduce(0, +)
            return length <= 40 * item.bytes.count + 1_000 ? nil : "\(item.bytes.count) bytes became \(length)"
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }
}
