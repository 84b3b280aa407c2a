internal import LarderModel

extension SourceMapping.Paging {
    private static let keys = [
        "page", "offset", "cursor", "next", "link", "from", "size", "more", "total", "pages", "short", "order", "end",
    ]

    /// Reads the mapping `paging`, or its word `none`.
    init(_ value: YAMLValue, isPost: Bool) throws(SourceError) {
        guard value.isMapping else {
            let word = try value.word()
            if word == "none" { return }
            guard word == "link" else {
                throw value.error(
                    .outOfRange,
                    "\(value.name) must be a mapping such as `{page: page, from: 1}`, or `link`, or `none`."
                )
            }
            form = .link
            return
        }
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(Self.keys)
        try Self.refuseName(in: mapping)
        form = try Self.form(mapping, value)
        if let value = mapping["size"] { try readSize(value) }
        if let value = mapping["more"] { more = try value.pointers() }
        if let value = mapping["total"] { total = try value.place() }
        if let value = mapping["pages"] { pages = try value.place() }
        if let value = mapping["short"] {
            endsShort = try value.choice(["end", "goes-on"]) == "end"
        }
        if let value = mapping["order"] {
            isNewestFirst = try value.choice(["newest-first", "oldest-first", "any"]) == "newest-first"
        }
        if let value = mapping["end"] { endCodes.formUnion(try value.oneOrMore()) }
    }

    /// Refuses `pages` with the name of a parameter, where nothing says how the list goes on.
    private static func refuseName(in mapping: YAMLMapping) throws(SourceError) {
        let hasForm = ["page", "offset", "cursor", "next", "link"].contains { mapping[$0] != nil }
        guard !hasForm, let key = mapping.keyPlace("pages"), let value = mapping["pages"], value.isName else { return }
        throw key.error(
            .unknownKey,
            "\(value.name) is the place where the answer tells the number of pages, such as /meta/pages; did you mean `page`, "
                + "the parameter that asks for one?",
            mend: .word("page")
        )
    }

    private static func form(_ mapping: YAMLMapping, _ value: YAMLValue) throws(SourceError) -> SourceMapping.Form {
        let forms = ["page", "offset", "cursor", "link"].filter { mapping[$0] != nil }
        guard forms.count <= 1 else {
            throw (mapping.keyPlace(forms[1]) ?? value).error(
                .conflict,
                "\(value.name) has \(forms.joined(separator: " and ")); a list goes on in one way, so keep one of them."
            )
        }
        func from(_ first: Int) throws(SourceError) -> Int {
            try mapping["from"].map { value throws(SourceError) in try value.integer(0...1_000_000_000) } ?? first
        }
        if let name = mapping["page"] { return .page(name: try name.word(), from: try from(1)) }
        if let name = mapping["offset"] { return .offset(name: try name.word(), from: try from(0)) }
        if let name = mapping["cursor"] {
            return .cursor(name: try name.word(), next: try mapping.required("next", "/next_cursor").place())
        }
        if let value = mapping["link"] {
            _ = try value.choice(["header"])
            return .link
        }
        guard let next = mapping["next"] else {
            throw value.error(
                .missingKey,
                "\(value.name) must say how the list goes on: `page`, `offset`, `cursor`, `next` or `link: header`.",
                mend: .member("next", "/next")
            )
        }
        return .next(try next.place())
    }

    /// `name=50`, a name, a number, or where the answer says it.
    private mutating func readSize(_ value: YAMLValue) throws(SourceError) {
        let word = try value.word()
        if let number = Int(word) {
            size = number
        } else if word.hasPrefix("/") || word.hasPrefix("header ") {
            let parts = word.split(separator: "=", maxSplits: 1)
            if parts.count == 2, let number = Int(parts[1]) {
                (sizeName, size) = (String(parts[0]), number)
            } else {
                sizePlace = try value.place()
            }
        } else {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            sizeName = parts.first
            if parts.count == 2 {
                guard let number = Int(parts[1]) else {
                    throw value.error(.outOfRange, "\(value.name) must be `NAME=NUMBER`, such as `per_page=100`.")
                }
                size = number
            }
        }
        if let size, !(1...1_000_000).contains(size) {
            throw value.error(.outOfRange, "\(value.name) must ask for 1 to 1000000 items a page.")
        }
    }
}
