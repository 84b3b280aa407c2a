/// Fonts and their sizes (CSS Fonts 4).
extension DeclarationParser {
    static func font(_ value: [CSSToken]) -> [StyleDeclaration] {
        var out: [StyleDeclaration] = [.italic(false), .weight(.number(400))]
        for (index, token) in value.enumerated() {
            if let size = size(token), index > 0 || value.count > 1 {
                if case .number = token { return [] }
                guard index + 1 < value.count else { return [] }
                out.append(.size(size))
                out.append(.monospace(word(value[value.count - 1]) == "monospace"))
                return out
            }
            if let weight = weight(token), word(token) != "normal" { out.append(.weight(weight)) }
            if word(token) == "italic" || word(token) == "oblique" { out.append(.italic(true)) }
        }
        return []
    }

    static func size(_ token: CSSToken) -> FontSize? {
        if let word = word(token) { return sizes[word] }
        guard let length = length(token) else { return nil }
        switch length {
        case .pixels(let value), .relative(let value), .rootRelative(let value), .keyword(let value):
            return value >= 0 && value.isFinite ? length : nil
        }
    }

    private static let sizes: [String: FontSize] = [
        "xx-small": .keyword(9), "x-small": .keyword(10), "small": .keyword(13), "medium": .keyword(16),
        "large": .keyword(18), "x-large": .keyword(24), "xx-large": .keyword(32), "xxx-large": .keyword(48),
        "larger": .relative(1.2), "smaller": .relative(1 / 1.2),
    ]

    /// A length or percentage; 0 may stand without a unit.
    static func length(_ token: CSSToken) -> FontSize? {
        switch token {
        case .percentage(let value): return .relative(value / 100)
        case .number(let value): return value == 0 ? .pixels(0) : nil
        case .dimension(let value, let unit):
            switch unit {
            case "px": return .pixels(value)
            case "pt": return .pixels(value * 96 / 72)
            case "pc": return .pixels(value * 16)
            case "in": return .pixels(value * 96)
            case "cm": return .pixels(value * 96 / 2.54)
            case "mm": return .pixels(value * 96 / 25.4)
            case "q": return .pixels(value * 96 / 101.6)
            case "em": return .relative(value)
            case "rem": return .rootRelative(value)
            // Where no font is at hand CSS Values 4 §6.1 takes half an em.
            case "ex", "ch": return .relative(value / 2)
            case "vw": return .pixels(value * 12.8)
            case "vh": return .pixels(value * 7.2)
            default: return nil
            }
        default: return nil
        }
    }
}
