internal import LarderAttributedHTML
internal import LarderAttributedText
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import LarderTemplates

/// The texts of a page and the jobs that they lead to.
extension PageStage {
    /// - Parameter base: What links are relative to; nil: the page's own address.
    mutating func text(
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

    /// The main parts of all pages; where a single page (`document`) has none, its whole text.
    mutating func body(
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
        body.place = isFound && templated == nil ? place(of: article.body.leaves) : nil
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
        body.nextPage = addNextPage(isFound ? pages.next : nil)
        return body
    }

    /// The nodes of a text as ``RenderedText/place`` has them.
    private func place(of nodes: [NodeID]) -> String? {
        var ranges: [Range<UInt32>] = []
        for node in nodes.map(\.rawValue).sorted() where node >= ranges.last?.upperBound ?? 0 {
            if let last = ranges.last, last.upperBound == node {
                ranges[ranges.count - 1] = last.lowerBound..<(node + 1)
            } else {
                ranges.append(node..<(node + 1))
            }
        }
        guard !ranges.isEmpty else { return nil }
        return JSONWriter.text { json in
            json.array { json in
                var next: UInt32 = 0
                for range in ranges {
                    json.value(Int(range.lowerBound - next))
                    if range.count > 1 { json.value(1 - range.count) }
                    next = range.upperBound
                }
            }
        }
    }

    /// The text of each page's part by itself.
    private func texts(of parts: [String]) -> [String] {
        let renderer = TextRenderer(definition.text.options(isFragment: false))
        return parts.map { renderer.render(HTMLDocument(parsing: $0)).text }
    }

    /// Adds the job of the article's next page; returns the page's address, or nil where there is none.
    private mutating func addNextPage(_ url: String?) -> String? {
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

    /// The item laid out by the source's template; nil: there is no template, or the page has no fields of the item.
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

    /// The pictures in a text; adds their download jobs.
    private mutating func pictures(in text: AttributedText, of found: [ReaderPicture]) -> [TextPicture] {
        var known = Dictionary(grouping: found, by: \.url).mapValues { $0[...] }
        var pictures: [TextPicture] = []
        for run in text.runs {
            guard case .attachment(let index) = run.attributes.role else { continue }
            let attachment = text.attachments[index]
            guard attachment.kind == .image else { continue }
            // A picture that stands in the text twice has a caption each time.
            let picture = known[attachment.url]?.first
            if let same = known[attachment.url], same.count > 1 { known[attachment.url]?.removeFirst() }
            let files = picture.map(files) ?? [attachment.url]
            pictures.append(
                TextPicture(
                    url: files.first.flatMap { WebAddress($0) }?.description ?? attachment.url,
                    imageURN: addImage(files),
                    start: run.start,
                    alternative: attachment.alternative,
                    caption: picture?.caption
                )
            )
        }
        return pictures
    }

    /// Adds the download job of the item's own picture: of the same file as where the text shows that picture.
    ///
    /// - Returns: See ``addImage(_:)``.
    mutating func addLead(_ url: String?, _ shown: [ReaderPicture]) -> String? {
        guard let url else { return nil }
        leads.append(url)
        return addImage(shown.first { $0.candidates(with: url) != nil }.map(files) ?? [url])
    }

    /// The files of a picture in the text, those of the item's own picture among them where it is the same.
    private func files(of picture: ReaderPicture) -> [String] {
        let candidates = leads.firstNonNil { picture.candidates(with: $0) } ?? picture.candidates
        return PictureChoice.files(candidates, for: definition.images.widest)
    }

    /// Adds the download job of a picture of the item.
    mutating func addImage(_ url: String?) -> String? { addImage([url].compactMap(\.self)) }

    /// Adds the download job of a picture that has these files, the best first.
    ///
    /// - Returns: The picture's URN; nil where pictures are not wanted or the first file has no web address.
    private mutating func addImage(_ files: [String]) -> String? {
        guard definition.images.areWanted, let address = files.first.flatMap({ WebAddress($0) }) else { return nil }
        let urn = RecordURN.image(source: definition.name, url: address.description)
        let others = files.dropFirst().compactMap { WebAddress($0)?.description }
        let found = FoundJobs.image(source: definition.name, urn: urn, address: address, alternatives: others)
        guard !effect.found.contains(where: { $0.urn == found.urn }) else { return urn }
        if effect.found.count < RecordBound.pictures.limit { effect.found.append(found) } else { leftOut += 1 }
        return urn
    }
}
