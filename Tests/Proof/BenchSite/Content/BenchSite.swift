internal import LarderModel

/// A made-up site for benchmarks: an API in food2fork's form, a web page of 22 kB and a photograph of 40 to 60 kB a
/// recipe.
///
/// Answers are put together from prepared parts when they are asked for, so a site of a million recipes takes no more
/// memory than one of a dozen, and serving costs little of the processor time that is to be measured. No answer ever
/// changes.
package struct BenchSite: Sendable {
    /// The most recipes of a site.
    package static let mostRecipes = 1_000_000
    /// Recipes on a page of search results.
    package static let pageSize = 30
    static let seed: UInt64 = 22

    let recipes: Int
    /// Scheme, host and port of each host; each has as many recipes, in their order.
    let bases: [String]
    let photos: BenchPhotos
    let frame: BenchPageFrame

    /// Makes a site.
    ///
    /// - Parameters:
    ///   - recipes: 1 to ``mostRecipes``, and a multiple of the number of hosts.
    ///   - bases: Scheme, host and port of each host.
    package init(recipes: Int, bases: [String]) {
        precondition((1...Self.mostRecipes).contains(recipes), "A site has 1 to \(Self.mostRecipes) recipes")
        precondition(!bases.isEmpty && recipes.isMultiple(of: bases.count), "Every host has as many recipes")
        self.recipes = recipes
        self.bases = bases
        photos = BenchPhotos(count: recipes, seed: Self.seed)
        frame = BenchPageFrame(recipes: recipes, seed: Self.seed)
    }

    /// Makes a site of one host.
    package init(recipes: Int, base: String) { self.init(recipes: recipes, bases: [base]) }

    /// Whatever can be asked for.
    enum Target: Equatable {
        /// A page of results: of all recipes, or of those of one host, counted from 1.
        case search(page: Int, host: Int? = nil)
        case detail(Int)
        case page(Int)
        case photo(Int)
    }

    /// Path and query of everything that a sync asks for, the empty page at the end of the search included; at most
    /// `most` of them.
    package static func targets(recipes: Int, most: Int) -> [String] {
        let searches = (1...(recipes + pageSize - 1) / pageSize + 1).lazy.map { Target.search(page: $0) }
        let items = (0..<recipes).lazy.flatMap { [Target.detail($0), .page($0), .photo($0)] }
        return Array((searches.prefix(most).map(\.path) + items.prefix(max(0, most - searches.count)).map(\.path)))
    }

    /// The body behind path and query; nil when there is no such thing.
    package func body(at path: String) -> [UInt8]? {
        guard let target = Target(Array(path.utf8)[...]) else { return nil }
        var bytes: [UInt8] = []
        return appendBody(of: target, to: &bytes) == nil ? nil : bytes
    }

    /// Appends the body of what is asked for.
    ///
    /// - Returns: Its media type; nil when there is no such thing.
    func appendBody(of target: Target, to bytes: inout [UInt8]) -> String? {
        switch target {
        case .search(let page, let host):
            guard (1...bases.count).contains(host ?? 1) else { return nil }
            bytes += searchAnswer(page: page, host: host).utf8
            return "application/json"
        case .detail(let number) where number < recipes:
            bytes += detail(of: BenchRecipe(number, seed: Self.seed)).utf8
            return "application/json"
        case .page(let number) where number < recipes:
            frame.appendPage(
                of: BenchRecipe(number, seed: Self.seed),
                photo: base(of: number) + Target.photo(number).path,
                to: &bytes
            )
            return "text/html; charset=utf-8"
        case .photo(let number) where number < recipes:
            photos.append(number, to: &bytes)
            return "image/jpeg"
        case .detail, .page, .photo: return nil
        }
    }

    private var recipesOfHost: Int { recipes / bases.count }

    private func base(of number: Int) -> String { bases[number / recipesOfHost] }

    private func searchAnswer(page: Int, host: Int?) -> String {
        let listed = host.map { ($0 - 1) * recipesOfHost..<$0 * recipesOfHost } ?? 0..<recipes
        let numbers = listed.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize)
        return JSONWriter.text {
            $0.object { json in
                json.member("count", numbers.count)
                json.key("recipes")
                json.array(numbers) { list, number in
                    list.object { write(BenchRecipe(number, seed: Self.seed), to: &$0) }
                }
            }
        }
    }

    private func detail(of recipe: BenchRecipe) -> String {
        JSONWriter.text {
            $0.object { json in
                json.key("recipe")
                json.object {
                    write(recipe, to: &$0)
                    $0.member("ingredients", strings: recipe.ingredients)
                }
            }
        }
    }

    private func write(_ recipe: BenchRecipe, to json: inout JSONWriter) {
        let base = base(of: recipe.number)
        json.member("recipe_id", String(Target.firstID + recipe.number))
        json.member("title", recipe.title)
        json.member("publisher", "Bench Kitchen \(recipe.publisher)")
        json.member("publisher_url", base + "/publisher/\(recipe.publisher)")
        json.member("source_url", base + Target.page(recipe.number).path)
        json.member("f2f_url", base + "/view/\(Target.firstID + recipe.number)")
        json.member("image_url", base + Target.photo(recipe.number).path)
        json.member("social_rank", recipe.rank)
    }
}
