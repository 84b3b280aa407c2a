package import LarderModel

/// Damages samples so that the damage reaches deep: by the form of the data most of the time, by bare bytes otherwise.
///
/// A value: the same numbers make the same input.
package struct Mutator: Sendable {
    /// What is known of the samples' form.
    package enum Form: Sendable {
        /// Nothing.
        case bytes
        /// Words, numbers, marks and lines: JSON, YAML, HTML.
        case text
        /// Protocol Buffers behind a header of so many bytes.
        case fields(after: Int)
    }

    /// What is known of the samples' form.
    package let form: Form
    /// Valid inputs.
    package let samples: [[UInt8]]
    /// What is put in here and there: key words, magic numbers.
    package let words: [[UInt8]]
    /// The longest input, in bytes.
    package let maxBytes: Int

    /// Makes a mutator.
    package init(_ form: Form, samples: [[UInt8]], words: [String] = [], maxBytes: Int = 1 << 20) {
        self.form = form
        self.samples = samples
        self.words = words.map { Array($0.utf8) }
        self.maxBytes = maxBytes
    }

    /// One sample, changed in 1 to 12 places.
    package func input(_ numbers: inout SeededGenerator) -> [UInt8] {
        damaged(samples.randomElement(using: &numbers) ?? [], &numbers)
    }

    /// The bytes, changed in 1 to 12 places.
    package func damaged(_ bytes: [UInt8], _ numbers: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...(numbers.oneIn(3) ? numbers.below(12) : numbers.below(3)) {
            switch form {
            case .text where !numbers.oneIn(3): TextDamage.apply(to: &bytes, from: self, &numbers)
            case .fields(let header) where bytes.count >= header && !numbers.oneIn(4):
                var body = Array(bytes[header...])
                FieldDamage.apply(to: &body, from: self, &numbers)
                bytes.replaceSubrange(header..., with: body)
            default: ByteDamage.apply(to: &bytes, from: self, &numbers)
            }
            if bytes.count > maxBytes { bytes.removeLast(bytes.count - maxBytes) }
        }
        return bytes
    }
}
