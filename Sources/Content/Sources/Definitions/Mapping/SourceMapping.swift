package import LarderModel

/// How the lists and records of an API become items, as the keys of `kind: json` say.
package struct SourceMapping: Sendable, Hashable {
    /// A request to the API.
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

    /// A name and a value of a query.
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// Where an answer says something of the list.
    package enum Place: Sendable, Hashable {
        /// In the body; of several the first that says something.
        case pointers([JSONPointer])
        /// In a header field.
        case header(String)
    }

    /// How the list goes on.
    package enum Form: Sendable, Hashable {
        /// One answer has all.
        case none
        /// A page number, beginning with `from`.
        case page(name: String, from: Int)
        /// How many items to leave out.
        case offset(name: String, from: Int)
        /// A word out of the page before.
        case cursor(name: String, next: Place)
        /// The address of the next page.
        case next(Place)
        /// The address in the `Link` field with `rel=next` (RFC 8288).
        case link
    }

    /// The paging of a list.
    package struct Paging: Sendable, Hashable {
        package var form = Form.none
        /// The parameter that asks for so many items a page; nil: none does.
        package var sizeName: String?
        /// How many items a page has as a rule; nil: `page-size`, or not known.
        package var size: Int?
        /// Where the answer says how many items a page has.
        package var sizePlace: Place?
        /// What is false on the last page.
        package var more: [JSONPointer] = []
        /// How many items there are in all.
        package var total: Place?
        /// How many pages there are in all.
        package var pages: Place?
        /// Whether a page with fewer items than its size is the last.
        package var endsShort = false
        /// Whether the newest items come first.
        package var isNewestFirst = false
        /// Codes of errors that mean the end of the list behind its first page.
        package var endCodes: Set<String> = ["maximumResultsReached", "rest_post_invalid_page_number"]
        /// The most pages of one list.
        package var maxPages = SourceMapping.defaultMaxPages
    }

    /// The request that gives one item.
    package struct Detail: Sendable, Hashable {
        package var request: Request
        /// Where the item is in its answer.
        package var item = [JSONPointer.whole]
        /// What an item of the list need not be asked for again when it has it; empty: each is asked for.
        package var unless: [JSONPointer] = []
    }

    /// How an error is told from an answer.
    package struct ErrorRules: Sendable, Hashable {
        /// Places and what stands there in an error; nil: anything but nothing and false.
        package var when: [Condition] = []
        package var message: [JSONPointer] = []
        package var code: [JSONPointer] = []
    }

    /// A place and what stands there.
    package struct Condition: Sendable, Hashable {
        package var pointer: JSONPointer
        package var value: String?
    }

    /// How to ask only for what changed.
    package struct Since: Sendable, Hashable {
        /// The parameter that takes a time; nil: the list is walked until older items come.
        package var param: String?
        /// The time of an item's last change.
        package var from: [JSONPointer] = []
        /// How far before the newest time the next sync begins.
        package var overlap = Duration.seconds(3_600)
    }

    /// The request whose answer names the queries.
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
    /// The keys' values as they were read, for the definition's text.
    package var written: [String: String] = [:]
    /// Whether the kind brings it, so that it stands in no file.
    package var isBuiltIn = false

    package init() {}
}

/// Which fields of an item stand where.
package struct MappedFields: Sendable, Hashable {
    /// A field that a mapping can name.
    package struct Name: Sendable, Hashable {
        /// The key in the source's file.
        package let rawValue: String

        /// The field of a key.
        package init(_ key: String) { rawValue = key }

        package static let id = Name("id"), title = Name("title"), url = Name("url"), outlet = Name("outlet")
        package static let image = Name("image"), images = Name("images"), text = Name("text"), html = Name("html")
        package static let summary = Name("summary"), author = Name("author"), published = Name("published")
        package static let updated = Name("updated"), language = Name("language"), outletID = Name("outlet-id")
        package static let ingredients = Name("ingredients"), instructions = Name("instructions")
        package static let yields = Name("yields"), rating = Name("rating"), ratingCount = Name("rating-count")
        package static let videos = Name("videos"), prepTime = Name("prep-time"), cookTime = Name("cook-time")
        package static let totalTime = Name("total-time")

        /// All of them: those above, then those of fields that hold texts as they come.
        package static let all: [Name] =
            [
                id, title, url, image, images, text, html, summary, author, published, updated, language, ingredients,
                instructions, yields, rating, videos, outlet, outletID, totalTime, prepTime, cookTime, ratingCount,
            ] + Recipe.fields.compactMap(\.mappedName).map { Name($0) }
    }

    /// Where a field stands: the first of these that says something; one with `{1..20}` is as many pointers as numbers.
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
    /// Where ingredients are split; else they are a field.
    package var ingredients: Ingredients?

    package init() {}

    package subscript(name: Name) -> Field? { fields[name] }

    /// Whether what it names makes a recipe.
    package var namesRecipes: Bool {
        ingredients != nil || fields[.ingredients] != nil || fields[.instructions] != nil
    }
}
