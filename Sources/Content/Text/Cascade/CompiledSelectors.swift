import LarderHTML

/// Words of a document as numbers: its classes and ids.
///
/// The hash is keyed once for each process, so that a page cannot choose words that collide; numbers depend on the
/// order only.
struct AtomTable {
    private static let seed = UInt64.random(in: 1...UInt64.max) | 1

    private var bytes: [UInt8] = []
    private var ends: [Int32] = [0]
    private var hashes: [UInt64] = []
    private var slots = [Int32](repeating: -1, count: 256)

    var count: Int { hashes.count }

    private static func hash(_ word: ArraySlice<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(truncatingIfNeeded: word.count)
        var chunk: UInt64 = 0
        var filled = 0
        for byte in word {
            chunk = chunk << 8 | UInt64(byte)
            filled += 1
            if filled == 8 {
                state = mixed(state ^ chunk)
                chunk = 0
                filled = 0
            }
        }
        return mixed(state ^ chunk)
    }

    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: seed ^ 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    private func slot(_ word: ArraySlice<UInt8>, _ hash: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if hashes[number] == hash, bytes[Int(ends[number])..<Int(ends[number + 1])].elementsEqual(word) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    mutating func intern(_ word: ArraySlice<UInt8>) -> Int32 {
        let hash = Self.hash(word)
        let place = slot(word, hash)
        if slots[place] >= 0 { return slots[place] }
        let number = Int32(truncatingIfNeeded: hashes.count)
        bytes.append(contentsOf: word)
        ends.append(Int32(truncatingIfNeeded: bytes.count))
        hashes.append(hash)
        slots[place] = number
        if hashes.count * 2 > slots.count { grow() }
        return number
    }

    func find(_ word: ArraySlice<UInt8>) -> Int32? {
        let number = slots[slot(word, Self.hash(word))]
        return number >= 0 ? number : nil
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

/// One test in numbers; those without a number of their own are in a list beside.
struct CompiledTest {
    enum Kind: UInt8 {
        case type, id, `class`, attribute, any, none, other
    }

    let kind: Kind
    let value: Int32
}

/// A test on an attribute, its name known to the document.
struct CompiledAttribute {
    let name: NameID
    let test: AttributeTest
}

/// The tests of one compound and the combinator to the next one on its left.
struct CompiledCompound {
    let start: Int32
    let end: Int32
    let combinator: Combinator
}

struct CompiledRule {
    let start: Int32
    let end: Int32
    let specificity: Int
    let declarations: Int
    /// What the ancestors must have at least; see ``AncestorFilter``.
    let ancestors: AncestorFilter
}

/// A set of words that may say yes where it should say no, never the other way.
struct AncestorFilter {
    private var bits = SIMD4<UInt64>()

    mutating func insert(_ kind: CompiledTest.Kind, _ value: Int32) {
        let key = (UInt64(UInt32(bitPattern: value)) &* 4 &+ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
        bits[Int(key >> 62)] |= 1 << (key >> 56 & 63)
        bits[Int(key >> 54 & 3)] |= 1 << (key >> 48 & 63)
    }

    @inline(__always)
    func isSubset(of other: AncestorFilter) -> Bool { (bits & ~other.bits) == SIMD4<UInt64>() }

    func union(_ other: AncestorFilter) -> AncestorFilter {
        var result = self
        result.bits |= other.bits
        return result
    }
}
