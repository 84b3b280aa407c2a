/// A pseudo-class that is not made of other selectors.
enum PseudoClass {
    /// `:nth-child(an+b)` and its relatives.
    case nth(step: Int, offset: Int, fromEnd: Bool, ofType: Bool)
    case onlyChild(ofType: Bool)
    case empty, root, anyLink
    case state(ElementState)
    /// No element matches: it needs a reader at the page, like `:hover`, or stands for a part of the element.
    case never

    init?(keyword: String) {
        switch keyword {
        case "first-child": self = .nth(step: 0, offset: 1, fromEnd: false, ofType: false)
        case "last-child": self = .nth(step: 0, offset: 1, fromEnd: true, ofType: false)
        case "first-of-type": self = .nth(step: 0, offset: 1, fromEnd: false, ofType: true)
        case "last-of-type": self = .nth(step: 0, offset: 1, fromEnd: true, ofType: true)
        case "only-child": self = .onlyChild(ofType: false)
        case "only-of-type": self = .onlyChild(ofType: true)
        case "empty": self = .empty
        case "root", "scope": self = .root
        case "link", "any-link": self = .anyLink
        case "before", "after", "first-line", "first-letter", "hover", "active", "focus", "visited", "focus-within",
            "focus-visible", "target", "invalid", "valid", "read-only", "read-write", "placeholder-shown",
            "indeterminate", "default", "in-range", "out-of-range", "fullscreen", "popover-open", "modal":
            self = .never
        default:
            guard let state = ElementState(rawValue: keyword) else { return nil }
            self = .state(state)
        }
    }
}

/// What the attributes or the name say about a control or element.
enum ElementState: String {
    case checked, disabled, enabled, required, optional, defined
}

/// How the value of an attribute is compared; the raw value is the character before the `=`, or the `=` itself.
enum AttributeComparison: UInt8 {
    case exists = 0
    case equals = 0x3D
    case hasWord = 0x7E
    case hasLanguage = 0x7C
    case hasPrefix = 0x5E
    case hasSuffix = 0x24
    case contains = 0x2A
}

enum Combinator: UInt8 {
    case descendant = 0x20
    case child = 0x3E
    case next = 0x2B
    case subsequent = 0x7E
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
        var (step, offset): (Int?, Int?) = (0, Int(text))
        if let n = text.firstIndex(of: "n") {
            let (head, tail) = (text[..<n], text[text.index(after: n)...])
            step = head.isEmpty || head == "+" ? 1 : head == "-" ? -1 : Int(head)
            offset = tail.isEmpty ? 0 : Int(tail)
        }
        // Far from where the arithmetic of the matcher overflows.
        let bounds = -(1 << 30)...(1 << 30)
        guard let step, let offset, bounds.contains(step), bounds.contains(offset) else { return nil }
        return (step, offset)
    }
}
