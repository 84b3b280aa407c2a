/// The named character references of the standard, and what numbers mean.
package struct CharacterReferences: Sendable {
    /// The names in byte order one after another, each with its `;` if it has one.
    private var names: [UInt8] = []
    private var nameStarts: [Int] = [0]
    private var valueStarts: [Int] = [0]
    /// The first name for each first byte, and one more entry.
    private var firsts = [Int](repeating: 0, count: 129)
    /// The characters they stand for in UTF-8.
    private(set) var values: [UInt8] = []

    /// The table, unpacked once.
    static let table = CharacterReferences()

    private init() {
        for entry in NamedReferences.list.utf8.split(separator: 0x20) {
            let parts = entry.split(separator: 0x3D, maxSplits: 1)
            guard parts.count == 2, let first = parts[0].first else { continue }
            let name = parts[0].filter { $0 != 0x21 }
            for end in name.count < parts[0].count ? ["", ";"] : [";"] {
                names += name + end.utf8
                values += parts[1]
                nameStarts.append(names.count)
                valueStarts.append(values.count)
            }
            firsts[Int(first) + 1] = nameStarts.count - 1
        }
        for byte in 1..<firsts.count where firsts[byte] == 0 { firsts[byte] = firsts[byte - 1] }
    }

    struct Match {
        /// The index in the source after the reference.
        var end: Int
        /// The range of ``values``.
        var value: Range<Int>
    }

    /// The longest name that stands in the source at `start`, an ASCII letter.
    func longestMatch(_ source: Span<UInt8>, at start: Int) -> Match? {
        let first = Int(source[start])
        var low = firsts[first]
        var high = firsts[first + 1]
        var depth = 1
        var found: Match?
        while low < high {
            if nameStarts[low + 1] - nameStarts[low] == depth {
                found = Match(end: start + depth, value: valueStarts[low]..<valueStarts[low + 1])
                low += 1
            }
            guard start + depth < source.count else { break }
            let byte = source[start + depth]
            guard ASCII.isAlphanumeric(byte) || byte == 0x3B else { break }
            low = lowerBound(of: byte, depth: depth, low, high)
            high = lowerBound(of: byte + 1, depth: depth, low, high)
            depth += 1
        }
        return found
    }

    /// The first of the names from `low` to `high`, all longer than `depth`, whose byte there is not below `byte`.
    private func lowerBound(of byte: UInt8, depth: Int, _ start: Int, _ end: Int) -> Int {
        var low = start
        var high = end
        while low < high {
            let middle = (low + high) / 2
            if names[nameStarts[middle] + depth] < byte {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The character of a numeric reference (13.2.5.80).
    package static func scalar(_ number: UInt32) -> Unicode.Scalar {
        if number == 0 { return "\u{FFFD}" }
        return UInt8(exactly: number).map(Windows1252.scalar) ?? Unicode.Scalar(number) ?? "\u{FFFD}"
    }
}
