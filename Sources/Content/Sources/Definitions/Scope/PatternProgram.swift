/// A pattern as a machine over bytes, which looks at each byte at most once for each step.
struct PatternProgram: Sendable, Hashable {
    /// One step; the numbers are distances to other steps.
    enum Step: Sendable, Hashable {
        case byte(PatternBytes)
        case either(Int, Int)
        case jump(Int)
        case start
        case end
    }

    /// The most steps; repetitions with numbers are written out.
    static let maxSteps = 2_000

    let steps: [Step]
    /// Whether a match may begin anywhere.
    let isSearch: Bool

    func matches(_ text: [UInt8]) -> Bool {
        var places = Places(count: steps.count)
        add(0, to: &places, at: 0, of: text.count)
        for index in text.indices {
            if places.isMatched { return true }
            let current = places.takeAll()
            guard !current.isEmpty || isSearch else { return false }
            for place in current {
                if case .byte(let set) = steps[place], set.contains(text[index]) {
                    add(place + 1, to: &places, at: index + 1, of: text.count)
                }
            }
            if isSearch { add(0, to: &places, at: index + 1, of: text.count) }
        }
        return places.isMatched
    }

    /// Adds a step, and the steps that it leads to without a byte.
    private func add(_ first: Int, to places: inout Places, at index: Int, of count: Int) {
        if first < steps.count, case .byte = steps[first] {
            if places.insert(first) { places.list.append(first) }
            return
        }
        var open = [first]
        while let place = open.popLast() {
            guard places.insert(place) else { continue }
            guard place < steps.count else {
                places.isMatched = true
                return
            }
            switch steps[place] {
            case .byte: places.list.append(place)
            case .either(let left, let right): open += [place + right, place + left]
            case .jump(let distance): open.append(place + distance)
            case .start: if index == 0 { open.append(place + 1) }
            case .end: if index == count { open.append(place + 1) }
            }
        }
    }

    /// The steps that the machine is at.
    private struct Places {
        var list: [Int] = []
        var isMatched = false
        private var round = 1
        private var seen: [Int]

        init(count: Int) { seen = [Int](repeating: 0, count: count + 1) }

        mutating func insert(_ place: Int) -> Bool {
            guard seen[place] != round else { return false }
            seen[place] = round
            return true
        }

        mutating func takeAll() -> [Int] {
            defer {
                list.removeAll(keepingCapacity: true)
                round += 1
            }
            return list
        }
    }
}

struct PatternBytes: Sendable, Hashable {
    private var bits: SIMD4<UInt64> = .zero

    static let all = PatternBytes(0...255)

    init() {}
    init(_ range: ClosedRange<UInt8>) { insert(range) }
    init(_ text: String) { for byte in text.utf8 { insert(byte...byte) } }

    mutating func insert(_ range: ClosedRange<UInt8>) {
        for byte in range { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }

    mutating func formUnion(_ other: PatternBytes) { bits |= other.bits }

    var inverted: PatternBytes {
        var set = self
        set.bits = ~bits
        return set
    }

    func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] & 1 << UInt64(byte & 63) != 0 }
}
