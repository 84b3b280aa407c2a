package import Foundation
internal import GRDB
internal import Larder
internal import LarderGRDB
internal import LarderModel
internal import Synchronization

/// How soon the screens of an app have their rows.
package struct BenchReading: Sendable {
    package var recipes: Int
    package var words: Int
    package var folder: URL
    package var rounds: Int

    package init(recipes: Int, words: Int, folder: URL, rounds: Int) {
        (self.recipes, self.words, self.folder, self.rounds) = (recipes, words, folder, rounds)
    }

    /// Calls `tell` with a line for each query.
    package func run(_ tell: @Sendable (String) -> Void) async throws {
        let made = MadeUpLarder(folder: folder, recipes: recipes, words: words)
        if !FileManager.default.fileExists(atPath: folder.appending(path: "catalog.sqlite").path(percentEncoded: false))
        {
            let time = try made.write()
            tell("\(recipes) recipes and \(made.articles) articles indexed in \(milliseconds(time)) ms")
        }
        let began = ContinuousClock.now
        let larder = try await Larder(readingFrom: folder)
        tell("opening  \(milliseconds(ContinuousClock.now - began)) ms")
        for (name, body) in queries {
            var times: [Duration] = []
            for round in 0..<rounds where times.reduce(.zero, +) < Self.longest {
                let began = ContinuousClock.now
                try await larder.read { try body($0, round) }
                times.append(ContinuousClock.now - began)
            }
            times.sort()
            let statements = try await larder.readDatabase { db in
                let count = Mutex(0)
                // FTS5 reads its own tables with statements of its own.
                db.trace { event in
                    let isOfSearch = event.description.firstMatch(of: /[sS]earch_(data|idx|docsize|config)/) != nil
                    if !isOfSearch { count.withLock { $0 += 1 } }
                }
                defer { db.trace() }
                try body(LarderReader(db, of: larder), 0)
                return count.withLock { $0 }
            }
            let percentiles = [0.5, 0.95].map {
                milliseconds(times[min(times.count - 1, Int(Double(times.count) * $0))])
            }
            let figures = "p50 \(percentiles[0]) ms  p95 \(percentiles[1]) ms  \(statements) statements"
            tell(name.padding(toLength: 34, withPad: " ", startingAt: 0) + figures)
        }
    }

    /// A slow query is asked less often.
    private static let longest = Duration.seconds(10)

    private typealias Query = @Sendable (LarderReader, Int) throws -> Void

    private var queries: [(String, Query)] {
        let count = recipes
        let typed = ["c", "ch", "cho", "choc", "smoky ch", "gar", "s", "pl", "tom", "golden apple p", "crem", "wi"]
        let searched = ["garlic", "garlic chicken", "chocolate cake", "cherry tart walnut", "the", "plum \"slowly\""]
        let category = RecipeFilter(category: "soup")
        let theme = RecipeFilter(category: "theme 7")
        let short = RecipeFilter(maxMinutes: 20)
        return [
            ("cards by rank", { reader, _ in _ = try reader.recipeCards() }),
            ("cards by rank, page 5", { reader, _ in _ = try reader.pages(5) }),
            ("cards by title", { reader, _ in _ = try reader.recipeCards(order: .title(Locale(identifier: "en"))) }),
            (
                "cards by Swedish title",
                { reader, _ in _ = try reader.recipeCards(order: .title(Locale(identifier: "sv"))) }
            ),
            (
                "cards by Polish title, sorted",
                { reader, _ in _ = try reader.recipeCards(order: .title(Locale(identifier: "pl"))) }
            ),
            ("cards, newest", { reader, _ in _ = try reader.recipeCards(order: .newest) }),
            ("cards by minutes", { reader, _ in _ = try reader.recipeCards(order: .minutes) }),
            ("cards of a large category", { reader, _ in _ = try reader.recipeCards(filter: category) }),
            (
                "cards of it by title",
                { reader, _ in
                    _ = try reader.recipeCards(order: .title(Locale(identifier: "en")), filter: category)
                }
            ),
            (
                "cards of a small one by minutes",
                { reader, _ in
                    _ = try reader.recipeCards(order: .minutes, filter: theme)
                }
            ),
            ("cards of at most 20 minutes", { reader, _ in _ = try reader.recipeCards(filter: short) }),
            ("article rows", { reader, _ in _ = try reader.articleRows() }),
            (
                "article rows of an outlet",
                { reader, round in
                    _ = try reader.articleRows(filter: ArticleFilter(outlet: "outlet:made-up:\(round % 200)"))
                }
            ),
            (
                "article rows of a subject",
                { reader, round in
                    _ = try reader.articleRows(filter: ArticleFilter(category: "subject \(round % 7)"))
                }
            ),
            ("sections", { reader, _ in _ = try reader.recipeSections(by: .category) }),
            ("a recipe", { reader, round in _ = try reader.recipe("recipe:made-up:\(round * 7919 % count)") }),
            (
                "an article",
                { reader, round in _ = try reader.article("article:made-up:\(round * 7919 % (count / 4))") }
            ),
            ("titles as typed", { reader, round in _ = try reader.titles(matching: typed[round % typed.count]) }),
            ("full text", { reader, round in _ = try reader.items(matching: searched[round % searched.count]) }),
            (
                "a link resolved",
                { reader, round in
                    let url = URL(string: "http://www.made-up.example/recipes/\(round * 7919 % count)/?utm_source=x#y")
                    _ = try url.map { try reader.resolve($0) }
                }
            ),
        ]
    }

    private func milliseconds(_ time: Duration) -> String { String(format: "%.2f", time / .milliseconds(1)) }
}

extension LarderReader {
    /// The page of cards with a number, from 1, after all before it.
    fileprivate func pages(_ number: Int) throws -> RowPage<RecipeCard> {
        var page = try recipeCards()
        for _ in 1..<number { page = try recipeCards(after: page.next) }
        return page
    }
}
