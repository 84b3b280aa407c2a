import LarderHTML
import LarderModel
import Testing

@testable import LarderPageReading

/// The small rules by which texts of recipe pages are read.
@Suite("Texts of recipe pages") struct RecipeTextTests {
    @Test(arguments: [
        ("1Â¼ cups", "1¼ cups"), ("crÃ¨me", "crème"), ("itâ€™s", "it’s"), ("Âge", "Âge"), ("PÃO", "PÃO"),
        ("São", "São"),
        ("u0026amp;", "&amp;"), ("u003cbr>", "<br>"), ("u00e9", "u00e9"), ("menu0", "menu0"),
    ])
    func `texts that were encoded once too often are set right`(_ text: String, _ expected: String) {
        #expect(TextRepair.repaired(text) == expected)
    }

    @Test(arguments: [
        (#"{"a":1,,"b":2,}"#, #"{"a":1,"b":2}"#), (#"{"a":"x" /* y */}"#, #"{"a":"x"}"#),
        (#"{"a":"x"y"}"#, #"{"a":"x\"y"}"#),
        (#"{"a":[1,2}"#, #"{"a":[1,2]}"#), (#"{"a":"x\q"}"#, #"{"a":"xq"}"#),
        ("{\"a\":\"x\"\n\"b\":1}", #"{"a":"x","b":1}"#),
        (#"{"a":1}}"#, #"{"a":1}"#), (#"{"a":"x, "y", z","b":"c"}"#, #"{"a":"x, \"y\", z","b":"c"}"#),
        (#"{"a":{"b":"c"#, #"{"a":{"b":"c"}}"#),
    ])
    func `what templates write for JSON becomes JSON`(_ text: String, _ expected: String) throws {
        let value = try JSONParser.parse(JSONRepair.repaired(Array(text.utf8)), lenient: true)
        #expect(value == (try JSONParser.parse(Array(expected.utf8))))
    }

    @Test(arguments: [
        ("1,200 mg", 1_200 as Double?, "mg" as String?), ("3,5 g", 3.5, "g"), ("0,125 l", 0.125, "l"),
        ("1.5", 1.5, nil),
        ("about 12kcal", 12, "kcal"), ("none", nil, nil), ("20 %", 20, "%"), ("1,234,567.8 J", 1_234_567.8, "J"),
    ])
    func `amounts are read with their units`(_ text: String, _ number: Double?, _ unit: String?) {
        let amount = NumberText.amount(text)
        #expect(amount.number == number && amount.unit == unit)
    }

    @Test(arguments: [
        ("2 cups flour", true), ("½ TL Salz", true), ("a pinch of salt", true), ("Mehl 500 g", true), ("Salt", false),
        ("fat25g", false), ("For the sauce", false), ("etwas Öl", true), ("", false), ("• 3 eggs", true),
    ])
    func `lines with amounts are known`(_ line: String, _ hasAmount: Bool) {
        #expect(QuantityText.hasAmount(line) == hasAmount)
    }

    @Test(arguments: [
        ("Ingredients:", .ingredients as PageHeading.Topic?), ("Zutaten für 4 Personen", .ingredients),
        ("What You’ll Need", .ingredients), ("Ingrédients (6 pers.)", .ingredients),
        ("Aioli ingredients:", .ingredients),
        ("材料", .ingredients), ("Method", .steps), ("Zubereitung", .steps), ("Mode de préparation :", .steps),
        ("Preparation: 20 min", nil), ("Nutrition facts", .other), ("Das könnte dir auch gefallen", .other),
        ("Mix all the ingredients and stir until they are smooth.", nil), ("Soup", nil),
        ("– INGRE\u{301}DIENTS –", .ingredients), ("(Method)", .steps), ("So geht’s", .steps), ("– ½ –", nil),
    ])
    func `headings are told by their words`(_ text: String, _ topic: PageHeading.Topic?) {
        let line = PageLine(
            text: text,
            kind: .paragraph,
            isOrdered: false,
            isStrong: false,
            isLink: false,
            role: [],
            pictures: [],
            block: 0
        )
        #expect(PageHeading(line)?.topic == topic)
    }

    @Test(arguments: [
        ("3.", true), ("Step 3", true), ("Schritt 2:", true), ("2/5", true), ("Steps to take", false), ("Étape", true),
        ("Mix", false),
    ])
    func `lines that only count are known`(_ text: String, _ isCount: Bool) {
        #expect(StepText.isCount(text) == isCount)
    }

    @Test func `sentences whose line ends were lost are parted`() {
        let text =
            "Boil the water in a pot.Add the pasta and some salt.Drain it well.Serve it with 1.5 l of sauce on St.Peter."
        #expect(StepText.sentences(text).count == 4)
        #expect(
            StepText.sentences(
                "Heat to 180 °C. Bake. It is made by St.Ann in the U.S.A and at no other place in the world."
            ).count == 1
        )
    }

    private func recipe(_ body: String) -> Recipe? {
        RecipePageReader.read(HTMLDocument(parsing: body), url: "https://x.test/a/b")?.recipe
    }

    @Test func `microdata of names alone takes the amounts beside them`() {
        let recipe = recipe(
            """
            <div itemscope itemtype=http://schema.org/Recipe><h1 itemprop=name>Punch</h1>
            <span itemprop=author itemscope itemtype=http://schema.org/Person>Ann Cook</span>
            <img itemprop=image src=data:image/gif;base64,AA data-lazy-src=/p.jpg><time itemprop=totalTime datetime=PT>20 minutes</time>
            <ul><li><b>4 cl</b> <i itemprop=ingredients>tequila</i></li><li><b>1</b> <i itemprop=ingredients>lime</i></li></ul></div>
            """
        )
        #expect(recipe?.ingredients.map(\.text) == ["4 cl tequila", "1 lime"])
        #expect(recipe?.authors == ["Ann Cook"] && recipe?.totalMinutes == 20)
        #expect(recipe?.pictures.map(\.url) == ["https://x.test/p.jpg"])
        #expect(recipe?.origins["ingredient"] == .microdata)
    }

    @Test func `lists of other widths of screen count once`() {
        let list = "<ul><li>1 cup milk</li><li>2 eggs</li><li>Salt</li></ul>"
        let recipe = recipe(
            "<h1>Cream</h1><h2>Ingredients</h2>\(list)\(list)\(list)<h2>Method</h2><ol><li>Whisk it for a long time.</ol>"
        )
        #expect(recipe?.ingredients.map(\.text) == ["1 cup milk", "2 eggs", "Salt"])
        #expect(recipe?.steps.map(\.text) == ["Whisk it for a long time."])
    }
}
