internal import LarderModel

/// What can be done to bytes of which nothing is known.
enum ByteDamage {
    static func apply(to bytes: inout [UInt8], from mutator: Mutator, _ numbers: inout SeededGenerator) {
        let place = numbers.below(bytes.count + 1)
        switch numbers.below(11) {
        case 0:
            guard place < bytes.count else { return }
            bytes[place] ^= 1 << UInt8(numbers.below(8))
        case 1:
            guard place < bytes.count else { return }
            bytes[place] = numbers.pick([0, 1, 0x0A, 0x20, 0x22, 0x7F, 0x80, 0xC0, 0xFE, 0xFF])
        case 2:
            bytes.removeSubrange(numbers.part(of: bytes.count, most: 40))
        case 3:
            let part = bytes[numbers.part(of: bytes.count, most: 60)]
            let times = numbers.oneIn(8) ? 2_000 : 1 + numbers.below(20)
            guard !part.isEmpty else { return }
            let fit = min(times, max(1, (mutator.maxBytes - bytes.count) / part.count))
            bytes.insert(contentsOf: repeatElement(part, count: max(0, fit)).joined(), at: place)
        case 4:
            bytes.removeLast(numbers.oneIn(4) ? bytes.count - place : min(bytes.count, numbers.below(12)))
        case 5:
            let other = mutator.samples.randomElement(using: &numbers) ?? []
            bytes = Array(bytes[..<place] + other[numbers.below(other.count + 1)...])
        case 6:
            bytes.insert(contentsOf: mutator.words.randomElement(using: &numbers) ?? [0], at: place)
        case 7:
            lie(in: &bytes, at: place, &numbers)
        case 8:
            bytes.insert(contentsOf: numbers.pick(brokenText), at: place)
        case 9:
            let part = numbers.part(of: bytes.count, most: 60)
            let moved = Array(bytes[part])
            bytes.removeSubrange(part)
            bytes.insert(contentsOf: moved, at: numbers.below(bytes.count + 1))
        default:
            bytes.insert(
                contentsOf: (0..<numbers.below(12)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) },
                at: place
            )
        }
    }

    /// Overwrites what may be a number or a length of 1, 2, 4 or 8 bytes with another one.
    private static func lie(in bytes: inout [UInt8], at place: Int, _ numbers: inout SeededGenerator) {
        let width = 1 << numbers.below(4)
        let value = numbers.extreme()
        let isBigEndian = Bool.random(using: &numbers)
        for index in 0..<width where place + index < bytes.count {
            let shift = UInt64(8 * (isBigEndian ? width - 1 - index : index))
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    /// Sequences that are no UTF-8: alone, overlong, a surrogate, beyond the last scalar, cut.
    static let brokenText: [[UInt8]] = [
        [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF, 0xFE], [0xF8, 0x88],
    ]
}
