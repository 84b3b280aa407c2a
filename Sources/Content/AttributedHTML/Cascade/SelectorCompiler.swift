import LarderHTML
internal import LarderModel

/// Reads selector lists (Selectors 4) as numbers of one document.
///
/// Anything unknown in a list makes its rule void. A selector that no element of the document can match gets no rule.
struct SelectorCompiler {
    static let maxCompounds = 64
    static let maxNesting = 6
    static let maxTokens = 4096
    static let maxTypes = 1024

    private struct Selector {
        /// A range of ``RuleSet/compounds``; nil where no element of the document can match.
        let compounds: Range<Int>?
        /// Ids, then classes, then types, 10 bits each (Selectors 4 §17).
        let specificity: Int64
    }

    /// A selector while it is read, its compounds from left to right.
    private struct Chain {
        var tests: [CompiledTest] = []
        /// Where each compound ends in `tests`.
        var ends: [Int] = []
        /// What stands behind each compound but the last.
        var combinators: [Combinator] = []
        var specificity: Int64 = 0
        /// Whether an element of the document can match.
        var isPossible = true

        mutating func clear() {
            tests.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            combinators.removeAll(keepingCapacity: true)
            (specificity, isPossible) = (0, true)
        }

        /// - Parameter value: Nil where no element passes the test.
        mutating func add(_ kind: CompiledTest.Kind, _ value: Int32?) {
            guard let value else {
                isPossible = false
                return
            }
            tests.append(CompiledTest(kind: kind, value: value))
        }
    }

    let document: HTMLDocument
    let words: DocumentWords
    var set = RuleSet()
    /// Type selectors as written, and the name in the document that each means, nil where no element has it.
    private var typeWords = AtomTable()
    private var types: [NameID?] = []
    private var spare = Chain()
    private var tokens: [CSSToken] = []
    private var at = 0
    private var end = 0

    init(_ document: HTMLDocument, _ words: DocumentWords) {
        self.document = document
        self.words = words
    }

    /// Adds a rule for each selector in `prelude`.
    ///
    /// - Parameter weight: Added to the specificity of each.
    mutating func add(_ bytes: [UInt8], _ prelude: Range<Int>, weight: Int64, body: Range<Int32>) {
        tokens.removeAll(keepingCapacity: true)
        CSSTokenizer.append(bytes, prelude, to: &tokens, most: Self.maxTokens + 1)
        guard tokens.count <= Self.maxTokens else { return }
        (at, end) = (0, tokens.count)
        let (tests, compounds, lists) = (set.tests.count, set.compounds.count, set.lists.count)
        let (attributes, others) = (set.attributes.count, set.others.count)
        guard let selectors = selectors(nesting: 0) else {
            // A void list leaves nothing behind.
            set.tests.removeLast(set.tests.count - tests)
            set.compounds.removeLast(set.compounds.count - compounds)
            set.lists.removeLast(set.lists.count - lists)
            set.attributes.removeLast(set.attributes.count - attributes)
            set.others.removeLast(set.others.count - others)
            return
        }
        for selector in selectors {
            guard let compounds = selector.compounds else { continue }
            set.add(compounds, specificity: selector.specificity + weight, body: body)
        }
    }

