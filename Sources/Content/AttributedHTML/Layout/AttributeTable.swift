import LarderAttributedText

/// The attribute sets of a document, each once.
struct AttributeTable {
    /// 0 is plain text.
    private(set) var sets = [LayoutAttributes()]
    private var forBreaks: [Int?] = [nil]
    /// The set found last: most texts have the attributes of the text before.
    private var latest = 0
    /// For each hash the number of a set, or -1; a set that finds its place taken has the next free one.
    ///
    /// A `Dictionary` takes several times as long, and each link is a set of its own.
    private var slots = [Int32](repeating: -1, count: 256)

    init() { slots[place(of: sets[0])] = 0 }

    mutating func intern(_ attributes: LayoutAttributes) -> Int {
        if sets[latest] == attributes { return latest }
        let place = place(of: attributes)
        latest = Int(slots[place])
        guard latest < 0 else { return latest }
        latest = sets.count
        slots[place] = Int32(truncatingIfNeeded: latest)
        sets.append(attributes)
        forBreaks.append(nil)
        if sets.count * 2 > slots.count { grow() }
        return latest
    }

    private func place(of attributes: LayoutAttributes) -> Int {
        var place = Int(truncatingIfNeeded: attributes.hash) & (slots.count - 1)
        while slots[place] >= 0, sets[Int(slots[place])] != attributes { place = (place + 1) & (slots.count - 1) }
        return place
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 4)
        for (number, set) in sets.enumerated() { slots[place(of: set)] = Int32(truncatingIfNeeded: number) }
    }

    /// The set without links, lines and scripts, for the break at the end of a paragraph.
    mutating func withoutLines(_ index: Int) -> Int {
        let attributes = sets[index]
        if attributes.link < 0, !attributes.isUnderlined, !attributes.isStruck, attributes.script == 0 { return index }
        if let known = forBreaks[index] { return known }
        var plain = attributes
        plain.link = -1
        plain.isUnderlined = false
        plain.isStruck = false
        plain.script = 0
        let result = intern(plain)
        forBreaks[index] = result
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

    /// Odd, and of this process alone, so that a page cannot choose what collides.
    private static let seed = UInt64.random(in: 1...UInt64.max) | 1

    /// A hash of all fields but the script and the alignment.
    var hash: UInt64 {
        let flags = (isItalic ? 1 : 0) | (isMonospace ? 2 : 0) | (isUnderlined ? 4 : 0) | (isStruck ? 8 : 0) as UInt64
        let depths = UInt64(listDepth) << 32 | UInt64(quoteDepth) << 16 | UInt64(weight)
        let colors = UInt64(color) << 32 | UInt64(background)
        let places = UInt64(UInt32(bitPattern: link)) << 32 | UInt64(UInt32(bitPattern: item))
        let rest = depths << 12 | UInt64(heading) << 4 | flags
        return Self.mixed(Self.mixed(Self.mixed(Self.mixed(Self.seed, size.bitPattern), colors), places), rest)
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: seed)
        return product.high ^ product.low
    }
}
