internal import LarderModel

/// What a benchmark's web pages are made of beside their recipes: a frame, and notes of readers that many pages share.
struct BenchPageFrame: Sendable {
    private static let pageBytes = 22_000
    private static let noteCount = 600

    private let notes: [[UInt8]]
    private static let style =
        "<style>body{font:16px/1.5 serif}nav li{display:inline;margin:0 8px}.note{border-top:1px solid #ccc}.by{color:#777}</style>"
    private static let top =
        "<header><a href=\"/\">Bench Kitchen</a><nav><ul>"
        + ["Soups", "Salads", "Bread", "Pies", "Stews", "Cakes", "Drinks", "Sauces"]
        .map { "<li><a href=\"/topic/\($0)\">\($0)</a></li>" }.joined() + "</ul></nav></header>"
    private static let bottom = Array(
        "</section><footer><p>Made up for a benchmark &amp; nothing else.</p></footer></body></html>".utf8
    )

    init(recipes: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: SeededGenerator.mix(seed &+ 100))
        notes = (0..<Self.noteCount).map { number in
            let by =
                "<p class=\"by\">Reader \(generator.below(5000)), <a href=\""
                + BenchSite.Target.page(generator.below(recipes)).path + "\">\(BenchText.phrase(2, &generator))</a></p>"
            let text =
                switch number % 4 {
                case 0: "<p>\(BenchText.sentence(18, &generator))</p>"
                case 1:
                    "<p>\(BenchText.phrase(6, &generator)) <em>\(BenchText.phrase(2, &generator))</em>, &frac12; of it.</p>"
                case 2:
                    "<ul><li>\(BenchText.phrase(4, &generator))</li><li>\(BenchText.phrase(5, &generator))</li></ul>"
                default: "<blockquote><p>\(BenchText.sentence(9, &generator))</p></blockquote>"
                }
            return Array("<div class=\"note\">\(by)\(text)</div>\n".utf8)
        }
    }

    /// Appends the web page of a recipe.
    func appendPage(of recipe: BenchRecipe, photo: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(recipe.title)</title>".utf8
        bytes += "<script type=\"application/ld+json\">\(Self.linkedData(recipe, photo: photo))</script>".utf8
        bytes += Self.style.utf8
        bytes += "</head><body>\(Self.top)<main><h1>\(recipe.title)</h1>".utf8
        bytes += "<p class=\"by\">By Bench Kitchen \(recipe.publisher)</p><h2>Ingredients</h2><ul>".utf8
        for line in recipe.ingredients { bytes += "<li>\(line)</li>".utf8 }
        bytes += "</ul><h2>Method</h2><ol>".utf8
        for (number, step) in recipe.steps.enumerated() {
            bytes +=
                "<li id=\"s\(number)\"><b>Step \(number + 1):</b> \(step) <a href=\"#s\(number + 1)\">next</a></li>"
                .utf8
        }
        bytes += "</ol></main><section><h2>Notes</h2>".utf8
        var note = recipe.number * 37
        while bytes.count - start < Self.pageBytes {
            bytes += notes[note % notes.count]
            note += 1
        }
        bytes += Self.bottom
    }

    private static func linkedData(_ recipe: BenchRecipe, photo: String) -> String {
        JSONWriter.text {
            $0.object { json in
                json.member("@context", "https://schema.org")
                json.member("@type", "Recipe")
                json.member("name", recipe.title)
                json.member("image", photo)
                json.member("recipeIngredient", strings: recipe.ingredients)
                json.member("recipeYield", "\(2 + recipe.number % 6) servings")
                json.member("totalTime", "PT\(10 + recipe.number % 110)M")
                json.key("recipeInstructions")
                json.array(recipe.steps) { list, step in
                    list.object {
                        $0.member("@type", "HowToStep")
                        $0.member("text", step)
                    }
                }
            }
        }
    }
}
