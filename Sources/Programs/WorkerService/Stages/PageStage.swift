internal import LarderCache
internal import LarderHTML
internal import LarderModel
internal import LarderPageMarkup
internal import LarderReader
internal import LarderSourceDefinitions
internal import LarderSourceReaders
internal import LarderTemplates
internal import LarderText

/// Reads cached HTML: of a page its main part and what it says of its item, of a piece out of a record the text.
struct PageStage {
    /// Raised whenever the same HTML gives another result, so that what was kept of it can be made anew.
    static let version = 6

    let work: TextWork
    let definition: SourceDefinition
    let job: RunningJob
    private var effect = JobEffect()
    /// Pictures above the bound of one item.
    private var leftOut = 0
    /// What the HTML was decoded from.
    private var encoding: String?

    /// - Parameters:
    ///   - definition: Of the job's source.
    ///   - job: Told of each step.
    init(_ work: TextWork, _ definition: SourceDefinition, _ job: RunningJob) {
        self.work = work
        self.definition = definition
        self.job = job
    }

    /// What the HTML says.
    ///
    /// - Throws: ``CacheError``; `CancellationError` between two steps, when nobody wants the job any more.
    mutating func run(from cache: DiskCache) throws -> JobEffect {
        let (_, cuts) = try CachedHTML.read(work, from: cache, job) { page in
            try job.enter(.layout)
            let document = page.document
            encoding = page.encoding.rawValue
            guard work.role == .body else {
                effect.texts = [text(of: document, role: work.role).stored]
                return
            }
            let article = ArticleReader.read(document, url: work.baseURL.nonEmpty)
            try job.enter(.layout)
            // The item's own pictures come first, should there be too many.
            addItem(article, document)
            effect.texts = [body(article, in: document)]
            if work.isWholePageWanted { effect.texts.append(text(of: document, role: .page).stored) }
        }
        if leftOut > 0 { effect.notes.append(JobNote(over: .pictures, of: work.itemURN, leftOut: leftOut)) }
        for cut in cuts { effect.notes.append(JobNote(over: cut.bound, of: work.textURN, leftOut: cut.leftOut)) }
        return effect
    }

    // MARK: Texts

    /// - Parameter base: What links are relative to; nil: the page's own address.
    private mutating func text(
        of document: HTMLDocument,
        role: ItemTextRole,
        base: String? = nil
    ) -> (stored: RenderedText, attributed: AttributedText) {
        let renderer = TextRenderer(definition.text.options(isFragment: role == .summary || role == .content))
        let (text, omissions) = renderer.rendering(of: document, documentURL: base ?? work.baseURL.nonEmpty)
        let urn = RecordURN.text(item: work.itemURN, role: role)
        for cut in omissions.bounds {
            effect.notes.append(JobNote(over: cut.bound, of: urn, leftOut: cut.leftOut))
        }
        var stored = RenderedText(
            urn: urn,
            itemURN: work.itemURN,
            role: role,
            htmlDigest: work.digest,
            plain: text.text,
            runs: text.runsJSON,
            language: document.language,
            readerVersion: Self.version
        )
        stored.encoding = encoding
        stored.optionsHash = definition.optionsHash
        return (stored, text)
    }

    /// The main part; where none is found, all that the page shows.
    private mutating func body(_ article: ReaderArticle, in document: HTMLDocument) -> RenderedText {
        let isFound = article.method == .linkedData || !article.body.leaves.isEmpty
        let markup = isFound ? article.markup(in: document) : ""
        let templated = laidOut(markup)
        let main = templated ?? (isFound ? HTMLDocument(parsing: markup) : document)
        var (body, attributed) = text(of: main, role: .body, base: isFound ? article.base : nil)
        body.place = isFound && templated == nil ? NodePlace.json(of: article.body.leaves) : nil
        body.language = document.language
        body.method = templated == nil ? (isFound ? article.method : .nothing).rawValue : "template"
        body.confidence = (article.confidence * 1_000).rounded() / 1_000
        body.isReadable = article.isReadable
        body.pictures = pictures(in: attributed, of: article)
        return body
    }

