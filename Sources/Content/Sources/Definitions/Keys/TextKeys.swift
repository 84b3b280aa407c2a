internal import LarderAttributedHTML
internal import LarderModel
internal import LarderTemplates

/// The keys of `text` and `images`.
extension SourceDefinition.Text {
    /// Schemes whose links run code, or show what the page's author wrote as if it were the app's own.
    private static let unsafeSchemes: Set<String> = ["javascript", "vbscript", "data", "blob", "file"]

    static var keys: [DefinitionKey<Self>] {
        let doubleEncoding = KeyForm(
            read: { value throws(SourceError) in try value.choice(of: TextOptions.DoubleEncoding.self) },
            write: { SourceDefinition.quoted($0.rawValue) }
        )
        return [
            .value("whole-page", \.isWholePageWanted, .boolean)
                .help("keep a text of all that a page shows beside that of its main part", standard: "`false`"),
            .optional("double-encoded", \.doubleEncoded, doubleEncoding)
                .help(
                    "decode markup that was encoded twice, such as `&lt;p&gt;`",
                    standard: "`auto` for HTML in records, `off` for pages"
                ),
            .value("text-presentation", \.textPresentation, .boolean)
                .help("put U+FE0E behind symbols, such as U+2764, that may be shown as emoji", standard: "`false`"),
            .value("link-schemes", \.linkSchemes, .list(schemes))
                .help("the schemes of links that stay links, at most 32", standard: "`[http, https, mailto, tel]`"),
            .optional("template", \.template, .text(template))
                .help(
                    "a Mustache template that an item's body is made with",
                    standard: "none: the main part of the item's page"
                ),
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
                let shown = word.shortened(to: 60)
                throw item.error(
                    .outOfRange,
                    "\"\(shown)\" is no scheme of URLs; write one without its colon, such as `https`."
                )
            }
            guard !unsafeSchemes.contains(scheme) else {
                throw item.error(.outOfRange, "Links of the scheme \"\(scheme)\" are never kept; remove it.")
            }
            return scheme
        }.unique()
    }
}

extension SourceDefinition.Images {
    /// Reads `images`: a truth value, or a mapping with the widths of the smaller pictures.
    mutating func read(_ value: YAMLValue) throws(SourceError) {
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

    var yaml: String {
        areWanted ? "{widths: [\(widths.map(String.init).joined(separator: ", "))]}" : "false"
    }
}
