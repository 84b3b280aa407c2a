internal import LarderModel

/// `/recipe/<id>`: a recipe as a web page with schema.org JSON-LD, 20 to 60 kB.
struct SampleRecipePage {
    let catalog: SampleCatalog
    let frame: PageFrame
    let base: String

    func html(_ index: Int) -> String {
        let recipe = catalog.recipe(index)
        let title = Markup.escaped(recipe.title, style: .named)
        let image = base + recipe.imagePath
        var head = "<link rel=\"canonical\" href=\"\(base + recipe.path)\">\n"
        head += "<meta property=\"og:title\" content=\"\(Markup.escaped(recipe.title))\">\n"
        head += "<meta property=\"og:image\" content=\"\(image)\">\n"
        head += "<meta name=\"description\" content=\"\(Markup.escaped(recipe.summary))\">\n"
        head += "<script type=\"application/ld+json\">\(linkedData(recipe))</script>\n"
        return frame.page(title: recipe.title, head: head, main: main(recipe, title: title), aside: aside(recipe))
    }

    private func main(_ recipe: SampleRecipe, title: String) -> String {
        var html =
            "<article class=\"recipe\">\n<h1>\(title)</h1>\n<p class=\"meta\">By \(Markup.escaped(recipe.author, style: .named))"
        html += " for <a href=\"/publisher/\(Markup.slug(recipe.publisher))\">\(Markup.escaped(recipe.publisher))</a>,"
        html += " <time datetime=\"\(Timestamp.iso8601(recipe.published))\">a while ago</time></p>\n"
        html += "<figure><img src=\"\(recipe.imagePath)\" alt=\"\(title)\" width=\"640\" height=\"480\">"
        html += "<figcaption>\(Markup.escaped(recipe.summary, style: .named))</figcaption></figure>\n"
        html += story(recipe)
        html +=
            "<ul class=\"facts\"><li>Preparation: \(recipe.prepMinutes) min</li><li>Cooking: \(recipe.cookMinutes) min</li>"
        html += "<li>Serves \(recipe.servings)</li></ul>\n<h2>Ingredients</h2>\n<ul class=\"ingredients\">\n"
        for line in recipe.ingredients {
            html += "<li>\(Markup.escaped(line, style: .named))</li>\n"
        }
        html +=
            "</ul>\n<h2>Method</h2>\n<div class=\"method\">\n\(Markup.method(of: recipe, next: neighbour(recipe, 1)))</div>\n"
        return html + comments(recipe) + "</article>\n"
    }

    /// Talk before the recipe, as food pages have it: 4 to 24 paragraphs.
    private func story(_ recipe: SampleRecipe) -> String {
        var generator = SeededGenerator(seed: catalog.seed, stream: .recipeText, index: recipe.index)
        var html = ""
        for number in 0..<generator.number(4...24) {
            let sentences = number % 2 == 0 ? Markup.sentences.named : Markup.sentences.minimal
            html += "<p>"
            for _ in 0..<generator.number(3...7) {
                html += generator.pick(sentences)
                html += " "
            }
            html += "</p>\n"
        }
        return html
    }

    private func comments(_ recipe: SampleRecipe) -> String {
        var generator = SeededGenerator(seed: catalog.seed, stream: .comments, index: recipe.index)
        var html = "<section id=\"comments\"><h2>Comments</h2>\n"
        for number in 0..<generator.number(2...70) {
            let name = generator.pick(Markup.names)
            let (first, second) = (generator.pick(Markup.comments), generator.pick(Markup.comments))
            html += "<div class=\"comment\" id=\"comment-\(number)\"><p class=\"by\"><b>\(name)</b> says:</p>"
            html += "<p>\(first) \(second)</p><a href=\"#comment-\(number)\" rel=\"nofollow\">Answer</a></div>\n"
        }
        return html + "</section>\n"
    }

    private func aside(_ recipe: SampleRecipe) -> String {
        var html = "<h2>More to cook</h2>\n<ul>\n"
        for step in 1...min(6, max(catalog.recipeCount, 1)) {
            html += "<li><a href=\"\(neighbour(recipe, step * step))\">Something like it, no. \(step)</a></li>\n"
        }
        return html + "</ul>\n"
    }