    /// What the source's template makes of the item; nil: it has none, or the page says nothing of the item.
    ///
    /// - Parameter markup: Of the page's main part.
    private func laidOut(_ markup: String) -> HTMLDocument? {
        // A definition that was read has a template that can be.
        guard let text = definition.text.template, let template = try? ItemTemplate(text) else { return nil }
        let html =
            effect.recipes.first.map { template.html(of: $0, body: markup) }
            ?? effect.articles.first.map { template.html(of: $0, body: markup) }
        return html.map {
            HTMLDocument(parsing: String(decoding: $0.utf8.prefix(RecordBound.htmlBytes.limit), as: UTF8.self))
        }
    }

    /// The pictures in a text, which are fetched.
    private mutating func pictures(in text: AttributedText, of article: ReaderArticle) -> [TextPicture] {
        let known = Dictionary(article.pictures.map { ($0.url, $0) }) { first, _ in first }
        var pictures: [TextPicture] = []
        for run in text.runs {
            guard case .attachment(let index) = run.attributes.role, text.attachments[index].kind == .image else {
                continue
            }
            let attachment = text.attachments[index]
            let picture = known[attachment.url]
            pictures.append(
                TextPicture(
                    url: attachment.url,
                    imageURN: find(
                        picture.map { $0.candidate(nearestTo: RenderStages.widestPicture) } ?? attachment.url
                    ),
                    start: run.start,
                    alternative: attachment.alternative,
                    caption: picture?.caption
                )
            )
        }
        return pictures
    }

    /// Finds a picture of the item; its URN, or nil where pictures are not wanted or this is no web address.
    private mutating func find(_ url: String?) -> String? {
        guard definition.images.areWanted, let address = url.flatMap({ WebAddress($0) }) else { return nil }
        let urn = RecordURN.image(source: definition.name, url: address.description)
        let found = FoundJobs.image(source: definition.name, urn: urn, address: address)
        guard !effect.found.contains(found) else { return urn }
        if effect.found.count < RecordBound.pictures.limit { effect.found.append(found) } else { leftOut += 1 }
        return urn
    }

    // MARK: Items

    /// What the page says of its item.
    private mutating func addItem(_ article: ReaderArticle, _ document: HTMLDocument) {
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
        recipe.sourceURL = work.baseURL.nonEmpty
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
            url: work.baseURL,
            fetchedAt: 0,
            digest: work.digest,
            readerVersion: Self.version,
            origin: .page
        )
    }
}

extension Recipe {
    /// What a page says, as a record of the catalog.
    init(_ page: PageRecipe, urn: String) {
        self.init(
            urn: urn,
            recordID: "",
            title: page.title,
            publisher: page.publisher,
            imageURL: page.pictures.first,
            ingredients: page.ingredients.map { Ingredient(text: $0.text, section: $0.section) },
            servings: page.servings.flatMap { Int(exactly: $0.rounded()) },
            cookingMinutes: page.cookMinutes
        )
        servingsText = page.servingsText
        prepMinutes = page.prepMinutes
        totalMinutes = page.totalMinutes
        steps = page.steps.map {
            RecipeStep(text: $0.text, name: $0.name, section: $0.section, imageURL: $0.pictures.first)
        }
        summary = page.summary
        authors = page.authors
        categories = page.categories
        cuisines = page.cuisines
        keywords = page.keywords
        nutrition = page.nutrition.map {
            NutritionFact(name: $0.key, amount: $0.number, unit: $0.unit, text: $0.text)
        }
        rating = page.rating
        ratingCount = page.ratingCount
        language = page.language
        canonicalURL = page.canonicalURL
        videos = page.videos
        pictures = page.pictures.map { ItemPicture(url: $0) }
        for (field, origin) in page.origins { origins[field.column] = FieldOrigin(rawValue: origin.rawValue) }
        origins["imageURL"] = origins["recipePicture"]
    }
}

extension PageRecipe.Field {
    /// The name of the catalog's column or list.
    fileprivate var column: String {
        switch self {
        case .ingredients: "ingredient"
        case .steps: "step"
        case .cookMinutes: "cookingMinutes"
        case .pictures: "recipePicture"
        default: rawValue
        }
    }
}

extension Article {
    /// What a page says, as a record of the catalog.
    fileprivate init(_ article: ReaderArticle, urn: String) {
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
    fileprivate func candidate(nearestTo width: Int) -> String {
        let stated = candidates.filter { $0.width > 0 }
        let enough = stated.filter { $0.width >= width }.min { $0.width < $1.width }
        return (enough ?? stated.max { $0.width < $1.width })?.url ?? url
    }
}
