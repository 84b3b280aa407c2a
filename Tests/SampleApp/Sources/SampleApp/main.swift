import LarderAttributedHTML
import LarderCatalog

guard CommandLine.arguments.count == 2 else {
    print("Usage: SampleApp LARDER/catalog.sqlite")
    throw CatalogError(code: .missing, message: "No catalog is named.")
}
let catalog = try Catalog(readingFrom: CommandLine.arguments[1])
try catalog.read { reader in
    for source in try reader.sources() {
        let counts = try reader.counts(source: source.id)
        print("\(source.source.name): \(counts.recipes) recipes, \(counts.articles) articles")
        guard let recipe = try reader.recipes(source: source.id, limit: 1).first else { continue }
        print(recipe.title)
        for ingredient in recipe.ingredients { print("- \(ingredient.text)") }
        for text in try reader.texts(item: recipe.urn) {
            let attributed = try AttributedText(text: text.plain, runsJSON: text.runs)
            let headings = attributed.runs.filter { $0.attributes.heading > 0 }.count
            print("\(attributed.text.count) characters in \(attributed.runs.count) runs, \(headings) of headings")
        }
    }
}
