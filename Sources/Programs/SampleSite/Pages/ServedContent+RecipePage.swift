internal import LarderModel

/// `/recipe/<id>`: a recipe as a web page with schema.org JSON-LD, 20 to 60 kB.
extension ServedContent {
    func recipePage(_ index: Int) -> String {
        let recipe = catalog.recipe(index)
        let head = """
            <link rel="canonical" href="\(base + recipe.path)">
            <meta property="og:title" content="\(recipe.title.html())">
            <meta property="og:image" content="\(base + recipe.imagePath)">
            <meta name="description" content="\(recipe.summary.html())">
            <script type="application/ld+json">\(linkedData(recipe))</script>

            """
        let links = (1...min(6, catalog.recipeCount)).map { step in
            "<li><a href=\"\(neighbour(recipe, step * step))\">Something like it, no. \(step)</a></li>\n"
        }
        let aside = "<h2>More to cook</h2>\n<ul>\n\(links.joined())</ul>\n"
        return frame.page(title: recipe.title, head: head, main: main(recipe), aside: aside)
    }

    private func main(_ recipe: SampleRecipe) -> String {
        let title = recipe.title.html(.named)
        let ingredients = recipe.ingredients.map { "<li>\($0.html(.named))</li>\n" }
        return """
            <article class="recipe">
            <h1>\(title)</h1>
            <p class="meta">By \(recipe.author.html(.named)) \
            for <a href="/publisher/\(Markup.slug(recipe.publisher))">\(recipe.publisher.html())</a>, \
            <time datetime="\(Timestamp.iso8601(recipe.published))">a while ago</time></p>
            <figure><img src="\(recipe.imagePath)" alt="\(title)" width="640" height="480">\
            <figcaption>\(recipe.summary.html(.named))</figcaption></figure>
            \(story(recipe))<ul class="facts"><li>Preparation: \(recipe.prepMinutes) min</li>\
            <li>Cooking: \(recipe.cookMinutes) min</li><li>Serves \(recipe.servings)</li></ul>
            <h2>Ingredients</h2>
            <ul class="ingredients">
            \(ingredients.joined())</ul>
            <h2>Method</h2>
            <div class="method">
            \(method(recipe))</div>
            \(comments(recipe))</article>

            """
    }

    /// Talk before the recipe, as food pages have it: 4 to 24 paragraphs.
    private func story(_ recipe: SampleRecipe) -> String {
        var generator = SeededGenerator(seed: catalog.seed, stream: .recipeText, index: recipe.index)
        var html = ""
        for number in 0..<generator.number(4...24) {
            let sentences = number % 2 == 0 ? Markup.sentences.named : Markup.sentences.minimal
            html += "<p>"
            for _ in 0..<generator.number(3...7) { html += generator.pick(sentences) + " " }
            html += "</p>\n"
        }
        return html
    }

    /// Headings, lists, links, entities, symbols and, for one recipe in six, text escaped twice.
    private func method(_ recipe: SampleRecipe) -> String {
        let style: Markup.Style = recipe.index % 2 == 0 ? .named : .numeric
        var html = ""
        for (position, section) in recipe.sections.enumerated() {
            if !section.heading.isEmpty {
                html += "<h3 id=\"part-\(position + 1)\">\(section.heading.html(style))</h3>\n"
            }
            html += position % 2 == 0 ? "<ol class=\"steps\">\n" : "<ol start=\"\(position * 10 + 1)\">\n"
            for (number, step) in section.steps.enumerated() {
                let text = step.html(style)
                switch (recipe.index + number) % 5 {
                case 1: html += "  <li><p>\(text) <em>See <a href=\"#part-1\">above</a>.</em></p></li>\n"
                case 3: html += "  <li><strong>\(number + 1)&nbsp;&#10004;</strong> \(text)<br>Then go on.</li>\n"
                default: html += "  <li>\(text)</li>\n"
                }
            }
            html += "</ol>\n"
        }
        html += """
            <h4>Ready when&hellip;</h4>
            <ul>
              <li>✔ it smells right</li>
              <li>&#x2714;&nbsp;the edges are brown &mdash; <b>not</b> black</li>
              <li>\u{2714}\u{FE0E} you can wait no longer<ul><li>or at &frac12;&nbsp;past six</li></ul></li>
            </ul>

            """
        if recipe.index % 6 == 0 {
            html += "<p>\("Crème fraîche & thyme: “double” trouble".html(.named).html())</p>\n"
        }
        return html + """
            <p>Goes with <a href="\(neighbour(recipe, 1))">another dish</a>, \
            <a href="../news?page=1">today&rsquo;s news</a> and a \
            <a href="?print=1" title="Print &amp; keep">printed copy</a>.</p>

            """
    }

