/// Colour values of CSS Color 4: names, hexadecimal digits, `rgb()` and `hsl()` in both syntaxes.
enum ColorValue {
    /// - Parameter exact: Whether the colour must be all there is; otherwise it must stand first.
    static func parse(_ tokens: ArraySlice<CSSToken>, exact: Bool) -> UInt32? {
        guard let first = tokens.first else { return nil }
        switch first {
        case .ident(let text):
            guard !exact || tokens.count == 1 else { return nil }
            let name = text.lowercased()
            return name == "transparent" ? 0 : ColorParser.named(name)
        case .hash(let digits):
            return !exact || tokens.count == 1 ? ColorParser.hex(digits.utf8) : nil
        case .function(let name):
            guard let end = tokens.firstIndex(of: .closeParen) ?? (exact ? tokens.endIndex : nil),
                !exact || end >= tokens.endIndex - 1
            else { return nil }
            return function(name, Array(tokens[(tokens.startIndex + 1)..<end]))
        default: return nil
        }
    }

    private static func function(_ name: String, _ tokens: [CSSToken]) -> UInt32? {
        let isHSL = name == "hsl" || name == "hsla"
        guard isHSL || name == "rgb" || name == "rgba" else { return nil }
        let parts = tokens.filter { $0 != .comma && $0 != .delim(0x2F) }
        guard parts.count == 3 || parts.count == 4, separatorsFit(tokens, count: parts.count) else { return nil }
        var values: [Double] = []
        for (index, part) in parts.enumerated() {
            guard let value = component(part, index: index, isHSL: isHSL) else { return nil }
            values.append(value)
        }
        let alpha = values.count == 4 ? min(max(values[3], 0), 1) : 1
        return isHSL
            ? ColorParser.hsl(values[0], values[1], values[2], alpha)
            : ColorParser.rgb(values[0], values[1], values[2], alpha)
    }

    /// Commas between all parts, or none and a slash before alpha.
    private static func separatorsFit(_ tokens: [CSSToken], count: Int) -> Bool {
        let separators = tokens.enumerated().filter { $0.element == .comma || $0.element == .delim(0x2F) }
        if separators.isEmpty { return count == 3 }
        if separators.allSatisfy({ $0.element == .comma }) {
            return separators.count == count - 1 && separators.enumerated().allSatisfy { $1.offset == 2 * $0 + 1 }
        }
        return separators.count == 1 && separators[0].offset == 3 && count == 4
    }

    private static func component(_ token: CSSToken, index: Int, isHSL: Bool) -> Double? {
        if index == 3 {
            switch token {
            case .number(let value): return value
            case .percentage(let value): return value / 100
            case .ident(let text): return text.lowercased() == "none" ? 0 : nil
            default: return nil
            }
        }
        switch token {
        case .number(let value): return isHSL && index > 0 ? value / 100 : value
        case .percentage(let value): return isHSL ? (index == 0 ? nil : value / 100) : value * 2.55
        case .dimension(let value, let unit) where isHSL && index == 0:
            switch unit {
            case "deg": return value
            case "rad": return value * 180 / .pi
            case "grad": return value * 0.9
            case "turn": return value * 360
            default: return nil
            }
        case .ident(let text): return text.lowercased() == "none" ? 0 : nil
        default: return nil
        }
    }
}
