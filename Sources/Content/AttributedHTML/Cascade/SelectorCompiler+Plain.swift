import LarderHTML

/// One selector as it is read, its compounds from left to right.
struct SelectorChain {
    var tests: [CompiledTest] = []
    /// Where each compound ends in `tests`.
    var ends: [Int] = []
    /// What stands behind each compound but the last.
    var combinators: [Combinator] = []
    var specificity = 0
    /// Whether an element of the document can match.
    var isPossible = true
    /// How many lists in parentheses it stands in.
    var nesting = 0

    fileprivate mutating func clear() {
        tests.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        combinators.removeAll(keepingCapacity: true)
        specificity = 0
        isPossible = true
    }
}

/// Most selectors have no escapes, comments or formulas in them, and are read from their bytes without tokens.
extension SelectorCompiler {
    static let maxPlainBytes = 2048

    /// Adds a rule for each selector of the list in `prelude`; false, and no rule, where something in it needs the
    /// parser.
    mutating func addPlain(_ bytes: [UInt8], _ prelude: Range<Int>, weight: Int, body: Range<Int32>) -> Bool {
        guard prelude.count <= Self.maxPlainBytes else { return false }
        let count = set.rules.count
        var at = prelude.lowerBound
        while readChain(bytes, &at, prelude.upperBound) {
            if chain.isPossible { set.add(addChain(), specificity: chain.specificity + weight, body: body) }
            if at >= prelude.upperBound { return true }
            // It stands on a comma.
            at += 1
        }
        set.rules.removeLast(set.rules.count - count)
        return false
    }

    /// Adds the compounds of the selector just read.
    mutating func addChain() -> Range<Int> {
        let first = set.compounds.count
        for index in chain.ends.indices.reversed() {
            let start = set.tests.count
            set.tests.append(contentsOf: chain.tests[(index == 0 ? 0 : chain.ends[index - 1])..<chain.ends[index]])
            set.compounds.append(
                CompiledCompound(
                    start: Int32(truncatingIfNeeded: start),
                    end: Int32(truncatingIfNeeded: set.tests.count),
                    combinator: index == 0 ? .descendant : chain.combinators[index - 1]
                )
            )
        }
        return first..<set.compounds.count
    }

    /// Reads one selector; leaves on the comma behind it or at the end.
    mutating func readChain(_ bytes: [UInt8], _ at: inout Int, _ end: Int) -> Bool {
        chain.clear()
        _ = Self.skipSpace(bytes, &at, end)
        while readCompound(bytes, &at, end) {
            guard chain.ends.count < SelectorParser.maxCompounds else { return false }
            chain.ends.append(chain.tests.count)
            let hadSpace = Self.skipSpace(bytes, &at, end)
            if at >= end || bytes[at] == UInt8(ascii: ",") { return true }
            switch bytes[at] {
            case UInt8(ascii: ">"): chain.combinators.append(.child)
            case UInt8(ascii: "+"): chain.combinators.append(.next)
            case UInt8(ascii: "~"): chain.combinators.append(.subsequent)
            default:
                guard hadSpace else { return false }
                chain.combinators.append(.descendant)
                continue
            }
            at += 1
            _ = Self.skipSpace(bytes, &at, end)
        }
        return false
    }

    /// Reads at least one test; false where there is none, or one that needs the parser.
    private mutating func readCompound(_ bytes: [UInt8], _ at: inout Int, _ end: Int) -> Bool {
        let first = at
        while at < end {
            switch bytes[at] {
            case UInt8(ascii: "*") where at == first: at += 1
            case UInt8(ascii: "#"):
                guard let name = Self.name(bytes, at + 1, end) else { return false }
                at = name.upperBound
                chain.specificity += 1 << 20
                add(.id, words.find(bytes, name))
            case UInt8(ascii: "."):
                guard let name = Self.word(bytes, at + 1, end) else { return false }
                at = name.upperBound
                chain.specificity += 1 << 10
                add(.class, words.find(bytes, name))
            case UInt8(ascii: "["):
                guard readAttribute(bytes, &at, end) else { return false }
            case UInt8(ascii: ":"):
                guard readPseudo(bytes, &at, end) else { return false }
            case let byte:
                guard DocumentWords.isName(byte) else { return at > first }
                guard at == first, let name = Self.word(bytes, at, end), !bytes[name].contains(where: { $0 >= 0x80 })
                else { return false }
                at = name.upperBound
                chain.specificity += 1
                add(.type, type(bytes, name).map { Int32(bitPattern: $0.rawValue) })
            }
        }
        return at > first
    }

    private mutating func add(_ kind: CompiledTest.Kind, _ value: Int32?) {
        guard let value else {
            chain.isPossible = false
            return
        }
        chain.tests.append(CompiledTest(kind: kind, value: value))
    }

    /// Stands on a colon; leaves behind the name.
    private mutating func readPseudo(_ bytes: [UInt8], _ at: inout Int, _ end: Int) -> Bool {
        let isElement = at + 1 < end && bytes[at + 1] == UInt8(ascii: ":")
        let start = at + (isElement ? 2 : 1)
        guard let name = Self.word(bytes, start, end) else { return false }
        if name.upperBound < end, bytes[name.upperBound] == UInt8(ascii: "(") {
            return !isElement && readList(bytes, name, &at, end)
        }
        at = name.upperBound
        if isElement {
            chain.isPossible = false
            return true
        }
        chain.specificity += 1 << 10
        guard let part = SelectorParser.simplePseudo(String(decoding: bytes[name], as: UTF8.self).lowercased()) else {
            return false
        }
        switch part {
        case .never, .pseudoElement: chain.isPossible = false
        default: if let test = compile(part) { chain.tests.append(test) }
        }
        return true
    }

    private static func skipSpace(_ bytes: [UInt8], _ at: inout Int, _ end: Int) -> Bool {
        let start = at
        while at < end, CSSText.isSpace(bytes[at]) { at += 1 }
        return at > start
    }

    /// The name at `start` that begins with a letter, or a hyphen before one.
    static func word(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
        let first = start < end && bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        guard first < end, bytes[first] >= 0x80 || bytes[first] == 0x5F || (0x61...0x7A).contains(bytes[first] | 0x20)
        else { return nil }
        return name(bytes, start, end)
    }

    /// The name that begins at `start`; nil where there is none, where it is very long, or where an escape is in it.
    private static func name(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
        var at = start
        while at < end, DocumentWords.isName(bytes[at]) { at += 1 }
        guard at > start, at - start <= CSSTokenizer.maxNameBytes, at == end || bytes[at] != UInt8(ascii: "\\") else {
            return nil
        }
        return start..<at
    }
}
