internal import LarderModel

/// Yields of schema.org markup as a number and a noun: "8 servings", "12 cookies".
enum SchemaYield {
    /// The yield in words; nil where there is no number.
    ///
    /// Of a list the entry that says most counts, of a range ("4-6", "4 to 6") the larger number.
    static func words(_ value: JSONValue?) -> String? {
        switch value {
        case .array(let items):
            let texts = items.compactMap { text($0) }
            let best = texts.last { $0.contains(where: \.isLetter) && number(in: $0) != nil } ?? texts.first
            return best.flatMap { words($0) }
        case nil: return nil
        case let value?: return text(value).flatMap { words($0) }
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        if let text = value.text { return SchemaText.line(text) }
        guard let number = value["value"]?.text ?? value["name"]?.text else { return nil }
        return SchemaText.line([number, value["unitText"]?.text ?? ""].joined(separator: " "))
    }

    private static func words(_ text: String) -> String? {
        let rest = afterRange(String(text.lowercased().prefix(200)))
        guard let number = number(in: rest) else { return nil }
        let isOne = Double(number) == 1
        let matches = nouns.filter { rest.contains($0.singular) || rest.contains($0.plural) }
        if let noun = matches.max(by: { $0.singular.count < $1.singular.count }) {
            return "\(number) \(isOne ? noun.singular : noun.plural)"
        }
        if let match = rest.firstMatch(of: /\d\s*g(r|ramm?|rammi)?\b/), !match.output.0.isEmpty {
            return "\(number) grams"
        }
        return "\(number) \(isOne ? "serving" : "servings")"
    }

    /// The text from the second number of a range on.
    private static func afterRange(_ text: String) -> Substring {
        guard let match = text.firstMatch(of: /\d+\s*(to|-|–|—|à|bis|tot|till)\s*(?=\d)/) else { return text[...] }
        return text[match.range.upperBound...]
    }

    private static func number(in text: some StringProtocol) -> String? {
        let digits = text.drop { !$0.isASCII || !$0.isNumber }.prefix {
            $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",")
        }
        var number = String(digits).replacing(",", with: ".")
        while number.last == "." { number.removeLast() }
        guard let value = Double(number), value > 0, value < 1_000_000 else { return nil }
        return value == value.rounded() ? "\(Int(value))" : number
    }

    private static let nouns: [(singular: String, plural: String)] =
        [
            ("batch", "batches"), ("sandwich", "sandwiches"), ("loaf", "loaves"), ("patty", "patties"),
            ("glass", "glasses"), ("dish", "dishes"), ("box", "boxes"), ("dozen", "dozen"),
        ]
        + [
            "cake", "bun", "cookie", "muffin", "cupcake", "pie", "cup", "pint", "gallon", "ounce", "pound", "gram",
            "liter",
            "piece", "layer", "scoop", "bar", "pancake", "item", "slice", "bowl", "roll", "square", "brownie",
            "blondie",
            "scone", "crepe", "biscuit", "ball", "tart", "waffle", "pizza", "jar", "quart", "tablespoon", "teaspoon",
            "bagel", "donut", "doughnut", "tortilla", "wrap", "taco", "burger", "truffle", "macaron", "popsicle",
            "skewer",
            "dumpling", "breadstick", "pretzel",
        ].map { ($0, $0 + "s") }
}
