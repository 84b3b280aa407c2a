import LarderHTML
internal import LarderModel

/// The rules of all style sheets of a document, in order.
struct StyleSheet {
    /// A cascade layer (CSS Cascade 5 §6.4).
    private struct Layer {
        let name: String
        let number: Int
    }

    static let maxRules = 200_000
    static let maxNesting = 16
    static let maxLayers = 4096

    /// Selectors, each with where its declarations are.
    var isEmpty: Bool { rules.isEmpty }

    private(set) var rules: [(selector: ComplexSelector, declarations: Int)] = []
    private(set) var declarations: [[WeightedDeclaration]] = []
    private var known = DeclarationCache()
    private var layers: [String: Int] = [:]
    private(set) var hasCustomProperties = false

    /// The `style` elements that apply to a screen, in document order.
    ///
    /// - Parameter words: The classes and ids there are; rules that ask for others are passed over unread.
    init(of document: HTMLDocument, styles: [NodeID], words: DocumentWords) {
        for node in styles {
            if let type = document.value(of: .type, on: node), !type.isEmpty,
                CSSText.trimmed(type).knownWord.lowercased() != "text/css"
            {
                continue
            }
            if let media = document.value(of: .media, on: node) {
                let query = CSSTokenizer.tokens(Array(media.utf8))
                guard MediaQuery.applies(query[...]) else { continue }
            }
            var bytes: [UInt8] = []
            document.appendTextContent(of: node, to: &bytes)
            add(bytes, words)
        }
        dropUnusedProperties()
    }

    /// Takes out custom properties that no value here refers to, which are most of them, and rules left empty by it.
    private mutating func dropUnusedProperties() {
        var values: [String: [UnreadDeclaration]] = [:]
        var open: [UnreadDeclaration] = []
        for item in declarations.joined() {
            switch item.declaration {
            case .custom(let property): values[property.name, default: []].append(property)
            case .pending(let unread): open.append(unread)
            default: break
            }
        }
        if values.isEmpty { return }
        var used: Set<String> = []
        while let next = open.popLast() {
            for name in next.references where used.insert(name).inserted { open.append(contentsOf: values[name] ?? []) }
        }
        hasCustomProperties = !used.isDisjoint(with: values.keys)
        for index in declarations.indices {
            declarations[index].removeAll { item in
                if case .custom(let property) = item.declaration { return !used.contains(property.name) }
                return false
            }
        }
        rules.removeAll { declarations[$0.declarations].isEmpty }
    }

    /// Reads rules; blocks of `@media` that apply are read as if they stood outside.
    ///
    /// Blocks within blocks are read from a stack, and each level reads its bytes again to find its end.
    private mutating func add(_ bytes: [UInt8], _ words: DocumentWords) {
        var stack = [(scanner: CSSScanner(bytes[...]), layer: Layer?.none)]
        while var (scanner, layer) = stack.popLast(), rules.count < Self.maxRules {
            while true {
                scanner.skipBetweenRules()
                if scanner.isAtEnd { break }
                if bytes[scanner.at] == 0x40 {
                    guard let inner = atRule(&scanner, layer) else { continue }
                    guard stack.count < Self.maxNesting else { continue }
                    stack.append((scanner, layer))
                    (scanner, layer) = inner
                } else {
                    let prelude = scanner.prelude(endsAtSemicolon: false)
                    if scanner.isAtEnd { break }
                    let block = scanner.block()
                    if rules.count < Self.maxRules, words.mayMatch(prelude) { rule(prelude, block, layer) }
                }
            }
        }
    }

    /// The block to be read, with its layer; nil where there is none.
    private mutating func atRule(_ scanner: inout CSSScanner, _ layer: Layer?) -> (scanner: CSSScanner, layer: Layer?)?
    {
        let tokens = CSSTokenizer.tokens(Array(scanner.prelude(endsAtSemicolon: true)))
        let hasBlock = !scanner.isAtEnd && scanner.bytes[scanner.at] == 0x7B
        guard case .atKeyword(let name)? = tokens.first else {
            if hasBlock { _ = scanner.block() }
            return nil
        }
        let prelude = tokens[1...]
        if !hasBlock {
            // `@layer a, b;` names layers in their order.
            if name == "layer" { for part in prelude.split(separator: .comma) { _ = number(ofLayer: part, in: layer) } }
            return nil
        }
        let block = CSSScanner(scanner.block())
        switch name {
        case "layer": return (block, number(ofLayer: prelude, in: layer))
        case "media": return MediaQuery.applies(prelude) ? (block, layer) : nil
        case "supports": return SupportsQuery.applies(prelude) ? (block, layer) : nil
        default: return nil
        }
    }

    private mutating func number(ofLayer prelude: ArraySlice<CSSToken>, in outer: Layer?) -> Layer {
        var name = outer.map { $0.name + "." } ?? ""
        for token in prelude {
            if case .ident(let part) = token { name += part + "." }
        }
        if prelude.allSatisfy({ $0 == .whiteSpace }) { name += "#\(layers.count)" }
        if let known = layers[name] { return Layer(name: name, number: known) }
        layers[name] = layers.count
        return Layer(name: name, number: layers.count - 1)
    }

    private mutating func rule(_ prelude: ArraySlice<UInt8>, _ block: ArraySlice<UInt8>, _ layer: Layer?) {
        let body = DeclarationParser.declarations(block, &known)
        guard !body.isEmpty else { return }
        let tokens = CSSTokenizer.tokens(Array(prelude))
        guard let selectors = SelectorParser.parse(tokens, 0..<tokens.count) else { return }
        declarations.append(body)
        for var selector in selectors where selector.canMatch {
            // What stands in a layer loses to what stands in a later one, and to what stands in none.
            if let layer { selector.specificity -= (Self.maxLayers - min(layer.number, Self.maxLayers - 1)) << 40 }
            rules.append((selector, declarations.count - 1))
        }
    }
}

extension ComplexSelector {
    /// Whether any element can match: none does on paper what `:hover` waits for, and a pseudo-element is none.
    var canMatch: Bool {
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
