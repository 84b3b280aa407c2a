internal import LarderModel
internal import LarderSourceDefinitions

/// Reads the lists of a WordPress site's REST interface in the order of ids, so that new items shift no page.
struct WordPressReader: SourceReader {
    let definition: SourceDefinition

    var version: Int { 2 }

    private var options: WordPressOptions { definition.wordPress }
    /// The most items of a page that WordPress gives.
    private static let maxPageSize = 100

    private func size(of form: ListForm) -> Int {
        form.part == .names
            ? Self.maxPageSize : min(definition.pageSize ?? 50, definition.limit ?? .max, Self.maxPageSize)
    }

    /// How a site's interface is addressed; the raw value is part of jobs.
    private enum Route: String {
        /// `/wp-json/wp/v2/posts`.
        case path
        /// `/?rest_route=/wp/v2/posts`, for sites without permanent links.
        case query
    }

    /// What one list holds, as ``SearchWork/sort`` says it.
    private struct ListForm {
        var part = Part.items
        var route: Route

        /// The raw value stands before the route.
        enum Part: String, CaseIterable {
            /// All items, or those that were changed since a time.
            case items = ""
            /// What was published since a time: WordPress publishes a scheduled post later and leaves its time of
            /// change as it is.
            case published = "published-"
            /// The numbers and addresses of all items: what the others leave out is gone or unchanged.
            case names = "names-"
        }

        init(_ route: Route) { self.route = route }

        init(sort: String) {
            part = Part.allCases.last { sort.hasPrefix($0.rawValue) } ?? .items
            route = Route(rawValue: String(sort.dropFirst(part.rawValue.count))) ?? .path
        }

        var sort: String { part.rawValue + route.rawValue }
    }

    private static let categories = "categories"
    private static let fields =
        "id,date_gmt,modified_gmt,link,type,title,excerpt,content,featured_media,"
        + "jetpack_featured_media_url,_links,_embedded"
    private static let nameFields = "id,link"
    private static let embedded = "author,wp:featuredmedia,wp:term"

    func firstJobs() -> [FoundJob] { firstJobs(.path) }

    /// The route that answered in the sync before is asked first.
    func firstJobs(after hasAnswered: (JobSpec) throws -> Bool) rethrows -> [FoundJob] {
        let known = firstJobs(.query)
        return try known.contains { try hasAnswered($0.spec) } ? known : firstJobs(.path)
    }

    private func firstJobs(_ route: Route) -> [FoundJob] {
        options.categories.isEmpty ? lists(route, categories: "", since: "") : [categoryList(route, since: "")]
    }

    /// - Parameter since: The time of change from which on items are asked for; empty: all are.
    private func categoryList(_ route: Route, since: String) -> FoundJob {
        let target = "\(Self.categories):\(route.rawValue)" + (since.isEmpty ? "" : ":" + since)
        return FoundJobs.api(definition, .discover(DiscoverWork(target: target)))
    }

    /// What the target of ``categoryList(_:since:)`` says.
    private func parts(of target: String) -> (route: Route, since: String) {
        let words = target.split(separator: ":", maxSplits: 2).map { String($0) }
        let route = words.count > 1 ? Route(rawValue: words[1]) : nil
        return (route ?? .path, words.count > 2 ? words[2] : "")
    }

    /// The first page of the lists of each type.
    ///
    /// - Parameter categories: The identifiers of the categories, with commas; empty: all.
    private func lists(_ route: Route, categories: String, since: String) -> [FoundJob] {
        options.types.flatMap { type in
            let whole = SearchWork(query: categories, outlet: type, sort: ListForm(route).sort)
            let works = since.isEmpty ? [whole] : Self.changes(of: whole, since: since)
            return works.map { FoundJobs.api(definition, .search($0)) }
        }
    }

    /// The lists of what was changed and of what was published since a time, and of the names of all items.
    static func changes(of list: SearchWork, since: String) -> [SearchWork] {
        ListForm.Part.allCases.map { part in
            var form = ListForm(sort: list.sort)
            form.part = part
            var work = list
            work.sort = form.sort
            work.cursor = part == .names ? "" : ListProgress(since: since).cursor
            return work
        }
    }

