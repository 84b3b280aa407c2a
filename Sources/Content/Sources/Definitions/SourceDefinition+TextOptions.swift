internal import LarderAttributedHTML
internal import LarderModel
internal import LarderTemplates

extension SourceDefinition.Text {
    /// Schemes whose links run code, or show what the page's author wrote as if it were the app's own.
    private static let unsafeSchemes: Set<String> = ["javascript", "vbscript", "data", "blob", "file"]
    private static let maxSchemes = 32

    /// Reads the mapping `text`.
    init(_ mapping: YAMLMapping) throws(SourceError) {
        try mapping.requireKeys(["whole-page", "double-encoded", "text-presentation", "template", "link-schemes"])
        if let value = mapping["whole-page"] { isWholePageWanted = try value.boolean() }
        if let value = mapping["double-encoded"] { doubleEncoded = try Self.doubleEncoding(value) }
        if let value = mapping["text-presentation"] { textPresentation = try value.boolean() }
        if let value = mapping["template"] { template = try Self.template(value) }
        if let value = mapping["link-schemes"] { linkSchemes = try Self.schemes(value) }
    }

    private static func doubleEncoding(_ value: YAMLValue) throws(SourceError) -> TextOptions.DoubleEncoding {
        let word = try value.word()
        if let mode = TextOptions.DoubleEncoding(rawValue: word) { return mode }
        let modes = TextOptions.DoubleEncoding.allCases.map(\.rawValue)
        let nearest = NearestWord.find(word, in: modes).map { "; did you mean \"\($0)\"?" } ?? "."
        throw value.error(
            .outOfRange,
            "Unknown value \"\(word.shortened(to: 60))\" of \(value.name)\(nearest) Allowed: "
                + "\(modes.joined(separator: ", "))."
        )
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
        var schemes: [String] = []
        let items = try value.list()
        guard items.count <= maxSchemes else {
            throw value.error(
                .outOfRange,
                "\(value.name) has \(items.count) entries; at most \(maxSchemes) are allowed."
            )
        }
        for item in items {
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
            if !schemes.contains(scheme) { schemes.append(scheme) }
        }
        return schemes
    }
}
