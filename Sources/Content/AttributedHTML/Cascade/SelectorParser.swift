/// Reads selector lists (Selectors 4); nil for a list with anything unknown in it, which makes a rule void.
struct SelectorParser {
    static let maxCompounds = 64
    static let maxNesting = 6

    private let tokens: [CSSToken]
    private var at: Int
    private let nesting: Int
    private let end: Int

    private init(_ tokens: [CSSToken], _ range: Range<Int>, nesting: Int) {
        self.tokens = tokens
        at = range.lowerBound
        end = range.upperBound
        self.nesting = nesting
    }

    static func parse(_ tokens: [CSSToken], _ range: Range<Int>, nesting: Int = 0) -> [ComplexSelector]? {
        guard nesting <= maxNesting, range.count <= 4096 else { return nil }
        var parser = SelectorParser(tokens, range, nesting: nesting)
        var list: [ComplexSelector] = []
        while true {
            guard let selector = parser.complex() else { return nil }
            list.append(selector)
            guard parser.at < parser.end else { return list }
            guard parser.current == .comma else { return nil }
            parser.at += 1
        }
    }

    private var current: CSSToken? { at < end ? tokens[at] : nil }

    private mutating func skipSpace() -> Bool {
        let start = at
        while current == .whiteSpace { at += 1 }
        return at > start
    }

    private mutating func complex() -> ComplexSelector? {
        _ = skipSpace()
        var compounds: [[SimpleSelector]] = []
        var combinators: [Combinator] = []
        var specificity = 0
        while true {
            guard let compound = compound(&specificity), compounds.count < Self.maxCompounds else { return nil }
            compounds.append(compound)
            let hadSpace = skipSpace()
            guard let token = current, token != .comma else { break }
            switch token {
            case .delim(0x3E): combinators.append(.child)
            case .delim(0x2B): combinators.append(.next)
            case .delim(0x7E): combinators.append(.subsequent)
            default:
                guard hadSpace else { return nil }
                combinators.append(.descendant)
                continue
            }
            at += 1
            _ = skipSpace()
        }
        return ComplexSelector(
            compounds: compounds.reversed(),
            combinators: combinators.reversed(),
            specificity: specificity
        )
    }

    private mutating func compound(_ specificity: inout Int) -> [SimpleSelector]? {
        var parts: [SimpleSelector] = []
        var isFirst = true
        while let token = current {
            switch token {
            case .ident(let name) where isFirst:
                parts.append(.type(name.lowercased()))
                specificity += 1
            case .delim(0x2A) where isFirst: break
            case .hash(let name):
                parts.append(.id(name))
                specificity += 1 << 20
            case .delim(0x2E):
                at += 1
                guard case .ident(let name)? = current else { return nil }
                parts.append(.class(name))
                specificity += 1 << 10
            case .openBracket:
                guard let part = attribute() else { return nil }
                parts.append(part)
                specificity += 1 << 10
            case .colon:
                at += 1
                guard let part = pseudo(&specificity) else { return nil }
                parts.append(part)
            default:
                return isFirst ? nil : parts
            }
            isFirst = false
            at += 1
        }
        return isFirst ? nil : parts
    }

    /// Stands on `[`; leaves on `]`.
    private mutating func attribute() -> SimpleSelector? {
        at += 1
        _ = skipSpace()
        guard case .ident(let name)? = current else { return nil }
        at += 1
        _ = skipSpace()
        if current == .closeBracket { return .attribute(name: name.lowercased(), test: .exists) }
        var kind: UInt8 = 0x3D
        if case .delim(let sign)? = current, sign != 0x3D {
            kind = sign
            at += 1
        }
        guard current == .delim(0x3D) else { return nil }
        at += 1
        _ = skipSpace()
        let value: String
        switch current {
        case .ident(let text)?, .string(let text)?: value = text
        default: return nil
        }
        at += 1
        _ = skipSpace()
        var ignoringCase = false
        if case .ident(let flag)? = current {
            ignoringCase = flag.lowercased() == "i"
            at += 1
            _ = skipSpace()
        }
        guard current == .closeBracket else { return nil }
        let test: AttributeTest
        switch kind {
        case 0x3D: test = .equals(value, ignoringCase: ignoringCase)
        case 0x7E: test = .hasWord(value, ignoringCase: ignoringCase)
        case 0x7C: test = .hasLanguage(value, ignoringCase: ignoringCase)
        case 0x5E: test = .hasPrefix(value, ignoringCase: ignoringCase)
        case 0x24: test = .hasSuffix(value, ignoringCase: ignoringCase)
        case 0x2A: test = .contains(value, ignoringCase: ignoringCase)
        default: return nil
        }
        return .attribute(name: name.lowercased(), test: test)
    }

