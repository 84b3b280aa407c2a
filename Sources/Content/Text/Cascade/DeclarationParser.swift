internal import LarderModel

/// Turns `property: value` pairs into declarations; what is not understood is dropped (CSS Syntax 3 §9).
enum DeclarationParser {
    /// The declarations of a style attribute, or between the braces of a rule.
    ///
    /// Names are looked at first: the values of properties that change nothing here are passed over and not read.
    static func declarations(_ text: ArraySlice<UInt8>, _ known: inout DeclarationCache) -> [WeightedDeclaration] {
        var out: [WeightedDeclaration] = []
        var scanner = CSSScanner(text)
        while let segment = scanner.nextDeclaration() {
            guard let colon = segment.firstIndex(of: 0x3A), mayCount(segment) else { continue }
            known.append(segment, to: &out) {
                var parsed: [WeightedDeclaration] = []
                if let custom = customProperty(segment, colon) {
                    parsed.append(custom)
                } else if let name = propertyName(segment[..<colon]) {
                    declaration(name, Array(segment[(colon + 1)...]), into: &parsed)
                }
                return parsed
            }
        }
        return out
    }

    /// Whether a declaration can be one of a property that counts, by its first letter.
    @inline(__always)
    private static func mayCount(_ segment: ArraySlice<UInt8>) -> Bool {
        guard let start = segment.firstIndex(where: { !CSSText.isSpace($0) }) else { return false }
        switch segment[start] | 0x20 {
        case 0x61, 0x62, 0x63, 0x64, 0x66, 0x6C, 0x70, 0x74, 0x76, 0x77, 0x2F, 0x7C: return true
        // A custom property, not the property of one engine.
        case 0x2D: return start + 1 < segment.endIndex && segment[start + 1] == 0x2D
        default: return false
        }
    }

    private static func customProperty(_ segment: ArraySlice<UInt8>, _ colon: Int) -> WeightedDeclaration? {
        var name = segment[..<colon].drop { CSSText.isSpace($0) }
        guard name.starts(with: [0x2D, 0x2D]) else { return nil }
        while let last = name.last, CSSText.isSpace(last) { name.removeLast() }
        let value = weighed(segment[(colon + 1)...])
        return WeightedDeclaration(
            declaration: .custom(
                UnreadDeclaration(
                    name: String(decoding: name.prefix(CSSTokenizer.maxNameBytes), as: UTF8.self),
                    value: Array(value.bytes)
                )
            ),
            isImportant: value.isImportant
        )
    }

    /// The value without `!important` at its end.
    private static func weighed(_ value: ArraySlice<UInt8>) -> (bytes: ArraySlice<UInt8>, isImportant: Bool) {
        guard let mark = value.lastIndex(of: 0x21) else { return (value, false) }
        let word = String(decoding: value[(mark + 1)...], as: UTF8.self)
        return CSSText.trimmed(word).knownWord.lowercased() == "important" ? (value[..<mark], true) : (value, false)
    }

    private static func hasVariable(_ bytes: [UInt8]) -> Bool {
        var open = bytes.firstIndex(of: 0x28)
        while let at = open {
            if at >= 3, bytes[at - 1] | 0x20 == 0x72, bytes[at - 2] | 0x20 == 0x61, bytes[at - 3] | 0x20 == 0x76 {
                return true
            }
            open = bytes[(at + 1)...].firstIndex(of: 0x28)
        }
        return false
    }

    /// The properties that a declaration sets.
    static func affected(by name: String) -> [StyleProperty] {
        name == "all" ? StyleProperty.allCases : properties[name] ?? []
    }

    /// The property in lower case if it is one of those that count.
    private static func propertyName(_ bytes: ArraySlice<UInt8>) -> String? {
        var name = bytes.drop { CSSText.isSpace($0) }
        while let last = name.last, CSSText.isSpace(last) { name.removeLast() }
        guard let first = name.first, name.count >= 3, name.count <= 32 else { return nil }
        // The first letters of all properties below; comments and escapes take the long way.
        switch first | 0x20 {
        case 0x61, 0x62, 0x63, 0x64, 0x66, 0x6C, 0x70, 0x74, 0x76, 0x77: break
        default:
            guard first == 0x2F || first == 0x5C else { return nil }
            let tokens = CSSTokenizer.tokens(Array(name)).filter { $0 != .whiteSpace }
            guard tokens.count == 1, case .ident(let text)? = tokens.first else { return nil }
            let lower = text.lowercased()
            return lower == "all" || properties[lower] != nil ? lower : nil
        }
        let lower = String(decoding: name, as: UTF8.self).lowercased()
        return lower == "all" || properties[lower] != nil ? lower : nil
    }

