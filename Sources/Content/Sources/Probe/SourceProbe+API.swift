internal import LarderModel
internal import LarderSourceDefinitions

/// APIs that answer with JSON: where the items are, which member is which field, and how the list goes on.
extension SourceProbe {
    /// The most left over members that a comment names.
    private static let maxLeftOver = 30

    mutating func proposal(
        api json: JSONValue,
        _ answer: ProbeAnswer,
        asked address: WebAddress
    ) async throws(ProbeError) -> SourceProposal {
        if let proposal = wordPress(list: json, answer, at: address) { return proposal }
        if address.path.hasSuffix("/api.php"),
            let proposal = await mediaWiki(api: address.with(path: address.path, query: nil))
        {
            return proposal
        }
        guard let list = AnswerList.longest(in: json) else {
            throw ProbeError(
                "<\(address.withoutKeys)> answers with JSON, but there is no list of objects in it. Name the address "
                    + "of a list, such as \(address.origin)/items?page=1."
            )
        }
        guard !list.isOfIDs || !Self.isItem(json) else {
            throw ProbeError(
                "<\(address.withoutKeys)> answers with one item and no list of items. Name the address of the list that it "
                    + "is in, such as \(address.with(path: address.folder, query: nil))."
            )
        }
        tell(
            "JSON: \(list.items.count.counted("item")) in \(list.pointer.isEmpty ? "the answer itself" : list.pointer)"
        )
        let request = try KeyedRequest(address)
        var fields = ItemFields(list.items)
        let id = list.isOfIDs ? "" : fields.id
        guard let id else {
            throw ProbeError(
                "The items of <\(address.withoutKeys)> have no field whose values differ, which could be their id. "
                    + "Write a source of `kind: json` by hand and say what to take in `fields: {id: …}`."
            )
        }
        var proposal = SourceProposal(kind: "json", address: address)
        proposal.add("base", address.origin)
        proposal.notes = ["\(list.items.count.counted("item")) on the first page."]
        proposal.addKey(of: request)
        let paging = await paging(of: ListAnswer(json: json, answer: answer, list: list, id: id), request)
        proposal.add("list", request.yaml(without: paging.name))
        if !list.pointer.isEmpty { proposal.add("items", SourceProposal.quoted(list.pointer)) }
        proposal.add("paging", paging.yaml)
        if list.isOfIDs || fields.members["text"] == nil && fields.members["html"] == nil,
            let detail = await detail(list, id: id, request)
        {
            proposal.add("detail", detail.yaml)
            fields.fill(from: ItemFields([detail.item]))
        }
        if let error = ErrorEnvelope(json) { proposal.add("error", error.yaml) }
        if !fields.leftOver.isEmpty {
            let shown = fields.leftOver.prefix(Self.maxLeftOver).map { PlainText.line($0, maxBytes: 60) }
            let more = fields.leftOver.count - shown.count
            proposal.notes.append(
                "No field takes \(shown.joined(separator: ", "))\(more > 0 ? " and \(more) more" : ""); these stay in `extra`."
            )
        }
        let members = fields.members.sorted { $0.key < $1.key }
            .map { "\($0.key): \(SourceProposal.quoted($0.value))" }
        proposal.add("fields", "{" + (["id: \(SourceProposal.quoted(id))"] + members).joined(separator: ", ") + "}")
        return proposal
    }

    /// Whether an object names itself, as items do and the answers round their lists do not.
    private static func isItem(_ json: JSONValue) -> Bool {
        json["id"]?.text != nil && ["title", "name", "headline"].contains { json[$0]?.string != nil }
    }

    // MARK: Details

    /// The request for one item by its id, if that answers with the item.
    private mutating func detail(
        _ list: AnswerList,
        id: String,
        _ request: KeyedRequest
    ) async -> (yaml: String, item: JSONPointer.Found)? {
        guard let value = AnswerList.texts(id, of: list.items).first else { return nil }
        let idPlace = list.isOfIDs ? "/id" : id
        let path = "path: \(SourceProposal.quoted(request.itemPath))"
        var ways = [(address: request.itemAddress(id: value), yaml: path)]
        if list.isOfIDs {
            let path = SourceProposal.quoted(request.path)
            ways.append((request.address(setting: "id", to: value), "path: \(path), params: {id: \"{id}\"}"))
        }
        for way in ways {
            guard let address = way.address, let json = await find(address.description, wantsJSON: true)?.json else {
                continue
            }
            if json.value(at: idPlace)?.text == value { return ("{\(way.yaml)}", JSONPointer.Found(value: json)) }
            for member in json.members ?? [] where member.value.value(at: idPlace)?.text == value {
                let item = SourceProposal.quoted("/" + member.name.pointerWord)
                return ("{\(way.yaml), item: \(item)}", JSONPointer.Found(value: member.value))
            }
        }
        return nil
    }
}

/// How an API says that an answer with the status 200 is an error, as far as a good answer shows it.
struct ErrorEnvelope {
    let yaml: String
    private let when: (pointer: String, value: JSONValue?)

    init?(_ json: JSONValue) {
        let when: (pointer: String, value: JSONValue?)
        if let status = json["status"]?.string?.lowercased(), ["ok", "success"].contains(status) {
            when = ("/status", .string("error"))
        } else if let name = ["success", "ok"].first(where: { json[$0] == .boolean(true) }) {
            when = ("/" + name, .boolean(false))
        } else if let error = json["error"], error.isBlank || error == .boolean(false) {
            when = ("/error", nil)
        } else {
            return nil
        }
        let condition = when.value.map { "{\(when.pointer): \($0.text ?? $0.json)}" } ?? when.pointer
        self.when = when
        yaml = "{when: \(condition), message: [/message, /error/message], code: [/code, /error/code]}"
    }

    func isError(_ json: JSONValue) -> Bool {
        guard let found = json.value(at: when.pointer) else { return false }
        guard let value = when.value else { return !found.isBlank && found != .boolean(false) }
        return found == value
    }
}
