/// Names with non-ASCII characters in their ASCII form (URL Standard §3.3, UTS 46).
///
/// The standard library has no mapping table of UTS 46, so the mapping is made of what it has: lower case,
/// full-width forms, characters that are ignored, and letters composed with their marks. A character with another
/// compatibility mapping (such as `℡` or a ligature) makes the name invalid rather than a wrong one. Joiners between
/// letters are refused, and the rules on writing direction are not checked.
enum DomainName {
    /// The name in ASCII and lower case; nil where it is none.
    static func ascii(_ name: String) -> String? {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        guard let mapped = isASCII ? name.lowercased() : mapped(name) else { return nil }
        guard !isASCII || mapped.contains("xn--") else { return mapped }
        let labels = mapped.split(separator: ".", omittingEmptySubsequences: false).map { ascii(label: String($0)) }
        return labels.contains(nil) ? nil : labels.compactMap(\.self).joined(separator: ".")
    }

    private static func ascii(label: String) -> String? {
        let isEncoded = label.hasPrefix("xn--")
        if label.utf8.allSatisfy({ $0 < 0x80 }) {
            guard isEncoded else { return label }
            // The decoded label must encode to the same text.
            guard let scalars = Punycode.decode(label.utf8.dropFirst(4)), scalars.contains(where: { !$0.isASCII })
            else { return nil }
            let plain = String(String.UnicodeScalarView(scalars))
            return mapped(plain) == plain && ascii(label: plain) == label ? label : nil
        }
        let scalars = Array(label.unicodeScalars)
        guard !isEncoded, let first = scalars.first, !first.properties.generalCategory.isMark else { return nil }
        return Punycode.encode(scalars).map { "xn--" + $0 }
    }

    /// Maps and composes; nil where a character has no place in a name.
    private static func mapped(_ name: String) -> String? {
        var out = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\u{3002}", "\u{FF0E}", "\u{FF61}": out.append(".")
            case "\u{FF01}"..."\u{FF5E}":
                out.append(contentsOf: lower(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar))
            case "\u{AD}", "\u{180B}"..."\u{180D}", "\u{180F}", "\u{200B}", "\u{2060}", "\u{2064}",
                "\u{FE00}"..."\u{FE0F}", "\u{FEFF}", "\u{E0100}"..."\u{E01EF}":
                continue
            default: out.append(contentsOf: lower(scalar))
            }
        }
        let composed = Composition.composed(String(out))
        return composed.unicodeScalars.allSatisfy { $0.isASCII || isValid($0) } ? composed : nil
    }

    private static func lower(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        scalar.properties.lowercaseMapping.unicodeScalars
    }

    private static func isValid(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "ß", "ς": return true  // UTS 46 keeps them, unlike older rules
        case "\u{1100}"..."\u{11FF}", "\u{2FF0}"..."\u{2FFF}", "\u{FFFC}", "\u{FFFD}": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            return false
        default: return !scalar.properties.changesWhenNFKCCaseFolded
        }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}

/// Letters with their marks as one scalar where there is one (normalization form C for names in lower case).
private enum Composition {
    static func composed(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for character in text {
            var rest = Array(character.unicodeScalars)[...]
            while let first = rest.first {
                // The longest run that is one scalar; none has more than four parts.
                let match = stride(from: min(rest.count, 4), to: 1, by: -1).firstNonNil { length in
                    single[String(String.UnicodeScalarView(rest.prefix(length)))].map { ($0, length) }
                }
                out.append(match?.0 ?? first)
                rest = rest.dropFirst(match?.1 ?? 1)
            }
        }
        return String(out)
    }

    /// Scalars by what they are composed of, as strings are equal when they are canonically equivalent.
    private static let single: [String: Unicode.Scalar] = {
        let ranges: [ClosedRange<UInt32>] = [0xC0...0x1FFF, 0x3040...0x30FF, 0xAC00...0xD7A3]
        let scalars = ranges.joined().compactMap(Unicode.Scalar.init).filter {
            !$0.properties.changesWhenNFKCCaseFolded
        }
        return Dictionary(scalars.map { (String($0), $0) }) { first, _ in first }
    }()
}