    private var current: CSSToken? { at < end ? tokens[at] : nil }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = at
        while at < end, case .whiteSpace = tokens[at] { at += 1 }
        return at > start
    }

    /// Steps over the current token and white space.
    private mutating func step() {
        at += 1
        skipSpace()
    }

    private mutating func selectors(nesting: Int) -> [Selector]? {
        guard nesting <= Self.maxNesting else { return nil }
        var list: [Selector] = []
        while let selector = selector(nesting) {
            list.append(selector)
            if at >= end { return list }
            // The selector ended at a comma.
            at += 1
        }
        return nil
    }

    /// Reads one selector up to a comma or the end.
    private mutating func selector(_ nesting: Int) -> Selector? {
        var chain = Chain()
        // Its memory serves one selector after another.
        swap(&chain, &spare)
        defer { swap(&chain, &spare) }
        chain.clear()
        skipSpace()
        while readCompound(&chain, nesting), chain.ends.count < Self.maxCompounds {
            chain.ends.append(chain.tests.count)
            var combinator: Combinator? = skipSpace() ? .descendant : nil
            switch current {
            case nil, .comma?:
                return Selector(compounds: chain.isPossible ? add(chain) : nil, specificity: chain.specificity)
            case .delim(let sign)?:
                guard let known = Combinator(rawValue: sign) else { break }
                combinator = known
                step()
            default: break
            }
            guard let combinator else { return nil }
            chain.combinators.append(combinator)
        }
        return nil
    }

    /// Adds the compounds of a selector from right to left.
    private mutating func add(_ chain: Chain) -> Range<Int> {
        let first = set.compounds.count
        for index in chain.ends.indices.reversed() {
            let start = Int32(truncatingIfNeeded: set.tests.count)
            set.tests.append(contentsOf: chain.tests[(index == 0 ? 0 : chain.ends[index - 1])..<chain.ends[index]])
            let end = Int32(truncatingIfNeeded: set.tests.count)
            let combinator = index == 0 ? .descendant : chain.combinators[index - 1]
            set.compounds.append(CompiledCompound(tests: start..<end, combinator: combinator))
        }
        return first..<set.compounds.count
    }

    private mutating func type(_ name: String) -> NameID? {
        if let known = name.withUTF8Span({ typeWords.find($0) }) { return types[Int(known)] }
        let id = document.nameID(for: name.lowercased())
        if types.count < Self.maxTypes {
            _ = typeWords.intern(Array(name.utf8), 0..<name.utf8.count)
            types.append(id)
        }
        return id
    }

    /// Reads at least one test.
    private mutating func readCompound(_ chain: inout Chain, _ nesting: Int) -> Bool {
        let first = at
        while let token = current {
            switch token {
            case .ident(let name) where at == first:
                chain.specificity += 1
                chain.add(.type, type(name).map { Int32(bitPattern: $0.rawValue) })
            case .delim(UInt8(ascii: "*")) where at == first: break
            case .hash(let name):
                chain.specificity += 1 << 20
                chain.add(.id, words.find(name))
            case .delim(UInt8(ascii: ".")):
                at += 1
                guard case .ident(let name)? = current else { return false }
                chain.specificity += 1 << 10
                chain.add(.class, words.find(name))
            case .openBracket:
                guard readAttribute(&chain) else { return false }
            case .colon:
                guard readPseudo(&chain, nesting) else { return false }
            default: return at > first
            }
            at += 1
        }
        return at > first
    }

    /// Stands on `[`; leaves on `]`.
    private mutating func readAttribute(_ chain: inout Chain) -> Bool {
        step()
        guard case .ident(let name)? = current else { return false }
        step()
        var comparison = AttributeComparison.exists
        var wanted = ""
        var ignoresCase = false
        if case .delim(let sign)? = current {
            if sign != UInt8(ascii: "=") { at += 1 }
            guard case .delim(UInt8(ascii: "="))? = current, let known = AttributeComparison(rawValue: sign),
                known != .exists
            else { return false }
            comparison = known
            step()
            switch current {
            case .ident(let text)?, .string(let text)?: wanted = text
            default: return false
            }
            step()
            if case .ident(let flag)? = current {
                ignoresCase = flag.lowercased() == "i"
                step()
            }
        }
        guard case .closeBracket? = current else { return false }
        chain.specificity += 1 << 10
        guard let name = document.nameID(for: name.lowercased()) else {
            chain.isPossible = false
            return true
        }
        if ignoresCase { wanted = wanted.lowercased() }
        set.attributes.append(
            CompiledAttribute(
                name: name,
                comparison: comparison,
                wanted: Array(wanted.utf8),
                ignoresCase: ignoresCase
            )
        )
        chain.add(.attribute, Int32(truncatingIfNeeded: set.attributes.count - 1))
        return true
    }

    /// Stands on `:`; leaves on the last token of the pseudo-class.
    private mutating func readPseudo(_ chain: inout Chain, _ nesting: Int) -> Bool {
        at += 1
        switch current {
        case .colon?:
            // The rule is for a pseudo-element and not for the element.
            chain.isPossible = false
            at += 1
            if case .function? = current { return arguments() != nil }
            if case .ident? = current { return true }
            return false
        case .ident(let name)?:
            guard let test = PseudoClass(keyword: name.lowercased()) else { return false }
            add(test, to: &chain)
            return true
        case .function(let name)?: return readFunction(name, &chain, nesting)
        default: return false
        }
    }

    private mutating func add(_ test: PseudoClass, to chain: inout Chain) {
        chain.specificity += 1 << 10
        if case .never = test {
            chain.isPossible = false
        } else {
            set.others.append(test)
            chain.add(.other, Int32(truncatingIfNeeded: set.others.count - 1))
        }
    }

    private mutating func readFunction(_ name: String, _ chain: inout Chain, _ nesting: Int) -> Bool {
        guard let range = arguments() else { return false }
        switch name {
        case "not", "is", "where", "matches", "-webkit-any":
            let outer = (at, end)
            (at, end) = (range.lowerBound, range.upperBound)
            let list = selectors(nesting: nesting + 1)
            (at, end) = outer
            guard let list else { return false }
            if name != "where" { chain.specificity += list.map(\.specificity).max() ?? 0 }
            set.lists.append(list.compactMap(\.compounds))
            chain.add(name == "not" ? .none : .any, Int32(truncatingIfNeeded: set.lists.count - 1))
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            guard let (step, offset) = NthFormula.parse(tokens[range]) else { return false }
            let (fromEnd, ofType) = (name.contains("last"), name.hasSuffix("type"))
            add(.nth(step: step, offset: offset, fromEnd: fromEnd, ofType: ofType), to: &chain)
        default: return false
        }
        return true
    }

    /// The tokens between the parentheses of a function; leaves on `)`.
    private mutating func arguments() -> Range<Int>? {
        let start = at + 1
        guard let length = tokens[start..<end].lengthToClosingParenthesis else { return nil }
        at = start + length
        return start..<at
    }
}