    private static func declaration(_ name: String, _ bytes: [UInt8], into out: inout [WeightedDeclaration]) {
        if hasVariable(bytes) {
            let value = weighed(bytes[...])
            let unread = UnreadDeclaration(name: name, value: Array(value.bytes))
            out.append(WeightedDeclaration(declaration: .pending(unread), isImportant: value.isImportant))
            return
        }
        var value = CSSTokenizer.tokens(bytes).filter { $0 != .whiteSpace }
        var isImportant = false
        if value.count >= 2, value[value.count - 2] == .delim(0x21), case .ident(let word) = value[value.count - 1],
            word.lowercased() == "important"
        {
            isImportant = true
            value.removeLast(2)
        }
        guard !value.isEmpty, !value.contains(.bad), value.count <= 4096 else { return }
        for declaration in parse(name, value) {
            out.append(WeightedDeclaration(declaration: declaration, isImportant: isImportant))
        }
    }

    static func word(_ token: CSSToken?) -> String? {
        if case .ident(let text)? = token { return text.lowercased() }
        return nil
    }

    private static func wide(_ value: [CSSToken]) -> WideKeyword? {
        guard value.count == 1 else { return nil }
        switch word(value[0]) {
        case "inherit": return .inherit
        case "initial": return .initial
        case "unset": return .unset
        case "revert", "revert-layer": return .revert
        default: return nil
        }
    }

    private static let properties: [String: [StyleProperty]] = [
        "display": [.display], "white-space": [.whiteSpace], "visibility": [.visibility],
        "text-transform": [.transform],
        "font-weight": [.weight], "font-style": [.italic], "font-size": [.size], "font-family": [.family],
        "font": [.italic, .weight, .size, .family], "color": [.color], "background-color": [.background],
        "background": [.background], "text-decoration": [.decoration], "text-decoration-line": [.decoration],
        "vertical-align": [.verticalAlign], "list-style-type": [.listStyle], "list-style": [.listStyle],
        "float": [.float], "position": [.position], "text-align": [.alignment],
    ]

    static func parse(_ name: String, _ value: [CSSToken]) -> [StyleDeclaration] {
        if name == "all" { return wide(value).map { [.all($0)] } ?? [] }
        guard let affected = properties[name] else { return [] }
        if let keyword = wide(value) { return affected.map { .wide($0, keyword) } }
        if name == "font" { return font(value) }
        return longhand(name, value).map { [$0] } ?? []
    }

    private static func longhand(_ name: String, _ value: [CSSToken]) -> StyleDeclaration? {
        switch name {
        case "display": return display(value).map { .display($0) }
        case "font-family": return .monospace(value.count == 1 && word(value[0]) == "monospace")
        case "background", "background-color":
            let colors = value.indices.lazy.compactMap { ColorValue.parse(value[$0...], exact: name != "background") }
            return colors.first.flatMap { $0 }.map { .background($0 & 0xFF == 0 ? 0 : $0) } ?? .background(0)
        case "text-decoration", "text-decoration-line": return decoration(value)
        case "list-style", "list-style-type": return listStyle(value, isShorthand: name == "list-style")
        case "color":
            if value.count == 1, word(value[0]) == "currentcolor" { return .color(nil) }
            return ColorValue.parse(value[...], exact: true).map { .color($0) }
        case "font-size": return value.count == 1 ? size(value[0]).map { .size($0) } : nil
        case "vertical-align": return value.count == 1 ? verticalAlign(value[0]) : nil
        case "font-weight": return value.count == 1 ? weight(value[0]).map { .weight($0) } : nil
        default: return word(value.first).flatMap { keyword(name, $0, count: value.count) }
        }
    }

