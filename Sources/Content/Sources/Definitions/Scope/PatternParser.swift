internal import LarderModel

/// Why a pattern is invalid, as the end of a sentence.
struct PatternError: Error {
    let reason: String
}

/// Makes the steps of globs and regular expressions.
struct PatternParser {
    typealias Step = PatternProgram.Step

    private static let maxDepth = 32
    private static let wordBytes = PatternBytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")

    private let bytes: [UInt8]
    private var index = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    // MARK: Globs

    /// A glob for the whole text.
    ///
    /// `*` stands for any characters but slashes, `**` for any, and `/**/` also for one slash.
    static func glob(_ text: String) throws(PatternError) -> PatternProgram {
        let bytes = Array(text.utf8)
        var steps: [Step] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "*") else {
                for byte in encoded(byte) { steps.append(.byte(PatternBytes(byte...byte))) }
                continue
            }
            let isDouble = index < bytes.count && bytes[index] == byte
            while index < bytes.count, bytes[index] == byte { index += 1 }
            let any = Step.byte(isDouble ? .all : PatternBytes("/").inverted)
            let isBetweenSlashes =
                isDouble && steps.last == .byte(PatternBytes("/")) && index < bytes.count
                && bytes[index] == UInt8(ascii: "/")
            if isBetweenSlashes {
                index += 1
                steps += [.either(1, 5), .either(1, 3), any, .jump(-2), .byte(PatternBytes("/"))]
            } else {
                steps += [.either(1, 3), any, .jump(-2)]
            }
        }
        steps.append(.end)
        guard steps.count <= PatternProgram.maxSteps else { throw PatternError(reason: "is too long") }
        return PatternProgram(steps: steps, isSearch: false)
    }

    /// A byte as addresses encode it.
    private static func encoded(_ byte: UInt8) -> [UInt8] {
        guard byte <= 0x20 || byte >= 0x7F else { return [byte] }
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    // MARK: Regular expressions

    /// A regular expression that may match anywhere: characters, `.`, classes, groups, `|`, `* + ? {m,n}`, `^`, `$`,
    /// `\d \w \s`.
    static func regex(_ text: String) throws(PatternError) -> PatternProgram {
        var parser = PatternParser(text)
        let steps = try parser.alternatives(depth: 0)
        guard parser.index == parser.bytes.count else { throw PatternError(reason: "has a closing bracket too many") }
        return PatternProgram(steps: steps, isSearch: true)
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func alternatives(depth: Int) throws(PatternError) -> [Step] {
        guard depth <= Self.maxDepth else { throw PatternError(reason: "has too many groups in groups") }
        var steps = try sequence(depth: depth)
        while take("|") {
            let right = try sequence(depth: depth)
            steps = [.either(1, steps.count + 2)] + steps + [.jump(right.count + 1)] + right
            try Self.check(steps)
        }
        return steps
    }

    private mutating func sequence(depth: Int) throws(PatternError) -> [Step] {
        var steps: [Step] = []
        while let byte, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            let piece = try piece(depth: depth)
            steps += try repeated(piece)
            try Self.check(steps)
        }
        return steps
    }

    private static func check(_ steps: [Step]) throws(PatternError) {
        guard steps.count < PatternProgram.maxSteps else { throw PatternError(reason: "is too large") }
    }

    private mutating func piece(depth: Int) throws(PatternError) -> [Step] {
        guard let byte else { return [] }
        index += 1
        switch byte {
        case UInt8(ascii: "("):
            if take("?"), !take(":") {
                throw PatternError(reason: "has a group of a kind that is not known: only (...) and (?:...) are")
            }
            let steps = try alternatives(depth: depth + 1)
            guard take(")") else { throw PatternError(reason: "has a bracket that is not closed") }
            return steps
        case UInt8(ascii: "["): return [.byte(try set())]
        case UInt8(ascii: "."): return [.byte(.all)]
        case UInt8(ascii: "^"): return [.start]
        case UInt8(ascii: "$"): return [.end]
        case UInt8(ascii: "\\"): return [.byte(try escaped())]
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
            throw PatternError(reason: "has a \(Unicode.Scalar(byte)) with nothing before it")
        default: return [.byte(PatternBytes(byte...byte))]
        }
    }

    private mutating func repeated(_ piece: [Step]) throws(PatternError) -> [Step] {
        var steps = piece
        while true {
            if take("*") {
                steps = [.either(1, steps.count + 2)] + steps + [.jump(-steps.count - 1)]
            } else if take("+") {
                steps += [.either(-steps.count, 1)]
            } else if take("?") {
                steps = [.either(1, steps.count + 1)] + steps
            } else if byte == UInt8(ascii: "{"), let (least, most) = counts() {
                guard max(least, most ?? 0) * (steps.count + 1) < PatternProgram.maxSteps, least <= most ?? least else {
                    throw PatternError(reason: "repeats too often")
                }
                let rest: [Step] =
                    most.map { (0..<($0 - least)).flatMap { _ in [.either(1, steps.count + 1)] + steps } }
                    ?? [.either(1, steps.count + 2)] + steps + [.jump(-steps.count - 1)]
                steps = (0..<least).flatMap { _ in steps } + rest
            } else {
                return steps
            }
            // A lazy repetition matches the same texts.
            _ = take("?")
            try Self.check(steps)
        }
    }

    /// The numbers of `{3}`, `{3,}` or `{3,5}`; nil: it is no repetition.
    private mutating func counts() -> (least: Int, most: Int?)? {
        var copy = self
        copy.index += 1
        guard let least = copy.number() else { return nil }
        var most: Int? = least
        if copy.take(",") { most = copy.number() }
        guard copy.take("}") else { return nil }
        self = copy
        return (least, most)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let byte, byte.isASCIIDigit, value ?? 0 < 10_000 {
            value = (value ?? 0) * 10 + Int(byte - 0x30)
            index += 1
        }
        return value
    }

    /// A class or a character behind a backslash.
    private mutating func escaped() throws(PatternError) -> PatternBytes {
        guard let byte else { throw PatternError(reason: "ends in a backslash") }
        index += 1
        let set: PatternBytes? =
            switch byte | 0x20 {
            case UInt8(ascii: "d"): PatternBytes(0x30...0x39)
            case UInt8(ascii: "w"): Self.wordBytes
            case UInt8(ascii: "s"): PatternBytes(" \t\n\r")
            default: nil
            }
        if let set, byte.isASCIILetter { return byte & 0x20 == 0 ? set.inverted : set }
        guard !byte.isASCIILetter, !byte.isASCIIDigit else {
            throw PatternError(reason: "has \\\(Unicode.Scalar(byte)), which is not known; known are \\d, \\w and \\s")
        }
        return PatternBytes(byte...byte)
    }

    private mutating func set() throws(PatternError) -> PatternBytes {
        let isInverted = take("^")
        var set = PatternBytes()
        var isFirst = true
        while let byte, byte != UInt8(ascii: "]") || isFirst {
            isFirst = false
            index += 1
            guard byte != UInt8(ascii: "\\") else {
                set.formUnion(try escaped())
                continue
            }
            var last = byte
            if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] != UInt8(ascii: "]") {
                last = bytes[index + 1]
                index += 2
            }
            guard byte <= last else { throw PatternError(reason: "has a range that runs backwards") }
            set.insert(byte...last)
        }
        guard take("]") else { throw PatternError(reason: "has a class that is not closed") }
        return isInverted ? set.inverted : set
    }
}
