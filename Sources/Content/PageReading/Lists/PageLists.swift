import LarderHTML
internal import LarderModel

/// The ingredients and steps that a page shows its readers.
struct PageLists {
    private(set) var ingredients: [Ingredient] = []
    private(set) var steps: [RecipeStep] = []
    /// Whether headings or classes, and not the lines alone, say that the lists are a recipe's.
    private(set) var isNamed = false
    private(set) var areItems = false
    /// The part of the lines with an amount in them, 0 to 1.
    private(set) var amounts = 0.0
    /// The last large heading before the ingredients.
    private(set) var title: String?
    private let outline: PageOutline
    /// The heading of the ingredients without its topic.
    private let heading: String?

    /// - Parameter picture: Gives the address of a picture.
    init(_ outline: PageOutline, picture: (NodeID) -> String?) {
        self.outline = outline
        let lines = outline.lines
        let headings = lines.map { $0.role.contains(.aside) ? nil : PageHeading($0) }
        let search = ListSearch(lines: lines, blocks: outline.blocks, headings: headings)
        let found = search.ingredients()
        heading = found?.heading
        let foundSteps = search.steps(after: found)
        let parts = found?.parts ?? []
        let once = parts.prefix(IngredientText.countOnce(parts.map(\.text))).map { ($0.text, $0.section) }
        let texts = once.prefix(IngredientText.countInFirstUnits(once)).map(\.0)
        ingredients = parts.prefix(texts.count).map { .init(text: $0.text, section: $0.section) }
        isNamed = found?.isNamed ?? false
        if !texts.isEmpty {
            amounts = Double(texts.count(where: QuantityText.hasAmount)) / Double(texts.count)
        }
        areItems = foundSteps?.areItems ?? false
        let stepParts = ListSearch.withoutNumbers(foundSteps?.parts ?? [])
        steps = stepParts.prefix(IngredientText.countOnce(stepParts.map(\.text))).map { part in
            .init(
                text: part.text,
                section: part.section,
                imageURL: part.pictures.lazy.compactMap(picture).first(where: PictureOrder.isUsable)
            )
        }
        let titles = lines.indices.filter { lines[$0].headingLevel == 1 && !lines[$0].role.contains(.aside) }
        let start = found?.start ?? lines.count
        title = (titles.last { $0 < start } ?? titles.first).map { lines[$0].line }
    }

    /// Times and servings, for which all lines are read again: most markup has its own.
    func facts() -> PageFacts { PageFacts(outline.lines, heading: heading) }

    func pictures(_ picture: (NodeID) -> String?) -> [String] { outline.allPictures.compactMap(picture).distinct }

    /// Whether the lists are surely a recipe's, with no markup that says so.
    var isRecipe: Bool {
        ingredients.count >= 3 && amounts >= 0.3 && isNamed && (!steps.isEmpty || amounts >= 0.6)
    }
}
