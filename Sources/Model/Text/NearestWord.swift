/// Finds the word that was probably meant.
package enum NearestWord {
    /// The one of `words` that is closest to `word`; nil when none is near enough to be worth suggesting.
    ///
    /// Close is: few letters inserted, removed, replaced or swapped (at most half of the longer word), or one begins
    /// with the other.
    package static func find(_ word: String, in words: [String]) -> String? {
        let wanted = letters(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in words {
            let other = letters(candidate)
            let isPrefix =
                min(wanted.count, other.count) >= 3 && (other.starts(with: wanted) || wanted.starts(with: other))
            let distance = isPrefix ? 1 : distance(wanted, other)
            let limit = max(1, max(wanted.count, other.count) / 2)
            guard distance <= limit, distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.word
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
