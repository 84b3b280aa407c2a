internal import LarderModel
import Synchronization

/// Finds recipes by the words of their titles and ingredients.
///
/// The dish words of ``SampleSite/queries`` are found without making any text. The first other word makes an index of
/// all texts: about 50 µs a recipe, once, while other searches wait.
final class RecipeSearch: Sendable {
    /// An order of results.
    enum Order: Hashable {
        case rating, trend
    }

    private struct Question: Hashable {
        let words: [String]
        let order: Order
    }

    private struct State {
        var index: [String: [Int32]]?
        var results: [Question: [Int32]] = [:]
    }

    private static let keptResults = 256
    private let catalog: SampleCatalog
    private let state = Mutex(State())

    init(catalog: SampleCatalog) { self.catalog = catalog }

    /// The positions of the recipes that hold all words of `query`, best first.
    func results(for query: String, order: Order) -> [Int32] {
        let question = Question(words: Array(Set(Self.words(in: query))).sorted(), order: order)
        return state.withLock { state in
            if let known = state.results[question] { return known }
            var found = Array(0..<Int32(catalog.recipeCount))
            for word in question.words {
                let matches = Set(matches(for: word, &state))
                found.removeAll { !matches.contains($0) }
            }
            let sorted = sort(found, by: order)
            if state.results.count >= Self.keptResults { state.results.removeAll() }
            state.results[question] = sorted
            return sorted
        }
    }

    private func matches(for word: String, _ state: inout State) -> [Int32] {
        if let dish = SampleSite.queries.firstIndex(of: word) {
            return (0..<Int32(catalog.recipeCount)).filter {
                let dishes = catalog.dishes(ofRecipe: Int($0))
                return dishes.first == dish || dishes.second == dish
            }
        }
        let index = state.index ?? makeIndex()
        state.index = index
        return index[word] ?? []
    }

    private func makeIndex() -> [String: [Int32]] {
        var index: [String: [Int32]] = [:]
        for position in 0..<catalog.recipeCount {
            let recipe = catalog.recipe(position)
            let words = Set(([recipe.title] + recipe.ingredients).flatMap(Self.words))
            for word in words { index[word, default: []].append(Int32(position)) }
        }
        return index
    }

    private func sort(_ positions: [Int32], by order: Order) -> [Int32] {
        let ranked = positions.map { position -> (rank: Double, position: Int32) in
            let index = Int(position)
            switch order {
            case .rating: return (catalog.socialRank(ofRecipe: index), position)
            case .trend: return (Double(SeededGenerator.mix(catalog.seed ^ UInt64(index) &* 97) >> 11), position)
            }
        }
        return ranked.sorted { $0.rank == $1.rank ? $0.position < $1.position : $0.rank > $1.rank }.map(\.position)
    }

    /// The words of a text in small letters: runs of letters and digits.
    static func words(in text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
