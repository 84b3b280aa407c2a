internal import LarderFeeds
internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

/// One item of a mapped answer: its fields by their places, and the rest.
struct MappedItem {
    let place: JSONPointer.Found
    let mapping: SourceMapping
    private var rest: RecordFields
    /// The places of values that fields used.
    private var taken: [JSONPointer] = []

    /// Whether a text or a number is its own id.
    private let mayBeID: Bool

    init(_ place: JSONPointer.Found, _ mapping: SourceMapping, mayBeID: Bool = false) {
        self.place = place
        self.mayBeID = mayBeID
        self.mapping = mapping
        rest = RecordFields(place.value.members ?? [])
    }

    var cut: [String] { rest.cut }

    // MARK: Fields

    /// The values of a field at the first of its places that has some.
    ///
    /// - Parameter takes: Whether a column keeps them, so that the extra fields need not.
    mutating func values(_ field: MappedFields.Field?, takes: Bool = true) -> [JSONValue] {
        for pointers in field?.alternatives ?? [] {
            let values = pointers.flatMap { $0.found(in: place) }.compactMap { $0?.value }.filter { !$0.isBlank }
            if takes, !values.isEmpty || pointers.allSatisfy({ isBlank($0) }) { take(pointers) }
            if !values.isEmpty { return values }
        }
        return []
    }

    mutating func values(_ name: MappedFields.Name, takes: Bool = true) -> [JSONValue] {
        values(mapping.fields[name], takes: takes)
    }

    /// The first text of a field as the API gives it, at most `max` bytes.
    mutating func text(
        _ name: MappedFields.Name,
        max: Int = RecordBound.fieldBytes.limit,
        takes: Bool = true,
        of form: (JSONValue) -> String? = { $0.text }
    ) -> String? {
        guard let text = values(name, takes: takes).firstNonNil(form) else { return nil }
        return rest.limited(text, name.rawValue, max)
    }

    /// One line without tags.
    mutating func line(_ name: MappedFields.Name) -> String? {
        guard let text = values(name).firstNonNil(\.text) else { return nil }
        return line(text, name.rawValue).nonEmpty
    }

    mutating func line(_ text: String, _ name: String) -> String { rest.title(text, name) }

    /// The lines of a list; a text is split at commas.
    mutating func words(_ name: MappedFields.Name) -> [String] {
        var words: [String] = []
        for value in flat(values(name)).prefix(1_000) {
            let text = value.text ?? value["name"]?.text ?? ""
            let parts =
                value.items == nil && value.members == nil ? text.split(separator: ",").map { String($0) } : [text]
            for part in parts.prefix(RecordBound.recipeWords.limit) {
                guard let word = line(part, name.rawValue).nonEmpty, !words.contains(where: word.isSame) else {
                    continue
                }
                words.append(word)
                if words.count >= RecordBound.recipeWords.limit { return words }
            }
        }
        return words
    }

    /// When the item was changed at the latest, in milliseconds since 1970; nil: its `updated` says nothing.
    var changedMs: Int64? {
        var item = self
        guard let text = item.values(.updated, takes: false).firstNonNil(\.text) else { return nil }
        // A number is no date that people write.
        let written = Double(text) == nil ? FeedDate(text)?.endMilliseconds : nil
        return written ?? ItemTime.milliseconds(text)
    }

    mutating func double(_ name: MappedFields.Name) -> Double? { values(name).firstNonNil(\.double) }

    /// The item's own identifier: a text or a number.
    mutating func identifier(takes: Bool) -> String? {
        let own =
            text(.id, max: RecordBound.identifierBytes.limit, takes: takes, of: { $0.identifier })
            ?? (mayBeID && mapping.fields[.id] != nil ? place.value.identifier : nil)
        return own?.trimmedSpace.nonEmpty
    }

