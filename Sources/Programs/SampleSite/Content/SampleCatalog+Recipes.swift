internal import LarderModel

extension SampleCatalog {
    func recipe(_ index: Int) -> SampleRecipe {
        precondition(index >= 0 && index < recipeCount, "There is no recipe \(index): the site has \(recipeCount).")
        var generator = SeededGenerator(seed: seed, stream: .recipe, index: index)
        let version = version(ofRecipe: index)
        let dishes = dishes(ofRecipe: index)
        let adjective = generator.pick(Words.adjectives)
        let main = generator.pick(Words.mains)
        let tail = generator.pick(Words.tails)
        let second = dishes.second.map { SampleSite.queries[$0] }
        let dish = SampleSite.queries[dishes.first]
        let hash = SeededGenerator.mix(seed &+ UInt64(index) &* 53)
        let translated = hash % 8 == 0 ? "– " + Words.translated[Int(hash >> 8) % Words.translated.count] : ""
        let words = [adjective, main, second.map(Self.capitalised) ?? "", Self.capitalised(dish), tail, translated]
        var ingredients = [generator.pick(Words.amounts) + " " + generator.pick(Words.units) + " " + main.lowercased()]
        for _ in 0..<generator.number(4...11) {
            ingredients.append(
                generator.pick(Words.amounts) + " " + generator.pick(Words.units) + " " + generator.pick(Words.foods)
                    + generator.pick(Words.preparations)
            )
        }
        var sections = Self.sections(main: main, &generator)
        if version > 0 {
            ingredients.append("1 pinch of smoked salt (revision \(version))")
            let last = sections.removeLast()
            let step = "Season with the smoked salt, as readers asked in revision \(version)."
            sections.append(.init(heading: last.heading, steps: last.steps + [step]))
        }
        return SampleRecipe(
            index: index,
            id: recipeID(index),
            title: words.filter { !$0.isEmpty }.joined(separator: " "),
            publisher: generator.pick(Words.publishers),
            author: generator.pick(Words.firstNames) + " " + generator.pick(Words.lastNames),
            socialRank: socialRank(ofRecipe: index),
            ingredients: ingredients,
            sections: sections,
            summary: "A \(adjective.lowercased()) \(dish) that starts with \(main.lowercased()). "
                + generator.pick(Words.tips),
            prepMinutes: 5 * generator.number(1...8),
            cookMinutes: 5 * (generator.number(1...24) + version),
            servings: generator.number(1...12),
            calories: generator.number(120...900),
            published: published(ofRecipe: index),
            modified: modified(ofRecipe: index),
            version: version,
            dishes: [dish] + [second].compactMap(\.self),
            imagePath: "/image/" + pictureKey(ofRecipe: index).fileName
        )
    }

    /// 35 to 100 with up to 13 decimals, 100 for about one in thirty.
    func socialRank(ofRecipe index: Int) -> Double {
        let hash = SeededGenerator.mix(seed &+ 0x5EED &+ UInt64(index) &* 0x1_0001)
        return hash % 30 == 0 ? 100 : 35 + Double(hash >> 40) / Double(1 << 24) * 65
    }

    private static func sections(main: String, _ generator: inout SeededGenerator) -> [SampleRecipe.Section] {
        let count = generator.number(1...3)
        return (0..<count).map { position in
            let heading = count == 1 && generator.oneIn(2) ? "" : Words.sectionHeadings[(position * 2 + count) % 6]
            let steps = (0..<generator.number(2...5)).map { _ in step(main: main, &generator) }
            return .init(heading: heading, steps: steps)
        }
    }

    private static func step(main: String, _ generator: inout SeededGenerator) -> String {
        let food = generator.pick(Words.foods)
        let minutes = generator.number(2...45)
        switch generator.below(4) {
        case 0:
            return
                "Heat the \(food) in a \(generator.pick(Words.pans)) over a \(generator.pick(Words.heats)) heat for"
                + " \(minutes) minutes, \(generator.pick(Words.outcomes))."
        case 1:
            return
                "\(generator.pick(Words.verbs)) the \(main.lowercased()) and the \(food), then cook"
                + " \(generator.pick(Words.outcomes))."
        case 2:
            return "Bake at \(generator.number(8...12) * 20) °C for \(minutes) minutes. \(generator.pick(Words.tips))"
        default:
            return "\(generator.pick(Words.verbs)) the \(food) & let it rest for ½ hour."
        }
    }

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
