internal import LarderModel

extension SourceMapping.Paging {
    private static let forms = ["page", "offset", "cursor", "continue", "link"]

    private static var keys: [DefinitionKey<Self>] {
        (forms + ["next", "from"]).map { DefinitionKey(name: $0) } + [
            DefinitionKey(name: "size", read: { paging, value throws(SourceError) in try paging.readSize(value) }),
            .value("more", \.more, .pointers), .optional("total", \.total, KeyForm(YAMLValue.listPlace)),
            .optional("pages", \.pages, KeyForm(YAMLValue.listPlace)),
            .value("short", \.endsShort, .isWord(ShortPage.end)),
            .value("order", \.isNewestFirst, .isWord(Order.newestFirst)),
            DefinitionKey(
                name: "end",
                read: { paging, value throws(SourceError) in paging.endCodes.formUnion(try value.oneOrMore()) }
            ),
        ]
    }

    /// What a page with fewer items than its size means.
    private enum ShortPage: String, CaseIterable {
        case end
        case goesOn = "goes-on"
    }

    private enum Order: String, CaseIterable {
        case newestFirst = "newest-first"
        case oldestFirst = "oldest-first"
        case any
    }

    static let keyNames = keys.map(\.name)

    /// Reads the mapping `paging`, or its word `none`.
    mutating func read(_ value: YAMLValue) throws(SourceError) {
        guard value.isMapping else {
            switch try value.word() {
            case "none": return
            case "link": form = .link
            default:
                let message = "\(value.name) must be a mapping such as `{page: page, from: 1}`, or `link`, or `none`."
                throw value.error(.outOfRange, message)
            }
            return
        }
        var mapping = try YAMLMapping(value, keys: Self.keyNames)
        Self.readName(in: &mapping)
        form = Self.form(mapping)
        mapping.read(Self.keys, into: &self)
    }

    /// Reads `pages: NAME` as `page: NAME` where nothing says how the list goes on.
    private static func readName(in mapping: inout YAMLMapping) {
        guard !(forms + ["next"]).contains(where: { mapping[$0] != nil }), let value = mapping["pages"], value.isName
        else { return }
        let message =
            "\(value.name) is the place where the answer tells the number of pages, such as /meta/pages; did you mean "
            + "`page`, the parameter that asks for one?"
        mapping.report(ofKey: "pages", .unknownKey, message)
        mapping.rename("pages", to: "page")
    }

    private static func form(_ mapping: YAMLMapping) -> SourceMapping.Form {
        let name = mapping.value.name
        let given = forms.filter { mapping[$0] != nil }
        let ways = given.joined(separator: " and ")
        for key in given.dropFirst() {
            mapping.refuse(key, "\(name) has \(ways); a list goes on in one way, so keep one of them.")
        }
        if given.isEmpty, mapping["next"] == nil {
            let keys = "`page`, `offset`, `cursor`, `continue`, `next` or `link: header`"
            mapping.value.report(.missingKey, "\(name) must say how the list goes on: \(keys).")
        }
        var form = SourceMapping.Form.none
        func from(_ first: Int) -> Int {
            var from = first
            mapping.read("from") { value throws(SourceError) in from = try value.integer(0...1_000_000_000) }
            return from
        }
        mapping.read("page") { value throws(SourceError) in form = .page(name: try value.word(), from: from(1)) }
        mapping.read("offset") { value throws(SourceError) in form = .offset(name: try value.word(), from: from(0)) }
        mapping.read("cursor") { value throws(SourceError) in
            form = .cursor(name: try value.word(), next: .pointers([]))
            mapping.required("next", "/next_cursor")
        }
        mapping.read("continue") { value throws(SourceError) in form = .continuation(try value.pointers()) }
        mapping.read("link") { value throws(SourceError) in
            guard try value.word() == "header" else {
                throw value.error(.outOfRange, "\(value.name) must be `header`.")
            }
            form = .link
        }
        guard given.isEmpty || given.first == "cursor" else { return form }
        mapping.read("next") { value throws(SourceError) in
            let place = try value.listPlace()
            if case .cursor(let name, _) = form { form = .cursor(name: name, next: place) } else { form = .next(place) }
        }
        return form
    }

    /// `name=50`, a name, a number, or where the answer says it.
    private mutating func readSize(_ value: YAMLValue) throws(SourceError) {
        let word = try value.word()
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        if let number = Int(word) {
            size = number
        } else if parts.count == 2, let number = Int(parts[1]) {
            (sizeName, size) = (parts[0], number)
        } else if word.hasPrefix("/") || word.hasPrefix("header ") {
            sizePlace = try value.listPlace()
        } else if parts.count == 2 {
            throw value.error(.outOfRange, "\(value.name) must be `NAME=NUMBER`, such as `per_page=100`.")
        } else {
            sizeName = parts.first
        }
        if let size, !(1...1_000_000).contains(size) {
            throw value.error(.outOfRange, "\(value.name) must ask for 1 to 1000000 items a page.")
        }
    }
}

extension KeyForm<Bool> {
    fileprivate static func isWord<Word: RawRepresentable & CaseIterable & Equatable>(_ word: Word) -> Self
    where Word.RawValue == String {
        Self(read: { value throws(SourceError) in try value.choice(of: Word.self) == word })
    }
}
