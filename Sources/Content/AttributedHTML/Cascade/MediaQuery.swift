/// Media queries as a screen 1,280 by 720 pixels answers them (Media Queries 4); unknown features are false.
enum MediaQuery {
    static func applies(_ tokens: ArraySlice<CSSToken>) -> Bool {
        let words = tokens.filter { $0 != .whiteSpace }
        if words.isEmpty { return true }
        return words.split(separator: .comma, omittingEmptySubsequences: false).contains { one($0) }
    }

    private static func one(_ tokens: ArraySlice<CSSToken>) -> Bool {
        var rest = tokens
        var isNegated = false
        var result = true
        var isFirst = true
        while let token = rest.first {
            rest = rest.dropFirst()
            switch token {
            case .ident(let text):
                switch text.lowercased() {
                case "not" where isFirst: isNegated = true
                case "only" where isFirst, "and": break
                case "screen", "all": break
                default: result = false
                }
            case .openParen:
                guard let close = rest.firstIndex(of: .closeParen) else { return false }
                if !feature(rest[..<close]) { result = false }
                rest = rest[(close + 1)...]
            default: return false
            }
            isFirst = false
        }
        return result != isNegated
    }

    private static let preferences = [
        "prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "orientation": "landscape",
        "prefers-contrast": "no-preference", "hover": "hover", "pointer": "fine", "any-hover": "hover",
        "scripting": "none", "update": "fast", "forced-colors": "none", "display-mode": "browser",
    ]

    private static func feature(_ tokens: ArraySlice<CSSToken>) -> Bool {
        let list = Array(tokens)
        guard case .ident(let name)? = list.first else { return false }
        if list.count == 1 { return ["color", "width", "height", "hover", "pointer"].contains(name.lowercased()) }
        guard list.count == 3 || list.count == 4, let value = list.last else { return false }
        if case .ident(let word) = value {
            return list.count == 3 && list[1] == .colon && preferences[name.lowercased()] == word.lowercased()
        }
        let isRange = list[1] != .colon
        let pixels: Double
        switch DeclarationParser.size(value) {
        case .pixels(let length)?: pixels = length
        case .relative(let ems)?, .rootRelative(let ems)?: pixels = ems * 16
        default: return false
        }
        if isRange {
            let screen: Double
            switch name.lowercased() {
            case "width": screen = 1280
            case "height": screen = 720
            default: return false
            }
            let isOrEqual = list.count == 4 && list[2] == .delim(0x3D)
            if list[1] == .delim(0x3E) { return isOrEqual ? screen >= pixels : screen > pixels }
            if list[1] == .delim(0x3C) { return isOrEqual ? screen <= pixels : screen < pixels }
            return list[1] == .delim(0x3D) && screen == pixels
        }
        guard list.count == 3 else { return false }
        switch name.lowercased() {
        case "min-width", "min-device-width": return pixels <= 1280
        case "max-width", "max-device-width": return pixels >= 1280
        case "min-height": return pixels <= 720
        case "max-height": return pixels >= 720
        default: return false
        }
    }
}

/// `@supports` with one declaration, as in `not (display: grid)`; true for what is understood here.
enum SupportsQuery {
    static func applies(_ tokens: ArraySlice<CSSToken>) -> Bool {
        var words = tokens.filter { $0 != .whiteSpace }
        var isNegated = false
        if case .ident(let text)? = words.first, text.lowercased() == "not" {
            isNegated = true
            words.removeFirst()
        }
        guard words.count > 4, words.first == .openParen, words.last == .closeParen, words[2] == .colon,
            case .ident(let text) = words[1], !words[3..<(words.count - 1)].contains(.openParen)
        else { return false }
        guard let name = StylePropertyName(rawValue: text.lowercased()) else { return isNegated }
        return DeclarationParser.parse(name, Array(words[3..<(words.count - 1)])).isEmpty == isNegated
    }
}
