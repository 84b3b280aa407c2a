internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

/// Reads food2fork, forkify v1 and forkify v2, which differ in their URLs, their envelopes and their paging.
struct RecipeReader: SourceReader {
    let definition: SourceDefinition
    let apiKey: String?

    var version: Int { 2 }

    func firstJobs() -> [FoundJob] {
        definition.queries.map { FoundJobs.api(definition, .search(SearchWork(query: $0))) }
    }

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        switch spec.work {
        case .search(let work): api(searchURL(work, key: nil), searchURL(work, key: apiKey))
        case .record(let work) where !work.recordID.isEmpty:
            api(recordURL(work.recordID, key: nil), recordURL(work.recordID, key: apiKey))
        default: try CommonRequests.request(for: spec, definition: definition)
        }
    }

    private func api(_ shown: WebAddress, _ real: WebAddress) -> SourceRequest {
        SourceRequest(shown, signed: real, accept: CommonRequests.jsonAccept)
    }

    private func searchURL(_ work: SearchWork, key: String?) -> WebAddress {
        switch definition.kind {
        case .forkifyV2:
            definition.base.endpoint("/api/v2/recipes", query: [("search", work.query), ("key", key)])
        case .forkifyV1:
            definition.base.endpoint("/api/search", query: [("key", key), ("q", work.query)])
        default:
            definition.base.endpoint(
                "/api/search",
                query: [
                    ("key", key), ("q", work.query), ("sort", definition.sort?.requestWord), ("page", "\(work.page)"),
                    ("count", definition.pageSize.map { "\($0)" }),
                ]
            )
        }
    }

    private func recordURL(_ id: String, key: String?) -> WebAddress {
        if definition.kind == .forkifyV2 {
            return definition.base.endpoint("/api/v2/recipes", query: [("key", key)]).appending(segment: id)
        }
        return definition.base.endpoint("/api/get", query: [("key", key), ("rId", id)])
    }

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        switch spec.work {
        case .search(let work): try readSearch(work, into: &builder)
        case .record(let work) where !work.recordID.isEmpty: try readRecord(work, into: &builder)
        default: throw unreadable(spec)
        }
    }

    private func readSearch(_ work: SearchWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let rules = builder.rules(isEndpoint: true)
        let items: [JSONValue]
        do throws(ReadFailure) {
            items = try Self.recipes(in: RecipeErrors(rules: rules).json("the search"), rules)
        } catch
            where error.code == .notFound && definition.kind == .forkifyV1
            && ![404, 410].contains(builder.answer.status)
        {
            // forkify v1 calls a word without hits an error.
            items = []
        }
        let progress = SearchProgress(cursor: work.cursor)
        let list = ItemList(query: work.query, sort: definition.sort?.requestWord ?? "")
        var ids: [String] = []
        for (offset, item) in items.enumerated() where progress.count + offset < definition.limit ?? .max {
            guard let id = RecipeRecords.identifier(of: item) else {
                builder.noteOfJob(.entryUnread, "A recipe on \(builder.url) has no id.")
                continue
            }
            ids.append(id)
            let itemURN = RecordURN.recipe(source: definition.name, id: id)
            builder.addListing(of: itemURN, position: progress.count + offset, list: list)
            // The record may say what a list leaves out.
            if item["title"]?.text?.trimmedSpace.nonEmpty != nil,
                let recipe = RecipeRecords.recipe(item, urn: itemURN, into: &builder)
            {
                builder.add(recipe)
                builder.addProvenance(of: itemURN, origin: .list)
            }
            builder.add(FoundJobs.api(definition, .record(RecordWork(recordID: id, itemURN: itemURN))))
        }
        guard definition.kind == .food2fork, !items.isEmpty else { return }
        let next = progress.after(items.count, ids: ids)
        if next.page == progress.page {
            let message = "\(builder.url) is the page before it once more, so the search ends here."
            builder.noteOfJob(.repeatedPage, message)
        } else if next.count < definition.limit ?? .max {
            builder.addPage(after: work, cursor: next.cursor, of: builder.job)
        }
    }

    /// The recipes of a search answer: `recipes`, or `data.recipes` in forkify v2.
    static func recipes(in json: JSONValue, _ rules: StatusRules) throws(ReadFailure) -> [JSONValue] {
        try rules.list("recipes", json["recipes"] ?? json["data"]?["recipes"])
    }

    /// The recipe of a record answer: `recipe`, or `data.recipe` in forkify v2.
    static func recipe(in json: JSONValue, _ rules: StatusRules) throws(ReadFailure) -> JSONValue {
        switch json["recipe"] ?? json["data"]?["recipe"] {
        case .object(let members) where !members.isEmpty: return .object(members)
        case .array(let items) where items.count == 1 && items[0].members?.isEmpty == false: return items[0]
        case .array, .object, .null: throw rules.notFound("the recipe")
        default:
            throw rules.failure(.retryable, .unreadable, "the answer has no \"recipe\". It is asked for again.")
        }
    }

    private func readRecord(_ work: RecordWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let rules = builder.rules()
        let value = try Self.recipe(in: RecipeErrors(rules: rules).json("the recipe"), rules)
        let own = RecipeRecords.identifier(of: value)
        guard !builder.skipsOther(own.map { [$0] } ?? [], asked: work.recordID) else { return }
        let urn = work.itemURN.isEmpty ? RecordURN.recipe(source: definition.name, id: work.recordID) : work.itemURN
        if let recipe = RecipeRecords.recipe(value, id: work.recordID, urn: urn, into: &builder) {
            builder.add(recipe)
            builder.addProvenance(of: recipe.urn)
            builder.page(recipe.sourceURL, itemURN: recipe.urn, title: recipe.title)
        }
    }
}

/// What the pages before named, in the cursor of a page's job: `<items>-<hash of the last ids>`.
///
/// It makes the limit count items instead of pages, and ends a search whose source ignores the page number.
private struct SearchProgress {
    let count: Int
    let page: String

    var cursor: String { "\(count)-\(page)" }

    init(count: Int, page: String) {
        self.count = count
        self.page = page
    }

    init(cursor: String) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        count = max(0, parts.first.flatMap { Int($0) } ?? 0)
        page = parts.count > 1 ? String(parts[1]) : ""
    }

    func after(_ items: Int, ids: [String]) -> SearchProgress {
        let (sum, overflow) = count.addingReportingOverflow(items)
        return SearchProgress(count: overflow ? .max : sum, page: StableHash.hex(ids.joined(separator: "\n")))
    }
}
