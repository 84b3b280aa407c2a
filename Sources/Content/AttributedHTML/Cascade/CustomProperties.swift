/// A declaration whose value is read only when it is needed: of a custom property, or with `var()` in it.
final class UnreadDeclaration: Sendable {
    let name: String
    let value: [UInt8]

    init(name: String, value: [UInt8]) {
        self.name = name
        self.value = value
    }

    /// The names of the custom properties that the value refers to, and perhaps some more.
    var references: [String] {
        CSSTokenizer.tokens(value).compactMap { token in
            if case .ident(let name) = token, name.hasPrefix("--") { return name }
            return nil
        }
    }
}

/// The custom properties of elements (CSS Custom Properties 1): each set once, shared by all who inherit it.
struct CustomProperties {
    static let maxTokens = 4096
    static let maxNesting = 16

    private var sets: [[String: [UInt8]]] = [[:]]
    /// What all sets together may still hold.
    private var room = 500_000

    /// The set of an element that adds to its parent's.
    mutating func set(adding added: [UnreadDeclaration], to parent: Int32) -> Int32 {
        // Rules for all elements set the same again and again.
        if added.allSatisfy({ sets[Int(parent)][$0.name] == $0.value }) { return parent }
        var values = sets[Int(parent)]
        for declaration in added { values[declaration.name] = declaration.value }
        if values == sets[Int(parent)] { return parent }
        guard values.count <= room else { return parent }
        room -= values.count
        sets.append(values)
        return Int32(truncatingIfNeeded: sets.count - 1)
    }

    /// The value with each `var()` replaced; nil where one refers to nothing, to itself, or expands too far.
    func resolved(_ value: [UInt8], in set: Int32) -> [CSSToken]? {
        var out: [CSSToken] = []
        var steps = Self.maxTokens
        let tokens = CSSTokenizer.tokens(value)
        return expand(tokens[...], sets[Int(set)], nesting: 0, steps: &steps, into: &out) ? out : nil
    }

    private func expand(
        _ tokens: ArraySlice<CSSToken>,
        _ values: [String: [UInt8]],
        nesting: Int,
        steps: inout Int,
        into out: inout [CSSToken]
    ) -> Bool {
        var at = tokens.startIndex
        while at < tokens.endIndex {
            guard tokens[at] == .function("var") else {
                guard out.count < Self.maxTokens else { return false }
                out.append(tokens[at])
                at += 1
                continue
            }
            let start = at + 1
            var depth = 1
            at += 1
            while at < tokens.endIndex, depth > 0 {
                switch tokens[at] {
                case .openParen, .function: depth += 1
                case .closeParen: depth -= 1
                default: break
                }
                at += 1
            }
            let inside = tokens[start..<(depth == 0 ? at - 1 : at)].drop { $0 == .whiteSpace }
            steps -= 1
            guard case .ident(let name)? = inside.first, nesting < Self.maxNesting, steps > 0 else { return false }
            let before = out.count
            if let value = values[name],
                expand(CSSTokenizer.tokens(value)[...], values, nesting: nesting + 1, steps: &steps, into: &out)
            {
                continue
            }
            out.removeLast(out.count - before)
            let rest = inside.dropFirst().drop { $0 == .whiteSpace }
            guard rest.first == .comma, out.count < Self.maxTokens,
                expand(rest.dropFirst(), values, nesting: nesting + 1, steps: &steps, into: &out)
            else { return false }
        }
        return true
    }
}

/// Values with `var()` in them as they come out for each set of custom properties, so that none is expanded twice.
final class ResolvedValues {
    private struct Key: Hashable {
        let declaration: Int32
        let set: Int32
    }

    private var known: [Key: [StyleDeclaration]] = [:]

    /// - Parameter unread: An index into ``DeclarationCache/unread``.
    func declarations(of unread: Int32, in set: Int32, make: () -> [StyleDeclaration]) -> [StyleDeclaration] {
        let key = Key(declaration: unread, set: set)
        if let result = known[key] { return result }
        let result = make()
        if known.count < 50_000 { known[key] = result }
        return result
    }
}