    private func comments(_ recipe: SampleRecipe) -> String {
        var generator = SeededGenerator(seed: catalog.seed, stream: .comments, index: recipe.index)
        var html = "<section id=\"comments\"><h2>Comments</h2>\n"
        for number in 0..<generator.number(2...70) {
            html += """
                <div class="comment" id="comment-\(number)">\
                <p class="by"><b>\(generator.pick(Markup.names))</b> says:</p>\
                <p>\(generator.pick(Markup.comments)) \(generator.pick(Markup.comments))</p>\
                <a href="#comment-\(number)" rel="nofollow">Answer</a></div>

                """
        }
        return html + "</section>\n"
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
        case 0: json.object { describe(recipe, &$0) }
        case 1: json.array { $0.object { describe(recipe, &$0) } }
        default: graph(recipe, &json)
        }
        // "</" must not end the script element early.
        return json.text.replacing("</", with: "<\\/")
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
                    page.member("name", recipe.title.html(.numeric))
                }
                graph.object { author in
                    author.member("@type", "Person")
                    author.member("@id", person)
                    author.member("name", recipe.author)
                }
                graph.object { describe(recipe, &$0, author: person) }
            }
        }
    }

    /// - Parameter author: The reference to the author in the graph; nil: there is no graph.
    private func describe(_ recipe: SampleRecipe, _ json: inout JSONWriter, author reference: String? = nil) {
        if reference == nil { json.member("@context", "https://schema.org") }
        json.member("@type", "Recipe")
        json.member("name", recipe.title.html(.named))
        json.member("description", recipe.summary)
        json.member("url", base + recipe.path)
        json.member("author") { author in
            if let reference {
                author.member("@id", reference)
            } else {
                author.member("@type", "Person")
                author.member("name", recipe.author)
            }
        }
        if recipe.index % 2 == 0 {
            json.member("image", strings: [base + recipe.imagePath])
        } else {
            json.member("image") { image in
                image.member("@type", "ImageObject")
                image.member("url", base + recipe.imagePath)
            }
        }
        json.member("datePublished", Timestamp.iso8601(recipe.published))
        json.member("dateModified", Timestamp.iso8601(recipe.modified))
        json.member("prepTime", "PT\(recipe.prepMinutes)M")
        json.member("cookTime", "PT\(recipe.cookMinutes)M")
        let (hours, minutes) = (recipe.prepMinutes + recipe.cookMinutes).quotientAndRemainder(dividingBy: 60)
        json.member("totalTime", "PT\(hours)H\(minutes)M")
        if recipe.index % 4 == 0 {
            json.member("recipeYield", recipe.servings)
        } else {
            json.member("recipeYield", strings: ["\(recipe.servings)", "\(recipe.servings) servings"])
        }
        json.member("keywords", recipe.dishes.joined(separator: ", "))
        json.member("recipeIngredient", strings: recipe.ingredients)
        json.key("recipeInstructions")
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
        json.member("nutrition") { nutrition in
            nutrition.member("@type", "NutritionInformation")
            nutrition.member("calories", "\(recipe.calories) kcal")
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
