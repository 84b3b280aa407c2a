internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension PageStage {
    /// What the page says of its item.
    mutating func addItem(_ article: ReaderArticle, _ reading: WebPage) {
        if work.itemURN.hasPrefix(RecordKind.recipe.rawValue + ":") {
            guard let page = RecipePageReader.read(reading) else {
                if let note = MissingRecipe.note(of: work.itemURN, definition) { effect.notes.append(note) }
                return
            }
            effect.recipes = [linked(page.recipe, urn: work.itemURN, article.pictures)]
        } else {
            var item = Article(article, urn: work.itemURN)
            item.canonicalURL = reading.head.canonicalURL
            item.imageURN = addLead(item.imageURL, article.pictures)
            if article.statedPictures.count > 1 {
                item.pictures = stated(article.statedPictures, item.imageURL, item.imageURN, article.pictures)
            }
            effect.articles = [item]
            if definition.kind.hasSite, definition.site == .auto { addRecipe(of: reading, article.pictures) }
        }
        addProvenance(of: work.itemURN)
    }

    /// The recipe that an article's page holds, under the article's identifier.
    private mutating func addRecipe(of reading: WebPage, _ shown: [ReaderPicture]) {
        guard let urn = RecordURN.recipe(onPageOf: work.itemURN),
            let page = RecipePageReader.read(reading)?.recipe,
            !page.ingredients.isEmpty || !page.steps.isEmpty
        else { return }
        var recipe = linked(page, urn: urn, shown)
        recipe.sourceURL = work.address.nonEmpty
        effect.recipes = [recipe]
        addProvenance(of: urn)
    }

    /// The recipe under a URN, with download jobs for its pictures.
    ///
    /// - Parameter shown: The pictures in the page's text.
    private mutating func linked(_ recipe: Recipe, urn: String, _ shown: [ReaderPicture]) -> Recipe {
        var recipe = recipe
        recipe.urn = urn
        recipe.imageURN = addLead(recipe.imageURL, shown)
        recipe.pictures = stated(recipe.pictures.map(\.url), recipe.imageURL, recipe.imageURN, shown)
        for index in recipe.steps.indices { recipe.steps[index].imageURN = addImage(recipe.steps[index].imageURL) }
        return recipe
    }

    /// The pictures that the page names for its item, with download jobs; sizes of one picture are one file.
    private mutating func stated(
        _ urls: [String],
        _ lead: String?,
        _ leadURN: String?,
        _ shown: [ReaderPicture]
    ) -> [ItemPicture] {
        var pictures: [ItemPicture] = []
        for url in urls {
            let same = pictures.first { PictureChoice.isSamePicture($0.url, url) }
            let isLead = lead.map { PictureChoice.isSamePicture($0, url) } ?? false
            let urn = same.map(\.imageURN) ?? (isLead ? leadURN : addLead(url, shown))
            pictures.append(ItemPicture(url: url, imageURN: urn))
        }
        return pictures
    }

    private mutating func addProvenance(of urn: String) {
        effect.provenance[urn] = Provenance(
            url: work.address,
            fetchedAt: 0,
            digest: work.digest,
            readerVersion: Self.version,
            origin: .page
        )
    }
}

extension Article {
    /// What a page says, as a record of the catalog.
    init(_ article: ReaderArticle, urn: String) {
        self.init(
            urn: urn,
            outletName: article.siteName,
            author: article.byline,
            title: article.title ?? "",
            summary: article.excerpt,
            imageURL: article.leadPicture,
            publishedText: article.published,
            publishedAt: article.published.flatMap(Timestamps.milliseconds)
        )
        language = article.language
    }
}
