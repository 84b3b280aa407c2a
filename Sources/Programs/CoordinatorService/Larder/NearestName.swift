/// Finds what somebody meant who mistyped a name.
enum NearestName {
    /// Longer words are no mistyped names.
    private static let maxLength = 100

    /// The name with the fewest letters to be added, left out or changed, where that is at most a third of them.
    static func among(_ names: [String], to typed: String) -> String? {
        let best = names.map { (distance: distance($0, typed), name: $0) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let best, best.distance <= max(1, typed.unicodeScalars.count / 3) else { return nil }
        return best.name
    }

    /// The edit distance of Levenshtein.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
        guard max(one.count, other.count) <= maxLength else { return .max }
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in other.indices {
                let change = diagonal + (letter == other[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(change, diagonal + 1, row[j] + 1)
            }
        }
        return row[other.count]
    }
}

extension CoordinatorError {
    /// The error for a source that the larder does not hold.
    ///
    /// - Parameter names: Those that it holds.
    static func unknownSource(_ name: String, among names: [String], _ into: String) -> CoordinatorError {
        let known = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
        let near = NearestName.among(names, to: name).map { " Did you mean \($0)?" } ?? ""
        return CoordinatorError(
            .unknownSource,
            "The larder has no source \"\(name)\".\(near) "
                + (names.isEmpty ? "It holds none." : "It holds \(known).")
                + " `coordinator status\(TypedCommand.into(into))` tells what of each."
        )
    }
}
