internal import LarderModel

/// Yields of schema.org markup and of pages as a number and as words.
package struct SchemaYield {
    /// How much, more than 0; the larger number of a range ("4-6", "4 to 6"); nil where there is none.
    package let number: Double?
    package let text: String

    package var count: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

    /// Reads a yield, of a list its last entry with number and words; nil where it says nothing.
    init?(_ value: JSONValue?) {
        let best: String?
        switch value {
        case .array(let items)?:
            let texts = items.prefix(100).compactMap { Self.text($0)?.nonEmpty }
            best = texts.last { $0.contains(where: \.isLetter) && Self.number(in: $0) != nil } ?? texts.first
        case let value?: best = Self.text(value)?.nonEmpty
        case nil: best = nil
        }
        guard let best else { return nil }
        self.init(text: best)
    }

    package init(text: String) {
        self.text = text
        number = Self.number(in: Self.afterRange(String(text.prefix(200)))).flatMap { Double($0) }
    }

    private static func text(_ value: JSONValue) -> String? {
        if let text = value.text { return SchemaText.line(text) }
        guard let number = value["value"]?.text ?? value["name"]?.text else { return nil }
        return SchemaText.line([number, value["unitText"]?.text ?? ""].joined(separator: " "))
    }

    /// The yield as a number and an English noun, "8 servings" or "12 cookies"; nil where there is no number.
    package static func words(_ text: String) -> String? {
        let rest = afterRange(String(text.lowercased().prefix(200)))
        guard let number = number(in: rest) else { return nil }
        let isOne = Double(number) == 1
        let matches = nouns.filter { rest.contains($0.singular) || rest.contains($0.plural) }
        if let noun = matches.max(by: { $0.singular.count < $1.singular.count }) {
            return "\(number) \(isOne ? noun.singular : noun.plural)"
        }
        if rest.utf8.contains(UInt8(ascii: "g")), let match = rest.firstMatch(of: /\d\s*g(r|ramm?|rammi)?\b/),
            !match.output.0.isEmpty
        {
            return "\(number) grams"
        }
        return "\(number) \(isOne ? "serving" : "servings")"
    }

    /// The text from the second number of a range on.
    private static func afterRange(_ text: String) -> Substring {
        // Matching the pattern is slow, and most texts have one number.
        let numbers = text.utf8.split { !$0.isASCIIDigit }.count
        guard numbers > 1, let match = text.firstMatch(of: /\d+\s*(to|-|–|—|à|bis|tot|till)\s*(?=\d)/) else {
            return text[...]
        }
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
            "liter", "piece", "layer", "scoop", "bar", "pancake", "item", "slice", "bowl", "roll", "square", "brownie",
            "blondie", "scone", "crepe", "biscuit", "ball", "tart", "waffle", "pizza", "jar", "quart", "tablespoon",
            "teaspoon", "bagel", "donut", "doughnut", "tortilla", "wrap", "taco", "burger", "truffle", "macaron",
            "popsicle", "skewer", "dumpling", "breadstick", "pretzel",
        ].map { ($0, $0 + "s") }
}
