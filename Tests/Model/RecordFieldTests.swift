import LarderModel
import Testing

/// The one list of a record's fields is whole, and says of each field what others must know.
@Suite("Fields of records") struct RecordFieldTests {
    /// A type of record or element with its properties and its list of fields.
    struct Listed: Sendable, CustomTestStringConvertible {
        let type: String
        let properties: [String]
        let fields: [FieldTraits]

        var testDescription: String { type }

        init<Record: FieldedRecord>(_ type: Record.Type) {
            self.type = "\(type)"
            properties = Mirror(reflecting: Record.blank).children.compactMap(\.label)
            fields = Record.fields.map(\.traits)
        }
    }

    private static let all = [
        Listed(Recipe.self), Listed(Ingredient.self), Listed(RecipeStep.self), Listed(NutritionFact.self),
        Listed(ItemPicture.self), Listed(Article.self), Listed(Outlet.self), Listed(ImageOriginal.self),
        Listed(ImageDecoding.self), Listed(ImageVariant.self), Listed(RenderedText.self), Listed(TextPicture.self),
        Listed(TextPage.self),
    ]

    @Test(arguments: all) func `every property but the URN is a field`(listed: Listed) {
        #expect(listed.fields.map(\.name).sorted() == listed.properties.filter { $0 != "urn" }.sorted())
    }

    @Test(arguments: all) func `every field with texts has a bound, and every list has a most number of elements`(
        listed: Listed
    ) {
        for field in listed.fields where field.name != "role" {
            #expect((field.bound != nil) == [.text, .texts].contains(field.kind), "\(field.name)")
            #expect((field.maxItems != nil) == [.texts, .counts, .list].contains(field.kind), "\(field.name)")
        }
    }

    /// 1 is the URN of a record, and what the catalog alone decides is not sent.
    @Test(arguments: all) func `every field has a number of its own`(listed: Listed) {
        let sent = listed.fields.filter { $0.number != 0 }
        #expect(listed.fields.filter { $0.number == 0 && !$0.isDerived }.map(\.name) == [])
        #expect(Set(sent.map(\.number)).count == sent.count)
        let lowest = listed.properties.contains("urn") ? 2 : 1
        #expect(sent.filter { $0.number < lowest }.map(\.name) == [])
    }

    @Test(arguments: all) func `a field follows one that stands before it`(listed: Listed) throws {
        for (index, field) in listed.fields.enumerated() {
            guard let leader = field.follows else { continue }
            #expect(try #require(listed.fields.firstIndex { $0.name == leader }) < index, "\(field.name)")
        }
    }

    @Test func `a value that was put into a record is got out of it`() {
        var recipe = Recipe.blank
        for field in Recipe.fields {
            let value: FieldValue =
                switch field.kind {
                case .text: .text(field.name)
                case .integer: .integer(Int64(field.name.count))
                case .number: .number(0.5)
                case .flag: .flag(true)
                case .texts: .texts([field.name])
                case .extra: .extra([ExtraField(name: field.name, json: "1")])
                case .origins: .origins([field.name: .api])
                default: field.get(recipe)
                }
            #expect(field.set(&recipe, value))
            #expect(field.get(recipe) == value, "\(field.name)")
        }
        #expect(Set(Recipe.fields.compactMap { $0.get(recipe).text }).count == Recipe.fields.count { $0.kind == .text })
    }

    @Test func `the lines of a recipe are in their order, and say what comes first of several`() {
        var recipe = Recipe(urn: "recipe:s:1", recordID: "1", title: "Soup", ingredients: [Ingredient(text: "water")])
        recipe.authors = ["Ann", "Bob"]
        recipe.canonicalURL = "http://a.test/"
        recipe.servings = 4
        recipe.servingsText = "4 plates"
        recipe.prepMinutes = 5
        recipe.totalMinutes = 20
        recipe.steps = (1...3).map { RecipeStep(text: "Step \($0).") }
        #expect(recipe.lines.map(\.name) == ["page", "by", "servings", "time", "ingredients", "steps"])
        #expect(
            recipe.lines.map(\.text) == [
                "http://a.test/", "Ann", "4 plates", "prepare 5 min, in all 20 min", "1: water",
                "3: Step 1. Step 2. … and 1 more",
            ]
        )
    }
}
