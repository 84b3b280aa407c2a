import LarderHTML

/// The words of classes and identifiers that tell what an element holds.
///
/// The plug-ins that make recipe cards name their parts much alike: `wprm-recipe-ingredients`, `tasty-recipes-instructions`,
/// `mv-create-ingredients`, `jetpack-recipe-directions`, `ERSInstructions` (EasyRecipe), `zlrecipe-ingredients-list`,
/// `recipe-card-directions`, `dr-instructions`, `cooked-recipe-directions`, `yumprint-recipe-method`.
enum ClassRoles {
    /// Parts of words in lower case, by the role that they stand for.
    private static let parts: [(text: [UInt8], role: PageRole)] =
        words(
            "ingredient zutat skladnik suroviny hozzavalo malzeme composition-list",
            .ingredients
        )
        + words(
            """
            instruction recipe-direction directions preparation preparazione preparacion preparacao zubereitung anleitung
            bereiding recipe-method recipe-step steps procedure tillagning fremgang postup method-step
            cooking-step
            """,
            .steps
        )
        + words(
            "comment breadcrumb navbar navigation newsletter cookie related site-footer site-header main-menu",
            .aside
        )

    private static func words(_ list: String, _ role: PageRole) -> [(text: [UInt8], role: PageRole)] {
        list.split(whereSeparator: \.isWhitespace).map { (Array($0.utf8), role) }
    }

    /// The parts by their first letter.
    private static let table: [[(text: [UInt8], role: PageRole)]] = (0..<26).map { letter in
        parts.filter { Int($0.text[0]) == letter + 0x61 }
    }

    /// The roles that a value of `class` or `id` names.
    static func roles(_ range: TextRange, _ document: HTMLDocument) -> PageRole {
        guard range.count >= 5, range.count <= 2_000 else { return [] }
        return document.withBytes(of: range) { bytes in
            var roles: PageRole = []
            var index = 0
            while index < bytes.count {
                let letter = Int(bytes[index] | 0x20) - 0x61
                if letter >= 0, letter < 26 {
                    for part in table[letter] where matches(part.text, bytes, index) {
                        // "no-comments" and the like stand round the content itself.
                        if part.role == .aside, index > 0, bytes[index - 1] > 0x20 { continue }
                        roles.insert(part.role)
                    }
                }
                index += 1
            }
            return roles
        }
    }

    private static func matches(_ text: [UInt8], _ bytes: Span<UInt8>, _ start: Int) -> Bool {
        guard bytes.count - start >= text.count else { return false }
        for offset in text.indices {
            let byte = bytes[start + offset]
            let folded =
                byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            if folded != text[offset] { return false }
        }
        return true
    }
}
