package import LarderModel

/// How the lists and records of an API become items, as the keys of `kind: json` say.
package struct SourceMapping: Sendable, Hashable {
    package struct Request: Sendable, Hashable {
        /// Below the base, with `{query}`, `{id}` and `{key}` where they belong; empty: the base itself.
        package var path = ""
        /// Names and values of the query, in their order; values may hold `{query}` and `{id}`.
        package var params: [Parameter] = []
        /// Header fields without secrets.
        package var headers: [HeaderField] = []
        /// The body of a POST, whose texts may hold `{query}`; nil: the request is a GET.
        package var body: JSONValue?
    }

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// Where an answer says something about the list.
    package enum Place: Sendable, Hashable {
        /// In the body, at the first of these places that says something.
        case pointers([JSONPointer])
        case header(String)
    }

    package enum Form: Sendable, Hashable {
        case none
        /// A page number, from `from` on.
        case page(name: String, from: Int)
        case offset(name: String, from: Int)
        /// A word from the page before.
        case cursor(name: String, next: Place)
        case next(Place)
        /// All members of an object in the answer, as parameters.
        case continuation([JSONPointer])
        /// The address in the `Link` field with `rel=next` (RFC 8288).
        case link

        /// Whether an answer names the page behind it, so that a page which is not there is missing.
        package var isNamedByAnswers: Bool {
            switch self {
            case .none, .page, .offset: false
            case .cursor, .next, .link, .continuation: true
            }
        }
    }

    package struct Paging: Sendable, Hashable {
        package var form = Form.none
        /// The parameter for the items of a page; nil: there is none.
        package var sizeName: String?
        /// The usual items of a page; nil: `page-size`, or unknown.
        package var size: Int?
        /// Where the answer says the items of a page.
        package var sizePlace: Place?
        /// False on the last page.
        package var more: [JSONPointer] = []
        package var total: Place?
        package var pages: Place?
        /// Whether a page with fewer items than its size is the last.
        package var endsShort = false
        package var isNewestFirst = false
        /// Codes of errors that end the list behind its first page.
        package var endCodes: Set<String> = ["maximumResultsReached", "rest_post_invalid_page_number"]
        package var maxPages = SourceMapping.defaultMaxPages
    }

    package struct Detail: Sendable, Hashable {
        package var request: Request
        package var item = [JSONPointer.whole]
        /// What an item of the list must have to make its detail needless; empty: each is asked for.
        package var unless: [JSONPointer] = []
    }

    package struct ErrorRules: Sendable, Hashable {
        /// Values that an error has; a nil value: anything but nothing and false.
        package var when: [Condition] = []
        package var message: [JSONPointer] = []
        package var code: [JSONPointer] = []
    }

    package struct Condition: Sendable, Hashable {
        package var pointer: JSONPointer
        package var value: String?
    }

    package struct Since: Sendable, Hashable {
        /// The parameter for a time; nil: the list is walked until older items come.
        package var param: String?
        package var from: [JSONPointer] = []
        /// How far before the newest time the next sync begins.
        package var overlap = Duration.seconds(3_600)
    }

    package struct QueryList: Sendable, Hashable {
        package var request: Request
        package var items: JSONPointer
    }

    package static let defaultMaxPages = 10_000

    package var list = Request()
    package var items = [JSONPointer.whole]
    package var paging = Paging()
    package var detail: Detail?
    package var fields = MappedFields()
    package var error: ErrorRules?
    package var since: Since?
    package var queryList: QueryList?
    /// The values of keys as they were read, for the definition's text.
    package var written: [String: String] = [:]
    /// Whether the kind brings the mapping, so that no file has it.
    package var isBuiltIn = false

    package init() {}
}

package struct MappedFields: Sendable, Hashable {
    package struct Name: Sendable, Hashable {
        package let rawValue: String

        package init(_ key: String) { rawValue = key }

        package static let id = Name("id"), title = Name("title"), url = Name("url"), outlet = Name("outlet")
        package static let image = Name("image"), images = Name("images"), text = Name("text"), html = Name("html")
        package static let summary = Name("summary"), author = Name("author"), published = Name("published")
        package static let updated = Name("updated"), language = Name("language"), outletID = Name("outlet-id")
        package static let ingredients = Name("ingredients"), instructions = Name("instructions")
        package static let yields = Name("yields"), rating = Name("rating"), ratingCount = Name("rating-count")
        package static let videos = Name("videos"), prepTime = Name("prep-time"), cookTime = Name("cook-time")
        package static let totalTime = Name("total-time")

        /// All of them; last the fields that hold texts unchanged.
        package static let all: [Name] =
            [
                id, title, url, image, images, text, html, summary, author, published, updated, language, ingredients,
                instructions, yields, rating, videos, outlet, outletID, totalTime, prepTime, cookTime, ratingCount,
            ] + Recipe.fields.compactMap(\.mappedName).map { Name($0) }
    }

    /// The places of a field, of which the first with a value counts; `{1..20}` makes as many pointers.
    package struct Field: Sendable, Hashable {
        package var alternatives: [[JSONPointer]]

        package init(_ alternatives: [[JSONPointer]] = []) { self.alternatives = alternatives }
    }

    /// Where the parts of ingredients stand, one for one.
    package struct Ingredients: Sendable, Hashable {
        package var text: Field?
        package var name: Field?
        package var amount: Field?
        package var unit: Field?
    }

    package var fields: [Name: Field] = [:]
    /// Where ingredients are split; nil: they are a field.
    package var ingredients: Ingredients?

    package subscript(name: Name) -> Field? { fields[name] }

    package var namesRecipes: Bool {
        ingredients != nil || fields[.ingredients] != nil || fields[.instructions] != nil
    }
}
