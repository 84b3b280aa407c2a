import LarderHTML
internal import LarderModel

/// Reads all style sheets of a document, in order.
struct StyleSheet {
    /// A cascade layer (CSS Cascade 5 §6.4).
    private struct Layer {
        let name: String
        let number: Int
    }

    static let maxRules = 200_000
    static let maxNesting = 16
    static let maxLayers = 4096

    private var compiler: SelectorCompiler
    private(set) var known = DeclarationCache()
    private var layers: [String: Int] = [:]
    /// At-rules as written.
    private var atRules = AtomTable()
    /// Whether the block of each at-rule counts.
    private var answers: [Bool] = []

    /// The rules that elements of the document can match.
    var rules: RuleSet { compiler.set }

    /// The `style` elements that apply to a screen, in document order.
    ///
    /// - Parameter words: The classes and ids of the document; rules that ask for others are not parsed.
    init(of document: HTMLDocument, styles: [NodeID], words: DocumentWords) {
        compiler = SelectorCompiler(document, words)
        for node in styles {
            if let type = document.value(of: .type, on: node), !type.isEmpty,
                CSSText.trimmed(type).knownWord.lowercased() != "text/css"
            {
                continue
            }
            if let media = document.value(of: .media, on: node) {
                guard MediaQuery.applies(CSSTokenizer.tokens(Array(media.utf8))[...]) else { continue }
            }
            guard let text = document.firstChild(of: node) else { continue }
            if document.nextSibling(of: text) == nil, document.kind(of: text) == .text {
                let range = document.text(of: text)
                add(document.buffer(of: range), range.bounds)
            } else {
                var bytes: [UInt8] = []
                document.appendTextContent(of: node, to: &bytes)
                add(bytes, 0..<bytes.count)
            }
        }
        dropUnusedProperties()
    }

    /// Removes the many custom properties that no value refers to, and rules left empty by it.
    private mutating func dropUnusedProperties() {
        var values: [String: [UnreadDeclaration]] = [:]
        var open: [UnreadDeclaration] = []
        var isStored = [Bool](repeating: false, count: known.values.count)
        for rule in compiler.set.rules {
            for place in rule.body { isStored[Int(compiler.set.bodies[Int(place)])] = true }
        }
        for (item, isStored) in zip(known.values, isStored) where isStored {
            switch item.declaration {
            case .custom(let index):
                let property = known.unread[Int(index)]
                values[property.name, default: []].append(property)
            case .pending(let index): open.append(known.unread[Int(index)])
            default: break
            }
        }
        if values.isEmpty { return }
        var used: Set<String> = []
        while let next = open.popLast() {
            for name in next.references where used.insert(name).inserted { open.append(contentsOf: values[name] ?? []) }
        }
        let isUsed = known.values.map { item in
            if case .custom(let index) = item.declaration { return used.contains(known.unread[Int(index)].name) }
            return true
        }
        compiler.set.keepDeclarations { isUsed[Int($0)] }
    }

    /// Reads rules; blocks of `@media` that apply are read as if they stood outside.
    ///
    /// Blocks within blocks are read from a stack; each level scans its bytes again to find its end.
    private mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
        var stack = [(scanner: CSSScanner(bytes, range), layer: Layer?.none)]
        while var (scanner, layer) = stack.popLast(), compiler.set.rules.count < Self.maxRules {
            while true {
                scanner.skipBetweenRules()
                if scanner.isAtEnd { break }
                if scanner.current == 0x40 {
                    guard let inner = atRule(bytes, &scanner, layer) else { continue }
                    guard stack.count < Self.maxNesting else { continue }
                    stack.append((scanner, layer))
                    (scanner, layer) = inner
                } else {
                    let prelude = scanner.prelude(endsAtSemicolon: false)
                    if scanner.isAtEnd { break }
                    let block = scanner.block()
                    if compiler.set.rules.count < Self.maxRules, compiler.words.mayMatch(bytes, prelude) {
                        rule(bytes, prelude, block, layer)
                    }
                }
            }
        }
    }

    /// The block to be read, with its layer; nil where there is none.
    private mutating func atRule(
        _ bytes: [UInt8],
        _ scanner: inout CSSScanner,
        _ layer: Layer?
    ) -> (scanner: CSSScanner, layer: Layer?)? {
        let prelude = scanner.prelude(endsAtSemicolon: true)
        let hasBlock = !scanner.isAtEnd && scanner.current == 0x7B
        if hasBlock, let number = atRules.find(bytes, prelude) {
            let block = scanner.block()
            return answers[Int(number)] ? (CSSScanner(bytes, block), layer) : nil
        }
        let tokens = CSSTokenizer.tokens(bytes, prelude)
        guard case .atKeyword(let name)? = tokens.first else {
            if hasBlock { _ = scanner.block() }
            return nil
        }
        let query = tokens[1...]
        if !hasBlock {
            // `@layer a, b;` names layers in their order.
            if name == "layer" { for part in query.split(separator: .comma) { _ = number(ofLayer: part, in: layer) } }
            return nil
        }
        let block = CSSScanner(bytes, scanner.block())
        if name == "layer" { return (block, number(ofLayer: query, in: layer)) }
        let applies =
            name == "media" && MediaQuery.applies(query) || name == "supports" && SupportsQuery.applies(query)
        _ = atRules.intern(bytes, prelude)
        answers.append(applies)
        return applies ? (block, layer) : nil
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

    private mutating func rule(_ bytes: [UInt8], _ prelude: Range<Int>, _ block: Range<Int>, _ layer: Layer?) {
        let start = Int32(truncatingIfNeeded: compiler.set.bodies.count)
        DeclarationParser.forEachDeclaration(bytes, block, &known) { compiler.set.bodies.append(contentsOf: $0) }
        let body = start..<Int32(truncatingIfNeeded: compiler.set.bodies.count)
        guard !body.isEmpty else { return }
        // A layer loses to later layers and to rules outside of layers.
        let weight = layer.map { -(Int64(Self.maxLayers - min($0.number, Self.maxLayers - 1)) << 40) } ?? 0
        compiler.add(bytes, prelude, weight: weight, body: body)
    }
}
