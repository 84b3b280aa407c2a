import LarderHTML
internal import LarderModel

/// The words of classes and identifiers of lists in recipe cards, such as `wprm-recipe-ingredients`.
///
/// From the recipe card plug-ins WP Recipe Maker, Tasty, Mediavine Create, Jetpack, EasyRecipe, ZipList and others.
enum ClassRoles {
    /// Parts of words in lower case, by the role that they stand for.
    private static let parts: KeyValuePairs<PageRole, String> = [
        .ingredients: "ingredient, zutat, skladnik, suroviny, hozzavalo, malzeme, composition-list",
        .steps: """
        instruction, recipe-direction, directions, preparation, preparazione, preparacion, preparacao, zubereitung,
        anleitung, bereiding, recipe-method, recipe-step, steps, procedure, tillagning, fremgang, postup, method-step,
        cooking-step
        """,
        .aside: """
        comment, breadcrumb, navbar, navigation, newsletter, cookie, related, site-footer, site-header, main-menu
        """,
    ]

    private static let table: [[(text: [UInt8], role: PageRole)]] = {
        let all = parts.flatMap { role, list in list.listItems.map { (text: Array($0.utf8), role: role) } }
        return (0..<26).map { letter in all.filter { Int($0.text[0]) == letter + 0x61 } }
    }()

    /// The roles that a value of `class` or `id` names.
    static func roles(_ range: TextRange, _ document: HTMLDocument) -> PageRole {
        guard range.count >= 5, range.count <= 2_000 else { return [] }
        return document.withBytes(of: range) { bytes in
            var roles: PageRole = []
            for index in 0..<bytes.count where bytes[index].isASCIILetter {
                for part in table[Int(bytes[index] | 0x20) - 0x61] where matches(part.text, bytes, index) {
                    // "no-comments" and the like stand round the content itself.
                    if part.role == .aside, index > 0, bytes[index - 1] > 0x20 { continue }
                    roles.insert(part.role)
                }
            }
            return roles
        }
    }

    private static func matches(_ text: [UInt8], _ bytes: Span<UInt8>, _ start: Int) -> Bool {
        guard bytes.count - start >= text.count else { return false }
        for offset in text.indices {
            let byte = bytes[start + offset]
            if (byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte.lowerASCII) != text[offset] { return false }
        }
        return true
    }
}
