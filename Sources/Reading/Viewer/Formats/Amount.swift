internal import LarderModel

/// How much of an ingredient, as its line begins: one number, or two of a range, and a unit.
package struct Amount: Sendable, Hashable {
    /// One, or two for a range; positive and finite.
    package var numbers: [Double]
    /// As written, such as "cups"; empty for pieces.
    package var unit: String

    package init(numbers: [Double], unit: String) { (self.numbers, self.unit) = (numbers, unit) }

    /// The amount, and the rest of the line: "1 1/2 cups flour, sifted" is 1.5 "cups" of "flour, sifted".
    ///
    /// Reads whole and decimal numbers, fractions with a slash or of one character, mixed numbers, and ranges with a
    /// hyphen, a dash, "to" or "or". Nil where a line begins with none, or goes on with what makes its number something
    /// else, such as "1 x 400 g", "14.5-ounce can" or "2%".
    package static func read(_ line: String) -> (amount: Amount, rest: String)? {
        var scan = AmountScanner(Substring(line))
        guard let first = scan.number() else { return nil }
        var numbers = [first]
        if let second = scan.rangeEnd(), second > first { numbers.append(second) }
        guard let unit = scan.unit() else { return nil }
        let rest = String(scan.rest).trimmedSpace
        return rest.isEmpty ? nil : (Amount(numbers: numbers, unit: unit), rest)
    }

    /// The amount as a cook reads it: "1 ½ cups", "2–3".
    ///
    /// - Parameter factor: What the numbers are multiplied by.
    package func text(times factor: Double = 1) -> String {
        let shown = numbers.map { Self.kitchenNumber($0 * factor) }
        let number = shown.count == 2 && shown[0] != shown[1] ? shown.joined(separator: "–") : shown[0]
        return unit.isEmpty ? number : number + "\u{A0}" + unit
    }

    /// Three significant digits, below one two, or a fraction that measuring cups have: thirds, quarters, eighths.
    static func kitchenNumber(_ value: Double) -> String {
        let whole = value.rounded(.down)
        func distance(_ fraction: (value: Double, text: String)) -> Double { abs(value - whole - fraction.value) }
        let nearest = fractions.min { distance($0) < distance($1) }
        if value < 20, let fraction = nearest, distance(fraction) < 0.02 {
            return whole == 0 ? fraction.text : "\(Int(whole))\u{A0}\(fraction.text)"
        }
        guard value < 1e9 else { return "\(value)" }
        let digits = value >= 100 ? 1.0 : value >= 10 ? 10 : value >= 0.1 ? 100 : 1_000
        let rounded = (value * digits).rounded() / digits
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    private static let fractions: [(value: Double, text: String)] = [
        (0.5, "½"), (1.0 / 3, "⅓"), (2.0 / 3, "⅔"), (0.25, "¼"), (0.75, "¾"), (0.125, "⅛"), (0.375, "⅜"), (0.625, "⅝"),
        (0.875, "⅞"),
    ]
}

/// Reads the beginning of an ingredient's line.
struct AmountScanner {
    private(set) var rest: Substring

    init(_ line: Substring) { rest = line.drop { $0.isWhitespace || "•-–*▢".contains($0) } }

    /// A number, mixed or not.
    mutating func number() -> Double? {
        guard let first = simple() else { return nil }
        // "1 1/2", "1½", "1 and 1/2"; but not "2 3" nor "1 400 g".
        let before = rest
        skipSpace()
        if rest.hasPrefix("and "), first < 1_000 { rest = rest.dropFirst(4) }
        if let fraction = fraction(), first == first.rounded(), fraction < 1 { return first + fraction }
        rest = before
        return first > 0 && first.isFinite ? first : nil
    }

    /// A fraction, or a number that may be followed by one.
    private mutating func simple() -> Double? { fraction() ?? decimal() }

    private mutating func decimal() -> Double? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count <= 7, var value = Double(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        if let mark = rest.first, mark == "." || mark == "," {
            let part = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            if (1...3).contains(part.count), let decimals = Double("0." + part) {
                // "1,000 g" is a thousand.
                value = mark == "," && part.count == 3 ? value * 1_000 + decimals * 1_000 : value + decimals
                rest = rest.dropFirst(part.count + 1)
            }
        }
        return value
    }

    private mutating func fraction() -> Double? {
        if let first = rest.first, let value = Self.fractions[first] {
            rest = rest.dropFirst()
            return value
        }
        let upper = rest.prefix { $0.isASCII && $0.isNumber }
        let behind = rest.dropFirst(upper.count)
        guard !upper.isEmpty, let slash = behind.first, slash == "/" || slash == "⁄" else { return nil }
        let lower = behind.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard upper.count <= 3, let top = Double(upper), let bottom = Double(lower), bottom > 0, bottom <= 100 else {
            return nil
        }
        rest = behind.dropFirst(1 + lower.count)
        return top / bottom
    }

    private static let fractions: [Character: Double] = [
        "½": 0.5, "⅓": 1.0 / 3, "⅔": 2.0 / 3, "¼": 0.25, "¾": 0.75, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875,
        "⅕": 0.2, "⅖": 0.4, "⅗": 0.6, "⅘": 0.8, "⅙": 1.0 / 6, "⅚": 5.0 / 6,
    ]

    /// The second number of a range.
    mutating func rangeEnd() -> Double? {
        let before = rest
        skipSpace()
        for mark in ["-", "–", "—", "to ", "or ", "bis "] where rest.hasPrefix(mark) {
            rest = rest.dropFirst(mark.count)
            skipSpace()
            if let second = number() { return second }
        }
        rest = before
        return nil
    }

    /// The unit behind a number, empty where there is none; nil where the number counts something else.
    mutating func unit() -> String? {
        if let next = rest.first, "%°x×/\"″".contains(next) { return nil }
        // "14.5-ounce can": the size of a thing.
        if rest.first == "-", rest.dropFirst().first?.isLetter == true { return nil }
        let isJoined = rest.first.map { $0.isLetter } ?? false
        skipSpace()
        // "180 °C", "2 %".
        if let next = rest.first, "%°".contains(next) { return nil }
        let word = rest.prefix { $0.isLetter || $0 == "." }
        let plain = word.filter { $0 != "." }
        if ["x", "×"].contains(plain.lowercased()) || rest.hasPrefix("×") { return nil }
        if plain.lowercased() == "fl", let ounce = Self.ounce(rest.dropFirst(word.count)) {
            rest = ounce
            return "fl oz"
        }
        // "T" is a tablespoon, "t" a teaspoon.
        guard Self.units.contains(plain.lowercased()) else { return isJoined ? nil : "" }
        rest = rest.dropFirst(word.count)
        let after = rest
        skipSpace()
        for joint in ["of ", "de ", "d'", "di "] where rest.hasPrefix(joint) {
            rest = rest.dropFirst(joint.count)
            return String(plain)
        }
        rest = after
        return String(plain)
    }

    private static func ounce(_ text: Substring) -> Substring? {
        let word = text.drop { $0.isWhitespace || $0 == "." }.prefix { $0.isLetter }
        guard ["oz", "ounce", "ounces"].contains(word.lowercased()) else { return nil }
        return text[word.endIndex...].drop { $0 == "." }
    }

    private mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

    /// Units of recipes in English and a few other languages, in lower case.
    private static let units: Set<String> = Set(
        """
        g gram grams gramme grammes gr kg kilo kilos kilogram kilograms mg ml milliliter milliliters millilitre millilitres cl
        dl l liter liters litre litres oz ounce ounces lb lbs pound pounds cup cups c tbsp tbsps tbs tb tablespoon tablespoons
        tsp tsps teaspoon teaspoons t pint pints pt quart quarts qt gallon gallons clove cloves can cans tin tins jar jars
        pack packs packet packets package packages bunch bunches handful handfuls pinch pinches dash dashes slice slices
        stick sticks sprig sprigs stalk stalks head heads piece pieces bag bags box boxes bottle bottles sheet sheets knob
        drop drops el tl prise bund msk tsk krm st dl c.à.s cuillère cuillères
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
}
