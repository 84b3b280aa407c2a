/// What is counted in a text, in one pass over its UTF-8.
struct TextMeasure {
    /// Scalars, each run of white space as one; those of scripts written without spaces between words count twice.
    var length: Int32 = 0
    /// Commas of any script, semicolons too.
    var commas: Int32 = 0
    var stops: Int32 = 0
    /// Runs of characters between white space.
    var words: Int32 = 0

    static func += (left: inout TextMeasure, right: TextMeasure) {
        left.length &+= right.length
        left.commas &+= right.commas
        left.stops &+= right.stops
        left.words &+= right.words
    }

    init() {}

    init(_ bytes: Span<UInt8>) {
        var isInWord = false
        var index = 0
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            index &+= 1
            if byte <= 0x20 {
                if isInWord { length &+= 1 }
                isInWord = false
                continue
            }
            if byte < 0x80 {
                if !isInWord { words &+= 1 }
                isInWord = true
                length &+= 1
                if byte < 0x40 {
                    // The comma and the semicolon, then what ends a sentence.
                    if byte == 0x2C || byte == 0x3B { commas &+= 1 }
                    if byte == 0x2E || byte == 0x21 || byte == 0x3F { stops &+= 1 }
                }
                continue
            }
            guard byte >= 0xC0 else { continue }
            measure(lead: byte, bytes, at: index, &isInWord)
        }
    }

    /// A scalar outside ASCII whose bytes after the first begin at `index`.
    private mutating func measure(lead: UInt8, _ bytes: Span<UInt8>, at index: Int, _ isInWord: inout Bool) {
        let second = index < bytes.count ? bytes[index] : 0
        let third = index + 1 < bytes.count ? bytes[index + 1] : 0
        if lead == 0xC2, second == 0xA0 {
            if isInWord { length &+= 1 }
            isInWord = false
            return
        }
        if !isInWord { words &+= 1 }
        isInWord = true
        length &+= lead >= 0xE3 && lead <= 0xED ? 2 : 1
        switch (lead, second, third) {
        // Ideographic comma, full-width comma and semicolon, Arabic comma and semicolon.
        case (0xE3, 0x80, 0x81), (0xEF, 0xBC, 0x8C), (0xEF, 0xBC, 0x9B), (0xD8, 0x8C, _), (0xD8, 0x9B, _): commas &+= 1
        // Ideographic full stop, full-width marks, Arabic question mark, ellipsis, danda.
        case (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F), (0xD8, 0x9F, _), (0xE2, 0x80, 0xA6),
            (0xE0, 0xA5, 0xA4):
            stops &+= 1
        default: break
        }
    }
}
