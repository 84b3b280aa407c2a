internal import LarderFeeds
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

struct MappedRecords {
    let definition: SourceDefinition
    let mapping: SourceMapping
    let requests: MappedRequests

    private var areRecipes: Bool {
        switch definition.site {
        case .recipe: true
        case .article: false
        case .auto: mapping.fields.namesRecipes
        }
    }

    /// What identifies an item, before its record is made.
    struct Identity {
        let id: String?
        var urn: String
        /// The item's own page; nil: the API names none.
        let url: String?
        let title: String?
    }

    /// The identity of an item; nil, with a note, where it has no id, or, of a list without ids, no address.
    ///
    /// - Parameters:
    ///   - asked: The id of the request; nil: the item stands in a list.
    ///   - isTold: Whether a note says already that items have no ids.
    ///   - job: The URN of the list's job, for the note.
    func identity(
        _ item: inout MappedItem,
        id asked: String? = nil,
        isTold: Bool = false,
        of job: String = "",
        into builder: inout EffectBuilder
    ) -> Identity? {
        let url = item.url(.url, base: definition.base)
        let own = item.identifier(takes: areRecipes)
        let id = asked ?? own
        let title = item.line(.title)
        let source = definition.name
        let wantsID = mapping.fields[.id] != nil && !isTold
        let urn =
            if id == nil, wantsID {
                // By its address it would be another item than the one with its id.
                String?.none
            } else if areRecipes {
                (id ?? url).map { RecordURN.recipe(source: source, id: $0) }
            } else {
                id.map { RecordURN.article(source: source, id: $0) }
                    ?? url.map { RecordURN.article(source: source, url: $0) }
            }
        if let urn { return Identity(id: id, urn: urn, url: url, title: title) }
        if !isTold {
            let what = wantsID ? "no text and no number where `fields.id` points" : "no address"
            let named = url.map { " (\($0.shortened(to: 200)))" } ?? ""
            let message = "An item on \(builder.url)\(named) has \(what), so what it stands for is not known."
            builder.note(.entryUnread, message, of: job)
        }
        return nil
    }

    /// Adds the item's record; false: it has no title.
    func add(
        _ item: inout MappedItem,
        _ who: Identity,
        origin: RecordOrigin,
        into builder: inout EffectBuilder
    ) -> Bool {
        guard let title = who.title else { return false }
        if areRecipes {
            builder.add(recipe(&item, who, title, into: &builder))
        } else {
            builder.add(article(&item, who, title, into: &builder))
        }
        builder.addProvenance(of: who.urn, origin: origin)
        builder.noteCuts(item.cut, of: "\"\(title.shortened(to: 80))\"", urn: who.urn)
        return true
    }

    private func article(
        _ item: inout MappedItem,
        _ who: Identity,
        _ title: String,
        into builder: inout EffectBuilder
    ) -> Article {
        let address = who.url ?? who.id.flatMap(requests.detailAddress)?.description
        var article = Article(urn: who.urn, title: title, url: address)
        article.outletID = item.text(.outletID, max: RecordBound.identifierBytes.limit)
        article.outletName = item.line(.outlet)
        article.author = author(&item)
        let summary = item.text(.summary)
        article.summary = builder.fragment(summary, role: .summary, itemURN: who.urn, baseURL: address)
        let content = item.text(.html) ?? item.text(.text)
        if let content, who.url == nil || !definition.pages {
            // Nothing else says what the item is: its pictures are wanted too.
            let base = address ?? definition.base.description
            let isMarkup = MarkupTest.isMarkup(content)
            let html = isMarkup ? content : FragmentText.paragraphs(of: content)
            builder.addBody(html: html, title: title, itemURN: who.urn, baseURL: base)
            article.content = isMarkup ? FragmentText.plain(content) : content
        } else {
            article.content = builder.fragment(content, role: .content, itemURN: who.urn, baseURL: address)
        }
        article.publishedText = item.text(.published, max: RecordBound.titleBytes.limit)
        article.publishedAt = article.publishedText.flatMap(ItemTime.milliseconds)
        article.language = language(&item)
        article.imageURL = images(&item).first
        article.imageURN = builder.addImage(article.imageURL, of: title)
        article.extra = item.extras()
        return article
    }

