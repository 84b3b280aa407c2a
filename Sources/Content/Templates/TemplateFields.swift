internal import LarderModel

/// The names in templates: an item's fields, as the model calls them.
enum TemplateFields {
    static let single = names([Recipe.fields.map(\.traits), Article.fields.map(\.traits)].joined()) { !$0.isList }
        .union([body, authorNames])

    /// The HTML of the main part of the item's page.
    static let body = "body"

    /// The authors of a recipe in one text, as an article has them.
    private static let authorNames = "author"
    private static let number = "number"
    /// The list whose elements have numbers from 1.
    private static let numbered = "steps"

    /// The fields of the lists' entries; none: the entries are texts, which `.` names.
    static let lists: [String: Set<String>] = {
        let lists = Recipe.fields.map(\.traits).filter { $0.isInTemplates && $0.isList }
        return Dictionary(
            uniqueKeysWithValues: lists.map { list in
                var inner = names(list.list?.elements ?? []) { _ in true }
                if inner.count == 1 { inner = [] }
                if list.name == numbered { inner.insert(number) }
                return (list.name, inner)
            }
        )
    }()

    private static func names(
        _ fields: some Sequence<FieldTraits>,
        where isIncluded: (FieldTraits) -> Bool
    ) -> Set<String> {
        Set(fields.filter { $0.isInTemplates && isIncluded($0) }.map(\.name))
    }

    /// The values of a record without absent fields.
    static func values<Record: FieldedRecord>(_ record: Record, body: String) -> [String: Any] {
        var values: [String: Any] = [:]
        values[self.body] = body.nonEmpty
        if let recipe = record as? Recipe { values[authorNames] = recipe.authors.joined(separator: ", ").nonEmpty }
        for field in Record.fields where field.isInTemplates {
            let value = field.get(record)
            if let rows = value.rows, let elements = field.list?.elements {
                guard !rows.isEmpty else { continue }
                values[field.name] =
                    lists[field.name] == []
                    ? rows.compactMap { row in texts(elements, row).first?.text }
                    : entries(elements, rows, isNumbered: field.name == numbered)
            } else if let texts = value.texts {
                if !texts.isEmpty { values[field.name] = texts }
            } else {
                values[field.name] = value.shown
            }
        }
        return values
    }

    private static func entries(_ elements: [FieldTraits], _ rows: [[FieldValue]], isNumbered: Bool) -> [[String: Any]]
    {
        rows.enumerated().map { index, row in
            var entry: [String: Any] = [:]
            for (name, text) in texts(elements, row) { entry[name] = text }
            if isNumbered { entry[number] = "\(index + 1)" }
            return entry
        }
    }

    /// The names and values of an element's fields.
    private static func texts(_ elements: [FieldTraits], _ row: [FieldValue]) -> [(name: String, text: String)] {
        zip(elements, row).compactMap { field, value in
            guard field.isInTemplates, let text = value.shown else { return nil }
            return (field.name, text)
        }
    }
}

extension FieldTraits {
    /// Whether its value has several entries.
    fileprivate var isList: Bool { kind == .list || kind == .texts }
}
