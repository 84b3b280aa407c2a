internal import LarderAttributedHTML
internal import LarderModel
internal import LarderTemplates

extension KeyForm<SortOrder> {
    /// An order; where the kind does not document it, with a warning.
    static var sortOrder: Self {
        var form = Self.apiWord()
        let read = form.read
        form.read = { value throws(SourceError) in
            let order = try read(value)
            let kind = value.reading.kind
            if order.isKnown, !kind.sortOrders.contains(order) {
                let orders = kind.sortOrders.map(\.rawValue).joined(separator: ", ").nonEmpty ?? "none at all"
                value.warn("\(kind.rawValue) does not document the order \"\(order.rawValue)\", but \(orders)")
            }
            return order
        }
        return form
    }
}

extension KeyForm<Int> {
    /// The items of a search page, at most the kind's ``SourceKind/maxPageSize``.
    static var pageSize: Self {
        Self(
            read: { value throws(SourceError) in try value.integer(1...(value.reading.kind.maxPageSize ?? 1)) },
            write: { String($0) }
        )
    }
}

extension KeyForm<[WebAddress]> {
    /// `auto`, or addresses.
    static var sitemaps: Self {
        addresses(range: addresses.range) { value throws(SourceError) in
            (try? value.word()) == "auto" ? [] : try addresses.read(value)
        }
    }
}

extension KeyForm<[HostPort]> {
    static var hostPorts: Self {
        Self(
            range: ", at most 64",
            read: { value throws(SourceError) in
                try value.items(0...64) { item throws(SourceError) in
                    let text = try item.word(max: 260)
                    if let address = HostPort(text) { return address }
                    throw item.error(
                        .outOfRange,
                        "\"\(text.shortened(to: 60))\" must be a host and a port, such as `10.0.0.7:80` or `[::1]:80`."
                    )
                }.unique()
            },
            write: { SourceDefinition.yamlList($0.map(\.description)) }
        )
    }
}

extension SourceDefinition.Retry {
    static var keys: [DefinitionKey<Self>] {
        [
            .value("attempts", \.attempts, .integer(1...50)),
            DefinitionKey(
                name: "base",
                read: { retry, value throws(SourceError) in
                    let cap = retry.cap
                    // After a fault in the base, any cap is accepted.
                    retry.base = .milliseconds(1)
                    retry.base = try value.duration(.milliseconds(1) ... .seconds(3_600))
                    // A base beyond the default cap raises the cap.
                    retry.cap = max(cap, retry.base)
                },
                write: { DurationText.text($0.base) }
            ),
            DefinitionKey(
                name: "cap",
                read: { retry, value throws(SourceError) in
                    retry.cap = try value.duration(retry.base ... .seconds(86_400))
                    // It bounds the pauses that hosts ask for too, unless `pause` is given.
                    retry.pause = retry.cap
                },
                write: { DurationText.text($0.cap) }
            ),
            .value("pause", \.pause, .duration(.zero...RetryAfter.longest)),
        ]
    }
}

extension SourceDefinition.Images {
    init(_ value: YAMLValue) throws(SourceError) {
        guard value.isMapping else {
            areWanted = try value.boolean()
            return
        }
        var widths = widths
        try YAMLMapping(value, keys: ["widths"]).read("widths") { list throws(SourceError) in
            widths = Set(try list.items(1...8) { item throws(SourceError) in try item.integer(16...8_192) }).sorted()
        }
        self.widths = widths
    }

    var yaml: String { areWanted ? "{widths: [\(widths.map(String.init).joined(separator: ", "))]}" : "false" }
}

extension SourceDefinition.Text {
    /// Schemes whose links run code, or show what the page's author wrote as if it were the app's own.
    private static let unsafeSchemes: Set<String> = ["javascript", "vbscript", "data", "blob", "file"]

    static var keys: [DefinitionKey<Self>] {
        let doubleEncoding = KeyForm(
            read: { value throws(SourceError) in try value.choice(of: TextOptions.DoubleEncoding.self) },
            write: { SourceDefinition.quoted($0.rawValue) }
        )
        return [
            .value("whole-page", \.isWholePageWanted, .boolean),
            .optional("double-encoded", \.doubleEncoded, doubleEncoding),
            .value("text-presentation", \.textPresentation, .boolean),
            .value("link-schemes", \.linkSchemes, .list(schemes)), .optional("template", \.template, .text(template)),
        ]
    }

    private static func template(_ value: YAMLValue) throws(SourceError) -> String {
        let text = try value.text("a Mustache template, such as `\"<h1>{{title}}</h1>{{{body}}}\"`")
        do throws(TemplateError) {
            _ = try ItemTemplate(text)
            return text
        } catch {
            throw value.error(.outOfRange, "\(value.name), \(error)")
        }
    }

    private static func schemes(_ value: YAMLValue) throws(SourceError) -> [String] {
        try value.items(0...32) { item throws(SourceError) in
            let word = try item.word()
            let scheme = word.lowercased()
            guard let first = scheme.utf8.first, first.isASCIILetter,
                scheme.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) })
            else {
                throw item.error(
                    .outOfRange,
                    "\"\(word.shortened(to: 60))\" is no scheme of URLs; write one without its colon, such as `https`."
                )
            }
            guard !unsafeSchemes.contains(scheme) else {
                throw item.error(.outOfRange, "Links of the scheme \"\(scheme)\" are never kept; remove it.")
            }
            return scheme
        }.unique()
    }
}
