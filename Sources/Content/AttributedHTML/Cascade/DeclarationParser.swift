internal import LarderModel

/// Turns `property: value` pairs into declarations; what is not understood is dropped (CSS Syntax 3 §9).
enum DeclarationParser {
    /// Calls `use` with the numbers of the declarations in `range`: a style attribute, or what a rule has in braces.
    ///
    /// Names are looked at first: the values of properties that change nothing here are passed over and not read.
    static func forEachDeclaration(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ known: inout DeclarationCache,
        _ use: (Range<Int32>) -> Void
    ) {
        var scanner = CSSScanner(bytes, range)
        while let segment = scanner.nextDeclaration() {
            guard let start = firstOfName(bytes, segment), let colon = colon(bytes, start..<segment.upperBound) else {
                continue
            }
            var end = colon
            while CSSText.isSpace(bytes[end - 1]) { end -= 1 }
            let value = (colon + 1)..<segment.upperBound
            if bytes[start] == 0x2D {
                use(known.numbers(bytes, segment) { customProperty(bytes, start..<end, value, into: &$0) })
            } else if let name = propertyName(bytes, start..<end) {
                use(known.numbers(bytes, segment) { declaration(name, bytes, value, into: &$0) })
            }
        }
    }

    /// Where the name of a declaration begins; nil where its first letter is that of no property that counts.
    private static func firstOfName(_ bytes: [UInt8], _ segment: Range<Int>) -> Int? {
        let source = bytes.span
        var start = segment.lowerBound
        while start < segment.upperBound, CSSText.isSpace(source[start]) { start += 1 }
        guard start < segment.upperBound else { return nil }
        switch source[start] | 0x20 {
        // A comment or an escape stands before the name, or in it.
        case 0x61, 0x62, 0x63, 0x64, 0x66, 0x6C, 0x70, 0x74, 0x76, 0x77, 0x2F, 0x7C: return start
        // A custom property, not the property of one engine.
        case 0x2D:
            let isCustom = start + 1 < segment.upperBound && source[start] == 0x2D && source[start + 1] == 0x2D
            return isCustom ? start : nil
        default: return nil
        }
    }

    private static func colon(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        let source = bytes.span
        for index in range where source[index] == 0x3A { return index }
        return nil
    }

    private static func customProperty(
        _ bytes: [UInt8],
        _ name: Range<Int>,
        _ value: Range<Int>,
        into known: inout DeclarationCache
    ) {
        let value = weighed(bytes[value])
        let declaration = UnreadDeclaration(
            name: String(decoding: bytes[name].prefix(CSSTokenizer.maxNameBytes), as: UTF8.self),
            value: Array(value.bytes)
        )
        known.append(declaration, isCustom: true, isImportant: value.isImportant)
    }

    /// The value without `!important` at its end.
    private static func weighed(_ value: ArraySlice<UInt8>) -> (bytes: ArraySlice<UInt8>, isImportant: Bool) {
        guard let mark = value.lastIndex(of: 0x21) else { return (value, false) }
        let word = String(decoding: value[(mark + 1)...], as: UTF8.self)
        return CSSText.trimmed(word).knownWord.lowercased() == "important" ? (value[..<mark], true) : (value, false)
    }

    private static func hasVariable(_ bytes: ArraySlice<UInt8>) -> Bool {
        var open = bytes.firstIndex(of: 0x28)
        while let at = open {
            if at - bytes.startIndex >= 3, bytes[at - 1] | 0x20 == 0x72, bytes[at - 2] | 0x20 == 0x61,
                bytes[at - 3] | 0x20 == 0x76
            {
                return true
            }
            open = bytes[(at + 1)...].firstIndex(of: 0x28)
        }
        return false
    }

    /// The property if it is one of those that count.
    private static func propertyName(_ bytes: [UInt8], _ name: Range<Int>) -> StylePropertyName? {
        let first = bytes[name.lowerBound]
        guard first == 0x2F || first == 0x5C else { return StylePropertyName(bytes, name) }
        guard name.count >= 3, name.count <= 32 else { return nil }
        let tokens = CSSTokenizer.tokens(bytes, name).filter { $0 != .whiteSpace }
        guard tokens.count == 1, case .ident(let text)? = tokens.first else { return nil }
        return StylePropertyName(rawValue: text.lowercased())
    }

