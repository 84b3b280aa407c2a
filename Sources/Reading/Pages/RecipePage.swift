extension RecipeView {
    /// The page of the recipe.
    package func html() -> HTML {
        let isScaled = servings.map { $0.own != $0.chosen } ?? false
        return frame.page(
            .recipe,
            title: title.text,
            main: """
                <article data-id="\(id)"\(isScaled ? " data-scaled" : HTML.empty)>
                \(ItemParts.back(back))
                \(head)
                \(ItemParts.gap(gap))
                <div class="two">
                \(ingredientList)
                <div class="how">
                \(method)
                \(equipmentList)
                \(nutritionFacts)
                \(furtherPictures)
                \(ownText)
                \(tagList)
                \(provenance.html)
                </div>
                </div>
                </article>
                \(ItemParts.turn(previous: previous, next: next))\(cookTemplate)
                """,
            language: title.language
        )
    }

    /// In a folder the script shows the cook mode on the recipe's own page.
    private var cookTemplate: HTML {
        frame.isFolder && cook != nil ? "\n<template id=\"cook\">\(cookMode(step: 1))</template>" : .empty
    }

    private var head: HTML {
        let writer: HTML = author.html { " · by <bdi>\($0)</bdi>" }
        let image: HTML = picture.html { $0.html(sizes: "(min-width:48em) 524px, 100vw", isLazy: false) }
        let cooking: HTML = cook.html {
            "<a class=\"button main\" data-carry href=\"\($0)\">\(icon(.pot))Cook step by step</a>"
        }
        return """
            <header class="rhead\(picture == nil ? " bare" : "")">
            <div class="words">
            <p class="from">Recipe from \(ItemParts.link(sourceAddress, "<b dir=\"auto\">\(source)</b>"))\(writer)</p>
            <h1\(title.attributes)>\(title.text)</h1>
            \(summary.html { "<p class=\"sum\" dir=\"auto\">\($0)</p>" })
            \(facts.isEmpty ? .empty : "<dl class=\"facts\">\(facts.html(Self.fact))</dl>" as HTML)
            <p class="acts">\(cooking)<button class="button scripted" data-print>\(icon(.print))Print</button></p>
            </div>
            \(image)
            </header>
            """
    }

    private static func fact(_ fact: Fact) -> HTML {
        "<div><dt>\(fact.label)</dt><dd>\(fact.value)</dd></div>"
    }

    // MARK: Ingredients

    private var ingredientList: HTML {
        guard sections.contains(where: { !$0.lines.isEmpty }) else { return .empty }
        let made: HTML = self.yield.html { "<p class=\"yield\">Makes <bdi>\($0)</bdi></p>" }
        return """
            <div class="ings">
            <div class="ihead"><h2>Ingredients</h2>\(stepper)</div>
            \(made)\(unitSwitch)
            <form class="lines" autocomplete="off" data-keep="ticks.\(id)">
            \(sections.html(Self.group))\
            <p class="ticks"><button class="plain" type="reset">Clear the ticks</button>, kept on this device only</p>
            </form></div>
            """
    }

    /// Buttons for servings; of factors, where nobody knows how many the recipe serves.
    private var stepper: HTML {
        guard let servings else {
            guard hasNumbers else { return .empty }
            let factors: [(value: String, label: String)] = [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("3", "3×")]
            return ItemParts.choices("Amounts", name: "factor", class: "seg scripted", factors, chosen: "1")
        }
        func turn(_ kind: HTML, _ key: HTML, _ label: HTML, _ drawing: Icon, _ address: String?) -> HTML {
            let names: HTML = " aria-label=\"\(label)\" aria-keyshortcuts=\"\(key)\""
            guard let address else {
                return "<button type=\"button\" class=\"round \(kind) scripted\"\(names)>\(icon(drawing))</button>"
            }
            return "<a role=\"button\" class=\"round \(kind)\" href=\"\(address)\"\(names)>\(icon(drawing))</a>"
        }
        let count = ItemParts.servings(servings.chosen)
        let reset: HTML =
            unscaled.map { "<a role=\"button\" class=\"reset plain\" href=\"\($0)\">Reset</a>" }
            ?? "<button type=\"button\" class=\"reset plain\">Reset</button>"
        return """
            <div class="stepper" role="group" aria-label="Servings">\
            \(turn("less", "-", "Fewer servings", .minus, fewer))\
            <output data-own="\(servings.own)" data-now="\(servings.chosen)">\(count)</output>\
            \(turn("more", "Plus", "More servings", .plus, more))</div>\(reset)
            """
    }

    private var hasNumbers: Bool { sections.contains { $0.lines.contains { !$0.numbers.isEmpty } } }

    private var unitSwitch: HTML {
        let lines = sections.flatMap(\.lines)
        let isMeasured = lines.contains { !$0.numbers.isEmpty && Measure.other(than: $0.unit) != nil }
        guard isMeasured else { return .empty }
        let systems: [(value: String, label: String)] = [("", "As written"), ("m", "Metric"), ("u", "US")]
        let choices = ItemParts.choices("Units", name: "units", class: "seg", systems, chosen: "")
        return "<form class=\"units scripted\" autocomplete=\"off\" data-keep=\"units\">\(choices)</form>"
    }

    private static func group(_ section: Section) -> HTML {
        let title: HTML = section.title.html { "<h3 dir=\"auto\">\($0)</h3>" }
        let rows = section.lines.html { "<li><label><input type=\"checkbox\">\($0.html)</label></li>\n" }
        return "\(title)<ul>\(rows)</ul>\n"
    }

    // MARK: Method

    private var method: HTML {
        guard !steps.isEmpty else { return .empty }
        var list = HTML.empty
        for (place, step) in steps.enumerated() {
            if place == 0 || step.section != nil {
                if place > 0 { list += "</ol>\n" }
                list += step.section.html { "<h3 dir=\"auto\">\($0)</h3>\n" }
                // The style sheet counts by itself, so that a list may begin anywhere.
                list += place > 0 ? "<ol class=\"steps\" start=\"\(place + 1)\">" : "<ol class=\"steps\">"
            }
            list += html(of: step, at: place)
        }
        return """
            <section><div class="ihead"><h2>Method</h2>\(ReadingSettings.html)</div>
            \(list)</ol></section>
            """
    }

    private func html(of step: Step, at place: Int) -> HTML {
        let name: HTML = step.name.html { "<b class=\"sname\" dir=\"auto\">\($0)</b>" }
        let image: HTML = step.picture.html { $0.html(sizes: "(min-width:48em) 592px, 100vw", isLazy: true) }
        let text = Inline.html(step.spans) { StepTimer($0, in: step, at: place, of: id).pill }
        return "<li id=\"step-\(place + 1)\" value=\"\(place + 1)\">\(name)<p dir=\"auto\">\(text)</p>\(image)</li>\n"
    }

    // MARK: The rest

    private var equipmentList: HTML {
        guard !equipment.isEmpty else { return .empty }
        return """
            <section><h2>Equipment</h2>
            <ul class="kit">\(equipment.html { "<li dir=\"auto\">\($0)</li>" })</ul></section>
            """
    }

    private var nutritionFacts: HTML {
        guard !nutrition.isEmpty else { return .empty }
        let basis: HTML = nutritionBasis.isEmpty ? .empty : "<p class=\"basis\">\(nutritionBasis)</p>"
        return """
            <section class="nutrition"><h2>Nutrition</h2>\(basis)
            <dl class="facts">\(nutrition.html(Self.fact))</dl></section>
            """
    }

    private var furtherPictures: HTML {
        guard !pictures.isEmpty || !videos.isEmpty else { return .empty }
        let images: HTML =
            pictures.isEmpty
            ? .empty : "<div class=\"strip\">\(pictures.html { $0.html(sizes: "320px", isLazy: true) })</div>"
        let films = videos.html { video in
            "<p class=\"media\">\(Inline.link(video, around: "\(icon(.play))Video\(ItemParts.host(video))"))</p>"
        }
        return "<section class=\"more\"><h2 class=\"vh\">Pictures and videos</h2>\(images)\(films)</section>"
    }

    private var ownText: HTML {
        guard !body.isEmpty else { return .empty }
        return """
            <details class="own"><summary>The page’s own text</summary>
            <div class="prose">\(Prose.html(body, below: 1))</div></details>
            """
    }

    private var tagList: HTML {
        guard !tags.isEmpty else { return .empty }
        let chips = tags.html { tag in
            tag.address.map { "<a class=\"chip\" href=\"\($0)\"><bdi>\(tag.label)</bdi></a>" }
                ?? "<span class=\"chip\"><bdi>\(tag.label)</bdi></span>"
        }
        return "<p class=\"tags\">\(chips)</p>"
    }
}

extension RecipeView.Line {
    /// The amount, the name and the remark of the line.
    var html: HTML {
        let note: HTML = remark.html { "<small dir=\"auto\">\($0)</small>" }
        guard let amount else {
            let name: HTML = numbers.isEmpty ? "<span class=\"whole\" dir=\"auto\">" : "<span dir=\"auto\">"
            return "\(name)\(self.name)\(note)\(fixed)</span>"
        }
        return "<b\(data)>\(amount)</b><span dir=\"auto\">\(name)\(note)\(fixed)</span>"
    }

    private var fixed: HTML { isFixed ? "<small class=\"fixed\">not scaled</small>" : .empty }

    /// What the script needs to show another amount.
    private var data: HTML {
        guard !numbers.isEmpty, !isFixed else { return .empty }
        let written = numbers.map(Measure.short).joined(separator: " ")
        let other: HTML = Measure.other(than: unit, of: numbers.last ?? 1).html {
            " data-\($0.isUS ? "us" : "m")=\"\(Measure.short($0.factor)) \($0.unit)\""
        }
        return " data-n=\"\(written)\" data-unit=\"\(unit)\"\(other)"
    }
}