    /// A relative link to a recipe further on.
    private func neighbour(_ recipe: SampleRecipe, _ distance: Int) -> String {
        catalog.recipeID((recipe.index + distance) % catalog.recipeCount)
    }

    // MARK: JSON-LD

    /// The shapes alternate: a plain object, an array, or a graph that names the author by reference.
    private func linkedData(_ recipe: SampleRecipe) -> String {
        var json = JSONWriter()
        switch recipe.index % 3 {
        case 0:
            json.object { describe(recipe, &$0, isRoot: true, authorReference: nil) }
        case 1:
            json.array { list in list.object { describe(recipe, &$0, isRoot: true, authorReference: nil) } }
        default:
            graph(recipe, &json)
        }
        // "</" must not end the script element early.
        return String(decoding: json.bytes, as: UTF8.self).split(separator: "</", omittingEmptySubsequences: false)
            .joined(separator: "<\\/")
    }

    private func graph(_ recipe: SampleRecipe, _ json: inout JSONWriter) {
        let person = base + "/#/person/" + Markup.slug(recipe.author)
        json.object { root in
            root.member("@context", "https://schema.org")
            root.key("@graph")
            root.array { graph in
                graph.object { page in
                    page.member("@type", "WebPage")
                    page.member("@id", base + recipe.path)
                    page.member("name", Markup.escaped(recipe.title, style: .numeric))
                }
                graph.object { author in
                    author.member("@type", "Person")
                    author.member("@id", person)
                    author.member("name", recipe.author)
                }
                graph.object { describe(recipe, &$0, isRoot: false, authorReference: person) }
            }
        }
    }

    private func describe(_ recipe: SampleRecipe, _ json: inout JSONWriter, isRoot: Bool, authorReference: String?) {
        if isRoot {
            json.member("@context", "https://schema.org")
        }
        json.member("@type", "Recipe")
        json.member("name", Markup.escaped(recipe.title, style: .named))
        json.member("description", recipe.summary)
        json.member("url", base + recipe.path)
        json.key("author")
        json.object { author in
            if let authorReference {
                author.member("@id", authorReference)
            } else {
                author.member("@type", "Person")
                author.member("name", recipe.author)
            }
        }
        json.key("image")
        recipe.index % 2 == 0
            ? json.array { $0.value(base + recipe.imagePath) }
            : json.object { image in
                image.member("@type", "ImageObject")
                image.member("url", base + recipe.imagePath)
            }
        json.member("datePublished", Timestamp.iso8601(recipe.published))
        json.member("dateModified", Timestamp.iso8601(recipe.modified))
        json.member("prepTime", "PT\(recipe.prepMinutes)M")
        json.member("cookTime", "PT\(recipe.cookMinutes)M")
        json.member(
            "totalTime",
            "PT\((recipe.prepMinutes + recipe.cookMinutes) / 60)H\((recipe.prepMinutes + recipe.cookMinutes) % 60)M"
        )
        if recipe.index % 4 == 0 {
            json.member("recipeYield", recipe.servings)
        } else {
            json.member("recipeYield", strings: ["\(recipe.servings)", "\(recipe.servings) servings"])
        }
        json.member("keywords", recipe.dishes.joined(separator: ", "))
        json.member("recipeIngredient", strings: recipe.ingredients)
        json.key("recipeInstructions")
        instructions(recipe, &json)
        json.key("nutrition")
        json.object { nutrition in
            nutrition.member("@type", "NutritionInformation")
            nutrition.member("calories", "\(recipe.calories) kcal")
        }
    }

    private func instructions(_ recipe: SampleRecipe, _ json: inout JSONWriter) {
        json.array { list in
            for section in recipe.sections {
                if section.heading.isEmpty {
                    steps(section, &list)
                } else {
                    list.object { object in
                        object.member("@type", "HowToSection")
                        object.member("name", section.heading)
                        object.key("itemListElement")
                        object.array { steps(section, &$0) }
                    }
                }
            }
        }
    }

    private func steps(_ section: SampleRecipe.Section, _ list: inout JSONWriter) {
        for step in section.steps {
            list.object { object in
                object.member("@type", "HowToStep")
                object.member("text", step)
            }
        }
    }
}
