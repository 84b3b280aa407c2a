import LarderHTML

/// Words of a style sheet as numbers: ids and classes that some selector asks for.
struct AtomTable {
    private var numbers: [ArraySlice<UInt8>: Int32] = [:]

    var count: Int { numbers.count }

    mutating func intern(_ word: ArraySlice<UInt8>) -> Int32 {
        if let number = numbers[word] { return number }
        let number = Int32(truncatingIfNeeded: numbers.count)
        numbers[ArraySlice(Array(word))] = number
        return number
    }

    func find(_ word: ArraySlice<UInt8>) -> Int32? { numbers[word] }
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
