internal import LarderHTML

/// Words of a document as numbers, in the order in which they come.
struct AtomTable {
    /// Chosen once for each process, so that a page cannot choose what collides.
    private static let seed = UInt64.random(in: 1...UInt64.max) | 1

    private let seed = Self.seed
    private var bytes: [UInt8] = []
    private var ends: [Int32] = [0]
    private var hashes: [UInt64] = []
    private var slots = [Int32](repeating: -1, count: 256)

    /// The number of the word in `range` of `text`.
    func find(_ text: [UInt8], _ range: Range<Int>) -> Int32? {
        text.withSpan { find($0.extracting(range)) }
    }

    func find(_ word: Span<UInt8>) -> Int32? {
        let number = slots[slot(word, hash(word))]
        return number >= 0 ? number : nil
    }

    /// The number of the word in `range` of `text`, the next one if the word is new.
    mutating func intern(_ text: [UInt8], _ range: Range<Int>) -> Int32 {
        let (hash, place) = text.withSpan { text in
            let word = text.extracting(range)
            let hash = self.hash(word)
            return (hash, slot(word, hash))
        }
        if slots[place] >= 0 { return slots[place] }
        let number = Int32(truncatingIfNeeded: hashes.count)
        bytes.append(contentsOf: text[range])
        ends.append(Int32(truncatingIfNeeded: bytes.count))
        hashes.append(hash)
        slots[place] = number
        if hashes.count * 2 > slots.count { grow() }
        return number
    }

    private func hash(_ word: Span<UInt8>) -> UInt64 {
        var state = UInt64(truncatingIfNeeded: word.count)
        var index = 0
        while index &+ 8 <= word.count {
            state = combined(state, word.eightBytes(at: index))
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < word.count {
            rest = rest << 8 | UInt64(word[index])
            index &+= 1
        }
        return combined(state, rest)
    }

    @inline(__always)
    private func combined(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word ^ seed).multipliedFullWidth(by: seed ^ 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    private func slot(_ word: Span<UInt8>, _ hash: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if hashes[number] == hash, has(word, Int(ends[number])..<Int(ends[number + 1])) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private func has(_ word: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count == word.count else { return false }
        return bytes.withSpan { bytes in
            let known = bytes.extracting(range)
            for index in word.indices where known[index] != word[index] { return false }
            return true
        }
    }

    private mutating func grow() {
        let mask = slots.count * 4 - 1
        slots = [Int32](repeating: -1, count: mask + 1)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(truncatingIfNeeded: number)
        }
    }
}
