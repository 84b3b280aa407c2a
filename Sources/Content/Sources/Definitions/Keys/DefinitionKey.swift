internal import LarderModel

/// One key of a definition's file, or of a mapping in it: how it is read, checked and written.
struct DefinitionKey<Target> {
    let name: String
    /// The kinds of sources that have a use for it.
    var kinds = Set(SourceKind.allCases)
    /// The allowed values in the documentation's words; empty: no range.
    var range = ""
    /// The keys of the mapping that it holds; empty: it holds none.
    var members: [String] = []
    /// What may stand behind it where it holds a mapping.
    var example = "{key: value}"
    /// The example for a mapping that lacks this needed key; nil: the key may be missing.
    var neededExample: String?
    var read: (inout Target, YAMLValue) throws(SourceError) -> Void = { _, _ in }
    /// Its value as YAML; nil: it is not written.
    var write: (Target) -> String? = { _ in nil }
}

extension DefinitionKey {
    static func value<Value>(_ name: String, _ path: WritableKeyPath<Target, Value>, _ form: KeyForm<Value>) -> Self {
        Self(
            name: name,
            range: form.range,
            read: { target, value throws(SourceError) in target[keyPath: path] = try form.read(value) },
            write: { form.write($0[keyPath: path]) }
        )
    }

    /// A key that is written only where it has a value.
    static func optional<Value>(
        _ name: String,
        _ path: WritableKeyPath<Target, Value?>,
        _ form: KeyForm<Value>
    ) -> Self {
        value(name, path, KeyForm(range: form.range, read: form.read, write: { $0.flatMap(form.write) }))
    }

    /// A key with a list, which is written unless it is empty.
    static func list<Item>(_ name: String, _ path: WritableKeyPath<Target, [Item]>, _ form: KeyForm<[Item]>) -> Self {
        value(name, path, form).writtenIf { !$0[keyPath: path].isEmpty }
    }

    static func mapping<Value>(
        _ name: String,
        _ path: WritableKeyPath<Target, Value>,
        _ keys: [DefinitionKey<Value>],
        example: String
    ) -> Self {
        Self(
            name: name,
            members: keys.map(\.name),
            example: example,
            read: { target, value throws(SourceError) in
                try YAMLMapping(value, keys: keys.map(\.name)).read(keys, into: &target[keyPath: path])
            },
            write: { target in
                let parts = keys.compactMap { key in key.write(target[keyPath: path]).map { "\(key.name): \($0)" } }
                return parts.isEmpty ? nil : "{\(parts.joined(separator: ", "))}"
            }
        )
    }

    // MARK: More of a key

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var key = self
        change(&key)
        return key
    }

    /// The key with the names and an example of its mapping's keys.
    func holding(_ members: [String], example: String) -> Self {
        changed { ($0.members, $0.example) = (members, example) }
    }

    func needed(_ example: String) -> Self { changed { $0.neededExample = example } }

    func of(_ kinds: Set<SourceKind>) -> Self { changed { $0.kinds = kinds } }

    func writtenIf(_ isNeeded: @escaping (Target) -> Bool) -> Self {
        changed { $0.write = { isNeeded($0) ? write($0) : nil } }
    }
}

extension Set<SourceKind> {
    static let all = Set(SourceKind.allCases)
    static let news = all.filter(\.isNews)
    static let websites = all.filter(\.isWebsite)
}
