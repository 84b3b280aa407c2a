/// Finds the word that was probably meant.
package enum NearestWord {
    /// The closest of `words`; nil when none is near enough to be worth suggesting.
    ///
    /// Close means few letters inserted, removed, replaced or swapped (at most half of the longer word), or that one
    /// word begins with the other. Ties go to the most similar length.
    ///
    /// - Parameter limit: The most letters that may differ; nil: as above.
    package static func find(_ word: String, in words: [String], within limit: Int? = nil) -> String? {
        let wanted = letters(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        var best: (word: String, distance: Int, gap: Int)?
        for candidate in words {
            let other = letters(candidate)
            guard let distance = near(wanted, other), distance <= limit ?? .max else { continue }
            let gap = abs(other.count - wanted.count)
            guard (distance, gap) < (best?.distance ?? .max, best?.gap ?? .max) else { continue }
            best = (candidate, distance, gap)
        }
        return best?.word
    }

    /// The words near enough to be worth suggesting, each once, the closest first.
    package static func near(_ word: String, in words: [String], most: Int) -> [String] {
        let wanted = letters(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
        var known: Set<String> = []
        let found = words.filter { known.insert($0).inserted }
            .compactMap { candidate in near(wanted, letters(candidate)).map { ($0, candidate) } }
        return found.sorted { $0 < $1 }.prefix(most).map { $0.1 }
    }

    /// How many letters may be wrong in a single guess: a third of them.
    package static func lettersOfASlip(in word: String) -> Int { max(1, letters(word).count / 3) }

    /// Whether a word is another one but for a few wrong letters; one that merely begins with the other is not.
    package static func isSlip(_ word: String, of other: String) -> Bool {
        let (wanted, other) = (letters(word), letters(other))
        let isPrefix = wanted.starts(with: other) || other.starts(with: wanted)
        return distance(wanted, other) <= (isPrefix ? 1 : lettersOfASlip(in: word))
    }

    /// The near words first, the closest before all, then the others by the alphabet.
    package static func sorted(_ words: [String], by word: String) -> [String] {
        let wanted = letters(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return words.sorted() }
        return words.map { (near(wanted, letters($0)) ?? .max, $0) }.sorted { $0 < $1 }.map { $0.1 }
    }

    /// Nil: too far to be worth suggesting.
    private static func near(_ wanted: [UInt8], _ other: [UInt8]) -> Int? {
        let distance = steps(wanted, other)
        return distance <= max(1, max(wanted.count, other.count) / 2) ? distance : nil
    }

    private static func steps(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard left != right else { return 0 }
        let isPrefix = min(left.count, right.count) >= 3 && (right.starts(with: left) || left.starts(with: right))
        return isPrefix ? 1 : distance(left, right)
    }

    private static func letters(_ word: String) -> [UInt8] {
        word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ") }
    }

    /// The optimal string alignment distance.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before = [Int](repeating: 0, count: right.count + 1)
        var above = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let replaced = above[column] + (left[row] == right[column] ? 0 : 1)
                var cheapest = min(replaced, above[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cheapest = min(cheapest, before[column - 1] + 1)
                }
                current.append(cheapest)
            }
            (before, above) = (above, current)
        }
        return above[right.count]
    }
}
