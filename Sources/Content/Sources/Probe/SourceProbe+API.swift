internal import LarderModel

/// APIs that answer with JSON: where the items are, which member is which field, and how the list goes on.
extension SourceProbe {
    mutating func proposal(
        api json: JSONValue,
        _ answer: ProbeAnswer,
        asked address: WebAddress
    ) async throws(ProbeError) -> SourceProposal {
        guard let list = AnswerList.longest(in: json) else {
            throw ProbeError(
                "<\(address.withoutKeys)> answers with JSON, but there is no list of objects in it. Name the address "
                    + "of a list, such as \(address.origin)/items?page=1."
            )
        }
        tell(
            "JSON: \(list.items.count.counted("item")) in \(list.pointer.isEmpty ? "the answer itself" : list.pointer)"
        )
        let fields = ItemFields(list.items)
        guard let id = fields.id else {
            throw ProbeError(
                "The items of <\(address.withoutKeys)> have no field whose values differ, which could be their id. "
                    + "Write a source of `kind: json` by hand and say what to take in `fields: {id: …}`."
            )
        }
        var proposal = SourceProposal(kind: "json", address: address)
        proposal.add("base", address.origin)
        proposal.notes = ["\(list.items.count.counted("item")) on the first page."]
        let request = try KeyedRequest(address)
        proposal.addKey(of: request)
        let (paging, pagingName) = await paging(json, answer, list, id: id, request)
        proposal.add("list", request.yaml(without: pagingName))
        if !list.pointer.isEmpty { proposal.add("items", SourceProposal.quoted(list.pointer)) }
        proposal.add("paging", paging)
        if fields.members["text"] == nil, let detail = await detail(list, id: id, request) {
            proposal.add("detail", detail)
        }
        let members = fields.members.sorted { $0.key < $1.key }
            .map { "\($0.key): \(SourceProposal.quoted($0.value))" }
        proposal.add("fields", "{" + (["id: \(SourceProposal.quoted(id))"] + members).joined(separator: ", ") + "}")
        return proposal
    }

    // MARK: Paging

    /// Tries each way that the answer allows, and returns the first that brings other items.
    private mutating func paging(
        _ json: JSONValue,
        _ answer: ProbeAnswer,
        _ list: AnswerList,
        id: String,
        _ request: KeyedRequest
    ) async -> (yaml: String, name: String?) {
        let known = Set(list.items.compactMap { $0.value(at: id)?.text })
        let totals = json.leaves(maxDepth: 2).filter { leaf in
            (leaf.value.integer ?? 0) > list.items.count
                && ["total", "count", "found", "hits", "results"].contains { leaf.name.lowercased().contains($0) }
        }
        let total = totals.first.map { ", total: \(SourceProposal.quoted($0.pointer))" } ?? ""
        if answer.headers.contains(where: { $0.name.lowercased() == "link" && $0.value.contains("rel=\"next\"") }) {
            tell("It goes on by the Link header.")
            return ("{link: header}", nil)
        }
        let hints = json.leaves(maxDepth: 3).filter { leaf in
            leaf.name.lowercased().contains("next") || leaf.pointer.lowercased().contains("/next")
                || leaf.name.lowercased().contains("cursor")
        }
        for hint in hints {
            guard let text = hint.value.text, !text.isEmpty else { continue }
            if text.hasPrefix("http") || text.hasPrefix("/") || text.hasPrefix("?") {
                guard let url = WebAddress(text, relativeTo: WebAddress(answer.url)), await isNew(url, list, id, known)
                else { continue }
                tell("It goes on at the address in \(hint.pointer).")
                return ("{next: \(SourceProposal.quoted(hint.pointer))}", nil)
            }
            let names = ["cursor", hint.name, "after", "page_token", "pageToken"].distinct.filter(\.isParameterName)
            for name in names.prefix(3) where Int(text) == nil || !hint.name.lowercased().hasSuffix("page") {
                guard await isNew(request.address(setting: name, to: text), list, id, known) else { continue }
                tell("It goes on with \(name)= the value of \(hint.pointer).")
                return ("{cursor: \(SourceProposal.quoted(name)), next: \(SourceProposal.quoted(hint.pointer))}", name)
            }
        }
        let page = request.name(among: ["page", "p", "paged", "pageNumber", "page_number"]) ?? "page"
        let first = request.value(of: page).flatMap { Int($0) } ?? 1
        if await isNew(request.address(setting: page, to: String(first + 1)), list, id, known) {
            tell("It goes on with \(page)=\(first + 1).")
            return ("{page: \(page), from: \(first)\(total)}", page)
        }
        for name in [request.name(among: ["offset", "skip", "start", "from"]) ?? "offset", "skip"].distinct {
            guard await isNew(request.address(setting: name, to: String(list.items.count)), list, id, known) else {
                continue
            }
            tell("It goes on with \(name)=\(list.items.count).")
            return ("{offset: \(name)\(total)}", name)
        }
        tell("No second page was found.")
        return ("none", nil)
    }

    private mutating func isNew(
        _ address: WebAddress?,
        _ list: AnswerList,
        _ id: String,
        _ known: Set<String>
    ) async -> Bool {
        guard let address, let json = await find(address.description)?.json,
            let items = json.value(at: list.pointer)?.items
        else { return false }
        return items.contains { item in item.value(at: id)?.text.map { !known.contains($0) } ?? false }
    }

    // MARK: Details

    /// The request for one item by its id, if that answers with the item.
    private mutating func detail(_ list: AnswerList, id: String, _ request: KeyedRequest) async -> String? {
        guard let item = list.items.first, let value = item.value(at: id)?.text,
            let address = request.itemAddress(id: value), let json = await find(address.description)?.json
        else { return nil }
        let path = SourceProposal.quoted(request.path + "/{id}")
        if json.value(at: id)?.text == value { return "{path: \(path)}" }
        for member in json.members ?? [] where member.value.value(at: id)?.text == value {
            return "{path: \(path), item: \(SourceProposal.quoted("/" + member.name.pointerWord))}"
        }
        return nil
    }
}

extension String {
    /// Whether it is a name that parameters have; other texts of a site are not used.
    fileprivate var isParameterName: Bool {
        utf8.count <= 64
            && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-.[]$".utf8.contains($0) }
    }
}
