import LarderHTML

/// Finds the rules that apply to an element.
///
/// All matching for one document shares a budget of steps: a page made to exhaust it is shown without the rest of its
/// rules.
final class SelectorMatcher {
    let document: HTMLDocument
    private let words: DocumentWords
    /// Whether any rule sets a custom property that counts.
    let hasCustomProperties: Bool
    private let sheetDeclarations: [[WeightedDeclaration]]
    private var tests: [CompiledTest] = []
    private var compounds: [CompiledCompound] = []
    private var rules: [CompiledRule] = []
    private var others: [SimpleSelector] = []
    private var attributes: [CompiledAttribute] = []
    /// The selectors inside `:is()` and `:not()`, as ranges of compounds.
    private var lists: [[Range<Int>]] = []
    private var byID: [[Int32]] = []
    private var byClass: [[Int32]] = []
    private var byType: [UInt32: [Int32]] = [:]
    private var general: [Int32] = []
    var budget = 20_000_000

    init(_ document: HTMLDocument, _ words: DocumentWords, _ sheet: StyleSheet) {
        self.document = document
        self.words = words
        sheetDeclarations = sheet.declarations
        hasCustomProperties = sheet.hasCustomProperties
        byID = [[Int32]](repeating: [], count: words.atoms.count)
        byClass = byID
        for (selector, declarations) in sheet.rules { compile(selector, declarations) }
    }

    func declarations(of rule: Int32) -> [WeightedDeclaration] { sheetDeclarations[rules[Int(rule)].declarations] }

    // MARK: Compiling

    private func word(_ kind: CompiledTest.Kind, _ text: String) -> CompiledTest? {
        let atom = words.atom(text)
        return atom < 0 ? nil : CompiledTest(kind: kind, value: atom)
    }

    /// nil where the test fails on every element of this document.
    private func compile(_ part: SimpleSelector) -> CompiledTest? {
        switch part {
        case .type(let name):
            return document.nameID(for: name).map { CompiledTest(kind: .type, value: Int32(bitPattern: $0.rawValue)) }
        case .id(let name): return word(.id, name)
        case .class(let name): return word(.class, name)
        case .attribute(let name, let test):
            guard let name = document.nameID(for: name) else { return nil }
            attributes.append(CompiledAttribute(name: name, test: test))
            return CompiledTest(kind: .attribute, value: Int32(truncatingIfNeeded: attributes.count - 1))
        case .isAny(let list), .not(let list):
            lists.append(list.compactMap { compile(chain: $0) })
            var isNegated = false
            if case .not = part { isNegated = true }
            return CompiledTest(kind: isNegated ? .none : .any, value: Int32(truncatingIfNeeded: lists.count - 1))
        case .never, .pseudoElement: return nil
        default:
            others.append(part)
            return CompiledTest(kind: .other, value: Int32(truncatingIfNeeded: others.count - 1))
        }
    }

    /// The compounds of a selector as a range; nil where no element of this document can match.
    private func compile(chain selector: ComplexSelector) -> Range<Int>? {
        var compiled: [CompiledCompound] = []
        for (index, parts) in selector.compounds.enumerated() {
            var list: [CompiledTest] = []
            for part in parts {
                guard let test = compile(part) else { return nil }
                list.append(test)
            }
            let start = tests.count
            tests.append(contentsOf: list)
            let combinator = index < selector.combinators.count ? selector.combinators[index] : .descendant
            compiled.append(CompiledCompound(start: Int32(start), end: Int32(tests.count), combinator: combinator))
        }
        compounds.append(contentsOf: compiled)
        return (compounds.count - compiled.count)..<compounds.count
    }

    private func compile(_ selector: ComplexSelector, _ declarations: Int) {
        guard let range = compile(chain: selector) else { return }
        var ancestors = AncestorFilter()
        for index in range.dropFirst() {
            let combinator = compounds[index - 1].combinator
            guard combinator == .descendant || combinator == .child else { continue }
            for test in tests[tests(of: index)] {
                switch test.kind {
                case .type, .id, .class: ancestors.insert(test.kind, test.value)
                default: break
                }
            }
        }
        let number = Int32(truncatingIfNeeded: rules.count)
        rules.append(
            CompiledRule(
                start: Int32(range.lowerBound),
                end: Int32(range.upperBound),
                specificity: selector.specificity,
                declarations: declarations,
                ancestors: ancestors
            )
        )
        for key in keys(range.lowerBound) ?? [CompiledTest(kind: .other, value: 0)] { index(number, key) }
    }

    private func tests(of compound: Int) -> Range<Int> { Int(compounds[compound].start)..<Int(compounds[compound].end) }

    /// Tests of which an element has at least one if it matches the compound; nil where there are none to go by.
    private func keys(_ compound: Int, nesting: Int = 0) -> [CompiledTest]? {
        let own = tests[tests(of: compound)]
        for kind in [CompiledTest.Kind.id, .class, .type] {
            if let test = own.first(where: { $0.kind == kind }) { return [test] }
        }
        guard nesting < 4, let any = own.first(where: { $0.kind == .any }) else { return nil }
        var result: [CompiledTest] = []
        for range in lists[Int(any.value)] {
            guard let keys = keys(range.lowerBound, nesting: nesting + 1), result.count < 64 else { return nil }
            result += keys
        }
        return result
    }

