internal import LarderModel

/// Replaces lists of the markup by those that the page shows where these are better.
enum MarkupRepair {
    /// The page's lines, or the markup's with sections; nil where the markup is as good.
    static func ingredients(_ own: [Ingredient], _ lists: PageLists) -> [Ingredient]? {
        let shown = lists.ingredients
        guard shown.count >= 2 else { return nil }
        if own.isEmpty { return lists.isNamed || lists.amounts >= 0.6 ? shown : nil }
        guard lists.isNamed else { return nil }
        let ownKeys = own.map { key($0.text) }
        let shownKeys = shown.map { key($0.text) }
        // The markup has lost where lines end.
        let ownLetters = Array(ownKeys.joined())
        if own.count != shown.count, shown.count >= 3, ownLetters == Array(shownKeys.joined()) { return shown }
        if own.count == 1, ownLetters.count > 40 {
            let tried = shownKeys.prefix(50)
            let known = tried.count { contains(ownLetters, $0) }
            return shown.count >= 3 && known * 10 >= tried.count * 8 ? shown : nil
        }
        // The markup has names alone where the page has their amounts.
        let digits = own.count { $0.text.unicodeScalars.contains { $0.properties.numericType != nil } }
        if digits * 10 <= own.count, lists.amounts >= 0.4, own.count >= 3, shown.count == own.count {
            let pairs = zip(ownKeys, shownKeys).count { contains($1, $0) }
            if pairs * 10 >= own.count * 8 { return shown }
        }
        // The markup has a part of the lines; a few more on the page may be remarks.
        let repeated = shown.count - Set(shownKeys).count
        if shown.count >= own.count + max(3, own.count / 4), repeated * 5 <= shown.count {
            let ownSet = Set(ownKeys)
            let further = shown.indices.filter { !ownSet.contains(shownKeys[$0]) }
            let isPart = shown.count - further.count >= own.count - own.count / 10
            let amounts = further.count { QuantityText.hasAmount(shown[$0].text) }
            if isPart, amounts * 2 >= further.count { return shown }
        }
        // The same lines stand under headings on the page.
        guard shown.contains(where: { $0.section != nil }), own.allSatisfy({ $0.section == nil }),
            shown.count == own.count, ownKeys == shownKeys
        else { return nil }
        return zip(own, shown).map { .init(text: $0.text, section: $1.section) }
    }

    /// The page's steps, or the markup's with pictures; nil where the markup is as good.
    static func steps(_ own: [RecipeStep], _ lists: PageLists, ingredients: [Ingredient]) -> [RecipeStep]? {
        let shown = lists.steps
        guard !shown.isEmpty else { return nil }
        if own.isEmpty { return shown }
        // The markup has the whole page for the instructions.
        if ingredients.count >= 3, own.count > ingredients.count {
            let keys = Set(ingredients.map { key($0.text) })
            if own.count(where: { keys.contains(key($0.text)) }) * 4 >= ingredients.count * 3 { return shown }
        }
        let ownText = own.flatMap { key($0.text) }
        let shownText = shown.flatMap { key($0.text) }
        // The markup ends early, or has all in one text.
        if lists.areItems, shownText.count * 10 >= ownText.count * 13,
            shown.count >= own.reduce(2, { $0 + $1.text.split(separator: "\n").count }),
            shownText.starts(with: ownText), shown.suffix(2).allSatisfy({ StepText.isSentence($0.text) })
        {
            return shown
        }
        if own.count < shown.count, ownText == shownText { return shown }
        guard own.count == shown.count, own.allSatisfy({ $0.imageURL == nil }),
            shown.contains(where: { $0.imageURL != nil }),
            zip(own, shown).allSatisfy({ key($0.text) == key($1.text) })
        else { return nil }
        return zip(own, shown).map { .init(text: $0.text, name: $0.name, section: $0.section, imageURL: $1.imageURL) }
    }

    /// The letters and digits of a text in lower case, by which two spellings are compared.
    private static func key(_ text: String) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(text.utf8.count)
        var ascii = 0
        text.withUTF8Span { bytes in
            while ascii < bytes.count, bytes[ascii] < 0x80 {
                let byte = bytes[ascii]
                if byte.isASCIILetter { key.append(byte | 0x20) } else if byte.isASCIIDigit { key.append(byte) }
                ascii += 1
            }
        }
        guard ascii < text.utf8.count else { return key }
        for scalar in text.unicodeScalars.dropFirst(ascii) {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                if byte.isASCIILetter { key.append(byte | 0x20) } else if byte.isASCIIDigit { key.append(byte) }
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                key.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
            }
        }
        return key
    }

    private static func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
        whole.count <= 4_000 && whole.index(of: part) != nil
    }
}
