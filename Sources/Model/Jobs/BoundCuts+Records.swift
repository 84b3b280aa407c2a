/// Each kind of record, cut to its bounds.
extension BoundCuts {
    mutating func bound(_ recipe: inout Recipe) {
        let urn = recipe.urn
        cut(&recipe.recordID, .nameBytes, urn)
        cut(&recipe.title, .titleBytes, urn)
        cut(&recipe.publisher, .titleBytes, urn)
        drop(&recipe.publisherURL, .urlBytes, urn)
        drop(&recipe.sourceURL, .urlBytes, urn)
        drop(&recipe.apiURL, .urlBytes, urn)
        drop(&recipe.imageURL, .urlBytes, urn)
        drop(&recipe.imageURN, .nameBytes, urn)
        cutRows(&recipe.ingredients, .ingredients, urn)
        for index in recipe.ingredients.indices where !recipe.ingredients[index].isWithinBounds {
            cut(&recipe.ingredients[index].text, .titleBytes, urn)
            cut(&recipe.ingredients[index].unit, .titleBytes, urn)
            cut(&recipe.ingredients[index].name, .titleBytes, urn)
            cut(&recipe.ingredients[index].section, .titleBytes, urn)
        }
        boundPage(of: &recipe)
        bound(&recipe.extra, urn)
    }

    /// What the recipe's page adds.
    private mutating func boundPage(of recipe: inout Recipe) {
        let urn = recipe.urn
        cut(&recipe.servingsText, .titleBytes, urn)
        cut(&recipe.summary, .fieldBytes, urn)
        cut(&recipe.language, .titleBytes, urn)
        drop(&recipe.canonicalURL, .urlBytes, urn)
        cut(&recipe.videos, .recipeWords, urn)
        recipe.videos.removeAll { $0.utf8.count > RecordBound.urlBytes.limit }
        for list in [\Recipe.authors, \Recipe.categories, \Recipe.cuisines, \Recipe.keywords] {
            cut(&recipe[keyPath: list], .recipeWords, urn)
            for index in recipe[keyPath: list].indices { cut(&recipe[keyPath: list][index], .titleBytes, urn) }
        }
        cutRows(&recipe.steps, .steps, urn)
        for index in recipe.steps.indices {
            cut(&recipe.steps[index].text, .fieldBytes, urn)
            cut(&recipe.steps[index].name, .titleBytes, urn)
            cut(&recipe.steps[index].section, .titleBytes, urn)
            drop(&recipe.steps[index].imageURL, .urlBytes, urn)
            drop(&recipe.steps[index].imageURN, .nameBytes, urn)
        }
        cutRows(&recipe.nutrition, .nutrition, urn)
        for index in recipe.nutrition.indices {
            cut(&recipe.nutrition[index].name, .titleBytes, urn)
            cut(&recipe.nutrition[index].unit, .titleBytes, urn)
            cut(&recipe.nutrition[index].text, .titleBytes, urn)
        }
        cutRows(&recipe.pictures, .pictures, urn)
        recipe.pictures.removeAll { $0.url.utf8.count > RecordBound.urlBytes.limit }
        for index in recipe.pictures.indices { drop(&recipe.pictures[index].imageURN, .nameBytes, urn) }
        bound(&recipe.origins)
    }

    /// Names that no column or list has are left out where the record is merged.
    private func bound(_ origins: inout FieldOrigins) {
        if origins.count > 100 { origins = [:] }
    }

    mutating func bound(_ article: inout Article) {
        let urn = article.urn
        cut(&article.language, .titleBytes, urn)
        drop(&article.canonicalURL, .urlBytes, urn)
        bound(&article.origins)
        drop(&article.outletID, .nameBytes, urn)
        cut(&article.outletName, .titleBytes, urn)
        cut(&article.author, .titleBytes, urn)
        cut(&article.title, .titleBytes, urn)
        cut(&article.summary, .fieldBytes, urn)
        drop(&article.url, .urlBytes, urn)
        drop(&article.imageURL, .urlBytes, urn)
        drop(&article.imageURN, .nameBytes, urn)
        cut(&article.publishedText, .titleBytes, urn)
        cut(&article.content, .fieldBytes, urn)
        bound(&article.extra, urn)
    }

