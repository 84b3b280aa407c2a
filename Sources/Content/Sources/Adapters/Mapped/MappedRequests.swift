internal import LarderModel
internal import LarderSourceDefinitions

struct MappedRequests {
    let definition: SourceDefinition
    let mapping: SourceMapping
    let apiKey: String?

    func list(_ work: SearchWork) throws(SourceError) -> SourceRequest {
        let progress = ListProgress(cursor: work.cursor)
        if work.page > 1, !progress.next.isEmpty {
            switch mapping.paging.form {
            case .next, .link:
                guard let address = WebAddress(progress.next), address.origin == definition.base.origin else {
                    throw noAddress
                }
                return request(mapping.list, shown: address, real: address, body: body(work, [:]))
            case .none, .page, .offset, .cursor, .continuation: break
            }
        }
        let extra = paging(work, progress)
        let names = Set(extra.map(\.name))
        var list = mapping.list
        list.params.removeAll { names.contains($0.name) }
        let isPost = list.body != nil
        let members = Dictionary(extra.map { ($0.name, $0.value) }) { _, last in last }
        return try request(
            list,
            ["{query}": work.query],
            isPost ? [] : extra.map { ($0.name, $0.value.text ?? "") },
            body: body(work, members)
        )
    }

    func detail(_ id: String, _ detail: SourceMapping.Detail) throws(SourceError) -> SourceRequest {
        try request(detail.request, ["{id}": id])
    }

    /// The address of one item, without the key; nil: the mapping has no such request, or the id does not fit.
    func detailAddress(_ id: String) -> WebAddress? {
        mapping.detail.flatMap { try? address(of: $0.request, ["{id}": id, "{key}": Self.shownKey], []) }
    }

    func queries(_ list: SourceMapping.QueryList) throws(SourceError) -> SourceRequest {
        try request(list.request, [:])
    }

    // MARK: Paging

    private func paging(_ work: SearchWork, _ progress: ListProgress) -> [(name: String, value: JSONValue)] {
        var pairs: [(name: String, value: JSONValue)] = []
        switch mapping.paging.form {
        case .page(let name, let from): pairs.append((name, .number("\(from + max(work.page, 1) - 1)")))
        case .offset(let name, let from):
            let (sum, overflow) = progress.count.addingReportingOverflow(from)
            pairs.append((name, .number("\(overflow ? Int.max : sum)")))
        case .cursor(let name, _):
            if !progress.next.isEmpty { pairs.append((name, .string(progress.next))) }
        case .continuation: pairs += progress.continuation.map { ($0.name, .string($0.value)) }
        case .none, .next, .link: break
        }
        if let name = mapping.paging.sizeName, let size = definition.pageSize ?? mapping.paging.size {
            pairs.append((name, .number("\(size)")))
        }
        if let name = mapping.since?.param, !progress.since.isEmpty { pairs.append((name, .string(progress.since))) }
        return pairs
    }

    private func body(_ work: SearchWork, _ members: [String: JSONValue]) -> [UInt8]? {
        guard var body = mapping.list.body?.replacing("{query}", with: work.query) else { return nil }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let path = name.hasPrefix("/") ? name.dropFirst().split(separator: "/").map { String($0) } : [name]
            body = body.setting(path.prefix(JSONPointer.maxSteps), to: value)
        }
        return Array(body.json.utf8)
    }

    // MARK: Addresses

    private var noAddress: SourceError {
        SourceError(
            code: .unsupportedJob,
            message: "The source \"\(definition.name)\" has no web address for this job. Check `base` and the paths."
        )
    }

    private func address(
        of request: SourceMapping.Request,
        _ words: [String: String],
        _ extra: [(name: String, value: String)]
    ) throws(SourceError) -> WebAddress {
        let base = definition.base
        var path = request.path
        for (word, text) in words.sorted(by: { $0.key < $1.key }) {
            path = path.replacing(word, with: text.percentEncodedWord)
        }
        // Such a segment would lead out of the file's path.
        let segments = path.prefix { $0 != "?" }.split(separator: "/")
        guard path == request.path || !segments.contains(where: { $0 == "." || $0 == ".." }) else { throw noAddress }
        let ownPath = base.path == "/" && !path.isEmpty && !path.hasPrefix("?") ? "" : base.path
        guard let address = WebAddress(base.origin + ownPath + path) else { throw noAddress }
        let params = request.params.map { param in
            (param.name, words.reduce(param.value) { $0.replacing($1.key, with: $1.value) })
        }
        return address.adding(params + extra)
    }

    private static let shownKey = "KEY"

    private func request(
        _ request: SourceMapping.Request,
        _ words: [String: String],
        _ extra: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) throws(SourceError) -> SourceRequest {
        func address(key: String) throws(SourceError) -> WebAddress {
            try self.address(of: request, words.merging(["{key}": key]) { first, _ in first }, extra)
        }
        return self.request(
            request,
            shown: try address(key: Self.shownKey),
            real: try address(key: apiKey ?? ""),
            body: body
        )
    }

    private func request(
        _ request: SourceMapping.Request,
        shown: WebAddress,
        real: WebAddress,
        body: [UInt8]?
    ) -> SourceRequest {
        let key = apiKey.flatMap { definition.key?.sent($0, to: shown) } ?? (headers: [], query: [])
        var headers = request.headers + key.headers
        if body != nil, headers.value(of: "content-type") == nil {
            headers.append(HeaderField(name: "Content-Type", value: "application/json"))
        }
        let accept = headers.value(of: "accept") ?? CommonRequests.jsonAccept + ", */*;q=0.1"
        return SourceRequest(
            shown,
            signed: real.adding(key.query),
            headers: headers.filter { !$0.isNamed("accept") },
            accept: accept,
            body: body
        )
    }
}

extension WebAddress {
    func adding(_ pairs: [(name: String, value: String)]) -> WebAddress {
        guard !pairs.isEmpty else { return self }
        let words = pairs.map { "\($0.name.percentEncodedWord)=\($0.value.percentEncodedWord)" }
        return with(path: path, query: ([query].compactMap { $0.nonEmpty } + words).joined(separator: "&"))
    }

    func hasParameter(_ name: String) -> Bool {
        (query ?? "").split(separator: "&").contains { pair in
            pair.prefix { $0 != "=" } == name.percentEncodedWord[...]
        }
    }
}

extension JSONValue {
    /// The value with a word replaced in all its texts.
    fileprivate func replacing(_ word: String, with text: String) -> JSONValue {
        switch self {
        case .string(let value): .string(value.replacing(word, with: text))
        case .array(let items): .array(items.map { $0.replacing(word, with: text) })
        case .object(let members):
            .object(members.map { JSONMember(name: $0.name, value: $0.value.replacing(word, with: text)) })
        case .null, .boolean, .number: self
        }
    }

    /// The object with a member set, below the members that lead there.
    fileprivate func setting(_ path: ArraySlice<String>, to value: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        var members = self.members ?? []
        let inner = (self[name] ?? .object([])).setting(path.dropFirst(), to: value)
        if let index = members.firstIndex(where: { $0.name.isSame(as: name) }) {
            members[index] = JSONMember(name: name, value: inner)
        } else {
            members.append(JSONMember(name: name, value: inner))
        }
        return .object(members)
    }
}