    // MARK: Requests

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        switch spec.work {
        case .discover(let work) where work.target.hasPrefix(Self.categories):
            return api(
                parts(of: work.target).route,
                Self.categories,
                [
                    ("slug", options.categories.joined(separator: ",")), ("per_page", "\(Self.maxPageSize)"),
                    ("_fields", "id,slug,name"),
                ]
            )
        case .search(let work):
            let form = ListForm(sort: work.sort)
            let since = ListProgress(cursor: work.cursor).since.nonEmpty
            return api(
                form.route,
                work.outlet,
                [
                    ("orderby", "id"), ("order", "asc"), ("per_page", "\(size(of: form))"),
                    ("page", "\(max(1, work.page))"), ("categories", work.query.nonEmpty),
                    (form.part == .published ? "after" : "modified_after", since),
                    ("_embed", form.part == .names ? nil : Self.embedded),
                    ("_fields", form.part == .names ? Self.nameFields : Self.fields),
                ]
            )
        case .record(let work):
            let (route, type, id) = Self.parts(ofRecord: work.recordID)
            return api(route, type, item: id, [("_embed", Self.embedded), ("_fields", Self.fields)])
        default: return try CommonRequests.request(for: spec, definition: definition)
        }
    }

    /// The route, the type and the number of a single item.
    private static func parts(ofRecord id: String) -> (route: Route, type: String, id: String) {
        let words = id.split(separator: ":", maxSplits: 2).map { String($0) }
        guard words.count == 3 else { return (.path, "posts", id) }
        return (Route(rawValue: words[0]) ?? .path, words[1], words[2])
    }

    private func api(_ route: Route, _ type: String, item: String? = nil, _ query: [(name: String, value: String?)])
        -> SourceRequest
    {
        let end = item.map { "/" + $0 } ?? ""
        let address =
            switch route {
            case .path: definition.base.endpoint("/wp-json/wp/v2/" + type.percentEncodedWord + end, query: query)
            case .query: definition.base.endpoint("/", query: [("rest_route", "/wp/v2/" + type + end)] + query)
            }
        return SourceRequest(address, accept: CommonRequests.jsonAccept)
    }

    // MARK: Answers

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        switch spec.work {
        case .discover(let work) where work.target.hasPrefix(Self.categories): try readCategories(work, into: &builder)
        case .search(let work): try readList(work, into: &builder)
        case .record(let work): try readItem(work, into: &builder)
        default: throw unreadable(spec)
        }
    }

    private func readCategories(_ work: DiscoverWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let rules = builder.rules(isEndpoint: true)
        let errors = WordPressErrors(rules: rules)
        let (route, since) = parts(of: work.target)
        if route == .path, errors.hasNoRoute {
            builder.add(categoryList(.query, since: since))
            return
        }
        let items = try errors.items("the list of categories")
        var ids: [String] = []
        var slugs: Set<String> = []
        for item in items {
            guard let id = item["id"]?.integer, let slug = item["slug"]?.string else { continue }
            ids.append(String(id))
            slugs.insert(slug.lowercased())
        }
        for slug in options.categories where !slugs.contains(slug.lowercased()) {
            builder.note(.categoryNotListed, "The site has no category with the slug \"\(slug)\"; it is left out.")
        }
        guard !ids.isEmpty else { return }
        for job in lists(route, categories: ids.joined(separator: ","), since: since) { builder.add(job) }
    }

    private func readList(_ work: SearchWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let rules = builder.rules(isEndpoint: work.page <= 1)
        let errors = WordPressErrors(rules: rules)
        let page = max(1, work.page)
        if page > 1, errors.code == "rest_post_invalid_page_number" {
            let before = ListProgress(cursor: work.cursor)
            let different = before.count - before.repeated
            guard different < min(before.total, definition.limit ?? .max) else { return }
            let message =
                "The list had \(before.total) items when its first page was read, and ends before \(builder.url) with "
                + "\(different), so nothing is taken for gone."
            return builder.noteOfJob(.listChanged, message)
        }
        var form = ListForm(sort: work.sort)
        if page == 1, form.route != .query, errors.hasNoRoute {
            var other = work
            // Another address of the same list; the outlet keeps it apart from the first.
            form.route = .query
            other.sort = form.sort
            builder.add(FoundJobs.api(definition, .search(other)))
            return
        }
        let items = try errors.items("the list \(work.outlet)")
        let records = WordPressRecords(definition: definition)
        let list = ItemList(outlet: work.outlet, category: work.query)
        var progress = ListProgress(cursor: work.cursor)
        let isOfChanges = !progress.since.isEmpty
        let pageSize = size(of: form)
        let (before, limit) = ((page - 1) * pageSize, definition.limit ?? .max)
        let ids = items.map { $0["id"]?.text ?? $0.json }
        let new = progress.add(ids)
        var read: Set<JSONValue> = []
        for (offset, item) in items.enumerated() where before + offset < limit {
            guard read.insert(.string(ids[offset])).inserted else { continue }
            guard records.page(of: item) != nil else {
                let entry = "Entry \(offset + 1) of \(builder.url)"
                builder.noteOfJob(.entryUnread, "\(entry) has no address, so what it stands for is not known.")
                continue
            }
            let urn =
                form.part == .names
                ? records.urn(of: item, work.outlet) : records.add(item, of: work.outlet, to: &builder)
            if form.part == .names, let urn, let id = item["id"]?.integer {
                // The coordinator asks for those that it does not know: a post may be written with a date of the past.
                let record = RecordWork(recordID: "\(form.route.rawValue):\(work.outlet):\(id)", itemURN: urn)
                builder.add(FoundJobs.api(definition, .record(record)))
            }
            // Places are those in the list of all items.
            if let urn, !isOfChanges { builder.addListing(of: urn, position: before + offset, list: list) }
        }
        // Of a longer list a later page may have what is wanted, and of the changes since a sync nothing may be.
        let last = lastPage(builder.answer, of: pageSize)
        let isLast = last <= 1 || last == .max && items.count < pageSize
        if page == 1, isLast, !isOfChanges { builder.noteNoneIncluded(items.compactMap(records.page)) }
        let counted = builder.answer.header("X-WP-Total")
        let total = builder.answer.headers.positiveNumber(of: "X-WP-Total") ?? 0
        let expected = max(items.count, min(total, page * pageSize, limit) - before)
        if items.isEmpty, last == .max, page > 1 {
            let message =
                "\(builder.url) is empty, and neither its headers nor an error say that the list ends there, so nothing is "
                + "taken for gone."
            builder.noteOfJob(.listChanged, message)
        } else if let counted, total == 0, !items.isEmpty {
            let message =
                "\(builder.url) gives \(items.count.counted("item")) of a list that has \"\(counted.shortened(to: 40))\" by its "
                + "header X-WP-Total, so nothing is taken for gone."
            builder.noteOfJob(.listChanged, message)
        } else if total > 0, total < progress.total {
            let message =
                "The list had \(progress.total) items when its first page was read and \(total) at \(builder.url): what moved "
                + "to a page before was not seen, so nothing is taken for gone, and the next sync reads the list again."
            builder.noteOfJob(.listChanged, message)
        } else if new < expected {
            let message =
                "\(builder.url) gives \(new.counted("item")) that no page before it gave, and \(expected) are due"
                + (counted.map { " by its header X-WP-Total, \($0.shortened(to: 40))" } ?? "")
                + ", so nothing is taken for gone."
            builder.noteOfJob(.listChanged, message)
        }
        if page == 1 { progress.total = total }
        guard !items.isEmpty, page < last, page * pageSize < limit else { return }
        builder.addPage(after: work, cursor: progress.cursor, what: "list")
    }

    private func readItem(_ work: RecordWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let rules = builder.rules()
        if let failure = rules.statusFailure("the item") { throw failure }
        let type = Self.parts(ofRecord: work.recordID).type
        let records = WordPressRecords(definition: definition)
        let item = try rules.json()
        guard records.urn(of: item, type)?.isSame(as: work.itemURN) == true else {
            throw rules.otherForm("JSON, and not the item that was asked for")
        }
        _ = records.add(item, of: type, to: &builder)
    }

    /// Of two numbers that disagree the larger one holds; without one, an error ends the list, as a site may give fewer
    /// items than it is asked for.
    private func lastPage(_ answer: SourceAnswer, of pageSize: Int) -> Int {
        let pages = answer.headers.positiveNumber(of: "X-WP-TotalPages")
        let pagesOfAll = answer.headers.positiveNumber(of: "X-WP-Total").map { ($0 - 1) / pageSize + 1 }
        return [pages, pagesOfAll].compactMap(\.self).max() ?? .max
    }
}