    mutating func bound(_ outlet: inout Outlet) {
        let urn = outlet.urn
        cut(&outlet.outletID, .nameBytes, urn)
        cut(&outlet.name, .titleBytes, urn)
        cut(&outlet.summary, .fieldBytes, urn)
        drop(&outlet.url, .urlBytes, urn)
        cut(&outlet.category, .titleBytes, urn)
        cut(&outlet.language, .titleBytes, urn)
        cut(&outlet.country, .titleBytes, urn)
        cut(&outlet.sortOrders, .sortOrders, urn)
        for index in outlet.sortOrders.indices { cut(&outlet.sortOrders[index], .titleBytes, urn) }
        bound(&outlet.extra, urn)
    }

    mutating func bound(_ image: inout ImageOriginal) {
        cut(&image.contentType, .titleBytes, image.urn)
        if image.url.utf8.count > RecordBound.urlBytes.limit { note(.urlBytes, image.urn, image.url.utf8.count) }
    }

    mutating func bound(_ decoding: inout ImageDecoding) {
        let urn = decoding.urn
        cut(&decoding.format, .titleBytes, urn)
        cut(&decoding.thumbHash, .titleBytes, urn)
        cut(&decoding.dominantColor, .titleBytes, urn)
        cut(&decoding.widths, .variants, urn)
        cut(&decoding.rejectCode, .titleBytes, urn)
        cut(&decoding.rejectMessage, .titleBytes, urn)
        cutRows(&decoding.variants, .variants, urn)
        for index in decoding.variants.indices { cut(&decoding.variants[index].format, .titleBytes, urn) }
    }

    /// Runs that are over their bound, or belong to a text that was cut, are replaced by one run without attributes.
    mutating func bound(_ text: inout RenderedText) {
        let urn = text.urn
        cut(&text.itemURN, .nameBytes, urn)
        cut(&text.language, .titleBytes, urn)
        cut(&text.method, .titleBytes, urn)
        drop(&text.place, .fieldBytes, urn)
        cutRows(&text.pictures, .textPictures, urn)
        text.pictures.removeAll { $0.url.utf8.count > RecordBound.urlBytes.limit }
        for index in text.pictures.indices {
            drop(&text.pictures[index].imageURN, .nameBytes, urn)
            cut(&text.pictures[index].alternative, .titleBytes, urn)
            cut(&text.pictures[index].caption, .titleBytes, urn)
        }
        cutRows(&text.pages, .textPages, urn)
        text.pages.removeAll { $0.url.utf8.count > RecordBound.urlBytes.limit }
        drop(&text.nextPage, .urlBytes, urn)
        let isCut = text.plain.utf8.count > RecordBound.textBytes.limit
        cut(&text.plain, .textBytes, urn)
        if isCut, !text.pages.isEmpty {
            let count = text.plain.scalarCount
            for index in text.pages.indices where text.pages[index].start ?? 0 > count { text.pages[index].start = nil }
        }
        let excess = text.runs.utf8.count - RecordBound.runsBytes.limit
        if excess > 0 { note(.runsBytes, urn, excess) }
        if isCut || excess > 0 { text.runs = #"{"v":1,"runs":[\#(text.plain.scalarCount)]}"# }
    }

    mutating func bound(_ provenance: inout [String: Provenance]) {
        let excess = provenance.count - RecordBound.provenance.limit
        if excess > 0 {
            for urn in provenance.keys.sorted().suffix(excess) { provenance[urn] = nil }
            note(.provenance, job, excess)
        }
        for (urn, origin) in provenance where !Self.isName(urn) || !origin.isWithinBounds {
            guard Self.isName(urn) else {
                provenance[urn] = nil
                note(.nameBytes, job, nil)
                continue
            }
            var origin = origin
            cut(&origin.url, .urlBytes, urn)
            cut(&origin.validator, .titleBytes, urn)
            provenance[urn] = origin
        }
    }
}

extension Ingredient {
    fileprivate var isWithinBounds: Bool {
        let limit = RecordBound.titleBytes.limit
        return text.utf8.count <= limit && [unit, name, section].allSatisfy { ($0?.utf8.count ?? 0) <= limit }
    }
}

extension ListEntry {
    var isWithinBounds: Bool {
        let names = [itemURN, list.query, list.outlet, list.sort, list.category]
        return !itemURN.isEmpty && names.allSatisfy { $0.utf8.count <= RecordBound.nameBytes.limit }
    }
}

extension Provenance {
    fileprivate var isWithinBounds: Bool {
        url.utf8.count <= RecordBound.urlBytes.limit
            && (validator?.utf8.count ?? 0) <= RecordBound.titleBytes.limit
    }
}