    private static func declaration(
        _ name: StylePropertyName,
        _ bytes: [UInt8],
        _ range: Range<Int>,
        into known: inout DeclarationCache
    ) {
        if hasVariable(bytes[range]) {
            let value = weighed(bytes[range])
            let unread = UnreadDeclaration(name: name.rawValue, value: Array(value.bytes))
            known.append(unread, isCustom: false, isImportant: value.isImportant)
            return
        }
        var value = CSSTokenizer.tokens(bytes, range).filter { $0 != .whiteSpace }
        var isImportant = false
        if value.count >= 2, value[value.count - 2] == .delim(0x21), case .ident(let word) = value[value.count - 1],
            word.lowercased() == "important"
        {
            isImportant = true
            value.removeLast(2)
        }
        guard !value.isEmpty, !value.contains(.bad), value.count <= 4096 else { return }
        for declaration in parse(name, value) { known.append(declaration, isImportant: isImportant) }
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

    static func parse(_ name: StylePropertyName, _ value: [CSSToken]) -> [StyleDeclaration] {
        if name == .all { return wide(value).map { [.all($0)] } ?? [] }
        if let keyword = wide(value) { return name.properties.map { .wide($0, keyword) } }
        if name == .font { return font(value) }
        return longhand(name, value).map { [$0] } ?? []
    }

    private static func longhand(_ name: StylePropertyName, _ value: [CSSToken]) -> StyleDeclaration? {
        switch name {
        case .display: return display(value).map { .display($0) }
        case .fontFamily: return .monospace(value.count == 1 && word(value[0]) == "monospace")
        case .background, .backgroundColor:
            let colors = value.indices.lazy.compactMap { ColorValue.parse(value[$0...], exact: name != .background) }
            return colors.first.flatMap { $0 }.map { .background($0 & 0xFF == 0 ? 0 : $0) } ?? .background(0)
        case .textDecoration, .textDecorationLine: return decoration(value)
        case .listStyle, .listStyleType: return listStyle(value, isShorthand: name == .listStyle)
        case .color:
            if value.count == 1, word(value[0]) == "currentcolor" { return .color(nil) }
            return ColorValue.parse(value[...], exact: true).map { .color($0) }
        case .fontSize: return value.count == 1 ? size(value[0]).map { .size($0) } : nil
        case .verticalAlign: return value.count == 1 ? verticalAlign(value[0]) : nil
        case .fontWeight: return value.count == 1 ? weight(value[0]).map { .weight($0) } : nil
        default: return word(value.first).flatMap { keyword(name, $0, count: value.count) }
        }
    }

    private static func keyword(_ name: StylePropertyName, _ word: String, count: Int) -> StyleDeclaration? {
        switch (name, word) {
        case (.fontStyle, "italic"), (.fontStyle, "oblique"): return .italic(true)
        case (.fontStyle, "normal"): return .italic(false)
        case (.whiteSpace, "normal"): return .whiteSpace(.normal)
        case (.whiteSpace, "nowrap"): return .whiteSpace(.nowrap)
        case (.whiteSpace, "pre"): return .whiteSpace(.pre)
        case (.whiteSpace, "pre-wrap"), (.whiteSpace, "break-spaces"): return .whiteSpace(.preWrap)
        case (.whiteSpace, "pre-line"): return .whiteSpace(.preLine)
        case (.visibility, "visible"): return .visibility(true)
        case (.visibility, "hidden"), (.visibility, "collapse"): return .visibility(false)
        case (.textTransform, "none"), (.textTransform, "full-width"): return .transform(.none)
        case (.textTransform, "uppercase"): return .transform(.uppercase)
        case (.textTransform, "lowercase"): return .transform(.lowercase)
        case (.textTransform, "capitalize"): return .transform(.capitalize)
        case (.float, "left"), (.float, "right"), (.float, "inline-start"), (.float, "inline-end"):
            return .float(true)
        case (.float, "none"): return .float(false)
        case (.position, "absolute"), (.position, "fixed"): return .position(true)
        case (.position, "static"), (.position, "relative"), (.position, "sticky"): return .position(false)
        case (.textAlign, _): return count == 1 ? TextAlignment(keyword: word).map { .alignment($0) } : nil
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
