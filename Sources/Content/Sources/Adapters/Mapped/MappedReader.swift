internal import LarderModel
internal import LarderSourceDefinitions

/// Reads any API with lists of items in JSON, as a ``SourceMapping`` says.
struct MappedReader: SourceReader {
    let definition: SourceDefinition
    private let mapping: SourceMapping
    private let requests: MappedRequests
    private let records: MappedRecords

    init(definition: SourceDefinition, apiKey: String?) {
        self.definition = definition
        mapping = definition.mapping ?? SourceMapping()
        requests = MappedRequests(definition: definition, mapping: mapping, apiKey: apiKey)
        records = MappedRecords(definition: definition, mapping: mapping, requests: requests)
    }

    var version: Int { 1 }

    private static let queriesTarget = "queries"

    func firstJobs() -> [FoundJob] {
        if mapping.queryList != nil, definition.queries.isEmpty {
            return [FoundJobs.api(definition, .discover(DiscoverWork(target: Self.queriesTarget)))]
        }
        return (definition.queries.isEmpty ? [""] : definition.queries).map(search)
    }

    private func search(_ query: String) -> FoundJob {
        FoundJobs.api(definition, .search(SearchWork(query: query)))
    }

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        switch spec.work {
        case .discover(let work) where work.target == Self.queriesTarget:
            guard let list = mapping.queryList else { break }
            return try requests.queries(list)
        case .search(let work): return try requests.list(work)
        case .record(let work):
            guard let detail = mapping.detail else { break }
            return try requests.detail(work.recordID, detail)
        default: break
        }
        return try CommonRequests.request(for: spec, definition: definition)
    }

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        switch spec.work {
        case .discover(let work) where work.target == Self.queriesTarget: try readQueries(into: &builder)
        case .search(let work): try readList(work, into: &builder)
        case .record(let work): try readDetail(work, into: &builder)
        default: throw unreadable(spec)
        }
    }

    // MARK: Answers

    private func errors(_ builder: EffectBuilder, isList: Bool = false) -> MappedErrors {
        MappedErrors(mapping: mapping, rules: builder.rules(isEndpoint: isList))
    }

    private func readQueries(into builder: inout EffectBuilder) throws(ReadFailure) {
        let errors = errors(builder)
        guard let list = mapping.queryList, case .answer(let json) = try errors.outcome("the list of queries")
        else { return }
        var seen: Set<String> = []
        for found in list.items.found(in: JSONPointer.Found(value: json)) {
            guard let query = found?.value.text?.trimmedSpace, !query.isEmpty, query.utf8.count <= 200,
                seen.insert(query).inserted
            else { continue }
            builder.add(search(query))
        }
        guard seen.isEmpty, !isEmptyList(list.items, json) else { return }
        throw nothing(errors, json, "`queries-from`", [list.items])
    }

    private func readList(_ work: SearchWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let json: JSONValue
        let errors = errors(builder, isList: true)
        switch try errors.outcome("the list", isBehindFirst: work.page > 1) {
        case .answer(let value): json = value
        case .end(let said):
            guard let said else {
                let before = ListProgress(cursor: work.cursor)
                let end = before.end(at: builder.url, page: work.page, isEmpty: true, definition, mapping)
                if case .cut(let code, let message) = end { builder.noteOfJob(code, message) }
                return
            }
            let place = "\(definition.name): the API gives nothing from page \(work.page) on"
            return builder.noteOfJob(.resultsLimit, "\(place) (\"\(said)\"); what came before stays.")
        case .missing:
            let page = "\(builder.url), page \(work.page) of the list, is not there (status \(builder.answer.status))"
            let message = "\(page), though the page before names it: the list ends before it, and may not be whole."
            return builder.noteOfJob(.listBroken, message)
        }
        let before = ListProgress(cursor: work.cursor)
        let items = try items(in: json, errors, isBehindFirst: work.page > 1)
        let missing = MissingFields(items, mapping)
        var ids: [String] = []
        var read: [JSONValue: JSONValue] = [:]
        var clashes = 0
        var nameless: [String] = []
        var isOld = !before.since.isEmpty
        // A word among objects, or one that nothing more is asked of, is a message and no item.
        let areIDs = mapping.detail != nil && !items.contains { $0.value.members != nil }
        let job = builder.job
        for (offset, place) in items.enumerated() {
            var item = MappedItem(place, mapping, mayBeID: areIDs)
            if isOld { isOld = isBefore(before.since, place.value) }
            let isTold = missing.names.contains(.id)
            guard let who = records.identity(&item, isTold: isTold, of: job, into: &builder) else {
                ids.append(place.value.json)
                continue
            }
            ids.append(who.id ?? who.urn)
            if let first = read[.string(who.urn)] {
                if first != place.value { clashes += 1 }
                continue
            }
            read[.string(who.urn)] = place.value
            guard before.count + offset < definition.limit ?? .max else { continue }
            if !add(&item, who, position: before.count + offset, work, into: &builder) { nameless.append(who.urn) }
        }
        note(missing, nameless: nameless, into: &builder)
        if clashes > 0 {
            let what = "\(clashes.grouped) of the \(items.count.counted("item")) on \(builder.url)"
            let message =
                "\(what) have the id of one before them and say something else: of each id the first stays, and nothing is "
                + "taken for gone. Check `fields.id` in the source's file."
            builder.noteOfJob(.entryUnread, message)
        }
        let page = ListPage(
            definition: definition,
            mapping: mapping,
            work: work,
            before: before,
            answer: builder.answer,
            json: json,
            ids: ids,
            isOld: isOld
        )
        switch page.step() {
        case .end: break
        case .cut(let code, let message): builder.noteOfJob(code, message)
        case .next(let after):
            var next = work
            next.page = max(work.page, 1) + 1
            next.cursor = after.cursor
            builder.add(FoundJobs.api(definition, .search(next)))
        }
    }

    /// Notes which fields are missing from a whole page of a list, else which of its items have no title.
    private func note(_ missing: MissingFields, nameless: [String], into builder: inout EffectBuilder) {
        for name in missing.names where name != .title || !nameless.isEmpty {
            builder.noteOfJob(.fieldMissing, missing.sentence(name, at: builder.url))
        }
        guard !missing.names.contains(.title) else { return }
        for urn in nameless {
            builder.note(.recordSkipped, "The item \(urn.shortened(to: 120)) on \(builder.url) has no title.")
        }
    }

    /// Adds an item of a list with its record, or with the job that asks for it.
    ///
    /// - Returns: Whether it has a title, or may get one by what is still to be read.
    private func add(
        _ item: inout MappedItem,
        _ who: MappedRecords.Identity,
        position: Int,
        _ work: SearchWork,
        into builder: inout EffectBuilder
    ) -> Bool {
        builder.addListing(of: who.urn, position: position, list: ItemList(query: work.query))
        let detail = mapping.detail.flatMap { detail in
            detail.unless.contains { $0.value(in: item.place.value)?.isBlank == false } ? nil : detail
        }
        let changed = item.changedMs
        let isNamed = records.add(&item, who, origin: detail == nil ? .record : .list, into: &builder)
        if detail != nil, let id = who.id {
            guard requests.detailAddress(id) != nil else {
                let item = "The item \(who.urn.shortened(to: 120)) on \(builder.url)"
                let message = "\(item) has an id that cannot stand in the path of `detail`"
                builder.note(.recordSkipped, "\(message); what the list says of it is kept.")
                return true
            }
            let work = RecordWork(recordID: id, itemURN: who.urn, freshSince: changed.map { $0 + 1 })
            builder.add(FoundJobs.api(definition, .record(work)))
            return true
        }
        builder.page(who.url, itemURN: who.urn, title: who.title ?? who.urn, changed: changed)
        return isNamed || who.url != nil && definition.pages
    }

    private func readDetail(_ work: RecordWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        let errors = errors(builder)
        guard let detail = mapping.detail, case .answer(let json) = try errors.outcome("the item") else { return }
        let root = JSONPointer.Found(value: json)
        guard let place = detail.item.lazy.flatMap({ $0.found(in: root) }).compactMap({ $0 }).first,
            !place.value.isBlank
        else {
            guard !mapping.isBuiltIn, !detail.item.isEmpty, detail.item.allSatisfy({ $0.isAmiss(in: json) }) else {
                throw errors.rules.notFound("the item \(work.recordID.shortened(to: 60))")
            }
            throw nothing(errors, json, "`detail.item`", detail.item, .permanent)
        }
        var item = MappedItem(place, mapping)
        guard !builder.skipsOther(item.identifiers, asked: work.recordID) else { return }
        guard var who = records.identity(&item, id: work.recordID.nonEmpty, into: &builder) else { return }
        who.urn = work.itemURN.nonEmpty ?? who.urn
        let changed = item.changedMs
        if !records.add(&item, who, origin: .record, into: &builder) {
            let missing = MissingFields([place], mapping)
            if missing.names.contains(.title) {
                builder.noteOfJob(.recordSkipped, missing.sentence(.title, at: builder.url))
            } else {
                let item = "The item \(work.recordID.shortened(to: 60)) on \(builder.url)"
                builder.noteOfJob(.recordSkipped, "\(item) has no title.")
            }
        }
        builder.page(who.url, itemURN: who.urn, title: who.title ?? who.urn, changed: changed)
    }

    // MARK: Lists

    /// The items of a page; none where their list is empty.
    private func items(
        in json: JSONValue,
        _ errors: MappedErrors,
        isBehindFirst: Bool
    ) throws(ReadFailure) -> [JSONPointer.Found] {
        let places = mapping.items + mapping.pagingPlaces.flatMap(\.pointers)
        if let name = places.firstNonNil({ $0.repeatedName(in: json) }) {
            let message = "the answer has \"\(name.shortened(to: 60))\" twice, so that nobody knows which one counts."
            throw errors.rules.failure(.retryable, .unreadable, message)
        }
        let items = mapping.items(in: json)
        // A part of an answer that says itself how it goes on may have no items.
        if case .continuation = mapping.paging.form, isBehindFirst { return items }
        guard !items.isEmpty || mapping.items.contains(where: { isEmptyList($0, json, isBehindFirst: isBehindFirst) })
        else {
            let end = isBehindFirst ? " If the list ends so, name its `total` or `pages` in `paging`." : ""
            throw nothing(errors, json, "`items`", mapping.items, advice: end)
        }
        return items
    }

    /// Whether a list is there and empty: what a `*` goes over may be an object, and the list of a first page null.
    private func isEmptyList(_ pointer: JSONPointer, _ json: JSONValue, isBehindFirst: Bool = false) -> Bool {
        let every = pointer.steps.firstIndex(of: .every)
        let place = pointer.prefix(every ?? pointer.steps.count)
        guard let list = place.value(in: json), list.isBlank else { return false }
        return !isBehindFirst || list.items != nil || every != nil && list.members != nil
    }

    /// The failure of an answer that has nothing where a key of the source's file points.
    private func nothing(
        _ errors: MappedErrors,
        _ json: JSONValue,
        _ key: String,
        _ places: [JSONPointer],
        _ failureClass: ReadFailure.Class = .retryable,
        advice: String = ""
    ) -> ReadFailure {
        let there = json.members == nil ? "is no object" : "has \(json.shownNames ?? "no members")"
        let what = places.contains { $0.value(in: json) != nil } ? "nothing that can be read" : "nothing"
        let place = "\(key) points\(places.inBrackets)"
        let message = "there is \(what) where \(place). The answer \(there).\(advice)"
        return errors.saying(json, errors.rules.failure(failureClass, .otherForm, message))
    }

    private func isBefore(_ time: String, _ value: JSONValue) -> Bool {
        let own = mapping.since?.from.first(in: value, \.text)
        guard let own = own.flatMap(ItemTime.milliseconds), let time = ItemTime.milliseconds(time) else { return false }
        return own < time
    }
}
