/// A page with a list of items: cards, or the hits of a search.
package struct ListView: Sendable {
    package var frame: FrameView
    /// "Everything", "Recipes from Plain Plates"; of a search its words in quotation marks.
    package var heading: String
    /// The publication whose articles are listed; nil: it is no list of one.
    package var outlet: OutletView?
    /// "180 items".
    package var count: String
    /// What was searched for; nil: cards are shown.
    package var query: String?
    /// The orders there are; one is selected.
    package var orders: [Choice]
    /// Groups of filters, in order.
    package var filters: [FilterGroup]
    /// Where a search looks; empty for cards.
    package var places: [Choice]
    package var cards: [CardView]
    package var hits: [HitView]
    /// Number of this page, from 1.
    package var page: Int
    /// The next page, and its text "Show the next 48"; nil: there is none.
    package var next: (address: String, text: String)?
    /// The page before; nil: this is the first.
    package var previous: String?
    /// This list or search without its filters; nil: none is on.
    package var unfiltered: String?
    /// A near word that would find something, with its address.
    package var nearest: (word: String, address: String)?
    /// What is new since the reader was here last, by source: "12 new, 3 changed"; empty: not known, or nothing.
    package var news: [News]
    /// What a search keeps of this list: "kind" and "recipe", for hidden fields of the form.
    package var parameters: [(name: String, value: String)]

    package init(
        frame: FrameView,
        heading: String,
        outlet: OutletView? = nil,
        count: String,
        query: String? = nil,
        orders: [Choice] = [],
        filters: [FilterGroup] = [],
        places: [Choice] = [],
        cards: [CardView] = [],
        hits: [HitView] = [],
        page: Int = 1,
        next: (address: String, text: String)? = nil,
        previous: String? = nil,
        unfiltered: String? = nil,
        nearest: (word: String, address: String)? = nil,
        news: [News] = [],
        parameters: [(name: String, value: String)] = []
    ) {
        (self.frame, self.heading, self.count, self.query) = (frame, heading, count, query)
        (self.outlet, self.orders, self.filters, self.places) = (outlet, orders, filters, places)
        (self.cards, self.hits, self.page) = (cards, hits, page)
        (self.next, self.previous, self.unfiltered) = (next, previous, unfiltered)
        (self.nearest, self.news, self.parameters) = (nearest, news, parameters)
    }

    package struct News: Sendable {
        package var source: String
        package var text: String
        package var address: String
        package init(source: String, text: String, address: String) {
            (self.source, self.text, self.address) = (source, text, address)
        }
    }
}

/// A link that chooses something.
package struct Choice: Sendable, Hashable {
    package var label: String
    /// Nil: not counted.
    package var count: String?
    /// Nil: it would show nothing.
    package var address: String?
    package var isSelected: Bool

    package init(label: String, count: String? = nil, address: String?, isSelected: Bool) {
        (self.label, self.count, self.address, self.isSelected) = (label, count, address, isSelected)
    }
}

/// Filters of one kind.
package struct FilterGroup: Sendable, Hashable {
    /// "Source".
    package var title: String
    /// Whether choices are shown with a box: a second click takes the choice back.
    package var hasBoxes: Bool
    /// The first choices, and further ones that "All 17 sources" shows.
    package var choices: [Choice]
    package var more: [Choice]
    /// "All 17 sources"; empty where ``more`` is.
    package var moreLabel: String

    package init(title: String, hasBoxes: Bool, choices: [Choice], more: [Choice] = [], moreLabel: String = "") {
        (self.title, self.hasBoxes, self.choices) = (title, hasBoxes, choices)
        (self.more, self.moreLabel) = (more, moreLabel)
    }
}

/// What kind of item a card or a hit leads to.
package enum ItemKindView: Sendable, Hashable {
    case recipe, article
}

package struct CardView: Sendable, Hashable {
    package var kind: ItemKindView
    package var address: String
    package var source: String
    package var title: ForeignText
    /// "15 min", "serves 2", "6 min read", "27 Dec 2025", "no longer listed".
    package var details: [String]
    package var picture: PictureView?
    /// The first lines of an article without a picture.
    package var excerpt: String?

    package init(
        kind: ItemKindView,
        address: String,
        source: String,
        title: ForeignText,
        details: [String],
        picture: PictureView?,
        excerpt: String?
    ) {
        (self.kind, self.address, self.source, self.title) = (kind, address, source, title)
        (self.details, self.picture, self.excerpt) = (details, picture, excerpt)
    }
}

/// An item that a search found.
package struct HitView: Sendable, Hashable {
    package var kind: ItemKindView
    package var address: String
    package var title: MarkedView
    /// "Recipe", the source, "15 min".
    package var details: [String]
    /// "Ingredient", "Step 3", "Text"; nil: the title alone has the words.
    package var place: String?
    package var line: MarkedView?
    package var picture: PictureView?
    /// A BCP 47 tag; nil: not known.
    package var language: String?

    package init(
        kind: ItemKindView,
        address: String,
        title: MarkedView,
        details: [String],
        place: String?,
        line: MarkedView?,
        picture: PictureView?,
        language: String?
    ) {
        (self.kind, self.address, self.title, self.details) = (kind, address, title, details)
        (self.place, self.line, self.picture, self.language) = (place, line, picture, language)
    }
}