    /// What stands in all places of identifiers.
    var identifiers: [String] {
        let places = (mapping.fields[.id]?.alternatives ?? []).flatMap { $0 }.flatMap { $0.found(in: place) }
        let limit = RecordBound.identifierBytes.limit
        return places.compactMap { $0?.value.identifier?.prefix(bytes: limit).trimmedSpace.nonEmpty }
    }

    /// An address as the API gives it, trimmed; a path is resolved against `base`.
    mutating func url(_ name: MappedFields.Name, base: WebAddress) -> String? {
        urls(name, base: base).first
    }

    mutating func urls(_ name: MappedFields.Name, base: WebAddress) -> [String] {
        flat(values(name)).prefix(RecordBound.pictures.limit).compactMap { value in
            let text = (value.string ?? value["url"]?.string ?? value["src"]?.string)?.trimmedASCII.nonEmpty
            guard let text, text.utf8.count <= RecordBound.urlBytes.limit else { return nil }
            guard text.hasPrefix("/"), let address = WebAddress(text, relativeTo: base) else { return text }
            return address.description
        }
    }

    /// The values, with lists replaced by their entries.
    func flat(_ values: [JSONValue]) -> [JSONValue] { values.flatMap { $0.items ?? [$0] } }

    /// One value for each place that the pointers name; nil where the place is empty.
    mutating func column(_ field: MappedFields.Field?) -> [JSONValue?] {
        for pointers in field?.alternatives ?? [] {
            let found = pointers.flatMap { $0.found(in: place) }.map { $0?.value }
            take(pointers)
            if found.contains(where: { $0?.isBlank == false }) { return found }
        }
        return []
    }

    // MARK: The rest

    private func isBlank(_ pointer: JSONPointer) -> Bool {
        pointer.steps.count == 1 && pointer.value(in: place.value)?.isBlank == true
    }

    private mutating func take(_ pointers: [JSONPointer]) {
        // The next sync looks for the newest item among the extra fields.
        taken += pointers.filter { pointer in
            guard let name = pointer.topName else { return false }
            return mapping.since?.from.contains { $0.topName == name } != true
        }
    }

    /// What no field used, by the API's names, and when the item was changed, by which the next sync tells a change.
    mutating func extras() -> ExtraFields {
        let updated = text(.updated, max: RecordBound.titleBytes.limit)
        var steps: [String: [ArraySlice<JSONPointer.Step>]] = [:]
        for pointer in taken {
            if let name = pointer.topName { steps[name, default: []].append(pointer.steps.dropFirst()) }
        }
        for (name, steps) in steps {
            guard let value = place.value[name], Self.isTold(value, by: steps) else { continue }
            _ = rest.take(name) { $0 }
        }
        var extras = rest.extras()
        if let updated {
            let name = MappedFields.Name.updated.rawValue
            extras.removeAll { $0.name == name }
            extras.append(ExtraField(name: name, json: JSONValue.string(updated).json))
        }
        return extras
    }

    /// Whether all parts of a value lie where the steps lead; recurses at most as deep as there are steps.
    private static func isTold(_ value: JSONValue, by steps: [ArraySlice<JSONPointer.Step>]) -> Bool {
        if value == .null || steps.contains(where: \.isEmpty) { return true }
        guard !steps.isEmpty else { return false }
        func below(_ name: String, isLast: Bool = false) -> [ArraySlice<JSONPointer.Step>] {
            steps.compactMap { steps in
                switch steps.first {
                case .every?: steps.dropFirst()
                case .name(let own)? where own.isSame(as: name) || isLast && own == "-": steps.dropFirst()
                default: nil
                }
            }
        }
        switch value {
        case .object(let members): return members.allSatisfy { isTold($0.value, by: below($0.name)) }
        case .array(let items):
            return items.enumerated().allSatisfy { index, item in
                isTold(item, by: below("\(index)", isLast: index == items.count - 1))
            }
        case .null, .boolean, .number, .string: return false
        }
    }
}
