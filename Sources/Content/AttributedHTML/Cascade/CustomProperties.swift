/// A declaration whose value is parsed when it is needed: a custom property, or a value with `var()` in it.
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

/// The custom properties of elements (CSS Custom Properties 1): each set once, shared by the elements that inherit it.
struct CustomProperties {
    static let maxTokens = 4096
    static let maxNesting = 16

    static let maxResolved = 50_000

    private struct Key: Hashable {
        let declaration: Int32
        let set: Int32
    }

    private var sets: [[String: [UInt8]]] = [[:]]
    /// How many further properties all sets together may have.
    private var room = 500_000
    /// Values with `var()` as they come out for each set.
    private var resolved: [Key: [StyleDeclaration]] = [:]

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

    /// What a declaration with `var()` in its value means in a set; none where the value is wrong.
    ///
    /// - Parameter unread: An index into ``DeclarationCache/unread``.
    mutating func declarations(
        _ unread: Int32,
        _ name: StylePropertyName,
        _ value: [UInt8],
        in set: Int32
    ) -> [StyleDeclaration] {
        let key = Key(declaration: unread, set: set)
        if let known = resolved[key] { return known }
        var tokens: [CSSToken] = []
        var steps = Self.maxTokens
        let isValid = expand(CSSTokenizer.tokens(value)[...], sets[Int(set)], nesting: 0, &steps, into: &tokens)
        let result = isValid ? DeclarationParser.parse(name, tokens.filter { $0 != .whiteSpace }) : []
        if resolved.count < Self.maxResolved { resolved[key] = result }
        return result
    }

    /// Replaces each `var()`; false where one refers to nothing, to itself, or expands too far.
    private func expand(
        _ tokens: ArraySlice<CSSToken>,
        _ values: [String: [UInt8]],
        nesting: Int,
        _ steps: inout Int,
        into out: inout [CSSToken]
    ) -> Bool {
        var rest = tokens
        while let token = rest.popFirst() {
            guard token == .function("var") else {
                guard out.count < Self.maxTokens else { return false }
                out.append(token)
                continue
            }
            let length = rest.lengthToClosingParenthesis
            let inside = rest.prefix(length ?? rest.count).drop { $0 == .whiteSpace }
            rest = rest.dropFirst(length.map { $0 + 1 } ?? rest.count)
            steps -= 1
            guard case .ident(let name)? = inside.first, nesting < Self.maxNesting, steps > 0 else { return false }
            let before = out.count
            if let value = values[name],
                expand(CSSTokenizer.tokens(value)[...], values, nesting: nesting + 1, &steps, into: &out)
            {
                continue
            }
            out.removeLast(out.count - before)
            let fallback = inside.dropFirst().drop { $0 == .whiteSpace }
            guard fallback.first == .comma, out.count < Self.maxTokens,
                expand(fallback.dropFirst(), values, nesting: nesting + 1, &steps, into: &out)
            else { return false }
        }
        return true
    }
}
