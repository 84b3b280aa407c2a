internal import LarderAttributedHTML
internal import LarderCache
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// Reads cached HTML: a page's main part and its item's fields; the text of a record's fragment.
struct PageStage {
    /// Raised whenever the same HTML gives another result, so that stored texts are made again.
    ///
    /// 12: texts keep the places that their own links lead to.
    static let version = 12

    let work: TextWork
    let definition: SourceDefinition
    let job: RunningJob
    var effect = JobEffect()
    /// Pictures above the bound of one item.
    var leftOut = 0
    /// The addresses of the item's own pictures, which the text may show too, perhaps in another size.
    var leads: [String] = []
    /// The encoding of the HTML.
    var encoding: String?

    init(_ work: TextWork, _ definition: SourceDefinition, _ job: RunningJob) {
        self.work = work
        self.definition = definition
        self.job = job
    }

    /// - Throws: ``CacheError``; `CancellationError` between two steps, when the job was cancelled.
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
                if let note = note(ofLeftOut: article, in: document) { effect.notes.append(note) }
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
    func note(over bound: RecordBound, of urn: String, leftOut: Int?) -> JobNote {
        JobNote(over: bound, of: urn, leftOut: leftOut, named: work.baseURL.nonEmpty)
    }

    /// What the reader left out inside the article's own element: characters by rule, without the headline; nil:
    /// nothing.
    private func note(ofLeftOut article: ReaderArticle, in document: HTMLDocument) -> JobNote? {
        var sizes: [String: Int] = [:]
        for part in article.leftOut where part.rule != ReaderLeftOut.headline {
            let count = part.block.text(in: document).unicodeScalars.count
            if count > 0 { sizes[part.rule, default: 0] += count }
        }
        guard !sizes.isEmpty else { return nil }
        let rules = sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value.grouped) by the rule \($0.key)" }
        let count = sizes.values.reduce(0, +)
        return JobNote(
            code: NoteCode.textLeftOut.rawValue,
            message:
                "\(count.counted("character")) inside the article's element \(count == 1 ? "is" : "are") left out: "
                + rules.joined(separator: ", ") + ". `text: {whole-page: true}` keeps a text of all.",
            urn: work.textURN
        )
    }

    /// Notes on a further page of the article that the body lacks.
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
}
