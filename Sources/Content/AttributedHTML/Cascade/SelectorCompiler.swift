import LarderHTML

/// Turns selectors into numbers; those that no element of the document can match are left out.
struct SelectorCompiler {
    let document: HTMLDocument
    let words: DocumentWords
    var set = RuleSet()
    var chain = SelectorChain()
    private var typeWords = AtomTable()
    /// Of each type word the name in the document, or nil where no element has it.
    private var types: [NameID?] = []

    init(_ document: HTMLDocument, _ words: DocumentWords) {
        self.document = document
        self.words = words
    }

    /// Adds a rule for each selector in `prelude`; false, and no rule, where the parser is needed.
    ///
    /// - Parameter weight: What is added to the specificity of each.
    mutating func add(_ bytes: [UInt8], _ prelude: Range<Int>, weight: Int, body: Range<Int32>) {
        if addPlain(bytes, prelude, weight: weight, body: body) { return }
        let tokens = CSSTokenizer.tokens(bytes, prelude)
        guard let selectors = SelectorParser.parse(tokens, 0..<tokens.count) else { return }
        for selector in selectors where selector.canMatch {
            guard let range = compile(chain: selector) else { continue }
            set.add(range, specificity: selector.specificity + weight, body: body)
        }
    }

    /// The name in `range` of `bytes`, ASCII letters in any case; nil where the document does not have it.
    mutating func type(_ bytes: [UInt8], _ range: Range<Int>) -> NameID? {
        if let known = typeWords.find(bytes, range) { return types[Int(known)] }
        let name = document.nameID(for: String(decoding: bytes[range], as: UTF8.self).lowercased())
        _ = typeWords.intern(bytes, range)
        types.append(name)
        return name
    }

    private func word(_ kind: CompiledTest.Kind, _ text: String) -> CompiledTest? {
        words.find(Array(text.utf8), 0..<text.utf8.count).map { CompiledTest(kind: kind, value: $0) }
    }

    /// nil where the test fails on every element of this document.
    mutating func compile(_ part: SimpleSelector) -> CompiledTest? {
        switch part {
        case .type(let name):
            return document.nameID(for: name).map { CompiledTest(kind: .type, value: Int32(bitPattern: $0.rawValue)) }
        case .id(let name): return word(.id, name)
        case .class(let name): return word(.class, name)
        case .attribute(let name, let test):
            guard let name = document.nameID(for: name) else { return nil }
            set.attributes.append(CompiledAttribute(name: name, test: test))
            return CompiledTest(kind: .attribute, value: Int32(truncatingIfNeeded: set.attributes.count - 1))
        case .isAny(let list), .not(let list):
            var ranges: [Range<Int>] = []
            for selector in list {
                if let range = compile(chain: selector) { ranges.append(range) }
            }
            set.lists.append(ranges)
            var isNegated = false
            if case .not = part { isNegated = true }
            return CompiledTest(kind: isNegated ? .none : .any, value: Int32(truncatingIfNeeded: set.lists.count - 1))
        case .never, .pseudoElement: return nil
        default:
            set.others.append(part)
            return CompiledTest(kind: .other, value: Int32(truncatingIfNeeded: set.others.count - 1))
        }
    }

    /// The compounds of a selector as a range; nil where no element of this document can match.
    private mutating func compile(chain selector: ComplexSelector) -> Range<Int>? {
        var compiled: [CompiledCompound] = []
        for (index, parts) in selector.compounds.enumerated() {
            var list: [CompiledTest] = []
            for part in parts {
                guard let test = compile(part) else { return nil }
                list.append(test)
            }
            let start = set.tests.count
            set.tests.append(contentsOf: list)
            let combinator = index < selector.combinators.count ? selector.combinators[index] : .descendant
            compiled.append(
                CompiledCompound(start: Int32(start), end: Int32(set.tests.count), combinator: combinator)
            )
        }
        set.compounds.append(contentsOf: compiled)
        return (set.compounds.count - compiled.count)..<set.compounds.count
    }
}

extension ComplexSelector {
    /// Whether any element can match: none does on paper what `:hover` waits for, and a pseudo-element is none.
    fileprivate var canMatch: Bool {
        !compounds.contains { parts in
            parts.contains { part in
                switch part {
                case .never, .pseudoElement: true
                default: false
                }
            }
        }
    }
}
