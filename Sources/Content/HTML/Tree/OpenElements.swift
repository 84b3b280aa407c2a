/// An element on the stack of open elements.
struct OpenElement {
    var node: UInt32
    var name: NameID
    var traits: ElementTraits

    @inline(__always)
    var isHTML: Bool { traits.isDisjoint(with: .foreign) }

    @inline(__always)
    func isHTML(_ wanted: NameID) -> Bool { name == wanted && isHTML }
}

/// The stack of open elements (13.2.4.2).
///
/// A count of the open HTML elements of each name answers most questions about scopes at once.
struct OpenElements {
    private(set) var elements: [OpenElement] = []
    private var counts = [UInt32](repeating: 0, count: KnownNames.count + 1)

    @inline(__always)
    var count: Int { elements.count }
    @inline(__always)
    var isEmpty: Bool { elements.isEmpty }
    /// The current node; there must be one.
    @inline(__always)
    var current: OpenElement { elements[elements.count &- 1] }

    @inline(__always)
    subscript(index: Int) -> OpenElement { elements[index] }

    @inline(__always)
    func has(_ name: NameID) -> Bool { name.index < counts.count && counts[name.index] != 0 }

    @inline(__always)
    mutating func push(_ element: OpenElement) {
        elements.append(element)
        if element.isHTML { count(element.name) }
    }

    @inline(__always)
    @discardableResult
    mutating func pop() -> OpenElement {
        let element = elements.removeLast()
        if element.isHTML { counts[element.name.index] &-= 1 }
        return element
    }

    @inline(__always)
    private mutating func count(_ name: NameID) {
        if name.index >= counts.count {
            counts.append(contentsOf: repeatElement(0, count: name.index &+ 1))
        }
        counts[name.index] &+= 1
    }

    mutating func insert(_ element: OpenElement, at index: Int) {
        elements.insert(element, at: index)
        if element.isHTML { count(element.name) }
    }

    mutating func remove(at index: Int) {
        let element = elements.remove(at: index)
        if element.isHTML { counts[element.name.index] &-= 1 }
    }

    /// Puts a copy of an element in its place, which has the same name.
    mutating func replaceNode(at index: Int, with node: UInt32) {
        elements[index].node = node
    }

    func index(of node: UInt32) -> Int? { elements.lastIndex { $0.node == node } }

    func lastIndex(of name: NameID) -> Int? { has(name) ? elements.lastIndex { $0.isHTML(name) } : nil }

    // MARK: Scopes

    /// Whether an HTML element of this name is open with none of `ends` inside it.
    @inline(__always)
    func hasInScope(_ name: NameID, _ ends: ElementTraits = .scope) -> Bool {
        has(name) && find(ends) { $0.isHTML(name) }
    }

    @inline(__always)
    func hasInTableScope(_ name: NameID) -> Bool { hasInScope(name, .tableScope) }

    func hasInScope(node: UInt32) -> Bool { find(.scope) { $0.node == node } }

    func hasInScope(anyOf traits: ElementTraits, _ ends: ElementTraits = .scope) -> Bool {
        find(ends) { !$0.traits.isDisjoint(with: traits) && $0.isHTML }
    }

    @inline(__always)
    private func find(_ ends: ElementTraits, _ matches: (OpenElement) -> Bool) -> Bool {
        var index = elements.count &- 1
        while index >= 0 {
            let element = elements[index]
            if matches(element) { return true }
            if !element.traits.isDisjoint(with: ends) { return false }
            index &-= 1
        }
        return false
    }

    // MARK: Popping

    /// Pops up to and with the last HTML element of this name, which is open.
    mutating func pop(through name: NameID) {
        while elements.count > 1 {
            if pop().isHTML(name) { return }
        }
    }

    /// Closes an element and all that is open inside it, if the element is in scope; whether it was.
    ///
    /// The standard generates implied end tags first: the same elements end.
    @discardableResult
    @inline(__always)
    mutating func close(_ name: NameID, _ ends: ElementTraits = .scope) -> Bool {
        guard hasInScope(name, ends) else { return false }
        pop(through: name)
        return true
    }

    mutating func pop(throughNode node: UInt32) {
        while elements.count > 1 {
            if pop().node == node { return }
        }
    }

    mutating func pop(throughAnyOf traits: ElementTraits) {
        while elements.count > 1 {
            let element = pop()
            if element.isHTML, !element.traits.isDisjoint(with: traits) { return }
        }
    }

    mutating func generateImpliedEndTags(except name: NameID = .none) {
        while current.traits.contains(.impliedEnd), current.name != name { pop() }
    }

    // Clearing the stack back to a table, row or table body context; `html` and `template` end each.

    mutating func clearBackToTable() {
        while elements.count > 1, current.traits.isDisjoint(with: .tableScope) { pop() }
    }

    mutating func clearBackToRow() {
        while elements.count > 1, !current.isHTML(.tr), current.traits.isDisjoint(with: .template) { pop() }
    }

    mutating func clearBackToSection() {
        while elements.count > 1, current.traits.isDisjoint(with: [.tableSection, .template]) { pop() }
    }
}