    private func index(_ rule: Int32, _ key: CompiledTest) {
        func add(_ list: inout [[Int32]]) {
            if list[Int(key.value)].last != rule { list[Int(key.value)].append(rule) }
        }
        switch key.kind {
        case .id: add(&byID)
        case .class: add(&byClass)
        case .type: byType[UInt32(bitPattern: key.value), default: []].append(rule)
        default: general.append(rule)
        }
    }

    // MARK: Matching

    /// The rules for `node`, those that win last.
    func rules(for node: NodeID) -> [Int32] {
        let element = words.elements[Int(node.rawValue)]
        let above = document.parent(of: node).map { words.filters[Int($0.rawValue)] } ?? AncestorFilter()
        var found: [Int32] = []
        if element.id >= 0 { collect(byID[Int(element.id)], node, above, &found) }
        for index in element.classStart..<element.classEnd {
            collect(byClass[Int(words.classes[Int(index)])], node, above, &found)
        }
        if let list = byType[document.name(of: node).rawValue] { collect(list, node, above, &found) }
        collect(general, node, above, &found)
        if found.count > 1 {
            found.sort { left, right in
                let (a, b) = (rules[Int(left)].specificity, rules[Int(right)].specificity)
                return a == b ? left < right : a < b
            }
            // A rule is found twice by an element that has two of its keys.
            var kept = 1
            for index in 1..<found.count where found[index] != found[kept - 1] {
                found[kept] = found[index]
                kept += 1
            }
            found.removeLast(found.count - kept)
        }
        return found
    }

    private func collect(_ candidates: [Int32], _ node: NodeID, _ above: AncestorFilter, _ found: inout [Int32]) {
        for number in candidates {
            budget -= 1
            if budget <= 0 { return }
            let rule = rules[Int(number)]
            guard rule.ancestors.isSubset(of: above), matches(Int(rule.start)..<Int(rule.end), node) else { continue }
            // Declarations cost as much as tests.
            budget -= sheetDeclarations[rule.declarations].count
            found.append(number)
        }
    }

    private func matches(_ range: Range<Int>, _ node: NodeID) -> Bool {
        guard compound(range.lowerBound, node) else { return false }
        return range.count == 1 || rest(of: range, at: node)
    }

    /// Matches the compounds behind the first, going outwards; where a descendant or sibling combinator leaves a choice
    /// it is kept on a stack, to go on from there.
    private func rest(of range: Range<Int>, at start: NodeID) -> Bool {
        var choices: [(index: Int, node: NodeID)] = []
        var index = range.lowerBound + 1
        var node = start
        while true {
            let combinator = compounds[index - 1].combinator
            let isStep = combinator == .child || combinator == .next
            var candidate = advance(combinator, from: node)
            var matched: NodeID?
            while let next = candidate {
                budget -= 1
                if budget <= 0 { return false }
                if compound(index, next) {
                    matched = next
                    break
                }
                if isStep { break }
                candidate = advance(combinator, from: next)
            }
            if let found = matched {
                if index + 1 == range.upperBound { return true }
                if !isStep { choices.append((index, found)) }
                index += 1
                node = found
            } else if let last = choices.popLast() {
                index = last.index
                node = last.node
            } else {
                return false
            }
        }
    }

    private func advance(_ combinator: Combinator, from node: NodeID) -> NodeID? {
        switch combinator {
        case .descendant, .child:
            let parent = document.parent(of: node)
            return parent.flatMap { document.kind(of: $0) == .element ? $0 : nil }
        case .next, .subsequent: return elementBefore(node)
        }
    }

    private func compound(_ index: Int, _ node: NodeID) -> Bool {
        let compound = compounds[index]
        budget -= Int(compound.end - compound.start)
        for place in Int(compound.start)..<Int(compound.end) {
            let test = tests[place]
            switch test.kind {
            case .type: if document.name(of: node).rawValue != UInt32(bitPattern: test.value) { return false }
            case .id: if words.elements[Int(node.rawValue)].id != test.value { return false }
            case .class:
                let element = words.elements[Int(node.rawValue)]
                var found = false
                for index in element.classStart..<element.classEnd where words.classes[Int(index)] == test.value {
                    found = true
                    break
                }
                if !found { return false }
            case .attribute: if !matches(attributes[Int(test.value)], node) { return false }
            case .any: if !matchesAny(test.value, node) { return false }
            case .none: if matchesAny(test.value, node) { return false }
            case .other: if !matches(others[Int(test.value)], node) { return false }
            }
        }
        return budget > 0
    }

    private func matchesAny(_ list: Int32, _ node: NodeID) -> Bool {
        for range in lists[Int(list)] where matches(range, node) { return true }
        return false
    }

    func elementBefore(_ node: NodeID) -> NodeID? {
        var sibling = document.previousSibling(of: node)
        while let current = sibling, document.kind(of: current) != .element {
            sibling = document.previousSibling(of: current)
        }
        return sibling
    }

    func elementAfter(_ node: NodeID) -> NodeID? {
        var sibling = document.nextSibling(of: node)
        while let current = sibling, document.kind(of: current) != .element {
            sibling = document.nextSibling(of: current)
        }
        return sibling
    }
}
