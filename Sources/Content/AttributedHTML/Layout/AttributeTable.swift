/// The attribute sets of a document, each once.
struct AttributeTable {
    /// 0 is plain text.
    private(set) var sets = [LayoutAttributes()]
    private var numbers = [LayoutAttributes(): 0]
    private var forBreaks: [Int?] = [nil]
    /// The two sets found last: most texts have the attributes of the text before, or those of the text around it.
    private var (latest, previous) = (0, 0)

    mutating func intern(_ attributes: LayoutAttributes) -> Int {
        if sets[latest] == attributes { return latest }
        swap(&latest, &previous)
        if sets[latest] == attributes { return latest }
        latest = numbers[attributes] ?? sets.count
        if latest == sets.count {
            numbers[attributes] = latest
            sets.append(attributes)
            forBreaks.append(nil)
        }
        return latest
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
struct LayoutAttributes: Hashable {
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

    /// Few words are hashed faster than many fields.
    func hash(into hasher: inout Hasher) {
        hasher.combine(size.bitPattern)
        hasher.combine(UInt64(color) << 32 | UInt64(background))
        hasher.combine(UInt64(UInt32(bitPattern: link)) << 32 | UInt64(UInt32(bitPattern: item)))
        let flags = (isItalic ? 1 : 0) | (isMonospace ? 2 : 0) | (isUnderlined ? 4 : 0) | (isStruck ? 8 : 0) as UInt64
        let depths = UInt64(listDepth) << 32 | UInt64(quoteDepth) << 16 | UInt64(weight)
        hasher.combine(depths << 12 | UInt64(heading) << 4 | flags)
    }
}
