/// Every bound on what one job may bring, in one table.
///
/// A worker keeps to them before it sends a result, and the coordinator applies them again before it believes one
/// (``JobEffect/bound(of:)``). What is over a bound is left out or cut, with a note that names the item; of a list the
/// beginning is kept, of a text the beginning.
package enum RecordBound: String, Sendable, CaseIterable {
    case effectBytes = "effect-bytes"
    case effectFields = "effect-fields"
    case records
    case media
    case rows
    case provenance
    case foundJobs = "found-jobs"
    case notes
    case noteBytes = "note-bytes"
    case nameBytes = "name-bytes"
    case identifierBytes = "identifier-bytes"
    case titleBytes = "title-bytes"
    case fieldBytes = "field-bytes"
    case urlBytes = "url-bytes"
    case languageBytes = "language-bytes"
    case listings
    case ingredients
    case steps
    case recipeWords = "recipe-words"
    case nutrition
    case pageRecipeBytes = "page-recipe-bytes"
    case pictures
    case sortOrders = "sort-orders"
    case extraFields = "extra-fields"
    case extraBytes = "extra-bytes"
    case variants
    case textBytes = "text-bytes"
    case textRuns = "text-runs"
    case runsBytes = "runs-bytes"
    case links
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

    /// What the limit counts.
    package enum Unit: String, Sendable {
        /// Bytes of UTF-8, or of a message.
        case bytes
        /// Elements of a list.
        case items
    }

    /// One line of the table.
    package struct Line: Sendable, Hashable {
        /// The most that is kept.
        package let limit: Int
        /// What the limit counts.
        package let unit: Unit
        /// Why it is no more, and why no less.
        package let reason: String

        init(_ limit: Int, _ unit: Unit, _ reason: String) {
            self.limit = limit
            self.unit = unit
            self.reason = reason
        }
    }

    /// The most that is kept.
    package var limit: Int { line.limit }

    /// The code of the note on what is over the bound.
    package var noteCode: String { Self.codePrefix + rawValue }
    /// What the codes of all such notes begin with.
    static let codePrefix = "over-"

    /// The limit with its reason.
    package var line: Line {
        switch self {
        case .effectBytes, .effectFields, .records, .listings, .media, .rows, .provenance, .foundJobs, .notes,
            .noteBytes:
            resultLine
        case .textBytes, .textRuns, .runsBytes, .links, .linkBytes, .textPictures, .textPages, .textMarkers, .textCells,
            .htmlBytes, .htmlNodes:
            textLine
        case .definitionBytes, .definitionDepth, .answerBytes, .jsonDepth, .jsonValues, .searchPages: answerLine
        default: recordLine
        }
    }

    private var resultLine: Line {
        switch self {
        case .effectBytes: Line(16 << 20, .bytes, "Decoded it takes six times as much, in a process that has 400 MB.")
        case .effectFields: Line(1_500_000, .items, "Each field is an object while an effect is decoded.")
        case .records: Line(10_000, .items, "Recipes, articles and outlets, of each: a page of an API has 100.")
        case .listings: Line(10_000, .items, "One for each record.")
        case .media: Line(100, .items, "Pictures, decodings and texts, of each: a job makes one.")
        case .rows: Line(250_000, .items, "Rows of one transaction: SQLite writes them in about a second.")
        case .provenance: Line(20_000, .items, "One for each record, and one for an answer that gave none.")
        case .foundJobs:
            Line(10_000, .items, "Three for each of 3,333 records: smaller pages are asked for with page-size.")
        case .notes: Line(50, .items, "More than a person reads about one job.")
        default: Line(1_000, .bytes, "One sentence with an address in it.")
        }
    }

    private var recordLine: Line {
        switch self {
        case .nameBytes:
            Line(4_096, .bytes, "A URN or identifier is a key of an index: cut, it would name something else.")
        case .identifierBytes: Line(1_024, .bytes, "A source's own identifier: it becomes a part of addresses.")
        case .titleBytes: Line(4 << 10, .bytes, "A title, name, author or ingredient: one line on a screen.")
        case .fieldBytes: Line(64 << 10, .bytes, "A summary or content: a long article.")
        case .urlBytes: Line(WebAddress.maxBytes, .bytes, "What can be fetched; cut, it would lead elsewhere.")
        case .languageBytes:
            Line(35, .bytes, "The longest language tag (RFC 5646); a part of one names another language.")
        case .ingredients: Line(1_000, .items, "The longest real list has about a hundred.")
        case .steps: Line(500, .items, "The longest real method has about sixty.")
        case .recipeWords: Line(200, .items, "Authors, categories, cuisines, keywords and videos of a recipe, of each.")
        case .nutrition: Line(100, .items, "The vocabulary of schema.org has eleven.")
        case .pageRecipeBytes: Line(512 << 10, .bytes, "All texts of the recipe of a page: 100 long recipes.")
        case .pictures: Line(200, .items, "Pictures of one item that are fetched: a long gallery.")
        case .sortOrders: Line(100, .items, "An API has a handful.")
        case .extraFields: Line(1_000, .items, "Fields without a column, of one record.")
        case .extraBytes: Line(64 << 10, .bytes, "Fields without a column, of one record together.")
        default: Line(16, .items, "Pictures made of one picture: a job makes one.")
        }
    }

    private var textLine: Line {
        switch self {
        case .textBytes:
            Line(2 << 20, .bytes, "Half for the page's characters, a book of 500 pages, half for list markers.")
        case .textRuns: Line(50_000, .items, "About 40 bytes of JSON each; 10,000 links in a list make 40,000.")
        case .runsBytes:
            Line(8 << 20, .bytes, "The attributes of the longest text whose lists are all at their bounds.")
        case .links: Line(10_000, .items, "The longest index pages of encyclopedias have about 5,000.")
        case .linkBytes: Line(1 << 20, .bytes, "Of all URLs in one text: 10,000 of 100 bytes.")
        case .textPictures: Line(5_000, .items, "Ten times the longest gallery on one page.")
        case .textPages: Line(16, .items, "Each page of an article is a request; long stories have about ten.")
        case .textMarkers: Line(20_000, .items, "List items and quotation marks; a long glossary has some thousands.")
        case .textCells: Line(20_000, .items, "Cells of all tables of a page: 1,000 rows of 20.")
        case .htmlBytes:
            Line(
                8 << 20,
                .bytes,
                "Of a page's HTML; of 1,000 pages one has 3 MB, and its tree takes ten times as much."
            )
        default: Line(1_000_000, .items, "32 bytes each; a page of 8 MiB with ordinary text has half as many.")
        }
    }

    /// What sources and their definitions may send.
    private var answerLine: Line {
        switch self {
        case .definitionBytes: Line(256 << 10, .bytes, "Of a source's file; the longest ones have a few KiB.")
        case .definitionDepth: Line(64, .items, "Levels of a source's file; its keys need five.")
        case .answerBytes: Line(32 << 20, .bytes, "Of an API's answer or a feed that is parsed.")
        case .jsonDepth: Line(64, .items, "Levels of an API's answer.")
        case .jsonValues: Line(2_000_000, .items, "Objects, arrays, strings, numbers and literals of one answer.")
        default: Line(100_000, .items, "The highest page that a search asks for.")
        }
    }
}
