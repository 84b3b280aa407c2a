internal import LarderModel

extension PageHead {
    /// The texts of the first `meta` elements of a name that have one.
    ///
    /// - Parameters:
    ///   - name: A word of `property`, `name` or `itemprop`, in lower case.
    ///   - limit: The most texts.
    func texts(_ name: String, limit: Int) -> [String] { (places[name] ?? []).prefix(limit).map { metas[$0].text } }

    /// The text of the first `meta` element of a name that has one.
    func first(_ name: String) -> String? { places[name]?.first.map { metas[$0].text } }

    /// The first content of the first of the names that has one.
    func first(of names: [String]) -> String? { names.lazy.compactMap { first($0) }.first }

    /// The target of the first `link` with the relation, in lower case.
    func target(_ relation: String) -> String? { targets[relation] }
}
