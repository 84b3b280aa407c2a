/// What stands around each page.
package struct FrameView: Sendable {
    /// Beginning of all addresses of this page's own files: "/" where it is served, "" or "../" in a folder.
    package var root: String
    /// The page of all items.
    package var home: String
    /// The page of the sync; nil in a folder.
    package var status: String?
    /// Where a search form is sent; nil in a folder, where the script searches.
    package var search: String?
    /// How many items the larder has, as it is shown: "1,180 items".
    package var itemCount: String
    /// When the latest sync ended: "23 Nov 2026, 13:42", and the date alone; nil: none has.
    package var copyDate: (long: String, short: String)?
    /// Whether the page says how old the copy is.
    ///
    /// Files of items in a folder do not, so that they change only with the item.
    package var isDated = true
    /// Whether a source was not synced for 30 days.
    package var isOld: Bool
    /// Addresses of the lists that keys lead to.
    package var recipes: String
    package var articles: String
    /// Whether the page is the first one of a folder, which tells what is new.
    package var hasNews = false
    /// What stands in the search field.
    package var query = ""

    package init(
        root: String,
        home: String,
        status: String?,
        search: String?,
        itemCount: String,
        copyDate: (long: String, short: String)?,
        isOld: Bool,
        recipes: String,
        articles: String
    ) {
        (self.root, self.home, self.status, self.search) = (root, home, status, search)
        (self.itemCount, self.copyDate, self.isOld) = (itemCount, copyDate, isOld)
        (self.recipes, self.articles) = (recipes, articles)
    }
}

/// A picture's files and box.
package struct PictureView: Sendable, Hashable {
    /// The smallest file that is wide enough.
    package var address: String
    /// Further files as in the attribute `srcset`; nil: there is one.
    package var candidates: String?
    package var width: Int
    package var height: Int
    /// The class of its dominant colour, `k0` to `k63`: red, green and blue in four steps each.
    package var colorClass: String
    /// Empty where nothing is known about it.
    package var alternative: String

    package init(
        address: String,
        candidates: String?,
        width: Int,
        height: Int,
        colorClass: String,
        alternative: String
    ) {
        (self.address, self.candidates, self.width, self.height) = (address, candidates, width, height)
        (self.colorClass, self.alternative) = (colorClass, alternative)
    }
}

/// A text with a language of its own.
package struct ForeignText: Sendable, Hashable {
    package var text: String
    /// A BCP 47 tag; nil: the page's own, or not known.
    package var language: String?

    package init(_ text: String, language: String? = nil) { (self.text, self.language) = (text, language) }
}

/// A text with marked parts.
package struct MarkedView: Sendable, Hashable {
    /// The parts in order.
    package var parts: [(text: String, isMarked: Bool)]

    package init(_ parts: [(text: String, isMarked: Bool)]) { self.parts = parts }

    package static func == (left: MarkedView, right: MarkedView) -> Bool {
        left.parts.elementsEqual(right.parts) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) { for part in parts { hasher.combine(part.text) } }
}
