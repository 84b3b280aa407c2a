internal import LarderModel
internal import LarderSourceDefinitions

enum PagingStep: Equatable {
    /// The API says that this was the last page.
    case end
    /// A guard ended the list, though the API may have more.
    case cut(NoteCode, String)
    case next(ListProgress)
}

/// What one page of a list brought, and how the list goes on.
///
/// A guard ends the list with a note: no new id, a cursor or address asked for before, another host, the highest page.
/// Without a note it ends where the API says so, behind the last page or item that the API counts, at `limit`, at a
/// page shorter than its size with `short: end`, and at a page without items before a number of pages that is not
/// known.
struct ListPage {
    let definition: SourceDefinition
    let mapping: SourceMapping
    let work: SearchWork
    let before: ListProgress
    let answer: SourceAnswer
    let json: JSONValue
    /// The ids of all items on the page, or other texts that tell them apart.
    let ids: [String]
    /// Whether all items are older than the sync before.
    let isOld: Bool

    private var count: Int { ids.count }
    private var page: Int { max(work.page, 1) }
    private var paging: SourceMapping.Paging { mapping.paging }

    func step() -> PagingStep {
        let marks = ids.map(Marks.mark)
        let pageMark = Marks.mark(ids.sorted().joined(separator: "\n"))
        if page > 1, count > 0, !isContinued {
            let known = before.ids.all
            if before.pages.all.contains(pageMark) || marks.allSatisfy(known.contains) {
                return .cut(
                    .repeatedPage,
                    "\(answer.redactedURL) brings no item that the pages before it had not, so the list ends here."
                )
            }
        }
        var after = before
        _ = after.add(ids)
        // A page without items may count none. Where the number falls, an item may have moved to a page before.
        after.total = max(before.total, paging.total.flatMap(number) ?? 0)
        let pages = paging.pages.flatMap(number) ?? 0
        after.hasFewerPages = before.hasFewerPages || 0 < pages && pages < before.pageTotal
        after.pageTotal = max(before.pageTotal, pages)
        after.largest = max(before.largest, count)
        after.oldPages = isOld && count > 0 ? before.oldPages + 1 : 0
        if count > 0 { after.pages.append([pageMark]) }
        return isLast(after) ? end(after) : follow(after)
    }

    /// Whether pages may bring more of the items before, or none, as the answer alone says how the list goes on.
    private var isContinued: Bool { if case .continuation = paging.form { true } else { false } }

    // MARK: The end

    private func isLast(_ after: ListProgress) -> Bool {
        if case .none = paging.form { return true }
        if after.count >= definition.limit ?? .max { return true }
        if paging.isNewestFirst, after.oldPages >= 2 { return true }
        if !paging.more.isEmpty, let more = paging.more.first(in: json, { $0 }), more.saysNo { return true }
        let pages = paging.pages.flatMap(number)
        if let pages, pages > 0, page >= after.pageTotal { return true }
        if count == 0, !isContinued {
            guard case .page = paging.form, pages != nil, page < after.pageTotal else { return true }
            return false
        }
        let size = paging.sizePlace.flatMap(number) ?? definition.pageSize ?? paging.size
        if paging.endsShort, let size, count < size { return true }
        // A total that is this page's own count says nothing of the list.
        guard let own = paging.total.flatMap(number), own > count else { return false }
        let total = after.total
        if after.count >= total { return true }
        guard case .page = paging.form, let size else { return false }
        // Pages may have holes; a server may also give fewer items than it is asked for.
        let (had, overflow) = page.multipliedReportingOverflow(by: min(size, after.largest))
        return !overflow && had >= total
    }

    /// The end of the list, unless something stands in place of items, or the API counts others.
    private func end(_ after: ListProgress) -> PagingStep {
        if count == 0, let fault = emptyPageFault {
            return .cut(.listBroken, "\(answer.redactedURL) has no items and \(fault)")
        }
        return after.end(at: answer.redactedURL, page: page, isEmpty: count == 0, definition, mapping)
    }

    /// What an answer without items says instead that an end of a list does not; nil: nothing.
    private var emptyPageFault: String? {
        let more = paging.more.isEmpty ? ["has_more", "hasMore", "has_next", "hasNext"].compactMap { json[$0] } : []
        if (more + [paging.more.first(in: json) { $0 }].compactMap(\.self)).contains(where: \.saysYes) {
            return "says that there are more, so the list breaks off there. Check `paging` in the source's file."
        }
        guard mapping.error?.when.isEmpty ?? true else { return nil }
        let said = ["error", "errors", "success", "ok", "status"].compactMap { name in
            json[name].map { (name: name, value: $0) }
        }
        guard let error = said.first(where: { $0.value.saysFailure(as: $0.name) }) else { return nil }
        let text = (error.value.text ?? error.value.json).shortened(to: 120)
        return
            "an error in their place (`\(error.name)`: \(text)), so the list may break off there. Say with `error` in the "
            + "source's file what is an error, and which codes end the list."
    }

