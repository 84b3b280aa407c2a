internal import LarderHTML
internal import LarderModel
internal import LarderSourceDefinitions

/// Reads the articles of a MediaWiki wiki by its API: lists of all pages, and the text of each.
///
/// Each list names the pages' last revisions. A page whose text was read after its last revision is not asked for
/// again.
struct MediaWikiReader: SourceReader {
    let definition: SourceDefinition

    var version: Int { 1 }

    private var options: MediaWikiOptions { definition.mediaWiki }

    /// The most pages of a list whose revisions come with it.
    private static let pageSize = 50
    /// A list may go on with further properties of the same pages for a while.
    private static let maxOldPages = 20
    /// So many parts without any page count as one with known pages: filters of a wiki leave many empty.
    private static let emptyPages = 50

    func firstJobs() -> [FoundJob] {
        options.namespaces.map { FoundJobs.api(definition, .search(SearchWork(outlet: "\($0)"))) }
    }

    // MARK: Requests

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        switch spec.work {
        case .search(let work):
            let size = min(definition.limit ?? Self.pageSize, definition.pageSize ?? Self.pageSize)
            return api(
                "query",
                [
                    ("generator", "allpages"), ("gapnamespace", work.outlet), ("gapfilterredir", "nonredirects"),
                    ("gaplimit", "\(size)"), ("prop", "info|revisions"), ("inprop", "url|displaytitle"),
                    ("rvprop", "ids|timestamp|user"),
                ] + ListProgress(cursor: work.cursor).continuation.map { ($0.name, $0.value) }
            )
        case .record(let work):
            return api(
                "parse",
                [
                    ("pageid", work.recordID), ("prop", "text|categories|displaytitle"), ("disableeditsection", "1"),
                    ("disabletoc", "1"), ("disablelimitreport", "1"),
                ]
            )
        default: return try CommonRequests.request(for: spec, definition: definition)
        }
    }

    private func api(_ action: String, _ query: [(name: String, value: String?)]) -> SourceRequest {
        let always: [(name: String, value: String?)] = [
            ("action", action), ("format", "json"), ("formatversion", "2"),
        ]
        return SourceRequest(
            definition.base.endpoint("/api.php", query: always + query),
            accept: CommonRequests.jsonAccept
        )
    }

    // MARK: Answers

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        switch spec.work {
        case .search(let work): try readList(work, into: &builder)
        case .record(let work): try readArticle(work, into: &builder)
        default: throw unreadable(spec)
        }
    }

    /// The answer's JSON; errors of MediaWiki have the status 200.
    private func json(_ builder: EffectBuilder, _ what: String) throws(ReadFailure) -> JSONValue {
        let rules = builder.rules(isEndpoint: true)
        if let failure = rules.statusFailure(what) { throw failure }
        let json = try rules.json()
        guard let error = json["error"] else { return json }
        let code = error["code"]?.text ?? ""
        let said = "\(code.shortened(to: 60)): \"\((error["info"]?.string ?? "").shortened(to: 200))\""
        switch code {
        case "missingtitle", "nosuchpageid", "nosuchrevid": throw rules.notFound(what)
        case "readapidenied", "permissiondenied":
            throw rules.failure(.permanent, .pageRefused, "the wiki does not give \(what) to everybody (\(said)).")
        case "ratelimited": throw rules.throttled
        case _ where code.hasPrefix("internal_api_error") || code == "maxlag" || code == "readonly":
            throw rules.failure(.retryable, .sourceError, "the wiki reports an error (\(said)).")
        default: throw rules.failure(.permanent, .badRequest, "the wiki does not take the request (\(said)).")
        }
    }

    private func readList(_ work: SearchWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let json = try json(builder, "the list of pages")
        guard json.members != nil, json["query"] != nil || json["batchcomplete"] != nil || json["continue"] != nil
        else {
            throw builder.rules(isEndpoint: true).otherForm("JSON, and no list as MediaWiki gives")
        }
        let pages = json["query"]?["pages"]?.items ?? []
        let before = ListProgress(cursor: work.cursor)
        let limit = definition.limit ?? .max
        let records = MediaWikiRecords(definition: definition)
        let list = ItemList(outlet: work.outlet)
        for (offset, page) in pages.enumerated() where before.count + offset < limit {
            guard let urn = records.add(page, to: &builder) else { continue }
            builder.addListing(of: urn, position: before.count + offset, list: list)
        }
        if work.page <= 1, json["continue"] == nil { builder.noteNoneIncluded(pages.compactMap(records.address)) }
        var after = before
        after.count += pages.count
        guard after.count < limit else { return }
        let marks = pages.compactMap { $0["pageid"]?.text.map(Marks.mark) }
        let weight = pages.isEmpty ? 1 : Self.emptyPages
        after.oldPages = before.ids.all.isSuperset(of: marks) ? before.oldPages + weight : 0
        after.ids.append(marks)
        guard after.oldPages < Self.maxOldPages * Self.emptyPages else {
            let count = Self.maxOldPages * (pages.isEmpty ? Self.emptyPages : 1)
            let message = "\(count) pages of the list in a row brought nothing new, so it ends at \(builder.url)."
            return builder.noteOfJob(.repeatedPage, message)
        }
        let more = json["continue"]
        // Other members would replace what a request always says.
        let isOwn = more?.members?.allSatisfy { $0.name.hasSuffix("continue") } ?? true
        switch isOwn ? after.goOn(by: more) : .unusable {
        case .none:
            // MediaWiki says `batchcomplete` since its version 1.25.
            guard json["batchcomplete"] != nil, json["warnings"]?.json.contains("truncated") != true else {
                let message =
                    "\(builder.url) does not say how its list goes on, and has no `batchcomplete` or calls itself truncated, so "
                    + "nothing is taken for gone."
                return builder.noteOfJob(.listChanged, message)
            }
            // What a part before names is a page: none is there only where it was removed meanwhile, or by a fault.
            guard pages.isEmpty, work.page > 1 else { return }
            let message =
                "\(builder.url) has no page, though the part of the list before names one; the list may not be whole."
            return builder.noteOfJob(.listChanged, message)
        case .kept: break
        case .unusable: return builder.noteOfJob(.listBroken, ListProgress.unusable(at: builder.url))
        }
        let mark = Marks.mark(after.next)
        guard !before.asked.all.contains(mark) else {
            let message = "The next page that \(builder.url) names was asked for before, so the list ends here."
            return builder.noteOfJob(.repeatedCursor, message)
        }
        after.asked.append([mark])
        builder.addPage(after: work, cursor: after.cursor, what: "list")
    }

    private func readArticle(_ work: RecordWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let json = try json(builder, "the page")
        guard let page = json["parse"], let text = page["text"]?.string ?? page["text"]?["*"]?.string,
            page["pageid"].map({ $0.text?.isSame(as: work.recordID) ?? false }) ?? true
        else {
            throw builder.rules().otherForm("JSON, and no page as MediaWiki gives")
        }
        MediaWikiRecords(definition: definition).add(page, html: text, of: work, to: &builder)
    }
}
