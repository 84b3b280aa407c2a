import LarderViewer
import Testing

@Suite("Amounts of ingredients") struct AmountTests {
    private static func words(_ line: String) -> String? {
        Amount.read(line).map { amount, rest in
            let numbers = amount.numbers.map { "\(($0 * 1_000).rounded() / 1_000)" }.joined(separator: "..")
            return "\(numbers)|\(amount.unit)|\(rest)"
        }
    }

    @Test(arguments: [
        ("2 eggs", "2.0||eggs"), ("1 1/2 cups flour, sifted", "1.5|cups|flour, sifted"), ("½ cup milk", "0.5|cup|milk"),
        ("1½ cups milk", "1.5|cups|milk"), ("1 ½ cups milk", "1.5|cups|milk"), ("1 and 1/2 cups milk", "1.5|cups|milk"),
        ("3/4 tsp salt", "0.75|tsp|salt"), ("3⁄4 tsp salt", "0.75|tsp|salt"), ("⅓ cup oil", "0.333|cup|oil"),
        ("1,000 g flour", "1000.0|g|flour"), ("1.5 kg flour", "1.5|kg|flour"), ("1,5 kg Mehl", "1.5|kg|Mehl"),
        ("400g tomatoes", "400.0|g|tomatoes"), ("2-3 eggs", "2.0..3.0||eggs"),
        ("2 – 3 cloves garlic", "2.0..3.0|cloves|garlic"),
        ("2 to 3 tbsp oil", "2.0..3.0|tbsp|oil"), ("1 or 2 onions", "1.0..2.0||onions"),
        ("2 bis 3 EL Öl", "2.0..3.0|EL|Öl"),
        ("1-1½ cups water", "1.0..1.5|cups|water"), ("8 fl. oz cream", "8.0|fl oz|cream"),
        ("8 fl oz. cream", "8.0|fl oz|cream"),
        ("1 T sugar", "1.0|T|sugar"), ("1 t sugar", "1.0|t|sugar"), ("2 tbsp. butter", "2.0|tbsp|butter"),
        ("1 cup of rice", "1.0|cup|rice"), ("200 g de farine", "200.0|g|farine"), ("- 2 carrots", "2.0||carrots"),
        ("• 1 pinch of salt", "1.0|pinch|salt"), ("2 large eggs", "2.0||large eggs"), ("3 dl grädde", "3.0|dl|grädde"),
    ])
    func `a line begins with its amount`(line: String, expected: String) { #expect(Self.words(line) == expected) }

    @Test(arguments: [
        "Salt", "a pinch of salt", "", "1 x 400 g tin tomatoes", "1x400g tin", "2 × 400 g tins", "2% milk",
        "180 °C oven",
        "2 cups", "12", "0 eggs", "9\" tin", "1/0 cup salt", "99999999 g", "7up", "½", "one egg",
        "14.5-ounce can of beans",
    ])
    func `a line without an amount that can be split is left whole`(line: String) {
        #expect(Amount.read(line) == nil, "\(Self.words(line) ?? "")")
    }

    @Test(
        arguments: [
            ([1.0], "cup", 0.5, "½ cup"), ([1.0], "cup", 0.75, "¾ cup"), ([4.0], "", 0.75, "3"),
            ([1.0], "", 1.0 / 3, "⅓"),
            ([2.0], "", 1.0 / 3, "⅔"), ([1.5], "cups", 1, "1 ½ cups"), ([4.0], "", 1.0 / 3, "1 ⅓"),
            ([2.0, 3.0], "", 1, "2–3"),
            ([2.0, 3.0], "tbsp", 2, "4–6 tbsp"), ([1.0, 1.01], "", 1, "1–1.01"), ([400.0], "g", 1.0 / 3, "133 g"),
            ([100.0], "g", 1.0 / 3, "33.3 g"), ([1_000.0], "g", 2, "2000 g"), ([1.0], "g", 0.1, "0.1 g"),
            ([2.0], "g", 1.1, "2.2 g"),
            ([1.0], "l", 1.15456, "1.15 l"), ([1.0], "l", 1.2345, "1 ¼ l"), ([1.0], "", 0.125, "⅛"),
            ([0.5, 0.5], "", 1, "½"), ([1.0], "kg", 0.001, "0.001 kg"),
        ] as [([Double], String, Double, String)]
    )
    func `amounts are shown as cooks measure`(numbers: [Double], unit: String, factor: Double, expected: String) {
        let text = Amount(numbers: numbers, unit: unit).text(times: factor)
        #expect(text.replacing("\u{A0}", with: " ") == expected)
    }

    @Test func `scaled amounts have three digits at most, and never rests of a division`() {
        for servings in 1...60 {
            for own in 1...12 {
                for number in [0.25, 0.5, 1, 1.5, 2, 3, 7, 12, 100, 250, 400, 1_000] {
                    let text = Amount(numbers: [number], unit: "").text(times: Double(servings) / Double(own))
                    let digits = text.filter { $0.isASCII && $0.isNumber }.drop { $0 == "0" }
                    let isWhole = !text.contains(".")
                    #expect(isWhole || digits.count <= 3, "\(number) × \(servings) / \(own) = \(text)")
                    #expect(!["0.25", "0.33", "0.333", "0.5", "0.66", "0.667", "0.75"].contains(text), "\(text)")
                    #expect(text != "0", "\(number) × \(servings) / \(own)")
                }
            }
        }
    }
}
