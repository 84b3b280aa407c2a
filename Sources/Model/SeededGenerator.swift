/// Random numbers that depend on the seed alone; not for secrets.
///
/// SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. The standard
/// library's `random(in:using:)` may turn the same bits into other values in a later version; ``below(_:)`` and
/// ``number(_:)`` do not.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// The algorithm's output function.
    package static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in `0 ..< count`; 0 when `count` is below 2.
    package mutating func below(_ count: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(count, 1))).high)
    }

    /// A number in `range`, ends included.
    package mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
        let bits = next()
        let (count, overflow) = UInt64(range.upperBound - range.lowerBound).addingReportingOverflow(1)
        return range.lowerBound + Number(overflow ? bits : bits.multipliedFullWidth(by: count).high)
    }

    /// A number in `0 ..< 1`.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True once in `count` times on average.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// - Precondition: There is one; `randomElement(using:)` is for collections that may be empty.
    package mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }
}
