/// The input made ready for the tokenizer: valid UTF-8, no byte order mark, LF as the only line end, and not too long.
struct InputText {
    /// Above this no position fits beside its mark bit and no name beside its flags.
    static let greatestLimit = 256 << 20

    private(set) var bytes: [UInt8]
    private(set) var hasNull = false
    private(set) var wasCut = false

    init(_ input: [UInt8], maxBytes: Int) {
        bytes = input
        let limit = min(max(maxBytes, 0), Self.greatestLimit)
        if bytes.count > limit { cut(at: limit) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = Array(bytes.dropFirst(3)) }
        var survey = bytes.withSpan(InputSurvey.init)
        if !survey.isValid {
            bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
            if bytes.count > Self.greatestLimit { cut(at: Self.greatestLimit) }
            survey = bytes.withSpan(InputSurvey.init)
        }
        hasNull = survey.hasNull
        if survey.hasReturn { bytes = Self.normalizingLines(bytes) }
    }

    private mutating func cut(at limit: Int) {
        wasCut = true
        var end = limit
        while end > 0, limit - end < 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        bytes = Array(bytes[..<end])
    }

    /// Turns CR LF and CR into LF.
    private static func normalizingLines(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var start = 0
        while start < bytes.count {
            let end = bytes.withSpan { ByteScan.find(0x0D, in: $0, from: start) }
            result.append(contentsOf: bytes[start..<end])
            guard end < bytes.count else { break }
            start = end &+ 1
            if start == bytes.count || bytes[start] != 0x0A { result.append(0x0A) }
        }
        return result
    }
}

/// What one pass over the input finds.
private struct InputSurvey {
    private(set) var isValid = true
    private(set) var hasNull = false
    private(set) var hasReturn = false

    /// Looks at words without branches, and byte by byte only where they are not ASCII.
    init(_ bytes: Span<UInt8>) {
        let block = 32
        let ones = ByteScan.splat(1)
        // The top bit of a byte is set where it was 0 or CR; in ASCII nothing else makes it so.
        var nulls: UInt64 = 0
        var returns: UInt64 = 0
        var index = 0
        while index &+ block <= bytes.count {
            var high: UInt64 = 0
            var blockNulls: UInt64 = 0
            var blockReturns: UInt64 = 0
            for offset in 0..<4 {
                let word = ByteScan.word(bytes, index &+ offset &* 8)
                high |= word
                blockNulls |= word &- ones
                blockReturns |= (word ^ ByteScan.splat(0x0D)) &- ones
            }
            if high & ByteScan.splat(0x80) == 0 {
                nulls |= blockNulls
                returns |= blockReturns
                index &+= block
            } else {
                index = readCharacters(bytes, from: index, to: index &+ block)
                if index < 0 { return }
            }
        }
        if nulls & ByteScan.splat(0x80) != 0 { hasNull = true }
        if returns & ByteScan.splat(0x80) != 0 { hasReturn = true }
        _ = readCharacters(bytes, from: index, to: bytes.count)
    }

    /// Reads whole characters from `start` up to `end` or a little beyond (Unicode, table 3-7).
    ///
    /// - Returns: The index after the last character, or -1 if one is not valid.
    private mutating func readCharacters(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        isValid = false
        var index = start
        while index < end {
            let lead = bytes[index]
            if lead < 0x80 {
                if lead == 0 { hasNull = true }
                if lead == 0x0D { hasReturn = true }
                index &+= 1
                continue
            }
            let following = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
            guard lead >= 0xC2, lead <= 0xF4, index &+ following < bytes.count else { return -1 }
            let second = bytes[index &+ 1]
            var low: UInt8 = 0x80
            var high: UInt8 = 0xBF
            switch lead {
            case 0xE0: low = 0xA0
            case 0xED: high = 0x9F
            case 0xF0: low = 0x90
            case 0xF4: high = 0x8F
            default: break
            }
            guard second >= low, second <= high else { return -1 }
            if following > 1, bytes[index &+ 2] & 0xC0 != 0x80 { return -1 }
            if following > 2, bytes[index &+ 3] & 0xC0 != 0x80 { return -1 }
            index &+= following &+ 1
        }
        isValid = true
        return index
    }
}
