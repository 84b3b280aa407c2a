internal import LarderModel
internal import LarderSourceDefinitions

/// Reads NewsAPI, versions 1 and 2.
struct NewsReader: SourceReader {
    let definition: SourceDefinition
    let apiKey: String?

    var version: Int { 3 }

    private var isV1: Bool { definition.kind == .newsAPIv1 }

    /// How many articles a page of version 2 has; version 1 has one page.
    private var pageSize: Int { min(definition.pageSize ?? 100, definition.limit ?? 100) }

    /// The order that the definition asks for; empty: the API's own.
    private var sort: String { definition.sort?.requestWord ?? "" }

    func firstJobs() -> [FoundJob] {
        guard definition.queries.isEmpty else {
            return definition.queries.map { FoundJobs.api(definition, .search(SearchWork(query: $0))) }
        }
        return [FoundJobs.api(definition, .discover(DiscoverWork(target: "sources")))]
    }

    /// Version 1 asks for an outlet in one order, version 2 for an outlet.
    private func search(outlet: String, sort: String = "") -> FoundJob {
        FoundJobs.api(definition, .search(SearchWork(outlet: outlet, sort: sort)))
    }

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        let address: WebAddress
        switch spec.work {
        case .discover(let work) where work.target == "sources":
            address = definition.base.endpoint(
                isV1 ? "/v1/sources" : "/v2/sources",
                query: [
                    ("category", definition.category?.rawValue), ("language", definition.language?.rawValue),
                    ("country", definition.country?.rawValue),
                ]
            )
        case .search(let work): address = isV1 ? searchURLv1(work) : searchURLv2(work)
        default: return try CommonRequests.request(for: spec, definition: definition)
        }
        let key = apiKey.map { HeaderField(name: "X-Api-Key", value: $0) }
        return SourceRequest(address, headers: key.map { [$0] } ?? [], accept: CommonRequests.jsonAccept)
    }

    private func searchURLv1(_ work: SearchWork) -> WebAddress {
        definition.base.endpoint(
            "/v1/articles",
            query: [("source", work.outlet.isEmpty ? work.query : work.outlet), ("sortBy", work.sort.nonEmpty)]
        )
    }

    private func searchURLv2(_ work: SearchWork) -> WebAddress {
        let isHeadlines = work.outlet.isEmpty && (definition.category != nil || definition.country != nil)
        let outlets = work.outlet.isEmpty ? definition.outlets.joined(separator: ",") : work.outlet
        return definition.base.endpoint(
            isHeadlines ? "/v2/top-headlines" : "/v2/everything",
            query: [
                ("q", work.query.nonEmpty), ("sources", outlets.nonEmpty),
                ("category", isHeadlines ? definition.category?.rawValue : nil),
                ("country", isHeadlines ? definition.country?.rawValue : nil),
                ("language", definition.language?.rawValue),
                ("sortBy", isHeadlines ? nil : definition.sort?.requestWord),
                ("pageSize", "\(pageSize)"), ("page", "\(work.page)"),
            ]
        )
    }

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        switch spec.work {
        case .discover(let work) where work.target == "sources": try readOutlets(into: &builder)
        case .search(let work): try readArticles(work, into: &builder)
        default: throw unreadable(spec)
        }
    }

    private func readOutlets(into builder: inout EffectBuilder) throws(ReadFailure) {
        let rules = builder.rules(isEndpoint: true)
        guard case .answer(let json) = try NewsErrors(rules: rules).outcome("the list of outlets") else {
            throw rules.quotaExhausted("tomorrow (UTC)")
        }
        let wanted = Set(definition.outlets)
        var listed: Set<String> = []
        for item in try rules.list("sources", json["sources"]) {
            guard let outlet = NewsRecords.outlet(item, into: &builder) else { continue }
            guard wanted.isEmpty || wanted.contains(outlet.outletID), listed.insert(outlet.outletID).inserted else {
                continue
            }
            builder.add(outlet)
            builder.addProvenance(of: outlet.urn)
            for sort in sorts(of: outlet, &builder) { builder.add(search(outlet: outlet.outletID, sort: sort)) }
        }
        let isFiltered = definition.category != nil || definition.language != nil || definition.country != nil
        for outlet in definition.outlets where !listed.contains(outlet) {
            let fate =
                isFiltered
                ? "it is left out, as category, language or country may not fit." : "it is asked all the same."
            builder.note(.outletNotListed, "The outlet \"\(outlet)\" is not in the API's list; \(fate)")
            if !isFiltered { builder.add(search(outlet: outlet, sort: isV1 ? sort : "")) }
        }
    }

    /// The orders to ask an outlet in; the empty word is the API's own.
    private func sorts(of outlet: Outlet, _ builder: inout EffectBuilder) -> [String] {
        guard isV1, !outlet.sortOrders.isEmpty else { return [isV1 ? sort : ""] }
        guard let sort = definition.sort?.requestWord else { return outlet.sortOrders }
        if outlet.sortOrders.contains(sort) { return [sort] }
        let message =
            "The outlet \"\(outlet.outletID.shortened(to: 60))\" offers no order \"\(sort)\", only "
            + "\(outlet.sortOrders.joined(separator: ", ").shortened(to: 120)); it is left out."
        builder.note(.sortNotOffered, message)
        return []
    }

    private func readArticles(_ work: SearchWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let rules = builder.rules(isEndpoint: true)
        let json: JSONValue
        switch try NewsErrors(rules: rules).outcome("the outlet") {
        case .answer(let value): json = value
        case .resultsLimit(let said):
            builder.note(
                .resultsLimit,
                "\(definition.name): the API's plan gives no results from page \(work.page) on (\"\(said)\"); "
                    + "what came before stays. A narrower query or a larger plan gives more."
            )
            return
        }
        let items = try rules.list("articles", json["articles"])
        let before = isV1 ? 0 : (max(work.page, 1) - 1) * pageSize
        let limit = definition.limit ?? .max
        let list = ItemList(
            query: work.query,
            outlet: work.outlet,
            sort: isV1 ? work.sort : sort,
            category: definition.category?.rawValue ?? ""
        )
        var seen: Set<String> = []
        for (offset, item) in items.enumerated() where before + offset < limit {
            let outletID = isV1 ? json["source"]?.string ?? work.outlet : nil
            guard let article = NewsRecords.article(item, outletID: outletID, into: &builder) else { continue }
            guard seen.insert(article.urn).inserted else { continue }
            builder.add(article)
            builder.addProvenance(of: article.urn)
            builder.addListing(of: article.urn, position: before + offset, list: list)
            NewsRecords.follow(article, into: &builder)
        }
        if !isV1 { addNextPage(after: work, items: items.count, total: json["totalResults"]?.integer, to: &builder) }
    }

    private func addNextPage(after work: SearchWork, items: Int, total: Int?, to builder: inout EffectBuilder) {
        let asked = max(work.page, 1) * pageSize
        // Without a total, a full page means that there may be another one.
        let available = total ?? (items < pageSize ? 0 : .max)
        guard items > 0, asked < min(available, definition.limit ?? .max) else { return }
        builder.addPage(after: work)
    }
}
