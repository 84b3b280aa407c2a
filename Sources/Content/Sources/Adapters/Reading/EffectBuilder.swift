internal import LarderFeeds
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

/// Collects the records, jobs and notes of one answer.
package struct EffectBuilder {
    let definition: SourceDefinition
    let answer: SourceAnswer
    let version: Int
    /// The job that the answer is for; nil: no sync asked for it.
    private let work: JobSpec.Work?
    private(set) var reading = SourceReading()
    private var foundURNs: Set<JobURN> = []
    private var omittedNotes = 0
    /// What exceeded the bounds of one result.
    private var omitted: [RecordBound: Int] = [:]

    init(definition: SourceDefinition, answer: SourceAnswer, version: Int, work: JobSpec.Work? = nil) {
        self.definition = definition
        self.answer = answer
        self.version = version
        self.work = work
    }

    var url: String { answer.redactedURL }

    func rules(isEndpoint: Bool = false) -> StatusRules {
        StatusRules(definition: definition, answer: answer, isEndpoint: isEndpoint)
    }

    // MARK: Records and jobs

    mutating func add(_ recipe: Recipe) { add(recipe, to: \.recipes) }
    mutating func add(_ article: Article) { add(article, to: \.articles) }
    mutating func add(_ outlet: Outlet) { add(outlet, to: \.outlets) }

    /// Adds a job, unless there is one with the same URN.
    mutating func add(_ job: FoundJob) {
        guard foundURNs.insert(job.urn).inserted else { return }
        guard reading.effect.found.count >= RecordBound.foundJobs.limit else {
            reading.effect.found.append(job)
            return
        }
        omitted[.foundJobs, default: 0] += 1
        // The next page of a search comes last, and must not be lost for the items of this one.
        guard job.spec.kind == .search, let last = reading.effect.found.lastIndex(where: { $0.spec.kind != .search })
        else { return }
        reading.effect.found[last] = job
    }

    /// Adds the job of a list's next page, or a note after the last page that is asked for.
    mutating func addPage(after work: SearchWork, cursor: String? = nil, what: String = "search", of job: String = "") {
        var next = work
        next.page = max(1, work.page) + 1
        if let cursor { next.cursor = cursor }
        guard next.page <= RecordBound.searchPages.limit else {
            let message = "The \(what) ends at page \(next.page - 1), the highest that is asked for."
            return note(.pageLimit, message, of: job)
        }
        add(FoundJobs.api(definition, .search(next)))
    }

    private mutating func add<Record>(_ record: Record, to list: WritableKeyPath<JobEffect, [Record]>) {
        guard reading.effect[keyPath: list].count < RecordBound.records.limit else {
            omitted[.records, default: 0] += 1
            return
        }
        reading.effect[keyPath: list].append(record)
    }

    // MARK: Notes

    /// Notes that an answer is of another item than the one that was asked for, if it is.
    ///
    /// A number and a word are not compared: an API may list slugs and give its details a number as their id.
    ///
    /// - Parameter ids: The ids of the answer's item. It is the item that was asked for if one of them is `asked`, or
    ///   if there are none.
    /// - Returns: Whether it is of another item.
    mutating func skipsOther(_ ids: [String], asked: String) -> Bool {
        func isOther(_ id: String) -> Bool {
            switch (Int(id), Int(asked)) {
            case (nil, nil): id.lowercased() != asked.lowercased()
            case (let id?, let asked?): id != asked
            default: false
            }
        }
        guard !asked.isEmpty, let id = ids.first, ids.allSatisfy(isOther) else { return false }
        let (name, own) = (asked.shortened(to: 60), id.shortened(to: 60))
        noteOfJob(.recordSkipped, "\(url) was asked for the item \(name) and gave the item \(own), which is not taken.")
        return true
    }

    /// The URN of the job that the answer is for; empty: no sync asked for it.
    var job: String { work.map { JobSpec(source: definition.name, work: $0).urn.description } ?? "" }

    mutating func noteOfJob(_ code: NoteCode, _ message: String) { note(code, message, of: job) }

    /// Adds a note about cut fields of a record, if there are any.
    mutating func noteCuts(_ names: [String], of what: String, urn: String) {
        guard !names.isEmpty else { return }
        let list = Set(names).sorted().joined(separator: ", ").shortened(to: 200)
        note(.fieldCut, "\(what) has fields that are too long: \(list).", of: urn)
    }

    /// Adds a note if `include` and `exclude` leave none of the pages that a list names.
    mutating func noteNoneIncluded(_ pages: [WebAddress]) {
        guard !pages.isEmpty, !pages.contains(where: definition.scope.hasPath) else { return }
        noteOfJob(.noneIncluded, definition.scope.noneIncluded(of: pages.count, at: url))
    }

    /// - Parameter urn: The item's or the job's; empty where the note is about neither.
    mutating func note(_ code: NoteCode, _ message: String, of urn: String = "") {
        guard reading.effect.notes.count < RecordBound.notes.limit - 1 else {
            omittedNotes += 1
            return
        }
        reading.effect.notes.append(JobNote(code: code.rawValue, message: message, urn: urn))
    }

    mutating func addProvenance(of urn: String, origin: RecordOrigin = .record) {
        guard reading.effect.provenance.count < RecordBound.provenance.limit else { return }
        reading.effect.provenance[urn] = Provenance(
            url: answer.redactedURL,
            fetchedAt: answer.fetchedAtMs,
            validator: answer.validator,
            digest: answer.bodyDigest,
            readerVersion: version,
            origin: origin
        )
    }

    /// Records an item's place in the list that the answer is a page of.
    mutating func addListing(of urn: String, position: Int, list: ItemList) {
        guard reading.effect.listings.count < RecordBound.listings.limit else { return }
        reading.effect.listings.append(ListEntry(itemURN: urn, position: position, list: list))
    }

    /// Adds the download job of an item's picture, where pictures are wanted; returns the picture's URN, or nil where
    /// there is none.
    mutating func addImage(_ url: String?, of title: String) -> String? {
        addImage([url].compactMap { $0.map { ReaderPictureCandidate(url: $0, width: 0) } }, of: title)
    }

    /// The same for a picture with several files.
    mutating func addImage(_ files: [ReaderPictureCandidate], of title: String) -> String? {
        let files = PictureChoice.files(files, for: definition.images.widest)
        guard let url = files.first, case let text = url.trimmedASCII, !text.isEmpty else { return nil }
        // A relative image URL begins with a slash; any other word ("none", "N/A") is no URL.
        guard let address = WebAddress(text, relativeTo: text.hasPrefix("/") ? definition.base : nil) else {
            note(
                .badImageURL,
                "\"\(title.shortened(to: 80))\" has an image URL that is no web address: \(url.shortened(to: 200))"
            )
            return nil
        }
        let urn = RecordURN.image(source: definition.name, url: address.description)
        let others = files.dropFirst().compactMap { WebAddress($0)?.description }
        if definition.images.areWanted {
            add(FoundJobs.image(source: definition.name, urn: urn, address: address, alternatives: others))
        }
        return urn
    }

    /// Finds an item's page, which need not be asked for again if it was fetched after its last change.
    ///
    /// - Parameter changed: When it was changed at the latest, in milliseconds since 1970; nil: unknown.
    mutating func page(_ url: String?, itemURN: String, title: String, changed: Int64? = nil) {
        guard definition.pages, let url, !url.trimmedASCII.isEmpty else { return }
        guard let address = WebAddress(url) else {
            note(
                .badPageURL,
                "\"\(title.shortened(to: 80))\" has a page URL that is no web address: \(url.shortened(to: 200))"
            )
            return
        }
        follow(address, itemURN: itemURN, changed: changed)
    }

    /// Stores a piece of HTML for its text job; returns the plain text.
    mutating func fragment(_ text: String?, role: ItemTextRole, itemURN: String, baseURL: String?) -> String? {
        guard let text, MarkupTest.isMarkup(text) else { return text }
        let bytes = Array(text.utf8)
        reading.fragments.append(
            SourceReading.Fragment(bytes: bytes, role: role, itemURN: itemURN, baseURL: baseURL ?? "")
        )
        return FragmentText.plain(text)
    }

    /// Stores the HTML of an article without its page; it is read as a page is, for its text and its pictures.
    mutating func addBody(html: String, title: String, itemURN: String, baseURL: String) {
        let title = FeedText(title, isHTML: false).html
        let meta = "<meta charset=\"utf-8\"><meta property=\"og:type\" content=\"article\">"
        let head = "<!doctype html><html><head>\(meta)<title>\(title)</title></head>"
        let page = "\(head)<body><article><h1>\(title)</h1>\(html)</article></body></html>"
        let body = SourceReading.Fragment(bytes: Array(page.utf8), role: .body, itemURN: itemURN, baseURL: baseURL)
        reading.fragments.append(body)
    }

    /// The reading; its effect's size is checked where it is packed.
    func finished() -> SourceReading {
        var reading = reading
        let over = omitted.sorted { $0.key.rawValue < $1.key.rawValue }
        let cuts = over.map { JobNote(over: $0.key, of: "", leftOut: $0.value, named: answer.redactedURL) }
        reading.effect.notes.insert(contentsOf: cuts, at: 0)
        guard omittedNotes > 0 else { return reading }
        reading.effect.notes.append(
            JobNote(
                code: NoteCode.furtherNotes.rawValue,
                message: "\(omittedNotes) further notes on \(answer.redactedURL) were left out."
            )
        )
        return reading
    }
}
