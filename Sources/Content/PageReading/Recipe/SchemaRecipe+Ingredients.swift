import LarderHTML
internal import LarderModel

extension SchemaRecipe {
    /// The lines; headings among them ("For the sauce:") become the sections of what follows.
    var ingredients: [Ingredient] {
        guard let value = value("recipeingredient", "ingredients", "ingredient") else { return [] }
        let texts = Self.ingredientTexts(value)
        var lines = texts.count == 1 ? SchemaText.lines(texts[0]) : texts.map(SchemaText.line)
        // A whole list in one string, parted by commas: one ingredient does not hold three of them.
        if lines.count == 1, case let parts = SchemaText.parts(lines[0]), parts.count > 3 { lines = parts }
        lines = lines.prefix(2 * RecordBound.ingredients.limit).map(IngredientText.tidied).filter { !$0.isEmpty }
        return IngredientText.sectioned(Array(lines.prefix(IngredientText.countOnce(lines))))
    }

    /// The texts of a list of ingredients; of an object its amount, its unit and its name.
    private static func ingredientTexts(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let items): items.flatMap { ingredientTexts($0) }
        case .object where value["text"] == nil && value["name"]?.text != nil:
            [
                [value["amount"] ?? value["value"], value["unitText"], value["name"]].compactMap { $0?.text }
                    .joined(separator: " ")
            ]
        default: texts(value)
        }
    }
}

enum IngredientText {
    /// A line without a bullet before it, and with doubled brackets, which a widespread plug-in writes, made single.
    static func tidied(_ line: String) -> String {
        let rest = line.utf8[...]
        for bullet in bullets where rest.starts(with: bullet) { return bracketed(rest.dropFirst(bullet.count)) }
        return line.hasByte(0x28) ? bracketed(rest) : line
    }

    private static let bullets = ["-", "–", "•", "*", "·", "▢", "□"].map { Array(($0 + " ").utf8) }

    private static func bracketed(_ bytes: Substring.UTF8View) -> String {
        guard bytes.contains(0x28) else { return String(Substring(bytes)) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var skipped: UInt8 = 0
        for byte in bytes {
            if byte == skipped {
                skipped = 0
                continue
            }
            skipped = byte == 0x28 || byte == 0x29 ? byte : 0
            out.append(byte)
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// How many lines come before the list repeats, as for other screen widths or numbers of servings.
    static func countOnce(_ lines: [String]) -> Int {
        guard lines.count >= 6 else { return lines.count }
        for index in 3...(lines.count - 3) where (0..<3).allSatisfy({ lines[$0].isSame(as: lines[index + $0]) }) {
            return index
        }
        return lines.count
    }

    /// How many lines come before the list repeats in other units.
    ///
    /// The second half has the same count and last words, and the same sections or the name of a system of units.
    static func countInFirstUnits(_ lines: [(text: String, section: String?)]) -> Int {
        let half = lines.count / 2
        guard half >= 3, lines.count == 2 * half else { return lines.count }
        let isNamed = lines[half].section.map { unitSystems.contains($0.knownWord.lowercased()) } ?? false
        guard isNamed || half >= 5 else { return lines.count }
        func lastWord(_ line: String) -> Substring.UTF8View {
            line.utf8[(line.utf8.lastIndex(of: 0x20) ?? line.utf8.startIndex)...]
        }
        let isAgain = (0..<half).allSatisfy { index in
            let other = lines[half + index]
            return lastWord(lines[index].text).elementsEqual(lastWord(other.text))
                && (isNamed || lines[index].section == other.section)
        }
        return isAgain ? half : lines.count
    }

    private static let unitSystems: Set<String> = [
        "metric", "imperial", "us", "us customary", "american", "metrisch", "métrique", "métrico",
    ]

    /// Whether a line is a word that stands over a part of the ingredients.
    static func isSectionWord(_ line: String) -> Bool {
        guard line.utf8.count <= 24, case let word = line.lowercased() else { return false }
        return sectionWords.contains(word) || unitSystems.contains(word)
    }

    private static let sectionWords: Set<String> = [
        "optional", "optionally", "garnish", "for garnish", "to garnish", "to serve", "for serving", "topping",
        "toppings", "dressing", "marinade", "sauce", "außerdem", "zum servieren", "facultatif", "opcional",
        "facoltativo",
    ]

    static func sectioned(_ lines: [String]) -> [Ingredient] {
        var section: String?
        var result: [Ingredient] = []
        for (index, line) in lines.enumerated() {
            if index + 1 < lines.count, let heading = heading(line) {
                section = heading
            } else if !line.utf8.starts(with: "##".utf8) {
                result.append(Ingredient(text: line, section: section))
            }
        }
        return result
    }

    /// The heading in a line: short, with a colon at its end or Markdown number signs before it; nil for other lines.
    static func heading(_ line: String) -> String? {
        guard line.utf8.count <= 80 else { return nil }
        let isMarkdown = line.utf8.starts(with: "##".utf8)
        guard isMarkdown || line.utf8.last == UInt8(ascii: ":"),
            isMarkdown || !line.utf8.contains(where: \.isASCIIDigit)
        else { return nil }
        return line.trimming { $0 == "#" || $0 == ":" || $0 == " " || $0 == "*" }.nonEmpty
    }
}
