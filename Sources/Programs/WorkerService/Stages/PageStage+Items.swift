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
            effect.recipes = [linked(page.recipe, urn: work.itemURN)]
        } else {
            var item = Article(article, urn: work.itemURN)
            item.canonicalURL = reading.head.canonicalURL
            item.imageURN = addImage(item.imageURL)
            effect.articles = [item]
            if definition.kind.hasSite, definition.site == .auto { addRecipe(of: reading) }
        }
        addProvenance(of: work.itemURN)
    }

    /// The recipe that an article's page holds, under the article's identifier.
    private mutating func addRecipe(of reading: WebPage) {
        guard let urn = RecordURN.recipe(onPageOf: work.itemURN),
            let page = RecipePageReader.read(reading)?.recipe,
            !page.ingredients.isEmpty || !page.steps.isEmpty
        else { return }
        var recipe = linked(page, urn: urn)
        recipe.sourceURL = work.address.nonEmpty
        effect.recipes = [recipe]
        addProvenance(of: urn)
    }

    /// The recipe under a URN, with download jobs for its pictures.
    private mutating func linked(_ recipe: Recipe, urn: String) -> Recipe {
        var recipe = recipe
        recipe.urn = urn
        recipe.imageURN = addImage(recipe.imageURL)
        if !recipe.pictures.isEmpty { recipe.pictures[0].imageURN = recipe.imageURN }
        for index in recipe.steps.indices { recipe.steps[index].imageURN = addImage(recipe.steps[index].imageURL) }
        return recipe
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

extension ReaderPicture {
    /// The smallest file that is at least this wide, else the widest; the best one where no width is stated.
    func candidate(nearestTo width: Int) -> String {
        let stated = candidates.filter { $0.width > 0 }
        let enough = stated.filter { $0.width >= width }.min { $0.width < $1.width }
        return (enough ?? stated.max { $0.width < $1.width })?.url ?? url
    }
}
