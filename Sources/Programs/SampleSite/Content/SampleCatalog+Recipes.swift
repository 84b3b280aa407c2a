internal import LarderModel

extension SampleCatalog {
    /// - Parameter isWhole: False leaves out ingredients, steps and times, for lists of recipes.
    func recipe(_ index: Int, isWhole: Bool = true) -> SampleRecipe {
        precondition(index >= 0 && index < recipeCount, "There is no recipe \(index): the site has \(recipeCount).")
        var generator = SeededGenerator(seed: seed, stream: .recipe, index: index)
        let version = version(ofRecipe: index)
        let dishes = dishes(ofRecipe: index)
        let kitchen = Kitchen.all[dishes.first]
        let isSweet = SampleSite.queries[dishes.first] == "cake"
        let adjective = generator.pick(isSweet ? Words.sweetAdjectives : Words.adjectives)
        let main = generator.below(isSweet ? Words.sweetMains.count : Words.mains.count)
        let tail = generator.pick(isSweet ? Words.sweetTails : Words.tails)
        let mainWord = isSweet ? Words.sweetMains[main] : Words.mains[main]
        let second = dishes.second.map { SampleSite.queries[$0] }
        let dish = SampleSite.queries[dishes.first]
        let hash = SeededGenerator.mix(seed &+ UInt64(index) &* 53)
        let translated = hash % 8 == 0 ? "– " + Words.translated[Int(hash >> 8) % Words.translated.count] : ""
        let words = [adjective, mainWord, second.map(Self.capitalised) ?? "", Self.capitalised(dish), tail, translated]
        let publisher = generator.pick(Words.publishers)
        let author = generator.pick(Words.firstNames) + " " + generator.pick(Words.lastNames)
        let cookMinutes = 5 * (generator.number(kitchen.cooking) + version)
        var basket = Basket()
        var sections: [SampleRecipe.Section] = []
        var summary = ""
        if isWhole {
            basket = Self.basket(main: (isSweet ? Mains.sweet : Mains.savoury)[main], kitchen, &generator)
            sections = Self.sections(kitchen, basket, time: Kitchen.time(cookMinutes), &generator)
            summary =
                Self.capitalised(mainWord.lowercased())
                + " \(dish) with \(basket.names("a")[0]) and \(basket.names("h")[0]), "
                + generator.pick(Words.occasions) + ". " + generator.pick(Words.tips)
        }
        if version > 0, isWhole {
            basket.add(line: "1 pinch of smoked salt (revision \(version))")
            let last = sections.removeLast()
            let step = "Season with the smoked salt, as readers asked in revision \(version)."
            sections.append(.init(heading: last.heading, steps: last.steps + [step]))
        }
        return SampleRecipe(
            index: index,
            id: recipeID(index),
            title: words.filter { !$0.isEmpty }.joined(separator: " "),
            publisher: publisher,
            author: author,
            socialRank: socialRank(ofRecipe: index),
            ingredients: basket.lines,
            sections: sections,
            summary: summary,
            prepMinutes: 5 * generator.number(1...8),
            cookMinutes: cookMinutes,
            servings: tail == "for Two" ? 2 : generator.number(tail == "for a Crowd" ? 8...12 : kitchen.servings),
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

    private static func basket(main: Food, _ kitchen: Kitchen, _ generator: inout SeededGenerator) -> Basket {
        let pantry = kitchen.pantry
        var basket = Basket()
        basket.add(main, for: "m", &generator)
        for (foods, gap) in zip(kitchen.basics, "bcd") { basket.add(generator.pick(foods), for: gap, &generator) }
        basket.add(1, of: pantry.fats, for: "f", &generator)
        basket.add(generator.number(1...2), of: pantry.aromatics, for: "a", &generator)
        basket.add(generator.number(1...2), of: pantry.spices, for: "s", &generator)
        basket.add(generator.number(1...3), of: pantry.extras, for: "e", &generator)
        basket.add(1, of: pantry.herbs, for: "h", &generator)
        if generator.oneIn(2) { basket.add(line: generator.pick(pantry.asides)) }
        return basket
    }

    private static func sections(
        _ kitchen: Kitchen,
        _ basket: Basket,
        time: String,
        _ generator: inout SeededGenerator
    ) -> [SampleRecipe.Section] {
        let number = generator.number(1...3)
        let counts = (0..<number).map { _ in generator.number([5...7, 3...4, 2...4][number - 1]) }
        var headings = [generator.pick(Words.firstHeadings), kitchen.heading, generator.pick(Words.lastHeadings)]
        if counts.count == 2 { headings.remove(at: 1) }
        if counts.count == 1, generator.oneIn(2) { headings[0] = "" }
        var basket = basket
        var steps = TextPattern.some(kitchen.steps, count: counts.reduce(0, +), &generator)[...]
        return zip(counts, headings).map { count, heading in
            let part = steps.prefix(count).map { step in
                step.filled(&generator) { $0 == "t" ? time : basket.next($0) }
            }
            steps = steps.dropFirst(count)
            return .init(heading: heading, steps: part)
        }
    }

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
