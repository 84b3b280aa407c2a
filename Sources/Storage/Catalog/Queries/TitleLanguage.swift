package import Foundation

/// A language whose titles have an order of their own; others have the root order of CLDR (UTS #35, part 5).
package struct TitleLanguage: Sendable, Hashable {
    /// An identifier for ICU: a language, and of Chinese its script too.
    package let name: String

    /// Languages that CLDR gives no collation of their own.
    private static let ofRoot: Set<String> = [
        "", "en", "fr", "it", "pt", "nl", "de", "ca", "ga", "id", "ms", "eu", "lb", "rm", "gd", "gv", "kw",
        "sw", "zu", "xh", "nd", "rw", "so", "sn", "mg", "jv", "su", "ia", "und", "tl",
    ]

    /// - Returns: nil: the root order.
    package init?(_ language: Locale.Language) {
        guard let code = language.languageCode?.identifier.lowercased(), !Self.ofRoot.contains(code),
            code.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        let isTraditional = language.maximalIdentifier.contains("-Hant")
        name = code == "zh" ? (isTraditional ? "zh-Hant" : "zh-Hans") : code
    }
}
