internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

extension PageStage {
    /// What the page says of its item.
    mutating func addItem(_ article: ReaderArticle, _ document: HTMLDocument) {
        let head = PageHead(document: document, url: work.baseURL)
        if work.itemURN.hasPrefix(RecordKind.recipe.rawValue + ":") {
            guard let page = RecipePageReader.read(document, head: head) else {
                if let note = MissingRecipe.note(of: work.itemURN, definition) { effect.notes.append(note) }
                return
            }
            effect.recipes = [linked(Recipe(page, urn: work.itemURN))]
        } else {
            var item = Article(article, urn: work.itemURN)
            item.canonicalURL = head.canonicalURL
            item.imageURN = find(item.imageURL)
            effect.articles = [item]
            if definition.kind.hasSite, definition.site == .auto { addRecipe(of: document, head) }
        }
        addProvenance(of: work.itemURN)
    }

    /// The recipe that an article's page holds, under the article's identifier.
    private mutating func addRecipe(of document: HTMLDocument, _ head: PageHead) {
        guard let urn = RecordURN.recipe(onPageOf: work.itemURN),
            let page = RecipePageReader.read(document, head: head), !page.ingredients.isEmpty || !page.steps.isEmpty
        else { return }
        var recipe = linked(Recipe(page, urn: urn))
        recipe.sourceURL = work.address.nonEmpty
        effect.recipes = [recipe]
        addProvenance(of: urn)
    }

    /// The recipe with the jobs for its pictures.
    private mutating func linked(_ recipe: Recipe) -> Recipe {
        var recipe = recipe
        recipe.imageURN = find(recipe.imageURL)
        if !recipe.pictures.isEmpty { recipe.pictures[0].imageURN = recipe.imageURN }
        for index in recipe.steps.indices { recipe.steps[index].imageURN = find(recipe.steps[index].imageURL) }
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
