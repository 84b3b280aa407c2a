internal import LarderModel

/// What was probably meant by a key that is not allowed where it stands.
struct UnknownKey {
    let message: String
    /// The key that it is read as; nil: more than one may be meant, or none.
    private(set) var meant: String?
    /// Whether it is a mere slip of that key, so that its value is judged as that key's.
    private(set) var isCertain = true
    /// The key whose mapping it belongs into; nil: none, or more than one may be meant.
    private(set) var home: String?

    /// - Parameter allowed: All keys of the mapping, also those that other kinds of sources have.
    /// - Parameter shown: The allowed keys that the message names.
    init(_ key: String, in mapping: YAMLMapping, allowed: [String], shown: [String]) {
        let isTop = mapping.value.path.isEmpty
        func isMissing(_ other: String) -> Bool { mapping[other] == nil }
        let usual = isTop ? Self.usual[key].flatMap { shown.contains($0) && isMissing($0) ? $0 : nil } : nil
        let home = isTop ? SourceDefinition.home(of: key, among: shown) : nil
        // A key of other kinds of sources that is spelled otherwise.
        let unfit = NearestWord.find(key, in: allowed, within: 0).flatMap { shown.contains($0) ? nil : $0 }
        // A key that belongs elsewhere may be one of this place with a letter too many or too few.
        let nearest = usual ?? NearestWord.find(key, in: shown, within: home == nil ? nil : 1)
        let inner = home.map { "it belongs into \"\($0)\": write `\($0): {\(key): ...}`" }
        let advice =
            switch (unfit, nearest, inner) {
            case (let unfit?, _, _): "; \"\(unfit)\" does not apply to this kind of source, remove it."
            case (nil, let nearest?, let inner?): "; did you mean \"\(nearest)\"? Else \(inner)."
            case (nil, let nearest?, nil): "; did you mean \"\(nearest)\"?"
            case (nil, nil, let inner?): "; \(inner)."
            case (nil, nil, nil): "."
            }
        message =
            "Unknown key \"\(key.shortened(to: 60))\"\(isTop ? "" : " in \(mapping.value.name)")\(advice) "
            + "Allowed keys: \(NearestWord.sorted(shown, by: key).joined(separator: ", "))."
        guard unfit == nil, usual != nil || nearest == nil || home == nil else { return }
        if let nearest {
            let isRequired = isTop && SourceDefinition.required.contains(nearest)
            let slip = NearestWord.lettersOfASlip(in: key)
            let isNear = NearestWord.find(key, in: [nearest], within: slip) != nil
            if usual != nil || isNear || isRequired && isMissing(nearest) { meant = nearest }
            isCertain =
                SourceDefinition.required.contains(nearest) || usual != nil || NearestWord.isSlip(key, of: nearest)
        }
        if meant == nil { self.home = home }
    }

    /// Keys of other programs' files, and what they are called here.
    private static let usual = ["type": "kind", "url": "base", "query": "queries"]
}
