/// What a unit of cups, spoons and scales is in millilitres or grams.
struct Measure {
    /// The unit to show an amount in, and what its number is multiplied by for that.
    typealias Other = (unit: String, factor: Double, isUS: Bool)

    /// The unit of the other system for `amount` of `unit`; nil for words that are no measure, such as "cloves".
    static func other(than unit: String, of amount: Double = 1) -> Other? {
        let word = unit == "T" ? "tbsp" : unit.lowercased()
        guard let row = rows.first(where: { $0.words.contains(word) }) else { return nil }
        let choices = targets.filter { $0.isVolume == row.isVolume && $0.isUS != row.isUS }
        let target = choices.first { amount * row.size >= $0.least } ?? choices.last
        return target.map { ($0.unit, row.size / $0.size, $0.isUS) }
    }

    /// A number for the script, with four decimals at most.
    static func short(_ number: Double) -> String {
        guard abs(number) < 1e9 else { return "\(number)" }
        let rounded = (number * 10_000).rounded() / 10_000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    /// Units that amounts are shown in, the largest of a kind first.
    private static let targets: [(unit: String, size: Double, least: Double, isVolume: Bool, isUS: Bool)] = [
        ("l", 1_000, 1_000, true, false), ("ml", 1, 0, true, false),
        ("kg", 1_000, 1_000, false, false), ("g", 1, 0, false, false),
        ("cups", 240, 60, true, true), ("tbsp", 15, 15, true, true), ("tsp", 5, 0, true, true),
        ("lb", 453.6, 453, false, true), ("oz", 28.35, 0, false, true),
    ]

    private typealias Row = (words: Set<String>, isVolume: Bool, size: Double, isUS: Bool)

    /// Cups and spoons as on labels in the United States, which count round millilitres.
    private static let rows: [Row] = [
        (["tsp", "tsps", "t", "teaspoon", "teaspoons"], true, 5, true),
        (["tbsp", "tbsps", "tbs", "tb", "tablespoon", "tablespoons"], true, 15, true),
        (["fl oz"], true, 30, true),
        (["c", "cup", "cups"], true, 240, true),
        (["pint", "pints", "pt"], true, 473, true),
        (["quart", "quarts", "qt"], true, 946, true),
        (["gallon", "gallons"], true, 3_785, true),
        (["oz", "ounce", "ounces"], false, 28.35, true),
        (["lb", "lbs", "pound", "pounds"], false, 453.6, true),
        (["stick", "sticks"], false, 113, true),
        (["ml", "milliliter", "milliliters", "millilitre", "millilitres"], true, 1, false),
        (["cl"], true, 10, false),
        (["dl"], true, 100, false),
        (["l", "liter", "liters", "litre", "litres"], true, 1_000, false),
        (["g", "gr", "gram", "grams", "gramme", "grammes"], false, 1, false),
        (["kg", "kilo", "kilos", "kilogram", "kilograms"], false, 1_000, false),
    ]
}
