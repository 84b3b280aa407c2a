package import LarderModel
package import LarderSourceDefinitions

/// How many items of a source's answers have something where its file says that the fields are, and what no field
/// takes.
package struct FieldUse {
    private let definition: SourceDefinition
    private let mapping: SourceMapping
    private var lists = Sample()
    private var details = Sample()
    private var leftOver: [String] = []
    private var pagingNotes: [String] = []

    private struct Sample {
        var items: [JSONPointer.Found] = []
        var url = ""
        var filled: [String: Int] = [:]
    }

    private static let maxShown = 30

    /// Nil where no file says where the fields are.
    package init?(_ definition: SourceDefinition) {
        guard let mapping = definition.mapping, !mapping.isBuiltIn else { return nil }
        self.definition = definition
        self.mapping = mapping
    }

    /// The fields that the file maps, with their places.
    private var fields: [(name: String, field: MappedFields.Field)] {
        let parts = mapping.fields.ingredients.map { [$0.text, $0.name, $0.amount, $0.unit] } ?? []
        return MappedFields.Name.all.compactMap { name in mapping.fields[name].map { (name.rawValue, $0) } }
            + zip(["text", "name", "amount", "unit"], parts).compactMap { part, field in
                field.map { ("ingredients.\(part)", $0) }
            }
    }

    /// Counts the items of an answer to a list or a detail; whatever else it is counts as none.
    package mutating func add(_ body: [UInt8], of work: JobSpec.Work, at url: String) {
        let answer = SourceAnswer(status: 200, body: body, redactedURL: url)
        let errors = MappedErrors(mapping: mapping, rules: StatusRules(definition: definition, answer: answer))
        guard case .answer(let json)? = try? errors.outcome("the list") else { return }
        switch work {
        case .search:
            count(mapping.items(in: json), in: \.lists, at: url)
            for (key, pointers) in mapping.pagingPlaces where !pointers.contains(where: { $0.value(in: json) != nil }) {
                let known = json.shownNames ?? "no members"
                pagingNotes.append(
                    "Nothing is at `paging.\(key)`\(pointers.inBrackets) in the answer of \(url), which has \(known)."
                )
            }
        case .record:
            let root = JSONPointer.Found(value: json)
            let item = mapping.detail?.item.lazy.flatMap { $0.found(in: root) }.compactMap { $0 }.first
            count([item].compactMap(\.self), in: \.details, at: url)
        default: break
        }
    }

    private mutating func count(
        _ items: [JSONPointer.Found],
        in sample: WritableKeyPath<FieldUse, Sample>,
        at url: String
    ) {
        self[keyPath: sample].items += items
        self[keyPath: sample].url = url
        let used = fields.flatMap { $0.field.alternatives.flatMap(\.self) } + (mapping.since?.from ?? [])
        for item in items {
            for (name, field) in fields {
                let values = field.alternatives.flatMap(\.self).flatMap { $0.found(in: item) }
                guard values.contains(where: { $0?.value.isBlank == false }) else { continue }
                self[keyPath: sample].filled[name, default: 0] += 1
            }
            for leaf in item.value.leaves(maxDepth: 2) where !leaf.value.isBlank && !leftOver.contains(leaf.pointer) {
                guard let place = JSONPointer(leaf.pointer), !used.contains(where: { $0.meets(place) }) else {
                    continue
                }
                leftOver.append(leaf.pointer)
            }
        }
    }

    /// How often each field is filled, and what no field takes; empty where there was no item.
    package var lines: [String] {
        guard !lists.items.isEmpty || !details.items.isEmpty else { return [] }
        let rates = fields.map { name, _ -> String in
            let found = (lists.filled[name] ?? 0, details.filled[name] ?? 0)
            let isOfDetails = !details.items.isEmpty && (found.0 == 0 || lists.items.isEmpty)
            let (count, all) = isOfDetails ? (found.1, details.items.count) : (found.0, lists.items.count)
            return "\(name) \(count) of \(all)"
        }
        var lines = ["fields filled: " + rates.joined(separator: ", ")]
        if !leftOver.isEmpty {
            let shown = leftOver.prefix(Self.maxShown).joined(separator: ", ")
            let more = leftOver.count > Self.maxShown ? " and \(leftOver.count - Self.maxShown) more" : ""
            lines.append("no field takes: \(shown)\(more)")
        }
        return lines
    }

    /// Sentences on the places of the file where no answer has anything.
    package var misses: [String] {
        let names = MappedFields.Name.all.filter { mapping.fields[$0] != nil }
        let lacking = MissingFields(lists.items, mapping, among: names)
        guard !details.items.isEmpty else {
            return lacking.names.map { lacking.sentence($0, at: lists.url) } + pagingNotes
        }
        let others = MissingFields(details.items, mapping, among: lists.items.isEmpty ? names : lacking.names)
        return others.names.map { others.sentence($0, at: details.url) } + pagingNotes
    }
}
