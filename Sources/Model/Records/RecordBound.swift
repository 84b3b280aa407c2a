/// Every bound on what one job may bring, in one table.
///
/// A worker keeps to them before it sends a result, and the coordinator applies them again before it believes one
/// (``JobEffect/bound(of:)``). A list or text over its bound keeps its beginning, with a note that names the item.
/// The raw value of a bound on bytes ends in `-bytes`; the others count elements of a list.
package enum RecordBound: String, Sendable, CaseIterable {
    case records, media, rows, provenance, notes, listings, ingredients, steps, nutrition, pictures, variants, links,
        attachments
    case effectBytes = "effect-bytes"
    case effectFields = "effect-fields"
    case foundJobs = "found-jobs"
    case noteBytes = "note-bytes"
    case nameBytes = "name-bytes"
    case identifierBytes = "identifier-bytes"
    case titleBytes = "title-bytes"
    case fieldBytes = "field-bytes"
    case urlBytes = "url-bytes"
    case languageBytes = "language-bytes"
    case recipeWords = "recipe-words"
    case pageRecipeBytes = "page-recipe-bytes"
    case sortOrders = "sort-orders"
    case extraFields = "extra-fields"
    case extraBytes = "extra-bytes"
    case textBytes = "text-bytes"
    case textRuns = "text-runs"
    case runsBytes = "runs-bytes"
    case linkBytes = "link-bytes"
    case textPictures = "text-pictures"
    case textPages = "text-pages"
    case textMarkers = "text-markers"
    case textCells = "text-cells"
    case htmlBytes = "html-bytes"
    case htmlNodes = "html-nodes"
    case definitionBytes = "definition-bytes"
    case definitionDepth = "definition-depth"
    case answerBytes = "answer-bytes"
    case jsonDepth = "json-depth"
    case jsonValues = "json-values"
    case searchPages = "search-pages"

    /// The most that is kept.
    package var limit: Int { line.limit }

    /// The code of the note on what is over the bound.
    package var noteCode: String { Self.codePrefix + rawValue }
    /// What the codes of all such notes begin with.
    static let codePrefix = "over-"

    /// The limit, and why it is no more and no less.
    package var line: (limit: Int, reason: String) {
        switch self {
        case .effectBytes: (16 << 20, "Decoded it takes six times as much, in a process that has 400 MB.")
        case .effectFields: (1_500_000, "Each field is an object while an effect is decoded.")
        case .records: (10_000, "Recipes, articles and outlets, of each: a page of an API has 100.")
        case .listings: (10_000, "One for each record.")
        case .media: (100, "Pictures, decodings and texts, of each: a job makes one.")
        case .rows: (250_000, "Rows of one transaction: SQLite writes them in about a second.")
        case .provenance: (20_000, "One for each record, and one for an answer that gave none.")
        case .foundJobs: (10_000, "Three for each of 3,333 records: smaller pages are asked for with page-size.")
        case .notes: (50, "More than a person reads about one job.")
        case .noteBytes: (1_000, "One sentence with an address in it.")
        case .nameBytes: (4_096, "A URN or identifier is a key of an index: cut, it would name something else.")
        case .identifierBytes: (1_024, "A source's own identifier: it becomes a part of addresses.")
        case .titleBytes: (4 << 10, "A title, name, author or ingredient: one line on a screen.")
        case .fieldBytes: (64 << 10, "A summary or content: a long article.")
        case .urlBytes: (WebAddress.maxBytes, "What can be fetched; cut, it would lead elsewhere.")
        case .languageBytes: (35, "The longest language tag (RFC 5646); a part of one names another language.")
        case .ingredients: (1_000, "The longest real list has about a hundred.")
        case .steps: (500, "The longest real method has about sixty.")
        case .recipeWords: (200, "Authors, categories, cuisines, keywords and videos of a recipe, of each.")
        case .nutrition: (100, "The vocabulary of schema.org has eleven.")
        case .pageRecipeBytes: (512 << 10, "All texts of the recipe of a page: 100 long recipes.")
        case .pictures: (200, "Pictures of one item that are fetched: a long gallery.")
        case .sortOrders: (100, "An API has a handful.")
        case .attachments: (100, "Files of one item: an album has some dozens of sounds.")
        case .extraFields: (1_000, "Fields without a column, of one record.")
        case .extraBytes: (64 << 10, "Fields without a column, of one record together.")
        case .variants: (16, "Pictures made of one picture: a job makes one.")
        case .textBytes: (2 << 20, "Half for the page's characters, a book of 500 pages, half for list markers.")
        case .textRuns: (50_000, "About 40 bytes of JSON each; 10,000 links in a list make 40,000.")
        case .runsBytes: (8 << 20, "The attributes of the longest text whose lists are all at their bounds.")
        case .links: (10_000, "The longest index pages of encyclopedias have about 5,000.")
        case .linkBytes: (1 << 20, "Of all URLs in one text: 10,000 of 100 bytes.")
        case .textPictures: (5_000, "Ten times the longest gallery on one page.")
        case .textPages: (16, "Each page of an article is a request; long stories have about ten.")
        case .textMarkers: (20_000, "List items and quotation marks; a long glossary has some thousands.")
        case .textCells: (20_000, "Cells of all tables of a page: 1,000 rows of 20.")
        case .htmlBytes:
            (8 << 20, "Of a page's HTML; of 1,000 pages one has 3 MB, and its tree takes ten times as much.")
        case .htmlNodes: (1_000_000, "32 bytes each; a page of 8 MiB with ordinary text has half as many.")
        case .definitionBytes: (256 << 10, "Of a source's file; the longest ones have a few KiB.")
        case .definitionDepth: (64, "Levels of a source's file; its keys need five.")
        case .answerBytes: (32 << 20, "Of an API's answer or a feed that is parsed.")
        case .jsonDepth: (64, "Levels of an API's answer.")
        case .jsonValues: (2_000_000, "Objects, arrays, strings, numbers and literals of one answer.")
        case .searchPages: (100_000, "The highest page that a search asks for.")
        }
    }
}

extension JobNote {
    /// A note on what a bound left out of an item, or of the job itself where `urn` is empty.
    ///
    /// - Parameter leftOut: How much, in the bound's unit, where that is known.
    package init(over bound: RecordBound, of urn: String, leftOut: Int?, named name: String? = nil) {
        let unit = bound.rawValue.hasSuffix("-bytes") ? " bytes" : ""
        let what = bound.rawValue.replacing("-", with: " ")
        let rest = leftOut.map { "\($0)\(unit) more were left out" } ?? "the rest was left out"
        let shown = PlainText.line(name ?? urn, maxBytes: 200)
        self.init(
            code: bound.noteCode,
            message:
                "\(shown.isEmpty ? "The result" : shown) is over the bound on \(what), \(bound.limit)\(unit): \(rest).",
            urn: urn.utf8.count <= RecordBound.nameBytes.limit ? urn : ""
        )
    }
}
