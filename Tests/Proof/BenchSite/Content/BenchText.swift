internal import LarderModel

/// Made-up sentences of kitchen words.
enum BenchText {
    private static let words = """
        almond anise apricot barley basil bean beetroot blend braise bread broth brush butter cabbage caramel carrot celery \
        chestnut chive cinnamon clove cocoa cool cover crumble cumin curd dice dill dough drain drizzle dust fennel fig flake \
        ginger glaze gravy herb hazelnut honey knead ladle layer leek lentil mint mustard nutmeg oat olive onion orange \
        parsley pastry pepper pickle pinch plum poppy press pumpkin quince radish raisin reduce ricotta roll rosemary saffron \
        sage salad sauce scatter sear shallot sift skillet soak sorrel spinach spoon squash steam strain thyme toast toss \
        trim turnip vanilla vinegar walnut wedge yeast yolk zest
        """.split(separator: " ").map(String.init)

    private static let units = ["g of", "ml of", "cups of", "spoons of", "slices of", "pinches of"]

    /// Words with a capital at the beginning and no stop at the end.
    static func phrase(_ count: Int, _ generator: inout SeededGenerator) -> String {
        var text = ""
        for number in 0..<count {
            if number > 0 { text += " " }
            let word = generator.pick(words)
            text += number == 0 ? word.prefix(1).uppercased() + word.dropFirst() : word
        }
        return text
    }

    static func sentence(_ count: Int, _ generator: inout SeededGenerator) -> String {
        phrase(count, &generator) + "."
    }

    static func ingredient(_ generator: inout SeededGenerator) -> String {
        "\(generator.number(1...400)) \(generator.pick(units)) \(generator.pick(words)) \(generator.pick(words))"
    }
}

/// One recipe of a benchmark's site; everything follows from the seed and its number.
struct BenchRecipe {
    let number: Int
    let title: String
    let publisher: Int
    let ingredients: [String]
    let steps: [String]
    let rank: Double

    init(_ number: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: SeededGenerator.mix(seed ^ UInt64(number) << 20))
        self.number = number
        title = BenchText.phrase(generator.number(3...6), &generator)
        publisher = generator.below(20)
        ingredients = (0..<generator.number(5...14)).map { _ in BenchText.ingredient(&generator) }
        steps = (0..<generator.number(4...9)).map { _ in BenchText.sentence(generator.number(10...30), &generator) }
        rank = Double(generator.below(1_000_000)) / 10_000
    }
}