    private static func keyword(_ name: String, _ word: String, count: Int) -> StyleDeclaration? {
        switch (name, word) {
        case ("font-style", "italic"), ("font-style", "oblique"): return .italic(true)
        case ("font-style", "normal"): return .italic(false)
        case ("white-space", "normal"): return .whiteSpace(.normal)
        case ("white-space", "nowrap"): return .whiteSpace(.nowrap)
        case ("white-space", "pre"): return .whiteSpace(.pre)
        case ("white-space", "pre-wrap"), ("white-space", "break-spaces"): return .whiteSpace(.preWrap)
        case ("white-space", "pre-line"): return .whiteSpace(.preLine)
        case ("visibility", "visible"): return .visibility(true)
        case ("visibility", "hidden"), ("visibility", "collapse"): return .visibility(false)
        case ("text-transform", "none"), ("text-transform", "full-width"): return .transform(.none)
        case ("text-transform", "uppercase"): return .transform(.uppercase)
        case ("text-transform", "lowercase"): return .transform(.lowercase)
        case ("text-transform", "capitalize"): return .transform(.capitalize)
        case ("float", "left"), ("float", "right"), ("float", "inline-start"), ("float", "inline-end"):
            return .float(true)
        case ("float", "none"): return .float(false)
        case ("position", "absolute"), ("position", "fixed"): return .position(true)
        case ("position", "static"), ("position", "relative"), ("position", "sticky"): return .position(false)
        case ("text-align", _): return count == 1 ? TextAlignment(keyword: word).map { .alignment($0) } : nil
        default: return nil
        }
    }

    private static func display(_ value: [CSSToken]) -> Display? {
        let words = value.compactMap { word($0) }
        guard words.count == value.count, words.count <= 3 else { return nil }
        switch words.joined(separator: " ") {
        case "none": return Display.none
        case "contents": return .contents
        case "inline", "inline flow", "ruby", "ruby-base", "ruby-text", "ruby-base-container", "ruby-text-container",
            "math":
            return .inline
        case "block", "flow-root", "block flow", "block flow-root", "-webkit-box", "block ruby": return .block
        case "inline-block", "inline flow-root", "-webkit-inline-box": return .inlineBlock
        case "list-item", "block list-item", "list-item block": return .listItem
        case "flex", "grid", "block flex", "block grid", "-webkit-flex": return .flex
        case "inline-flex", "inline-grid", "inline flex", "inline grid", "-webkit-inline-flex": return .inlineFlex
        case "table", "block table": return .table
        case "inline-table", "inline table": return .inlineTable
        case "table-row-group", "table-header-group", "table-footer-group": return .rowGroup
        case "table-row": return .row
        case "table-cell": return .cell
        case "table-caption": return .caption
        case "table-column", "table-column-group": return .column
        default: return nil
        }
    }

    private static func decoration(_ value: [CSSToken]) -> StyleDeclaration? {
        var underline = false
        var strike = false
        for token in value {
            if case .ident(let text) = token {
                switch text.lowercased() {
                case "underline": underline = true
                case "line-through": strike = true
                case "none", "overline", "blink", "solid", "double", "dotted", "dashed", "wavy", "auto", "from-font",
                    "currentcolor", "transparent":
                    break
                case let name: if ColorParser.named(name) == nil { return nil }
                }
            }
        }
        return .decoration(underline: underline, strike: strike)
    }

    private static func listStyle(_ value: [CSSToken], isShorthand: Bool) -> StyleDeclaration? {
        guard isShorthand || value.count == 1 else { return nil }
        for token in value {
            if case .string(let text) = token { return .listStyle(.string(InlineText(text))) }
            if let name = word(token), let style = ListStyle(keyword: name) { return .listStyle(style) }
            // An unknown name is a custom counter style, which falls back to decimal.
            if let name = word(token), name != "inside", name != "outside" { return .listStyle(.decimal) }
        }
        return isShorthand ? .listStyle(.disc) : nil
    }

    private static func verticalAlign(_ token: CSSToken) -> StyleDeclaration? {
        switch word(token) {
        case "super": return .verticalAlign(1)
        case "sub": return .verticalAlign(-1)
        case "baseline", "top", "text-top", "middle", "bottom", "text-bottom": return .verticalAlign(0)
        case .some: return nil
        case nil: return length(token) == nil ? nil : .verticalAlign(0)
        }
    }

    static func weight(_ token: CSSToken) -> FontWeight? {
        switch token {
        case .number(let value) where value >= 1 && value <= 1000: return .number(UInt16(value.rounded()))
        case .ident(let text):
            switch text.lowercased() {
            case "normal": return .number(400)
            case "bold": return .number(700)
            case "bolder": return .bolder
            case "lighter": return .lighter
            default: return nil
            }
        default: return nil
        }
    }
}
