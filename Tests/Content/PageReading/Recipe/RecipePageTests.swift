import LarderHTML
import LarderLineFilters
import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

@Suite("Recipe page") struct RecipePageTests {
    func page(_ body: String, head: String = "") -> Recipe {
        let html = "<!doctype html><html lang=\"en-GB\"><head>\(head)</head><body>\(body)</body></html>"
        return RecipePageReader.read(HTMLDocument(parsing: html), url: "https://x.test/a/b")?.recipe
            ?? Recipe(urn: "", recordID: "", title: "")
    }

    func linked(_ json: String, head: String = "") -> Recipe {
        page("<script type='application/ld+json'>\(json)</script>", head: head)
    }

    static let full = #"""
        {"@context":"https://schema.org","@graph":[false,[{"@type":"WebPage","author":{"@id":"#p"}}],
        {"@type":["Thing","Recipe"],"name":"Mac &amp;amp; Cheese","author":{"@id":"#p"},
         "recipeIngredient":["1 cup milk  ",null,"&frac12; tsp salt","((note))"],
         "recipeInstructions":[{"@type":"HowToSection","name":"Sauce","itemListElement":[{"@type":"HowToStep","name":"Step 1","text":"Boil <b>it</b>."},
            {"@type":"HowToStep","name":"Stir","text":"Stir well."},{"@type":"HowToStep","name":"Rest","text":"Wait."}]},"Serve.<br>Eat."],
         "prepTime":"PT70M","cookTime":"PT1H","recipeYield":["4","4 to 6 servings"],
         "image":{"@type":"ImageObject","url":"/i-200x100.jpg"},
         "nutrition":{"@type":"NutritionInformation","calories":"120 kcal","fatContent":3,"sugarContent":""},
         "aggregateRating":{"@type":"AggregateRating","ratingValue":"4.567","reviewCount":"12"},
         "recipeCategory":["Main","Dinner, Main"],"keywords":"a, b","description":"<p>Good</p>"},
        {"@type":"Person","@id":"#p","name":"Ann"}]}
        """#

    @Test func `a recipe in a graph is read whole`() {
        let page = linked(
            Self.full,
            head:
                "<link rel=canonical href='/c'><meta property='og:image' content='//i.test/big.jpg'><meta property='og:image:width' content='1200'>"
        )
        #expect(page.title == "Mac & Cheese")
        #expect(page.authors == ["Ann"])
        #expect(page.ingredients.map(\.text) == ["1 cup milk", "½ tsp salt", "(note)"])
        #expect(
            page.steps == [
                .init(text: "Boil it.", section: "Sauce"), .init(text: "Stir well.", section: "Sauce"),
                .init(text: "Wait.", name: "Rest", section: "Sauce"), .init(text: "Serve."), .init(text: "Eat."),
            ]
        )
        #expect(page.prepMinutes == 70 && page.cookingMinutes == 60 && page.totalMinutes == 130)
        #expect(page.servings == 6 && page.servingsText == "4 to 6 servings")
        #expect(page.pictures.map(\.url) == ["https://i.test/big.jpg", "https://x.test/i-200x100.jpg"])
        #expect(
            page.nutrition == [
                .init(name: "calories", amount: 120, unit: "kcal", text: "120 kcal"),
                .init(name: "fatContent", amount: 3, text: "3"),
            ]
        )
        #expect(page.rating == 4.57 && page.ratingCount == 12)
        #expect(page.categories == ["Main", "Dinner"] && page.keywords == ["a", "b"] && page.summary == "Good")
        #expect(page.canonicalURL == "https://x.test/c" && page.language == "en-GB")
    }

    @Test(arguments: [
        #"<!-- {"@type":"Recipe","name":"N"} -->"#, #"/*<![CDATA[*/ {"@type":"Recipe","name":"N"} /*]]>*/"#,
        #"<![CDATA[ [{"@type":"Recipe","name":"N"}] ]]>"#,
        #"{"@type":"Recipe","name":"N"};"#, #"{"@type":"http://schema.org/Recipe","name":"N",}"#,
        "{\"@type\":\"Recipe\",\"name\":\"N\",\"description\":\"a\nb\"}",
        #"{"@type":"WebPage","mainEntity":{"@type":"Recipe","name":"N"}}"#,
        #"{"@type":"ItemList","itemListElement":[{"item":{"@type":"Recipe","name":"N"}}]}"#,
    ])
    func `blocks in odd wrappings and places are found`(_ json: String) {
        #expect(linked(json).title == "N")
        #expect(
            page(
                "<script type=application/ld+json></script><script type='Application/LD+JSON; charset=utf-8'>\(json)</script>"
            ).title == "N"
        )
    }

    @Test func `of several recipes the full one counts, completed by its other half`() {
        let json = #"""
            [{"@type":"Recipe","name":"Teaser"},{"@type":"Recipe","name":"Real","recipeIngredient":["a"]},{"@type":"Recipe","name":"Real","recipeYield":4}]
            """#
        let page = linked(json)
        #expect(page.title == "Real" && page.ingredients.map(\.text) == ["a"] && page.servings == 4)
    }

    @Test func `microdata and RDFa give the same as JSON-LD`() {
        let microdata = """
            <div itemscope itemtype="http://schema.org/Recipe"><h1 itemprop="name"> Soup
            one </h1><span itemprop=author itemscope itemtype=http://schema.org/Person><a itemprop=name href=/ann>Ann</a></span>
            <ul><li itemprop="recipeIngredient">1 <b>cup</b> milk</li><li itemprop=recipeIngredient>salt</li></ul>
            <meta itemprop=totalTime content=PT20M><div itemprop=recipeInstructions><ol><li>Boil.</li><li>Eat.</li></ol></div>
            <img itemprop="image" src="/s.jpg"><span itemprop=recipeYield>12 cookies</span></div>
            """
        let rdfa = microdata.replacing("itemprop", with: "property").replacing(
            "itemscope itemtype=\"http://schema.org/Recipe\"",
            with: "typeof=\"schema:Recipe\""
        )
        .replacing("itemscope itemtype=http://schema.org/Person", with: "typeof=Person")
        for text in [microdata, rdfa] {
            let page = page(text)
            #expect(
                page.title == "Soup one" && page.authors == ["Ann"]
                    && page.ingredients.map(\.text) == ["1 cup milk", "salt"]
            )
            #expect(
                page.steps.map(\.text) == ["Boil.", "Eat."] && page.totalMinutes == 20
                    && page.servingsText == "12 cookies"
            )
            #expect(page.pictures.map(\.url) == ["https://x.test/s.jpg"])
        }
    }

    @Test(arguments: [
        ("PT1H30M", 90 as Int?), ("PT90M", 90), ("P0DT1H", 60), ("P1DT2H", 1_560), ("PT4200S", 70), ("PTH30M", 30),
        ("P30M", 30), ("P2H30M", 150), ("P1H", 60), ("PT0D0H30M", 30),
        ("pt20m", 20), ("PT32 M", 32), ("PT0M", nil), ("P0D", nil), ("-PT5M", nil), ("-P1D", nil), ("PT-5M", nil),
        ("-5", nil), ("PTundefinedM", nil), ("PT-475323H41M52S", nil),
        ("P", nil), ("", nil), ("35 minuti", 35),
        ("1 hour 20 minutes", 80), ("45", 45), ("PT1.5H", 90), ("P1Y2M", 612_000), ("1e999", nil),
        ("PT99999999999999999999H", nil),
    ])
    func `durations of every kind`(_ text: String, _ minutes: Int?) {
        #expect(SchemaTimes.minutes(.string(text)) == minutes)
        let nested = (0..<60).reduce(JSONValue.string(text)) { inner, _ in .array([inner]) }
        #expect(SchemaTimes.minutes(nested) == minutes)
    }

    @Test(arguments: [
        ("4", "4 servings" as String?), ("Serves 2 to 4", "4 servings"), ("1", "1 serving"), ("8-10", "10 servings"),
        ("2 loaves", "2 loaves"), ("1 loaf", "1 loaf"),
        ("750 g di crema", "750 grams"), ("5.75 gallons", "5.75 gallons"), ("12 cupcakes", "12 cupcakes"),
        ("some", nil), ("", nil), ("0", nil), ("4.0", "4 servings"),
    ])
    func `yields in words`(_ text: String, _ words: String?) {
        #expect(SchemaYield.words(text) == words)
    }

    @Test func `no page makes the reader trap`() {
        var numbers = SeededGenerator(seed: 9)
        let microdata =
            "<div itemscope itemtype=Recipe itemprop=x><b itemprop='a b name'>x<i itemscope itemprop=y></i></b></div>"
        for _ in 0..<400 {
            var bytes = Array(Self.full.utf8)
            for _ in 0..<Int.random(in: 1...5, using: &numbers) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
                }
            }
            let json = String(decoding: bytes, as: UTF8.self)
            let answer = ExtractLines.answer(
                line: JSONValue.object([
                    JSONMember(
                        name: "html",
                        value: .string("<script type=application/ld+json>\(json)</script>" + microdata)
                    ), JSONMember(name: "site", value: .string("s")),
                ]).json
            )
            #expect((try? JSONParser.parse(Array(answer.utf8)))?["site"]?.string == "s")
        }
        _ = page(String(repeating: "<div itemscope itemprop=a>", count: 20_000))
        _ = linked(String(repeating: "[", count: 100_000))
        _ = linked(
            #"{"@type":"Recipe","@id":"r","name":{"@id":"r"},"author":{"@id":"a"},"image":{"@id":"i"},"recipeInstructions":{"@id":"r","x":1}}, {"@id":"a","name":{"@id":"a"}}"#
        )
        let page = linked(
            #"[{"@type":"Recipe","author":{"@id":"a"},"recipeInstructions":{"@id":"s"}},{"@id":"a","x":0,"name":[{"@id":"a"}]},{"@id":"s","itemListElement":{"@id":"s"}}]"#
        )
        #expect(page.authors.isEmpty && page.steps.isEmpty)
    }

    @Test func `an address in og url is taken without the space around it`() {
        let markup =
            "<meta property='og:url' content=' https://x.test/c '><p itemscope itemtype=Recipe><b itemprop=name>N</b>"
        #expect(page(markup).canonicalURL == "https://x.test/c")
    }

    @Test func `a picture with an address that no record can hold gives way to the next`() {
        let long = "https://x.test/" + String(repeating: "a", count: RecordBound.urlBytes.limit)
        let recipe = linked(
            #"{"@type":"Recipe","name":"N","image":["\#(long)","https://x.test/a.jpg"],"recipeInstructions":[{"@type":"HowToStep","text":"Stir it all.","image":["\#(long)","https://x.test/b.jpg"]}]}"#
        )
        #expect(recipe.imageURL == "https://x.test/a.jpg")
        #expect(recipe.steps.map(\.imageURL) == ["https://x.test/b.jpg"])
    }

    @Test func `references in circles and nested properties cost no more than their bound`() {
        let references = Array(repeating: #"{"@id":"s"}"#, count: 50).joined(separator: ",")
        let circle =
            #"[{"@type":"Recipe","author":{"@id":"s"},"image":{"@id":"s"},"recipeInstructions":{"@id":"s"}},"#
            + #"{"@id":"s","z":0,"name":[\#(references)],"url":[\#(references)],"itemListElement":[\#(references)]}]"#
        let seconds = ProcessorTime.seconds {
            #expect(linked(circle).steps.isEmpty)
            let nested = String(repeating: "<b itemprop=a>x", count: 30_000)
            #expect(page("<div itemscope itemtype=Recipe><i itemprop=name>N</i>" + nested).title == "N")
            let open = String(repeating: "<a ", count: 100_000)
            #expect(!MarkupTest.isMarkup(open))
            #expect(SchemaText.line(open).utf8.count == open.utf8.count - 1)
        }
        #expect(seconds < 20)
    }
}
