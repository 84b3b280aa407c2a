import LarderHTML
internal import LarderModel

extension SchemaRecipe {
    /// The lines; headings among them ("For the sauce:") become the sections of what follows.
    var ingredients: [PageRecipe.IngredientLine] {
        guard let value = value("recipeingredient", "ingredients", "ingredient") else { return [] }
        let texts = Self.ingredientTexts(value)
        var lines = texts.flatMap { text in
            texts.count == 1 ? SchemaText.lines(text) : [SchemaText.line(text)]
        }
        // A whole list in one string, parted by commas: one ingredient does not hold three of them.
        if lines.count == 1, case let parts = SchemaText.parts(lines[0]), parts.count > 3 { lines = parts }
        lines = lines.prefix(2 * PageRecipe.Limits.maxIngredients).map(IngredientText.tidied).filter { !$0.isEmpty }
        return IngredientText.sectioned(Array(lines.prefix(IngredientText.countOnce(lines))))
    }

    /// The texts of a list of ingredients; of an object its amount, its unit and its name.
    private static func ingredientTexts(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let items): items.flatMap { ingredientTexts($0) }
        case .object:
            value["text"] == nil && value["name"]?.text != nil
                ? [
                    [value["amount"] ?? value["value"], value["unitText"], value["name"]].compactMap { $0?.text }
                        .joined(separator: " ")
                ] : texts(value)
        default: texts(value)
        }
    }
}

/// What lines of ingredients have in common, wherever they were found.
enum IngredientText {
    /// A line without a bullet before it, and with doubled brackets, which a widespread plug-in writes, made single.
    static func tidied(_ line: String) -> String {
        let bullets: Set<Unicode.Scalar> = ["-", "–", "•", "*", "·", "▢", "□"]
        var rest = line.unicodeScalars[...]
        if let first = rest.first, bullets.contains(first), rest.dropFirst().first == " " { rest = rest.dropFirst(2) }
        if rest.contains("(") {
            rest.replace("((".unicodeScalars, with: "(".unicodeScalars)
            rest.replace("))".unicodeScalars, with: ")".unicodeScalars)
        }
        return String(rest)
    }

    /// How many of the lines come before they begin again: pages have one list for each width of screen or number of servings.
    static func countOnce(_ lines: [String]) -> Int {
        guard lines.count >= 6 else { return lines.count }
        for index in 3...(lines.count - 3) where (0..<3).allSatisfy({ lines[$0].isSame(as: lines[index + $0]) }) {
            return index
        }
        return lines.count
    }

    /// The lines with their headings taken out of them.
    static func sectioned(_ lines: [String]) -> [PageRecipe.IngredientLine] {
        var section: String?
        var result: [PageRecipe.IngredientLine] = []
        for (index, line) in lines.enumerated() {
            if index + 1 < lines.count, let heading = heading(line) {
                section = heading
            } else if !line.utf8.starts(with: "##".utf8) {
                result.append(PageRecipe.IngredientLine(text: line, section: section))
            }
        }
        return result
    }

    /// What a line says that is a heading: short, with a colon at its end or number signs (Markdown) before it.
    static func heading(_ line: String) -> String? {
        guard line.utf8.count <= 80 else { return nil }
        let isMarkdown = line.utf8.starts(with: "##".utf8)
        guard isMarkdown || line.utf8.last == UInt8(ascii: ":"),
            isMarkdown || !line.utf8.contains(where: \.isASCIIDigit)
        else { return nil }
        return line.trimming { $0 == "#" || $0 == ":" || $0 == " " || $0 == "*" }.nonEmpty
    }
}
