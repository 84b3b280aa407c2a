internal import LarderModel
internal import LarderSourceDefinitions

/// The first page of a list, by which others are recognized.
struct ListAnswer {
    let json: JSONValue
    let answer: ProbeAnswer
    let list: AnswerList
    /// The pointer to the ids of items.
    let id: String
    let ids: [String]
    private let outside: [JSONLeaf]

    init(json: JSONValue, answer: ProbeAnswer, list: AnswerList, id: String) {
        self.json = json
        self.answer = answer
        self.list = list
        self.id = id
        ids = Self.ids(of: list.items, id)
        let inner = list.pointer.hasSuffix("/*") ? String(list.pointer.dropLast(1)) : list.pointer + "/"
        outside = json.members == nil ? [] : json.leaves(maxDepth: 3).filter { !$0.pointer.hasPrefix(inner) }
    }

    /// The ids of a list's items; where these are told apart by their keys, the keys.
    static func ids(of items: [JSONPointer.Found], _ id: String) -> [String] { AnswerList.texts(id, of: items) }

    var count: Int { list.items.count }

    // MARK: What the answer says of the list

    /// Texts that may be a cursor or the address of the next page, most likely ones first.
    var hints: [JSONLeaf] {
        func isHint(_ leaf: JSONLeaf, _ words: [String]) -> Bool {
            words.contains { leaf.name.lowercased().contains($0) }
        }
        let named = outside.filter { isHint($0, ["next", "cursor"]) || $0.pointer.lowercased().contains("/next") }
        let others = more == nil ? [] : outside.filter { isHint($0, ["last", "after", "end", "token", "continu"]) }
        return (named + others.filter { other in !named.contains { $0.pointer == other.pointer } })
            .filter { $0.value.string?.isEmpty == false || $0.value.integer != nil }
    }

    /// Header fields that may hold a cursor or an address.
    var headerHints: [HeaderField] {
        answer.headers.filter { field in
            let words = Set(field.name.lowercased().split(separator: "-"))
            return !words.isDisjoint(with: ["next", "cursor", "continuation"]) && !field.value.isEmpty
        }
    }

    /// Where the answer says that there is more.
    var more: String? {
        let names = ["hasmore", "hasnext", "hasnextpage", "more", "moreavailable"]
        return outside.first { names.contains($0.name.nameWords.joined()) && $0.value == .boolean(true) }?.pointer
    }

    /// Where the answer counts all items, as members of `paging`.
    private var total: String? {
        let found = outside.first { leaf in
            (leaf.value.integer ?? 0) > count
                && ["total", "count", "found", "hits", "results"].contains { leaf.name.lowercased().contains($0) }
                && !leaf.name.lowercased().contains("page")
        }
        return found.map { SourceProposal.quoted($0.pointer) } ?? header(["x-total-count", "x-total", "x-wp-total"])
    }

    /// The number of pages and its place, as members of `paging`.
    private var pages: (number: Int, place: String)? {
        let names: Set<String> = ["totalpages", "pages", "pagecount", "lastpage", "numpages", "pagestotal"]
        let found = outside.first { names.contains($0.name.nameWords.joined()) && ($0.value.integer ?? 0) > 0 }
        return found.flatMap { leaf in leaf.value.integer.map { ($0, SourceProposal.quoted(leaf.pointer)) } }
    }

    var pageCount: Int? { pages?.number }

    private var size: String? {
        let names: Set<String> = ["perpage", "pagesize", "size", "limit", "itemsperpage"]
        let found = outside.first { names.contains($0.name.nameWords.joined()) && $0.value.integer == count }
        return found.map { SourceProposal.quoted($0.pointer) }
    }

    private func header(_ names: [String]) -> String? {
        names.first { (answer.headers.positiveNumber(of: $0) ?? 0) > count }.map { "header \($0)" }
    }

    /// What `paging` says besides the way in which the list goes on.
    func yaml(_ way: String) -> String {
        let words = ["page", "offset"].contains { way.hasPrefix($0 + ":") }
        var parts = [way]
        if let total { parts.append("total: \(total)") }
        if words, let pages { parts.append("pages: \(pages.place)") }
        if let more { parts.append("more: \(SourceProposal.quoted(more))") }
        // Without any other end, a page that is not full is the last one.
        if words, let size { parts.append("size: \(size)" + (parts.count == 1 ? ", short: end" : "")) }
        return "{" + parts.joined(separator: ", ") + "}"
    }

    /// Names of parameters, those first whose place in the list the answer tells.
    func parameters(_ names: [String]) -> [String] {
        let told = names.filter { name in outside.contains { $0.name == name && $0.value.integer != nil } }
        return (told + names).distinct
    }

    func tells(_ words: [String]) -> Bool {
        outside.contains { leaf in words.contains(leaf.name.lowercased()) && leaf.value.integer != nil }
    }
}

extension SourceProbe {
    private static let pageNames = ["page", "p", "paged", "pageNumber", "page_number"]
    private static let offsetNames = ["offset", "skip", "start", "from"]
    private static let cursorNames = ["cursor", "after", "starting_after", "page_token", "pageToken"]

