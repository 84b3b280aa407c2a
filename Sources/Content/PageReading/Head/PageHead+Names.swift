internal import LarderModel

extension PageHead {
    /// Longer contents are no field of an article, in bytes.
    private static let maxContent = 10_000

    /// The contents of all `meta` elements of a name, as one line each; an address stays as it is.
    ///
    /// - Parameter name: A word of `property`, `name` or `itemprop`, in lower case.
    func all(_ name: String) -> [String] { (places[name] ?? []).compactMap(text) }

    /// The first of ``all(_:)``.
    func first(_ name: String) -> String? { (places[name] ?? []).lazy.compactMap(text).first }

    private func text(_ place: Int) -> String? {
        let content = metas[place].content
        guard content.utf8.count < Self.maxContent else { return nil }
        return (FieldText.isAddress(content) ? content : FieldText.clean(content)).nonEmpty
    }

    /// The first content of the first of the names that has one.
    func first(of names: [String]) -> String? { names.lazy.compactMap { first($0) }.first }

    /// The target of the first `link` with the relation, in lower case.
    func target(_ relation: String) -> String? { targets[relation] }
}
