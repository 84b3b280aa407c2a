import LarderHTML

/// One test; `value` is a name or word of the document, or an index into one of the lists of a ``RuleSet``.
struct CompiledTest {
    enum Kind: UInt8 {
        case type, id, `class`, attribute, any, none, other
    }

    let kind: Kind
    let value: Int32
}

struct CompiledAttribute {
    let name: NameID
    let comparison: AttributeComparison
    /// In lower case where case does not count.
    let wanted: [UInt8]
    let ignoresCase: Bool
}

/// The tests of one compound and the combinator to the next one on its left.
struct CompiledCompound {
    /// A range of ``RuleSet/tests``.
    let tests: Range<Int32>
    let combinator: Combinator
}

struct CompiledRule {
    let compounds: Range<Int>
    let specificity: Int64
    /// A range of ``RuleSet/bodies``.
    var body: Range<Int32>
    /// What the ancestors must have at least.
    let ancestors: AncestorFilter
}

/// The rules of all style sheets of a document.
struct RuleSet {
    var tests: [CompiledTest] = []
    var compounds: [CompiledCompound] = []
    var rules: [CompiledRule] = []
    var others: [PseudoClass] = []
    var attributes: [CompiledAttribute] = []
    /// The selectors inside `:is()` and `:not()`, as ranges of compounds.
    var lists: [[Range<Int>]] = []
    /// Numbers of declarations; see ``DeclarationCache``.
    var bodies: [Int32] = []

    /// Adds a rule for the compounds in `range`.
    mutating func add(_ range: Range<Int>, specificity: Int64, body: Range<Int32>) {
        var ancestors = AncestorFilter()
        for index in range.dropFirst() {
            let combinator = compounds[index - 1].combinator
            guard combinator == .descendant || combinator == .child else { continue }
            for place in compounds[index].tests {
                let test = tests[Int(place)]
                switch test.kind {
                case .type, .id, .class: ancestors.insert(test.kind, test.value)
                default: break
                }
            }
        }
        rules.append(CompiledRule(compounds: range, specificity: specificity, body: body, ancestors: ancestors))
    }

    /// Removes all other declarations, and rules left empty by it.
    mutating func keepDeclarations(where isKept: (Int32) -> Bool) {
        var kept: [Int32] = []
        kept.reserveCapacity(bodies.count)
        /// How many declarations are kept before each place.
        var counts: [Int32] = [0]
        counts.reserveCapacity(bodies.count + 1)
        for number in bodies {
            if isKept(number) { kept.append(number) }
            counts.append(Int32(truncatingIfNeeded: kept.count))
        }
        bodies = kept
        for index in rules.indices {
            let body = rules[index].body
            rules[index].body = counts[Int(body.lowerBound)]..<counts[Int(body.upperBound)]
        }
        rules.removeAll { $0.body.isEmpty }
    }

    /// A matching element passes at least one of these tests; nil if no such list is known.
    func keys(_ compound: Int, nesting: Int = 0) -> [CompiledTest]? {
        if let key = key(compound) { return [key] }
        let own = compounds[compound].tests
        guard nesting < 4, let any = own.first(where: { tests[Int($0)].kind == .any }) else { return nil }
        var result: [CompiledTest] = []
        for range in lists[Int(tests[Int(any)].value)] {
            guard let keys = keys(range.lowerBound, nesting: nesting + 1), result.count < 64 else { return nil }
            result += keys
        }
        return result
    }

    /// The first id of a compound, or else its first class, or else its type.
    func key(_ compound: Int) -> CompiledTest? {
        var key: CompiledTest?
        for place in compounds[compound].tests {
            let test = tests[Int(place)]
            switch test.kind {
            case .id: return test
            case .class: if key?.kind != .class { key = test }
            case .type: if key == nil { key = test }
            default: break
            }
        }
        return key
    }
}

/// A set of words that may say yes where it should say no, never the other way.
struct AncestorFilter {
    private var bits = SIMD4<UInt64>()

    mutating func insert(_ kind: CompiledTest.Kind, _ value: Int32) {
        let key = (UInt64(UInt32(bitPattern: value)) &* 4 &+ UInt64(kind.rawValue)) &* 0x9E37_79B9_7F4A_7C15
        set(lane: key >> 62, bit: key >> 56 & 63)
        set(lane: key >> 54 & 3, bit: key >> 48 & 63)
    }

    /// Sets a bit without a subscript that is known only at run time, which would go through memory.
    @inline(__always)
    private mutating func set(lane: UInt64, bit: UInt64) {
        let one: UInt64 = 1 << bit
        bits[0] |= lane == 0 ? one : 0
        bits[1] |= lane == 1 ? one : 0
        bits[2] |= lane == 2 ? one : 0
        bits[3] |= lane == 3 ? one : 0
    }

    @inline(__always)
    func isSubset(of other: AncestorFilter) -> Bool { (bits & ~other.bits) == SIMD4<UInt64>() }

    @inline(__always)
    mutating func formUnion(_ other: AncestorFilter) { bits |= other.bits }
}
