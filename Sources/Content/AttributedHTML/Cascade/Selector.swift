import LarderHTML

/// One test on an element.
enum SimpleSelector {
    case type(String)
    case id(String)
    case `class`(String)
    case attribute(name: String, test: AttributeTest)
    /// `:nth-child(an+b)` and its relatives.
    case nth(step: Int, offset: Int, fromEnd: Bool, ofType: Bool)
    case onlyChild(ofType: Bool)
    case empty
    case root
    case anyLink
    /// What the attributes or the name say about a control or element.
    case state(ElementState)
    case not([ComplexSelector])
    case isAny([ComplexSelector])
    /// `:hover` and the like: understood, and never true on paper.
    case never
    /// A pseudo-element: the rule is for it and not for the element.
    case pseudoElement
}

enum AttributeTest {
    case exists
    case equals(String, ignoringCase: Bool)
    case hasWord(String, ignoringCase: Bool)
    case hasLanguage(String, ignoringCase: Bool)
    case hasPrefix(String, ignoringCase: Bool)
    case hasSuffix(String, ignoringCase: Bool)
    case contains(String, ignoringCase: Bool)
}

enum ElementState: String {
    case checked, disabled, enabled, required, optional, defined
}

enum Combinator {
    case descendant, child, next, subsequent
}

/// Compounds from right to left; `combinators[i]` stands between compound `i` and `i + 1`.
struct ComplexSelector {
    var compounds: [[SimpleSelector]]
    var combinators: [Combinator]
    /// Ids, then classes, then types, 10 bits each (Selectors 4 §17).
    var specificity: Int
}
