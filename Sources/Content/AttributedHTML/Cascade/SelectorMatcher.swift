import LarderHTML

/// Rule numbers by a key, all in one array.
struct RuleBuckets {
    private var starts: [Int32]
    private var numbers: [Int32]

    init(_ entries: [(key: Int32, rule: Int32)]) {
        let keyCount = (entries.map { Int($0.key) }.max() ?? -1) + 1
        starts = [Int32](repeating: 0, count: keyCount + 1)
        numbers = [Int32](repeating: 0, count: entries.count)
        for entry in entries { starts[Int(entry.key) + 1] += 1 }
        for key in 0..<keyCount { starts[key + 1] += starts[key] }
        var next = starts
        for entry in entries {
            numbers[Int(next[Int(entry.key)])] = entry.rule
            next[Int(entry.key)] += 1
        }
    }

    @inline(__always)
    func bounds(_ key: Int) -> Range<Int> {
        key + 1 < starts.count ? Int(starts[key])..<Int(starts[key + 1]) : 0..<0
    }

    @inline(__always)
    subscript(index: Int) -> Int32 { numbers[index] }
}

/// Finds the rules that apply to an element.
///
/// All matching for one document shares a budget of steps; a page that exhausts it is shown without its further rules.
final class SelectorMatcher: Sendable {
    static let budget = 20_000_000

    let document: HTMLDocument
    private let words: DocumentWords
    private let set: RuleSet
    private let byID: RuleBuckets
    private let byClass: RuleBuckets
    private let byType: RuleBuckets
    private let general: [Int32]

    init(_ document: HTMLDocument, _ words: DocumentWords, _ set: RuleSet) {
        self.document = document
        self.words = words
        self.set = set
        var ids: [(Int32, Int32)] = []
        var classes: [(Int32, Int32)] = []
        var types: [(Int32, Int32)] = []
        var others: [Int32] = []
        func add(_ key: CompiledTest, _ rule: Int32) {
            switch key.kind {
            case .id: ids.append((key.value, rule))
            case .class: classes.append((key.value, rule))
            case .type: types.append((key.value, rule))
            default: others.append(rule)
            }
        }
        for (index, rule) in set.rules.enumerated() {
            let number = Int32(truncatingIfNeeded: index)
            if let key = set.key(rule.compounds.lowerBound) {
                add(key, number)
            } else if let keys = set.keys(rule.compounds.lowerBound) {
                for key in keys { add(key, number) }
            } else {
                others.append(number)
            }
        }
        byID = RuleBuckets(ids)
        byClass = RuleBuckets(classes)
        byType = RuleBuckets(types)
        general = others
    }

    /// Appends the numbers of the declarations of a rule.
    func appendDeclarations(of rule: Int32, to numbers: inout [Int32]) {
        for place in set.rules[Int(rule)].body { numbers.append(set.bodies[Int(place)]) }
    }

    /// Appends the rules for `node`, the strongest last.
    func appendRules(for node: NodeID, to found: inout [Int32], _ budget: inout Int) {
        let element = words.elements[Int(node.rawValue)]
        let above = document.parent(of: node).map { words.filters[Int($0.rawValue)] } ?? AncestorFilter()
        if element.id >= 0 { collect(byID, Int(element.id), node, above, &found, &budget) }
        if element.classList >= 0 {
            for index in words.classLists[Int(element.classList)].bounds {
                collect(byClass, Int(words.classes[index]), node, above, &found, &budget)
            }
        }
        collect(byType, Int(document.name(of: node).rawValue), node, above, &found, &budget)
        for number in general { consider(number, node, above, &found, &budget) }
        if found.count > 1 { sort(&found) }
    }

    private func sort(_ found: inout [Int32]) {
        found.sort { left, right in
            let (a, b) = (set.rules[Int(left)].specificity, set.rules[Int(right)].specificity)
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

    @inline(__always)
    private func collect(
        _ buckets: RuleBuckets,
        _ key: Int,
        _ node: NodeID,
        _ above: AncestorFilter,
        _ found: inout [Int32],
        _ budget: inout Int
    ) {
        for index in buckets.bounds(key) { consider(buckets[index], node, above, &found, &budget) }
    }

    @inline(__always)
    private func consider(
        _ number: Int32,
        _ node: NodeID,
        _ above: AncestorFilter,
        _ found: inout [Int32],
        _ budget: inout Int
    ) {
        budget -= 1
        guard budget > 0, set.rules[Int(number)].ancestors.isSubset(of: above) else { return }
        let rule = set.rules[Int(number)]
        guard matches(rule.compounds, node, &budget) else { return }
        // Declarations cost as much as tests.
        budget -= rule.body.count
        found.append(number)
    }

    private func matches(_ range: Range<Int>, _ node: NodeID, _ budget: inout Int) -> Bool {
        guard compound(range.lowerBound, node, &budget) else { return false }
        return range.count == 1 || rest(of: range, at: node, &budget)
    }

    /// Matches the compounds behind the first, going outwards; choices of descendant and sibling combinators are put
    /// on a stack.
    private func rest(of range: Range<Int>, at start: NodeID, _ budget: inout Int) -> Bool {
        var choices: [(index: Int, node: NodeID)] = []
        var index = range.lowerBound + 1
        var node = start
        while true {
            let combinator = set.compounds[index - 1].combinator
            let isStep = combinator == .child || combinator == .next
            var candidate = advance(combinator, from: node)
            var matched: NodeID?
            while let next = candidate {
                budget -= 1
                if budget <= 0 { return false }
                if compound(index, next, &budget) {
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
            return document.parent(of: node).flatMap { document.kind(of: $0) == .element ? $0 : nil }
        case .next, .subsequent: return element(beside: node)
        }
    }

    private func compound(_ index: Int, _ node: NodeID, _ budget: inout Int) -> Bool {
        let compound = set.compounds[index]
        budget -= compound.tests.count
        for place in compound.tests {
            let test = set.tests[Int(place)]
            switch test.kind {
            case .type: if document.name(of: node).rawValue != UInt32(bitPattern: test.value) { return false }
            case .id: if words.elements[Int(node.rawValue)].id != test.value { return false }
            case .class:
                let list = words.elements[Int(node.rawValue)].classList
                if list < 0 || !words.has(test.value, in: list) { return false }
            case .attribute: if !matches(set.attributes[Int(test.value)], node, &budget) { return false }
            case .any: if !matchesAny(test.value, node, &budget) { return false }
            case .none: if matchesAny(test.value, node, &budget) { return false }
            case .other: if !matches(set.others[Int(test.value)], node, &budget) { return false }
            }
        }
        return budget > 0
    }

    private func matchesAny(_ list: Int32, _ node: NodeID, _ budget: inout Int) -> Bool {
        for range in set.lists[Int(list)] where matches(range, node, &budget) { return true }
        return false
    }

    /// The next element among the siblings behind `node`, or before it.
    func element(beside node: NodeID, isBehind: Bool = false) -> NodeID? {
        var sibling: NodeID? = node
        repeat {
            sibling = sibling.flatMap { isBehind ? document.nextSibling(of: $0) : document.previousSibling(of: $0) }
        } while sibling.map { document.kind(of: $0) != .element } ?? false
        return sibling
    }
}
