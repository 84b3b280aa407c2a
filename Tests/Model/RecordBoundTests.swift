import LarderModel
import Testing

/// What a job brings is cut to the one table of bounds, whoever sent it, and the item's note says so.
@Suite("Bounds of records") struct RecordBoundTests {
    @Test(arguments: RecordBound.allCases) func `a bound has a limit and a reason`(bound: RecordBound) {
        #expect(bound.limit > 0 && bound.line.reason.hasSuffix("."))
        #expect(bound.noteCode.utf8.count <= FailureCode.maxBytes)
    }

    /// Bounds that hold while something is read, rendered or decoded, before there is a record.
    private static let elsewhere: Set<RecordBound> = [
        .effectBytes, .effectFields, .noteBytes, .identifierBytes, .pageRecipeBytes, .htmlBytes, .htmlNodes, .textRuns,
        .links, .linkBytes, .textMarkers, .textCells, .definitionBytes, .definitionDepth, .answerBytes, .jsonDepth,
        .jsonValues, .searchPages,
    ]
    private static let ofRecords = RecordBound.allCases.filter { !elsewhere.contains($0) }

    @Test(arguments: ofRecords) func `what is over a bound is cut, with a note`(bound: RecordBound) throws {
        var effect = Self.effect(over: bound)
        effect.bound(of: "search:s:1")
        let note = try #require(effect.notes.first { $0.code == bound.noteCode }, "\(effect.notes.map(\.code))")
        #expect(!note.urn.isEmpty, "the item or the job is named")
        #expect(effect.notes.count <= RecordBound.notes.limit)
        let once = effect
        effect.bound(of: "search:s:1")
        #expect(effect == once, "a second look changes nothing")
    }

    @Test(arguments: ofRecords) func `what is at a bound stays as it is`(bound: RecordBound) throws {
        var effect = Self.effect(over: bound, by: 0)
        let before = effect
        effect.bound(of: "search:s:1")
        #expect(effect == before)
    }