    private func recipe(
        _ item: inout MappedItem,
        _ who: Identity,
        _ title: String,
        into builder: inout EffectBuilder
    ) -> Recipe {
        let images = images(&item)
        var recipe = Recipe(
            urn: who.urn,
            recordID: who.id ?? who.url ?? "",
            title: title,
            publisher: item.line(.outlet),
            sourceURL: who.url,
            apiURL: who.id.flatMap(requests.detailAddress)?.description,
            imageURL: images.first
        )
        recipe.imageURN = builder.addImage(recipe.imageURL, of: title)
        if images.count > 1 {
            recipe.pictures = images.map { ItemPicture(url: $0, imageURN: builder.addImage($0, of: title)) }
        }
        recipe.ingredients = ingredients(&item)
        recipe.steps = steps(&item)
        if let yields = item.values(.yields).lazy.compactMap(\.text).first {
            let text = item.line(yields, "yields")
            recipe.servings = SchemaYield(text: text).count
            if Double(text) == nil { recipe.servingsText = text.nonEmpty }
        }
        recipe.prepMinutes = item.values(.prepTime).firstNonNil(SchemaTimes.minutes)
        recipe.cookingMinutes = item.values(.cookTime).firstNonNil(SchemaTimes.minutes)
        recipe.totalMinutes = item.values(.totalTime).firstNonNil(SchemaTimes.minutes)
        recipe.summary = builder.fragment(item.text(.summary), role: .summary, itemURN: who.urn, baseURL: who.url)
        recipe.authors = item.values(.author).isEmpty ? [] : item.words(.author)
        for field in Recipe.fields {
            if let name = field.mappedName { _ = field.set(&recipe, .texts(item.words(MappedFields.Name(name)))) }
        }
        recipe.rating = item.double(.rating)
        recipe.ratingCount = item.double(.ratingCount).flatMap { UInt32(exactly: $0) }.map(Int.init)
        recipe.language = language(&item)
        recipe.videos = item.urls(.videos, base: definition.base)
        recipe.extra = item.extras()
        return recipe
    }

    // MARK: Parts

    private func images(_ item: inout MappedItem) -> [String] {
        var urls = item.urls(.image, base: definition.base)
        for url in item.urls(.images, base: definition.base) where !urls.contains(url) { urls.append(url) }
        return urls
    }

    /// One text; of a list its names.
    private func author(_ item: inout MappedItem) -> String? {
        let values = item.flat(item.values(.author))
        guard values.count > 1 || values.first?.members != nil else {
            return item.text(.author, max: RecordBound.titleBytes.limit)
        }
        let names = values.prefix(100).compactMap { ($0.text ?? $0["name"]?.text)?.trimmedSpace.nonEmpty }
        return item.line(names.joined(separator: ", "), "author").nonEmpty
    }

    private func language(_ item: inout MappedItem) -> String? {
        item.line(.language).flatMap { $0.utf8.count <= RecordBound.languageBytes.limit ? $0 : nil }
    }

    /// Ingredients out of one list, or out of columns for their parts.
    private func ingredients(_ item: inout MappedItem) -> [Ingredient] {
        guard let parts = mapping.fields.ingredients else {
            let lines = item.flat(item.values(.ingredients)).prefix(RecordBound.ingredients.limit)
            return lines.flatMap { value -> [Ingredient] in
                let text = value.text ?? value["text"]?.text ?? value["original"]?.text ?? value["name"]?.text ?? ""
                return text.split(whereSeparator: \.isNewline).prefix(RecordBound.ingredients.limit)
                    .compactMap { item.line(String($0), "ingredients").nonEmpty.map { Ingredient(text: $0) } }
            }
        }
        let (texts, names) = (item.column(parts.text), item.column(parts.name))
        let (amounts, units) = (item.column(parts.amount), item.column(parts.unit))
        let count = min(max(texts.count, names.count), RecordBound.ingredients.limit)
        return (0..<count).compactMap { index in
            func part(_ column: [JSONValue?]) -> String {
                guard index < column.count, let text = column[index]?.text else { return "" }
                return item.line(text, "ingredients")
            }
            let (name, amount, unit) = (part(names), part(amounts), part(units))
            guard !name.isEmpty || !part(texts).isEmpty else { return nil }
            let whole = [amount, unit, name].filter { !$0.isEmpty }.joined(separator: " ")
            return Ingredient(
                text: part(texts).nonEmpty ?? whole,
                quantity: Double(amount).flatMap { $0.isFinite ? $0 : nil },
                unit: unit,
                name: name
            )
        }
    }

    /// The steps of a method out of a list, or out of the lines of a text.
    private func steps(_ item: inout MappedItem) -> [RecipeStep] {
        let maxSteps = RecordBound.steps.limit
        var values = item.flat(item.values(.instructions))
        if values.isEmpty { values = item.flat(item.values(.html)) }
        if values.isEmpty { values = item.flat(item.values(.text)) }
        var steps: [RecipeStep] = []
        for value in values.prefix(maxSteps) {
            let text = value.text ?? value["text"]?.text ?? value["step"]?.text ?? value["description"]?.text ?? ""
            for line in FragmentText.plain(text).split(whereSeparator: \.isNewline) {
                let line = item.line(String(line), "instructions")
                guard steps.count < maxSteps, !line.isEmpty, !StepText.isCount(line) else { continue }
                steps.append(RecipeStep(text: line))
            }
        }
        return steps
    }
}
