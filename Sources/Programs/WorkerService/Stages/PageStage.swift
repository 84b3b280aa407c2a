internal import LarderAttributedHTML
internal import LarderCache
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import LarderTemplates

/// Reads cached HTML: of a page its main part and what it says of its item, of a piece out of a record the text.
struct PageStage {
    /// Raised whenever the same HTML gives another result, so that what was kept of it can be made anew.
    static let version = 8

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
        var pages = ArticlePages(of: work.pages.count)
        var own: (article: ReaderArticle, language: String?)?
        var cuts: [(bound: RecordBound, leftOut: Int?)] = []
        for page in work.pages {
            cuts += try CachedHTML.read(page, from: cache, job) { html in
                try job.enter(.layout)
                let document = html.document
                if own == nil { encoding = html.encoding.rawValue }
                guard work.role == .body else {
                    effect.texts = [text(of: document, role: work.role).stored]
                    return
                }
                let start = work.baseURL.nonEmpty
                let reading = WebPage(document, url: page.url)
                let article = ArticleReader.read(reading, firstPage: start)
                try job.enter(.layout)
                pages.add(article, in: document, url: page.url, askedURL: page.askedURL)
                guard own == nil else { return }
                own = (article, document.language)
                // The item's own pictures come first, should there be too many.
                addItem(article, reading)
                if work.further.isEmpty { effect.texts = [body(article, pages, document.language, in: document)] }
                if work.isWholePageWanted { effect.texts.append(text(of: document, role: .page).stored) }
            }.cuts
        }
        if let own, !work.further.isEmpty {
            try CachedHTML.inTurn(pages.markup.utf8.count, job) {
                effect.texts.insert(body(own.article, pages, own.language, in: nil), at: 0)
            }
        }
        if leftOut > 0 { effect.notes.append(note(over: .pictures, of: work.itemURN, leftOut: leftOut)) }
        if let bytes = pages.leftOutBytes { cuts.append((.htmlBytes, bytes)) }
        for cut in cuts { effect.notes.append(note(over: cut.bound, of: work.textURN, leftOut: cut.leftOut)) }
        effect.notes += notes(ofEnd: pages)
        return effect
    }

    /// A note that names the page, or a fragment's item by its URN.
    private func note(over bound: RecordBound, of urn: String, leftOut: Int?) -> JobNote {
        JobNote(over: bound, of: urn, leftOut: leftOut, named: work.baseURL.nonEmpty)
    }

    /// What tells why the body ends before a further page of the article that was fetched, or is not to be.
    private func notes(ofEnd pages: ArticlePages) -> [JobNote] {
        let (urn, source) = (work.textURN, definition.name)
        if let refusal = pages.refusal, let page = work.further.last {
            // Numbers that count pages of comments lead to the article again: it lacks nothing.
            guard refusal != .repeated else { return [] }
            return FurtherPageNotes.missing(
                refusal.rawValue,
                page: work.pages.count,
                at: page.address,
                of: urn,
                source: source
            )
        }
        guard let next = pages.nextElsewhere else { return [] }
        return FurtherPageNotes.elsewhere(next, article: work.baseURL, of: urn, source: source)
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
            effect.notes.append(note(over: cut.bound, of: urn, leftOut: cut.leftOut))
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
        stored.optionsHash = definition.optionsHash(for: work)
        return (stored, text)
    }

    /// The main parts of all pages; where a single page has none, all that it shows.
    ///
    /// - Parameters:
    ///   - article: Of the item's own page.
    ///   - document: That page where it is the only one.
    private mutating func body(
        _ article: ReaderArticle,
        _ pages: ArticlePages,
        _ language: String?,
        in document: HTMLDocument?
    ) -> RenderedText {
        let isFound = document == nil || article.method == .linkedData || !article.body.leaves.isEmpty
        let markup = isFound ? pages.markup : ""
        let templated = laidOut(markup)
        let main = templated ?? (isFound ? nil : document) ?? HTMLDocument(parsing: markup)
        var (body, attributed) = text(of: main, role: .body, base: isFound ? article.base : nil)
        body.place = isFound && templated == nil ? NodePlace.json(of: article.body.leaves) : nil
        body.language = language
        body.method = templated == nil ? (isFound ? article.method : .nothing).rawValue : "template"
        body.confidence = (article.confidence * 1_000).rounded() / 1_000
        body.isReadable = article.isReadable
        body.pictures = pictures(in: attributed, of: pages.pictures)
        if !work.further.isEmpty {
            let starts = templated == nil ? PartStarts.find(texts(of: pages.parts), in: body.plain) : []
            body.pages = work.pages.enumerated().map { index, page in
                TextPage(url: page.address, digest: page.digest, start: index < starts.count ? starts[index] : nil)
            }
        }
        body.nextPage = findPage(isFound ? pages.next : nil)
        return body
    }

    /// The text of each page's part by itself.
    private func texts(of parts: [String]) -> [String] {
        let renderer = TextRenderer(definition.text.options(isFragment: false))
        return parts.map { renderer.render(HTMLDocument(parsing: $0)).text }
    }

    /// Finds the next page of the article; its address, or nil where there is none.
    private mutating func findPage(_ url: String?) -> String? {
        guard let address = url.flatMap({ WebAddress($0) }), address.hostPort == WebAddress(work.baseURL)?.hostPort
        else { return nil }
        guard work.pages.count < RecordBound.textPages.limit else {
            effect.notes.append(note(over: .textPages, of: work.textURN, leftOut: nil))
            return address.description
        }
        effect.found.append(
            FoundJobs.page(
                source: definition.name,
                itemURN: work.itemURN,
                address: address,
                freshSince: work.freshSince,
                earlier: work.pages
            )
        )
        return address.description
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
    ///
    /// - Parameter found: What the reader knows of them.
    private mutating func pictures(in text: AttributedText, of found: [ReaderPicture]) -> [TextPicture] {
        let known = Dictionary(found.map { ($0.url, $0) }) { first, _ in first }
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
    private mutating func addItem(_ article: ReaderArticle, _ reading: WebPage) {
        if work.itemURN.hasPrefix(RecordKind.recipe.rawValue + ":") {
            guard let page = RecipePageReader.read(reading) else {
                if let note = MissingRecipe.note(of: work.itemURN, definition) { effect.notes.append(note) }
                return
            }
            effect.recipes = [linked(page.recipe, urn: work.itemURN)]
        } else {
            var item = Article(article, urn: work.itemURN)
            item.canonicalURL = reading.head.canonicalURL
            item.imageURN = find(item.imageURL)
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

    /// The recipe under a URN, its pictures found as jobs.
    private mutating func linked(_ recipe: Recipe, urn: String) -> Recipe {
        var recipe = recipe
        recipe.urn = urn
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
