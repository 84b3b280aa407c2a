/// How much of a text another one keeps.
package enum TextOverlap {
    /// Letters of a sequence that is looked for: few enough for texts without spaces.
    private static let length = 8

    /// The share of the sequences of eight letters of `old` that `new` has, wherever they stand: 0 to 1.
    ///
    /// Case and white space do not count. Takes time and memory in the order of both texts.
    package static func share(of old: String, keptIn new: String) -> Double {
        let known = Set(sequences(of: new))
        let asked = Set(sequences(of: old))
        guard !asked.isEmpty else { return 1 }
        return Double(asked.count { known.contains($0) }) / Double(asked.count)
    }

    private static func sequences(of text: String) -> [UInt64] {
        let letters = text.lowercased().unicodeScalars.filter { !$0.properties.isWhitespace }.map { UInt64($0.value) }
        guard letters.count >= length else { return [] }
        return (0...letters.count - length).map { start in
            letters[start..<start + length].reduce(14_695_981_039_346_656_037) { ($0 ^ $1) &* 1_099_511_628_211 }
        }
    }
}
