internal import LarderModel

/// Something to buy and cook.
struct Food: Sendable {
    /// What the steps of a recipe call it.
    let name: String
    /// The lines that ask for it, each with an amount that suits it.
    let lines: [String]

    /// The foods of a text: a line each, `name: 2 tablespoons of it; 60 ml of it`.
    static func list(_ text: String) -> [Food] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            return Food(name: parts[0], lines: (parts.last ?? "").split(separator: "; ").map(String.init))
        }
    }
}

/// What one recipe is cooked from, by what it is for.
struct Basket {
    /// The lines of the list of ingredients.
    private(set) var lines: [String] = []
    private var foods: [Character: [String]] = [:]
    private var uses: [Character: Int] = [:]

    /// Adds one food, to be used in the gaps of a name.
    mutating func add(_ food: Food, for gap: Character, _ generator: inout SeededGenerator) {
        lines.append(generator.pick(food.lines))
        foods[gap, default: []].append(food.name)
    }

    /// Adds up to half as many foods as there are, no two the same.
    mutating func add(_ count: Int, of list: [Food], for gap: Character, _ generator: inout SeededGenerator) {
        let start = generator.below(list.count)
        for number in 0..<min(count, (list.count + 1) / 2) {
            add(list[(start + number * 2) % list.count], for: gap, &generator)
        }
    }

    /// Adds a line that no step speaks of.
    mutating func add(line: String) { lines.append(line) }

    /// The next food for a gap; they come round again.
    mutating func next(_ gap: Character) -> String {
        guard let names = foods[gap] else { return "" }
        let use = uses[gap, default: 0]
        uses[gap] = use + 1
        return names[use % names.count]
    }

    /// The foods for a gap.
    func names(_ gap: Character) -> [String] { foods[gap] ?? [] }
}