    @Test func `a recipe of a page that is too long in all keeps its beginning`() {
        var recipe = Recipe(urn: "recipe:s:1", recordID: "", title: "Soup")
        let text = String(repeating: "x", count: RecordBound.fieldBytes.limit)
        recipe.steps = [RecipeStep](repeating: RecipeStep(text: text), count: 9)
        recipe.nutrition = [NutritionFact(name: "calories", text: "1 kcal")]
        let bounded = recipe.bounded()
        let rest = RecordBound.pageRecipeBytes.limit - 7 * RecordBound.fieldBytes.limit - 4
        #expect(
            bounded.title == "Soup"
                && bounded.steps.map(\.text.utf8.count) == [Int](repeating: text.count, count: 7) + [rest]
        )
        #expect(bounded.nutrition == [])
    }

    @Test func `an address that is too long is left out with the picture that it is of`() {
        let long = "http://a.test/" + String(repeating: "x", count: RecordBound.urlBytes.limit)
        var effect = Self.recipe {
            $0.pictures = [ItemPicture(url: long), ItemPicture(url: "http://a.test/1")]
            $0.videos = [long, "http://a.test/2"]
        }
        effect.images = [ImageOriginal(urn: "image:s:1", url: long, digest: .zero, byteCount: 1)]
        effect.bound(of: "search:s:1")
        #expect(effect.recipes.first?.pictures.map(\.url) == ["http://a.test/1"])
        #expect(effect.recipes.first?.videos == ["http://a.test/2"] && effect.images == [])
        #expect(effect.notes.map(\.code) == [String](repeating: RecordBound.urlBytes.noteCode, count: 3))
    }

    @Test func `an ordinary effect is left alone`() {
        var effect = JobEffect()
        effect.recipes = [
            Recipe(urn: "recipe:s:1", recordID: "1", title: "Soup", ingredients: [Ingredient(text: "water")])
        ]
        effect.notes = [JobNote(code: "plan-ends", message: "The plan ends.")]
        let before = effect
        effect.bound(of: "detail:s:1")
        #expect(effect == before)
    }

    @Test func `a record without a name is left out`() {
        var effect = JobEffect()
        effect.recipes = [
            Recipe(urn: "", recordID: "1", title: "Soup"), Recipe(urn: "recipe:s:2", recordID: "2", title: "Stew"),
        ]
        effect.bound(of: "search:s:1")
        #expect(effect.recipes.map(\.urn) == ["recipe:s:2"])
        #expect(effect.notes.map(\.urn) == ["search:s:1"])
    }

    @Test func `a text that is cut keeps runs that fit it`() throws {
        var effect = JobEffect()
        effect.texts = [Self.text(plain: String(repeating: "ä", count: RecordBound.textBytes.limit))]
        effect.bound()
        let text = try #require(effect.texts.first)
        #expect(text.plain.utf8.count == RecordBound.textBytes.limit)
        #expect(text.runs == #"{"v":1,"runs":[\#(text.plain.unicodeScalars.count)]}"#)
    }

    @Test func `pages that begin behind the end of a text that is cut begin nowhere`() throws {
        var long = Self.text(plain: String(repeating: "x", count: RecordBound.textBytes.limit + 9))
        long.pages = [0, RecordBound.textBytes.limit, RecordBound.textBytes.limit + 1].map { (start: Int) in
            TextPage(url: "http://a.test/\(start)", digest: .zero, start: start)
        }
        var effect = Self.rendered(long)
        effect.bound()
        #expect(effect.texts.first?.pages.map(\.start) == [0, RecordBound.textBytes.limit, nil])
    }

    @Test func `contents that are too long for one result are shortened from the longest down, and a note tells it`() {
        let long = String(repeating: "é", count: 30_000)
        var effect = JobEffect()
        effect.articles = (0..<400).map { number in
            Article(urn: "article:s:\(number)", title: "t", content: number == 0 ? "short" : long)
        }
        effect.shorten(by: 8 << 20, of: "search:s:1")
        let left = effect.articles.compactMap { $0.content?.utf8.count }
        #expect(effect.articles.count == 400 && left[0] == 5 && left.reduce(0, +) <= 399 * 60_000 - 8 << 20)
        #expect(left[1] == 32 << 10 && effect.notes.map(\.code) == [RecordBound.effectBytes.noteCode])
        effect.shorten(by: 1 << 40, of: "search:s:1")
        #expect(effect.articles.allSatisfy { ($0.content?.utf8.count ?? 0) <= 1_024 } && effect.notes.count == 2)
    }

    // MARK: Effects

    private static func text(plain: String = "", runs: String = "{}") -> RenderedText {
        RenderedText(
            urn: "text:s:1:page",
            itemURN: "recipe:s:1",
            htmlDigest: .zero,
            plain: plain,
            runs: runs,
            readerVersion: 1
        )
    }

    private static func recipe(_ change: (inout Recipe) -> Void) -> JobEffect {
        var recipe = Recipe(urn: "recipe:s:1", recordID: "1", title: "Soup")
        change(&recipe)
        var effect = JobEffect()
        effect.recipes = [recipe]
        return effect
    }

    private static func rendered(_ text: RenderedText) -> JobEffect {
        var effect = JobEffect()
        effect.texts = [text]
        return effect
    }

    /// An effect that holds `excess` more than the bound.
    private static func effect(over bound: RecordBound, by excess: Int = 1) -> JobEffect {
        let count = bound.limit + excess
        let long = String(repeating: "x", count: count)
        var effect = JobEffect()
        switch bound {
        case .records:
            effect.outlets = (0..<count).map { Outlet(urn: "outlet:s:\($0)", outletID: "\($0)", name: "n") }
        case .media: effect.texts = [RenderedText](repeating: text(), count: count)
        case .rows:
            let most = RecordBound.ingredients.limit
            effect.recipes = (0...(count / most)).map { index in
                let left = min(most, count - index * most)
                let lines = [Ingredient](repeating: Ingredient(text: "salt"), count: left)
                return Recipe(urn: "recipe:s:\(index)", recordID: "\(index)", title: "t", ingredients: lines)
            }
        case .provenance:
            for index in 0..<count {
                effect.provenance["a:\(index)"] = Provenance(url: "", fetchedAt: 0, readerVersion: 1)
            }
        case .foundJobs:
            let spec = JobSpec(source: "s", work: .discover(DiscoverWork(target: "t")))
            effect.found = [FoundJob](repeating: FoundJob(spec: spec), count: count)
        case .notes: effect.notes = [JobNote](repeating: JobNote(code: "c", message: "m"), count: count)
        case .nameBytes: effect.recipes = [Recipe(urn: long, recordID: "1", title: "t")]
        case .titleBytes: return recipe { $0.title = long }
        case .fieldBytes: effect.articles = [Article(urn: "article:s:1", title: "t", content: long)]
        case .languageBytes: return recipe { $0.language = long }
        case .urlBytes: return recipe { $0.sourceURL = long }
        case .ingredients: return recipe { $0.ingredients = .init(repeating: Ingredient(text: "salt"), count: count) }
        case .listings:
            let entry = ListEntry(itemURN: "recipe:s:1", position: 0, list: ItemList())
            effect.listings = [ListEntry](repeating: entry, count: count)
        case .steps: return recipe { $0.steps = .init(repeating: RecipeStep(text: "Stir."), count: count) }
        case .recipeWords: return recipe { $0.keywords = .init(repeating: "soup", count: count) }
        case .nutrition:
            return recipe { $0.nutrition = .init(repeating: NutritionFact(name: "n", text: "1 g"), count: count) }
        case .pictures:
            return recipe { $0.pictures = .init(repeating: ItemPicture(url: "http://a.test/"), count: count) }
        case .attachments:
            var article = Article(urn: "article:s:1", title: "t")
            article.attachments = .init(repeating: ItemAttachment(url: "http://a.test/a.mp3"), count: count)
            effect.articles = [article]
        case .sortOrders:
            let orders = [String](repeating: "top", count: count)
            effect.outlets = [Outlet(urn: "outlet:s:1", outletID: "1", name: "n", sortOrders: orders)]
        case .extraFields:
            return recipe { $0.extra = ExtraFields((0..<count).map { ExtraField(name: "f\($0)", json: "1") }) }
        case .extraBytes: return recipe { $0.extra = [ExtraField(name: "", json: long)] }
        case .variants:
            let variant = ImageVariant(width: 1, height: 1, format: "png", digest: .zero, byteCount: 1)
            let variants = [ImageVariant](repeating: variant, count: count)
            effect.decodings = [ImageDecoding(urn: "image:s:1", digest: .zero, variants: variants, readerVersion: 1)]
        case .textPages:
            var pages = text()
            pages.pages = [TextPage](repeating: TextPage(url: "http://a.test/", digest: .zero), count: count)
            return rendered(pages)
        case .textPictures:
            var pictures = text()
            pictures.pictures = [TextPicture](repeating: TextPicture(url: "http://a.test/", start: 0), count: count)
            return rendered(pictures)
        case .textBytes: return rendered(text(plain: long))
        case .runsBytes: return rendered(text(runs: long))
        default: Issue.record("\(bound) bounds no record")
        }
        return effect
    }
}
