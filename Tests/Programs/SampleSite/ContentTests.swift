import Testing

@testable import LarderSampleSite

@Suite("Sample content") struct ContentTests {
    @Test func `the same seed gives the same recipes, articles and pictures`() {
        let one = SampleSite(configuration: smallSite())
        let other = SampleSite(configuration: smallSite())
        for index in 0..<100 {
            #expect(one.recipe(index) == other.recipe(index))
        }
        for index in 0..<40 {
            #expect(one.article(index) == other.article(index))
        }
        #expect(one.picture(ofRecipe: 3) == other.picture(ofRecipe: 3))
    }

    /// Pins the generator: these words must not change with a compiler or a platform.
    @Test func `the words of seed 1 stay what they are`() {
        let site = SampleSite()
        #expect(site.recipe(0).title == "Quick & Easy Spinach & Ricotta Pasta with Herbs")
        #expect(site.recipe(0).id == "22289")
        #expect(site.article(0).slug == "the-county-s-beekeepers-celebrated-a-wandering-goat-against-advice-0")
    }

    @Test func `another seed gives other recipes`() {
        let one = SampleSite(configuration: .init(seed: 1))
        let other = SampleSite(configuration: .init(seed: 2))
        let same = (0..<500).filter { one.recipe($0).title == other.recipe($0).title }
        #expect(same.count < 50)
    }

    @Test(arguments: [1, 99, 0xFFFF_FFFF_FFFF_FFFF] as [UInt64])
    func `ids are unique and lead back to their recipes`(seed: UInt64) {
        let site = SampleSite(configuration: .init(seed: seed, recipes: 20_000))
        var ids: Set<String> = []
        for index in 0..<20_000 {
            let id = site.recipe(index).id
            ids.insert(id)
            #expect(site.recipeIndex(ofID: id) == index)
        }
        #expect(ids.count == 20_000)
        #expect(ids.contains { Int($0) == nil && $0.utf8.count == 6 })
        #expect(ids.contains { Int($0) != nil })
    }

    @Test(arguments: ["", "0", "-1", "zzzzzz", "abcdefabcdef", "99999999999999999999", "1;drop", "ffffff", "é"])
    func `an id that no recipe has leads nowhere`(id: String) {
        #expect(SampleSite(configuration: smallSite(recipes: 5)).recipeIndex(ofID: id) == nil)
    }

    @Test func `every title holds one or two of the dish words, and all of them are used`() {
        let site = SampleSite()
        var used: Set<String> = []
        var doubles = 0
        for index in 0..<500 {
            let recipe = site.recipe(index)
            let words = Set(recipe.title.lowercased().split { !$0.isLetter }.map(String.init))
            #expect(Set(recipe.dishes) == words.intersection(SampleSite.queries))
            #expect(1...2 ~= recipe.dishes.count)
            used.formUnion(recipe.dishes)
            doubles += recipe.dishes.count - 1
        }
        #expect(used == Set(SampleSite.queries))
        #expect(20...100 ~= doubles)
    }

    @Test func `a recipe asks for each food once, and its texts have no gap and no choice left open`() {
        let site = SampleSite()
        for index in 0..<500 {
            let recipe = site.recipe(index)
            let texts = recipe.ingredients + recipe.sections.flatMap(\.steps) + [recipe.summary]
            #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains(where: "{}[]|!".contains) }, "\(texts)")
            #expect(Set(recipe.ingredients).count == recipe.ingredients.count)
            #expect(7...14 ~= recipe.ingredients.count)
            #expect(1...3 ~= recipe.sections.count)
            #expect(recipe.sections.allSatisfy { !$0.steps.isEmpty })
        }
    }

    @Test func `lists have the words of the whole recipe and of the whole article`() {
        let catalog = SampleSite().catalog
        for index in 0..<200 {
            let (recipe, listed) = (catalog.recipe(index), catalog.recipe(index, isWhole: false))
            #expect(listed.title == recipe.title && listed.publisher == recipe.publisher && listed.ingredients.isEmpty)
            #expect(catalog.article(index, isWhole: false).slug == catalog.article(index).slug)
        }
    }

    @Test func `articles have the length of a column, and texts without gaps`() {
        let articles = (0..<200).map(SampleSite().article)
        for article in articles {
            #expect(5...9 ~= article.paragraphs.count)
            #expect(article.paragraphs.allSatisfy { !$0.contains(where: "{}[]|!".contains) }, "\(article.paragraphs)")
        }
        let lengths = articles.map { $0.paragraphs.joined(separator: " ").split(separator: " ").count }
        #expect(lengths.count { 250...600 ~= $0 } > 120)
    }

    @Test func `a revision changes its number of recipes and leaves the others alone`() {
        let before = SampleSite(configuration: smallSite())
        let after = SampleSite(configuration: smallSite(revision: 1))
        let changed = (0..<100).filter { before.recipe($0) != after.recipe($0) }
        #expect(changed.count == 6)
        for index in changed {
            #expect(after.recipe(index).ingredients.count == before.recipe(index).ingredients.count + 1)
            #expect(after.recipe(index).modified > before.recipe(index).modified)
            #expect(after.recipe(index).id == before.recipe(index).id)
        }
        let repainted = changed.filter { before.picture(ofRecipe: $0).bytes != after.picture(ofRecipe: $0).bytes }
        #expect(repainted.count == 3)
    }

    @Test func `a later revision keeps what an earlier one changed`() {
        let first = SampleSite(configuration: smallSite(revision: 1))
        let second = SampleSite(configuration: smallSite(revision: 2))
        let changed = (0..<100).filter { first.recipe($0) != second.recipe($0) }
        #expect(changed.count == 6)
        #expect((0..<100).filter { second.recipe($0).version > 0 }.count > 6)
    }

    @Test func `counts beyond the limits are clamped`() {
        let site = SampleSite(configuration: .init(recipes: -5, articles: 2_000_000, revision: -1))
        let configuration = site.configuration
        #expect(configuration.recipes == 0)
        #expect(configuration.articles == SampleSite.Configuration.maxItems)
        #expect(configuration.revision == 0)
        #expect(configuration.changesPerRevision == 0)
    }

    @Test func `articles are shared by all sources and have the usual gaps`() {
        let site = SampleSite()
        let articles = (0..<200).map(site.article)
        #expect(Set(articles.map(\.sourceID)) == Set(SampleSite.newsSourceIDs))
        #expect(Set(articles.map(\.slug)).count == 200)
        #expect(articles.contains { $0.author == nil })
        #expect(articles.contains { $0.author?.hasPrefix("https://") == true })
        #expect(articles.contains { $0.imagePath == nil })
    }
}
