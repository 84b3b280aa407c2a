/// The attribute sets of a document, each once.
struct AttributeTable {
    private(set) var sets: [LayoutAttributes] = []
    private let hash = KeyedHash()
    /// For each hash the number of a set, or -1; a set that finds its place taken has the next one that is free.
    private var slots = [Int32](repeating: -1, count: 64)
    private var forBreaks: [Int32] = []

    /// 0 is plain text.
    init() {
        _ = intern(LayoutAttributes())
    }

    mutating func intern(_ attributes: LayoutAttributes) -> Int {
        if let last = sets.last, last == attributes { return sets.count - 1 }
        let place = place(of: attributes)
        if slots[place] >= 0 { return Int(slots[place]) }
        slots[place] = Int32(truncatingIfNeeded: sets.count)
        sets.append(attributes)
        forBreaks.append(-1)
        if sets.count * 2 > slots.count { grow() }
        return sets.count - 1
    }

    private func place(of attributes: LayoutAttributes) -> Int {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: attributes.hash(hash)) & mask
        while slots[place] >= 0, sets[Int(slots[place])] != attributes { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 4)
        for (number, set) in sets.enumerated() { slots[place(of: set)] = Int32(truncatingIfNeeded: number) }
    }

    /// The same without what is drawn along the characters, for the break at the end of a paragraph.
    mutating func withoutLines(_ index: Int) -> Int {
        let attributes = sets[index]
        if attributes.link < 0, !attributes.isUnderlined, !attributes.isStruck, attributes.script == 0 { return index }
        if forBreaks[index] >= 0 { return Int(forBreaks[index]) }
        var plain = attributes
        plain.link = -1
        plain.isUnderlined = false
        plain.isStruck = false
        plain.script = 0
        let result = intern(plain)
        forBreaks[index] = Int32(truncatingIfNeeded: result)
        return result
    }
}

/// ``TextAttributes`` while the layout runs, when items have no number yet.
struct LayoutAttributes: Equatable {
    var size = 16.0
    var color: UInt32 = 0x0000_00FF
    var background: UInt32 = 0
    var link: Int32 = -1
    var item: Int32 = -1
    var weight: UInt16 = 400
    var listDepth: UInt16 = 0
    var quoteDepth: UInt16 = 0
    var heading: UInt8 = 0
    var script: Int8 = 0
    var isItalic = false
    var isMonospace = false
    var isUnderlined = false
    var isStruck = false
    var alignment = TextAlignment.natural

    func hash(_ keyed: KeyedHash) -> UInt64 {
        func combined(_ state: UInt64, _ low: UInt32, _ high: UInt32) -> UInt64 {
            keyed.combined(state, UInt64(high) << 32 | UInt64(low))
        }
        var state = combined(size.bitPattern, color, background)
        state = combined(state, UInt32(bitPattern: link), UInt32(bitPattern: item))
        let depths = UInt32(listDepth) << 16 | UInt32(quoteDepth)
        let kind = UInt32(weight) << 16 | UInt32(heading) << 8 | UInt32(UInt8(bitPattern: script))
        state = combined(state, depths, kind)
        let flags: UInt32 =
            (isItalic ? 1 : 0) | (isMonospace ? 2 : 0) | (isUnderlined ? 4 : 0) | (isStruck ? 8 : 0)
        return combined(state, flags, 0)
    }
}