    /// Stands behind `:`; leaves on the last token of the pseudo-class.
    private mutating func pseudo(_ specificity: inout Int) -> SimpleSelector? {
        switch current {
        case .colon?:
            at += 1
            switch current {
            case .ident?: return .pseudoElement
            case .function?: return skipArguments() ? .pseudoElement : nil
            default: return nil
            }
        case .ident(let name)?:
            specificity += 1 << 10
            return Self.simplePseudo(name.lowercased())
        case .function(let name)?:
            return function(name, &specificity)
        default: return nil
        }
    }

    static func simplePseudo(_ name: String) -> SimpleSelector? {
        switch name {
        case "first-child": .nth(step: 0, offset: 1, fromEnd: false, ofType: false)
        case "last-child": .nth(step: 0, offset: 1, fromEnd: true, ofType: false)
        case "first-of-type": .nth(step: 0, offset: 1, fromEnd: false, ofType: true)
        case "last-of-type": .nth(step: 0, offset: 1, fromEnd: true, ofType: true)
        case "only-child": .onlyChild(ofType: false)
        case "only-of-type": .onlyChild(ofType: true)
        case "empty": .empty
        case "root", "scope": .root
        case "link", "any-link": .anyLink
        case "before", "after", "first-line", "first-letter": .pseudoElement
        case "checked", "disabled", "enabled", "required", "optional", "defined":
            ElementState(rawValue: name).map { .state($0) }
        case "hover", "active", "focus", "visited", "focus-within", "focus-visible", "target",
            "invalid", "valid", "read-only", "read-write", "placeholder-shown",
            "indeterminate", "default", "in-range", "out-of-range", "fullscreen", "popover-open", "modal":
            .never
        default: nil
        }
    }

    /// The tokens between the parentheses; afterwards the parser stands on `)`.
    private mutating func arguments() -> Range<Int>? {
        let start = at + 1
        var depth = 1
        at += 1
        while at < end {
            switch tokens[at] {
            case .openParen, .function: depth += 1
            case .closeParen:
                depth -= 1
                if depth == 0 { return start..<at }
            default: break
            }
            at += 1
        }
        return nil
    }

    private mutating func skipArguments() -> Bool { arguments() != nil }

    private mutating func function(_ name: String, _ specificity: inout Int) -> SimpleSelector? {
        guard let range = arguments() else { return nil }
        switch name {
        case "not", "is", "where", "matches", "-webkit-any":
            guard let list = Self.parse(tokens, range, nesting: nesting + 1) else { return nil }
            if name != "where" { specificity += list.map(\.specificity).max() ?? 0 }
            return name == "not" ? .not(list) : .isAny(list)
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            guard let (step, offset) = NthFormula.parse(tokens[range]) else { return nil }
            specificity += 1 << 10
            return .nth(step: step, offset: offset, fromEnd: name.contains("last"), ofType: name.hasSuffix("type"))
        default: return nil
        }
    }
}

/// `an+b` (CSS Syntax 3 §6).
enum NthFormula {
    static func parse(_ tokens: ArraySlice<CSSToken>) -> (step: Int, offset: Int)? {
        var text = ""
        for token in tokens {
            switch token {
            case .whiteSpace: continue
            case .ident(let word): text += word.lowercased()
            case .number(let value):
                guard let whole = Int(exactly: value) else { return nil }
                text += (whole >= 0 && !text.isEmpty && text.last != "+" && text.last != "-" ? "+" : "") + String(whole)
            case .dimension(let value, let unit):
                guard let whole = Int(exactly: value) else { return nil }
                text += String(whole) + unit
            case .delim(0x2B): text += "+"
            case .delim(0x2D): text += "-"
            default: return nil
            }
        }
        if text == "odd" { return (2, 1) }
        if text == "even" { return (2, 0) }
        guard let n = text.firstIndex(of: "n") else { return Int(text).map { (0, $0) } }
        let head = String(text[..<n])
        let tail = String(text[text.index(after: n)...])
        let step: Int? = head.isEmpty || head == "+" ? 1 : head == "-" ? -1 : Int(head)
        let offset: Int? = tail.isEmpty ? 0 : Int(tail)
        guard let step, let offset, abs(step) < 1 << 40, abs(offset) < 1 << 40 else { return nil }
        return (step, offset)
    }
}
