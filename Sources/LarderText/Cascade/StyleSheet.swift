import LarderHTML

/// The rules of all style sheets of a document, in order.
struct StyleSheet {
    static let maxRules = 200_000

    /// Selectors, each with where its declarations are.
    private(set) var rules: [(selector: ComplexSelector, declarations: Int)] = []
    private(set) var declarations: [[WeightedDeclaration]] = []

    /// The `style` elements that apply to a screen, in document order; nil where there is none with a rule that matters.
    init?(of document: HTMLDocument) {
        for node in document.elements(named: .style) {
            if let type = document.value(of: .type, on: node), !type.isEmpty,
                CSSText.trimmed(type).lowercased() != "text/css"
            {
                continue
            }
            if let media = document.value(of: .media, on: node) {
                let query = CSSTokenizer.tokens(Array(media.utf8))
                guard MediaQuery.applies(query[...]) else { continue }
            }
            var bytes: [UInt8] = []
            document.appendTextContent(of: node, to: &bytes)
            add(bytes)
        }
        if rules.isEmpty { return nil }
    }

    /// Reads rules; blocks of `@media` that apply are read as if they stood outside.
    private mutating func add(_ bytes: [UInt8]) {
        var scanner = CSSScanner(bytes[...])
        while rules.count < Self.maxRules {
            // The closing brace of a block that was entered is passed over too.
            scanner.skipBetweenRules()
            guard !scanner.isAtEnd else { return }
            if bytes[scanner.at] == 0x40 {
                atRule(&scanner)
            } else {
                let prelude = scanner.prelude(endsAtSemicolon: false)
                guard !scanner.isAtEnd else { return }
                rule(prelude, scanner.block())
            }
        }
    }

    private func atRule(_ scanner: inout CSSScanner) {
        let tokens = CSSTokenizer.tokens(Array(scanner.prelude(endsAtSemicolon: true)))
        guard !scanner.isAtEnd, scanner.bytes[scanner.at] == 0x7B else { return }
        guard case .atKeyword(let name)? = tokens.first else {
            _ = scanner.block()
            return
        }
        let isRead =
            switch name {
            case "layer": true
            case "media": MediaQuery.applies(tokens[1...])
            case "supports": SupportsQuery.applies(tokens[1...])
            default: false
            }
        if isRead {
            scanner.at += 1
        } else {
            _ = scanner.block()
        }
    }

    private mutating func rule(_ prelude: ArraySlice<UInt8>, _ block: ArraySlice<UInt8>) {
        let body = DeclarationParser.declarations(block)
        guard !body.isEmpty else { return }
        let tokens = CSSTokenizer.tokens(Array(prelude))
        guard let selectors = SelectorParser.parse(tokens, 0..<tokens.count) else { return }
        declarations.append(body)
        for selector in selectors where selector.canMatch { rules.append((selector, declarations.count - 1)) }
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