    /// The end of a list that names no next page, unless it does so in a form that cannot be followed.
    private func end(_ after: ListProgress, at place: SourceMapping.Place) -> PagingStep {
        guard case .pointers(let pointers) = place,
            pointers.first(in: json, { [.null, .boolean(false), .string("")].contains($0) ? nil : $0 }) != nil
        else { return end(after) }
        let message =
            "\(answer.redactedURL) has neither a text nor a number nor null where `next` points\(pointers.inBrackets), so the "
            + "list breaks off here. Check `paging` in the source's file."
        return .cut(.listBroken, message)
    }

    // MARK: The next page

    private func follow(_ after: ListProgress) -> PagingStep {
        guard page < paging.maxPages else {
            return .cut(
                .pageLimit,
                "The list ends at page \(page), the highest that is asked for. Raise `max-pages` for more."
            )
        }
        var after = after
        switch paging.form {
        case .none: return .end
        case .page, .offset: return .next(after)
        case .cursor(_, let place):
            guard let cursor = word(place) else { return end(after, at: place) }
            if let address = WebAddress(cursor), address.origin == definition.base.origin {
                let message =
                    "\(answer.redactedURL) gives an address where `paging` says that a cursor is, so the list ends here. "
                    + "Write `paging: {next: …}` without `cursor`."
                return .cut(.cursorIsAddress, message)
            }
            after.next = cursor
            return ifNew(after)
        case .continuation(let places):
            switch after.goOn(by: places.first(in: json) { $0.isBlank ? nil : $0 }) {
            case .none: return end(after)
            case .kept: return ifNew(after)
            case .unusable: return .cut(.listBroken, ListProgress.unusable(at: answer.redactedURL))
            }
        case .next(let place): return word(place).map { follow(to: $0, after) } ?? end(after, at: place)
        case .link:
            if let next = LinkHeader.target(of: "next", in: answer.headers) { return follow(to: next, after) }
            guard !LinkHeader.isReadable(answer.headers) else { return end(after) }
            let message = "\(answer.redactedURL) has a `Link` field that cannot be read, so the list breaks off here."
            return .cut(.listBroken, message)
        }
    }

    private func follow(to text: String, _ after: ListProgress) -> PagingStep {
        let named = "The next page that \(answer.redactedURL) names is"
        guard let address = WebAddress(text, relativeTo: WebAddress(answer.baseURL)) else {
            return .cut(.otherHost, "\(named) no web address: \(text.shortened(to: 120))")
        }
        guard address.origin == definition.base.origin else {
            return .cut(.otherHost, "\(named) on another host, \(address.hostPort), where it is not followed.")
        }
        var after = after
        after.next = address.description
        return ifNew(after)
    }

    /// Goes on where `after` leads, unless the list was there before.
    private func ifNew(_ after: ListProgress) -> PagingStep {
        var after = after
        let mark = Marks.mark(after.next)
        let here = Marks.mark(answer.redactedURL)
        guard after.next.utf8.count <= WebAddress.maxBytes else {
            return .cut(
                .repeatedCursor,
                "The cursor that \(answer.redactedURL) names is longer than \(WebAddress.maxBytes) bytes."
            )
        }
        guard mark != here, !after.asked.all.contains(mark) else {
            return .cut(
                .repeatedCursor,
                "The next page that \(answer.redactedURL) names was asked for before, so the list ends here."
            )
        }
        after.asked.append(page == 1 ? [here, mark] : [mark])
        return .next(after)
    }

    // MARK: Places

    private func number(_ place: SourceMapping.Place) -> Int? { place.number(in: json, answer) }

    /// A cursor or an address; nil where there is none.
    private func word(_ place: SourceMapping.Place) -> String? {
        switch place {
        case .header(let name): answer.header(name)?.trimmedASCII.nonEmpty
        case .pointers(let pointers): pointers.first(in: json) { $0.text?.nonEmpty }
        }
    }
}

extension JSONValue {
    fileprivate var saysYes: Bool {
        switch self {
        case .boolean(let isTrue): isTrue
        case .number(let text): Double(text) != 0
        case .string(let text): ["true", "yes", "1"].contains(text.lowercased())
        case .null, .array, .object: false
        }
    }

    fileprivate var saysNo: Bool {
        switch self {
        case .boolean(let isTrue): !isTrue
        case .number(let text): Double(text) == 0
        case .string(let text): ["false", "no", "0"].contains(text.lowercased())
        case .null, .array, .object: false
        }
    }

    /// Whether a member of an envelope, by its usual names, tells of an error.
    fileprivate func saysFailure(as name: String) -> Bool {
        switch name {
        case "success", "ok": saysNo
        case "status":
            ["error", "fail", "failed", "failure"].contains(string?.lowercased()) || integer.map { $0 >= 400 } ?? false
        default: !(isBlank || saysNo || string == "null")
        }
    }
}

extension SourceMapping.Place {
    /// A whole number from 0 up, of `items 0-9/45` the last one; nil: there is none.
    func number(in json: JSONValue, _ answer: SourceAnswer) -> Int? {
        let number: Int?
        switch self {
        case .header(let name):
            let value = answer.header(name) ?? ""
            number = Int(value.split(separator: "/").last.map { String($0).trimmedASCII } ?? "")
        case .pointers(let pointers): number = pointers.first(in: json) { $0.integer ?? $0["value"]?.integer }
        }
        return number.flatMap { $0 >= 0 ? $0 : nil }
    }
}
