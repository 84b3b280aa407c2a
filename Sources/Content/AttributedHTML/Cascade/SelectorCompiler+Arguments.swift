import LarderHTML

/// Tests with a value or a list of selectors in brackets.
extension SelectorCompiler {
    /// Stands on `[`; leaves behind `]`.
    ///
    /// False where more is between them than a name and a value without escapes.
    mutating func readAttribute(_ bytes: [UInt8], _ at: inout Int, _ end: Int) -> Bool {
        guard let name = Self.word(bytes, at + 1, end), name.upperBound < end,
            !bytes[name].contains(where: { $0 >= 0x80 })
        else { return false }
        var test = AttributeTest.exists
        var place = name.upperBound
        if bytes[place] != UInt8(ascii: "]") {
            let sign = bytes[place]
            if sign != UInt8(ascii: "=") { place += 1 }
            guard place < end, bytes[place] == UInt8(ascii: "="), let value = Self.value(bytes, place + 1, end),
                let comparison = AttributeTest(sign, String(decoding: bytes[value.text], as: UTF8.self))
            else { return false }
            test = comparison
            place = value.end
        }
        guard place < end, bytes[place] == UInt8(ascii: "]") else { return false }
        at = place + 1
        chain.specificity += 1 << 10
        if let name = type(bytes, name) {
            set.attributes.append(CompiledAttribute(name: name, test: test))
            chain.tests.append(
                CompiledTest(kind: .attribute, value: Int32(truncatingIfNeeded: set.attributes.count - 1))
            )
        } else {
            chain.isPossible = false
        }
        return true
    }

    /// The name or the string at `start`, and where what follows it begins.
    private static func value(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (text: Range<Int>, end: Int)? {
        guard start < end, bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") else {
            return word(bytes, start, end).map { ($0, $0.upperBound) }
        }
        for index in (start + 1)..<end {
            switch bytes[index] {
            case bytes[start]: return ((start + 1)..<index, index + 1)
            case UInt8(ascii: "\\"), UInt8(ascii: "\n"): return nil
            default: break
            }
        }
        return nil
    }

    /// Stands on the colon before `name`; leaves behind the closing parenthesis.
    ///
    /// False where it is no list of selectors, or one with escapes or comments.
    mutating func readList(_ bytes: [UInt8], _ name: Range<Int>, _ at: inout Int, _ end: Int) -> Bool {
        let kind = String(decoding: bytes[name], as: UTF8.self).lowercased()
        guard ["not", "is", "where", "matches", "-webkit-any"].contains(kind),
            chain.nesting < SelectorParser.maxNesting, let close = Self.closing(bytes, name.upperBound, end)
        else { return false }
        let outer = chain
        chain = SelectorChain()
        chain.nesting = outer.nesting + 1
        let list = readSelectors(bytes, name.upperBound + 1, close)
        chain = outer
        guard let list else { return false }
        at = close + 1
        if kind != "where" { chain.specificity += list.specificity }
        set.lists.append(list.ranges)
        let number = Int32(truncatingIfNeeded: set.lists.count - 1)
        chain.tests.append(CompiledTest(kind: kind == "not" ? .none : .any, value: number))
        return true
    }

    /// The compounds of the list's selectors that elements can match, and the highest specificity of all.
    private mutating func readSelectors(
        _ bytes: [UInt8],
        _ start: Int,
        _ end: Int
    ) -> (ranges: [Range<Int>], specificity: Int)? {
        var ranges: [Range<Int>] = []
        var highest = 0
        var at = start
        while readChain(bytes, &at, end) {
            highest = max(highest, chain.specificity)
            if chain.isPossible { ranges.append(addChain()) }
            if at >= end { return (ranges, highest) }
            // It stands on a comma.
            at += 1
        }
        return nil
    }

    /// Where the parenthesis at `open` is closed; nil where it is not, or where there is an escape or a comment before.
    private static func closing(_ bytes: [UInt8], _ open: Int, _ end: Int) -> Int? {
        var depth = 0
        var quote: UInt8?
        for index in open..<end {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "\n"): return nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            case UInt8(ascii: "(") where quote == nil: depth += 1
            case UInt8(ascii: ")") where quote == nil:
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }
}

extension AttributeTest {
    /// - Parameter sign: What stands before the `=`, or the `=` itself.
    fileprivate init?(_ sign: UInt8, _ value: String) {
        switch sign {
        case UInt8(ascii: "="): self = .equals(value, ignoringCase: false)
        case UInt8(ascii: "~"): self = .hasWord(value, ignoringCase: false)
        case UInt8(ascii: "|"): self = .hasLanguage(value, ignoringCase: false)
        case UInt8(ascii: "^"): self = .hasPrefix(value, ignoringCase: false)
        case UInt8(ascii: "$"): self = .hasSuffix(value, ignoringCase: false)
        case UInt8(ascii: "*"): self = .contains(value, ignoringCase: false)
        default: return nil
        }
    }
}