    /// Tries each way that the answer allows, and returns the first that brings other items.
    mutating func paging(of first: ListAnswer, _ request: KeyedRequest) async -> (yaml: String, name: String?) {
        if LinkHeader.target(of: "next", in: first.answer.headers) != nil {
            tell("It goes on by the Link header.")
            return ("{link: header}", nil)
        }
        if let found = await hintedPaging(first, request) { return found }
        if first.tells(Self.offsetNames), let found = await offsets(first, request) { return found }
        if let found = await pageNumbers(first, request) { return found }
        if !first.tells(Self.offsetNames), let found = await offsets(first, request) { return found }
        tell("No second page was found.")
        return ("none", nil)
    }

    /// By the address or the cursor that the answer names.
    private mutating func hintedPaging(_ first: ListAnswer, _ request: KeyedRequest) async -> (String, String?)? {
        let body = first.hints.compactMap { hint in
            hint.value.text.map { (name: hint.name, text: $0, place: SourceProposal.quoted(hint.pointer)) }
        }
        let headers = first.headerHints.filter { $0.name.isParameterName }.map { field in
            (name: field.name, text: field.value.trimmedASCII, place: "header \(field.name)")
        }
        for hint in body + headers {
            if ["http", "/", "?"].contains(where: hint.text.hasPrefix) {
                guard await isNew(WebAddress(hint.text, relativeTo: WebAddress(first.answer.url)), first) else {
                    continue
                }
                tell("It goes on at the address in \(hint.place).")
                return (first.yaml("next: \(hint.place)"), nil)
            }
            guard Int(hint.text) == nil || !hint.name.lowercased().hasSuffix("page") else { continue }
            let names = ([hint.name] + Self.cursorNames).filter { $0.isParameterName && !$0.hasPrefix("X-") }.distinct
            for name in names {
                guard await isNew(request.address(setting: name, to: hint.text), first) else { continue }
                tell("It goes on with \(name)= the value of \(hint.place).")
                return (first.yaml("cursor: \(SourceProposal.quoted(name)), next: \(hint.place)"), name)
            }
        }
        return nil
    }

    private mutating func pageNumbers(_ first: ListAnswer, _ request: KeyedRequest) async -> (String, String?)? {
        let names = request.name(among: Self.pageNames).map { [$0] } ?? first.parameters(Self.pageNames)
        for name in names {
            let asked = request.value(of: name).flatMap { Int($0) }
            let start = asked ?? 1
            guard var next = await page(start + 1, name, first, request) else { continue }
            // A page in the middle may be empty.
            if next.ids.isEmpty, first.pageCount ?? 0 > start + 1 {
                next = await page(start + 2, name, first, request) ?? next
            }
            guard next.isNew else { continue }
            // Where the first page has nothing of page 1, the numbers begin at 0.
            let one = asked == nil ? await page(1, name, first, request)?.ids ?? [] : []
            let isFromZero = !one.isEmpty && Set(one).isDisjoint(with: first.ids)
            tell("It goes on with \(name)=\(start + 1).")
            return (first.yaml("page: \(name), from: \(isFromZero ? 0 : min(start, 1))"), name)
        }
        return nil
    }

    private mutating func page(
        _ number: Int,
        _ name: String,
        _ first: ListAnswer,
        _ request: KeyedRequest
    ) async -> (ids: [String], isNew: Bool)? {
        guard let ids = await ids(at: request.address(setting: name, to: String(number)), first) else { return nil }
        return (ids, !Set(ids).isSubset(of: first.ids))
    }

    private mutating func offsets(_ first: ListAnswer, _ request: KeyedRequest) async -> (String, String?)? {
        let names = request.name(among: Self.offsetNames).map { [$0] } ?? first.parameters(Self.offsetNames)
        for name in names {
            let start = request.value(of: name).flatMap { Int($0) } ?? 0
            guard await isNew(request.address(setting: name, to: String(start + first.count)), first) else { continue }
            tell("It goes on with \(name)=\(start + first.count).")
            return (first.yaml("offset: \(name)"), name)
        }
        return nil
    }

    private mutating func isNew(_ address: WebAddress?, _ first: ListAnswer) async -> Bool {
        await ids(at: address, first).map { !Set($0).isSubset(of: first.ids) } ?? false
    }

    /// The ids of a further page; nil: there is no such page.
    private mutating func ids(at address: WebAddress?, _ first: ListAnswer) async -> [String]? {
        guard let address else { return nil }
        let envelope = ErrorEnvelope(first.json)
        // An API that failed once, or showed a web page instead, may answer the next time.
        for _ in 0..<2 {
            guard let answer = await find(address.description, wantsJSON: true) else { return nil }
            guard let json = answer.json, envelope?.isError(json) != true else { continue }
            return first.list.items(in: json).map { ListAnswer.ids(of: $0, first.id) }
        }
        return nil
    }
}

extension String {
    /// Whether it is a name that parameters have; other texts of a site are not used.
    fileprivate var isParameterName: Bool {
        !isEmpty && utf8.count <= 64
            && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-.[]$".utf8.contains($0) }
    }
}
