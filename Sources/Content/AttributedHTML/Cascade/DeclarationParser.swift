internal import LarderAttributedText
internal import LarderHTML
internal import LarderModel

/// Turns `property: value` pairs into declarations; what is not understood is dropped (CSS Syntax 3 §9).
enum DeclarationParser {
    /// Calls `use` with the numbers of the declarations in `range`: a style attribute, or the braces of a rule.
    ///
    /// Names are looked at first: the values of properties that change nothing here are not parsed.
    static func forEachDeclaration(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ known: inout DeclarationCache,
        _ use: (Range<Int32>) -> Void
    ) {
        var scanner = CSSScanner(bytes, range)
        while let segment = scanner.nextDeclaration() {
            guard let start = bytes.withSpan({ firstOfName($0, segment) }),
                let colon = bytes.withSpan({ colon($0, start..<segment.upperBound) })
            else { continue }
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

    /// Where the name of a declaration begins; nil where no property that counts has its first letter.
    private static func firstOfName(_ source: Span<UInt8>, _ segment: Range<Int>) -> Int? {
        var start = segment.lowerBound
        while start < segment.upperBound, CSSText.isSpace(source[start]) { start += 1 }
        guard start < segment.upperBound else { return nil }
        switch source[start] | 0x20 {
        // The last two: a comment or an escape before the name.
        case 0x61, 0x62, 0x63, 0x64, 0x66, 0x6C, 0x70, 0x74, 0x76, 0x77, 0x2F, 0x7C: return start
        // A custom property, not the property of one engine.
        case 0x2D where start + 1 < segment.upperBound && source[start] == 0x2D && source[start + 1] == 0x2D:
            return start
        default: return nil
        }
    }

    private static func colon(_ source: Span<UInt8>, _ range: Range<Int>) -> Int? {
        for index in range where source[index] == 0x3A { return index }
        return nil
    }

    private static func customProperty(
        _ bytes: [UInt8],
        _ name: Range<Int>,
        _ value: Range<Int>,
        into known: inout DeclarationCache
    ) {
        let name = String(decoding: bytes[name].prefix(CSSTokenizer.maxNameBytes), as: UTF8.self)
        unread(name, bytes[value], isCustom: true, into: &known)
    }

    private static func unread(
        _ name: String,
        _ bytes: ArraySlice<UInt8>,
        isCustom: Bool,
        into known: inout DeclarationCache
    ) {
        let value = weighed(bytes)
        let declaration = UnreadDeclaration(name: name, value: Array(value.bytes))
        known.append(declaration, isCustom: isCustom, isImportant: value.isImportant)
    }

    /// The value without `!important` at its end.
    private static func weighed(_ value: ArraySlice<UInt8>) -> (bytes: ArraySlice<UInt8>, isImportant: Bool) {
        guard let mark = value.lastIndex(of: 0x21) else { return (value, false) }
        let word = String(decoding: value[(mark + 1)...], as: UTF8.self)
        return CSSText.trimmed(word).knownWord.lowercased() == "important" ? (value[..<mark], true) : (value, false)
    }

    private static func hasVariable(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.contains { at in
            bytes[at] == 0x28 && bytes[..<at].suffix(3).elementsEqual("var".utf8) { $0 | 0x20 == $1 }
        }
    }

    /// The property; nil where it is none that counts.
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
        if hasVariable(bytes[range]) { return unread(name.rawValue, bytes[range], isCustom: false, into: &known) }
        var value = CSSTokenizer.tokens(bytes, range).filter { $0 != .whiteSpace }
        let isImportant = value.count >= 2 && value[value.count - 2] == .delim(0x21) && word(value.last) == "important"
        if isImportant { value.removeLast(2) }
        guard !value.isEmpty, !value.contains(.bad), value.count <= 4096 else { return }
        for declaration in parse(name, value) { known.append(declaration, isImportant: isImportant) }
    }

    static func word(_ token: CSSToken?) -> String? {
        if case .ident(let text)? = token { return text.lowercased() }
        return nil
    }

    static func parse(_ name: StylePropertyName, _ value: [CSSToken]) -> [StyleDeclaration] {
        if value.count == 1, let keyword = word(value[0]).flatMap({ WideKeyword.keywords[$0] }) {
            return [.wide(name, keyword)]
        }
        return name == .font ? font(value) : longhand(name, value).map { [$0] } ?? []
    }

    private static func longhand(_ name: StylePropertyName, _ value: [CSSToken]) -> StyleDeclaration? {
        let isSingle = value.count == 1
        switch name {
        case .display:
            let words = value.compactMap { word($0) }
            guard words.count == value.count, words.count <= 3 else { return nil }
            return Display.keywords[words.joined(separator: " ")].map { .display($0) }
        case .fontFamily: return .monospace(isSingle && word(value[0]) == "monospace")
        case .background, .backgroundColor:
            let colors = value.indices.lazy.compactMap { ColorValue.parse(value[$0...], exact: name != .background) }
            return .background(colors.first.map { $0 & 0xFF == 0 ? 0 : $0 } ?? 0)
        case .textDecoration, .textDecorationLine: return decoration(value)
        case .listStyle, .listStyleType: return listStyle(value, isShorthand: name == .listStyle)
        case .color:
            if isSingle, word(value[0]) == "currentcolor" { return .color(nil) }
            return ColorValue.parse(value[...], exact: true).map { .color($0) }
        case .fontSize: return isSingle ? size(value[0]).map { .size($0) } : nil
        case .verticalAlign: return isSingle ? verticalAlign(value[0]) : nil
        case .fontWeight: return isSingle ? weight(value[0]).map { .weight($0) } : nil
        case .textAlign where isSingle:
            return word(value[0]).flatMap { TextAlignment.keywords[$0] }.map { .alignment($0) }
        default: return word(value.first).flatMap { keywords[name]?[$0] }
        }
    }

    private static let keywords: [StylePropertyName: [String: StyleDeclaration]] = [
        .fontStyle: ["italic": .italic(true), "oblique": .italic(true), "normal": .italic(false)],
        .whiteSpace: [
            "normal": .whiteSpace(.normal), "nowrap": .whiteSpace(.nowrap), "pre": .whiteSpace(.pre),
            "pre-wrap": .whiteSpace(.preWrap), "break-spaces": .whiteSpace(.preWrap),
            "pre-line": .whiteSpace(.preLine),
        ],
        .visibility: ["visible": .visibility(true), "hidden": .visibility(false), "collapse": .visibility(false)],
        .textTransform: [
            "none": .transform(.none), "full-width": .transform(.none), "uppercase": .transform(.uppercase),
            "lowercase": .transform(.lowercase), "capitalize": .transform(.capitalize),
        ],
        .float: [
            "left": .outOfFlow(true), "right": .outOfFlow(true), "inline-start": .outOfFlow(true),
            "inline-end": .outOfFlow(true), "none": .outOfFlow(false),
        ],
        .position: [
            "absolute": .outOfFlow(true), "fixed": .outOfFlow(true), "static": .outOfFlow(false),
            "relative": .outOfFlow(false), "sticky": .outOfFlow(false),
        ],
    ]

    private static let decorationWords: Set = [
        "none", "overline", "blink", "solid", "double", "dotted", "dashed", "wavy", "auto", "from-font",
        "currentcolor", "transparent", "underline", "line-through",
    ]

    private static func decoration(_ value: [CSSToken]) -> StyleDeclaration? {
        let words = value.compactMap { word($0) }
        guard words.allSatisfy({ decorationWords.contains($0) || ColorParser.named($0) != nil }) else { return nil }
        return .decoration(underline: words.contains("underline"), strike: words.contains("line-through"))
    }

    private static func listStyle(_ value: [CSSToken], isShorthand: Bool) -> StyleDeclaration? {
        guard isShorthand || value.count == 1 else { return nil }
        for token in value {
            if case .string(let text) = token { return .listStyle(.string(InlineText(text))) }
            guard let name = word(token), name != "inside", name != "outside" else { continue }
            // An unknown name is a custom counter style, which falls back to decimal.
            return .listStyle(ListStyle.keywords[name] ?? .decimal)
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
        if case .number(let value) = token, value >= 1, value <= 1000 { return .number(UInt16(value.rounded())) }
        return word(token).flatMap { weights[$0] }
    }

    private static let weights: [String: FontWeight] = [
        "normal": .number(400), "bold": .number(700), "bolder": .bolder, "lighter": .lighter,
    ]
}
