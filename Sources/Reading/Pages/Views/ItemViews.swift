/// Where a link of a text leads.
package struct LinkView: Sendable, Hashable {
    package enum Place: Sendable, Hashable {
        /// To an item of the larder.
        case inside
        /// To an item of the larder that its source no longer lists.
        case insideGone
        /// To a place on the same page.
        case here
        /// To the web; with the name of its host.
        case outside(host: String)
    }

    package var address: String
    package var place: Place

    package init(address: String, place: Place) { (self.address, self.place) = (address, place) }
}

/// Characters with one look.
package struct SpanView: Sendable, Hashable {
    package var text: String
    package var isBold = false
    package var isItalic = false
    package var isCode = false
    package var isStruck = false
    /// 1 for superscript, -1 for subscript.
    package var script = 0
    package var link: LinkView?
    /// A picture in the line of text; `text` is empty then.
    package var picture: PictureView?
    /// A duration in seconds that a timer may be started for; 0: none.
    package var timerSeconds = 0
    /// The name of the place that links lead to; nil: none.
    package var anchor: String?

    package init(_ text: String) { self.text = text }
}

/// A part of a text that is laid out by itself.
package struct ProseBlock: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case heading(level: Int)
        case paragraph
        /// Lines of one list follow one another; `marker` is empty for an item's further lines.
        case listItem(depth: Int, marker: String, isOrdered: Bool)
        case code
        case picture(PictureView?, caption: [SpanView], link: LinkView?, alternative: String)
        /// A video, a recording or an embedded page: shown as a link.
        case media(label: String, LinkView)
        case table(columns: Int, rows: [[Cell]])
    }

    package struct Cell: Sendable, Hashable {
        package var spans: [SpanView]
        package var isHeader: Bool
        package var columnSpan: Int
        package var rowSpan: Int
        /// Whether the cell holds a number, which stands at the end side.
        package var isNumber: Bool

        package init(spans: [SpanView], isHeader: Bool, columnSpan: Int, rowSpan: Int, isNumber: Bool) {
            (self.spans, self.isHeader, self.columnSpan) = (spans, isHeader, columnSpan)
            (self.rowSpan, self.isNumber) = (rowSpan, isNumber)
        }
    }

    package var kind: Kind
    package var spans: [SpanView]
    package var quoteDepth: Int
    /// The name that the contents link to, of headings; nil: none.
    package var anchor: String?

    package init(kind: Kind, spans: [SpanView], quoteDepth: Int = 0, anchor: String? = nil) {
        (self.kind, self.spans, self.quoteDepth, self.anchor) = (kind, spans, quoteDepth, anchor)
    }
}

/// Where an item came from.
package struct ProvenanceView: Sendable, Hashable {
    /// "23 November 2026"; nil: not known.
    package var savedOn: String?
    package var source: String
    /// The original page; nil: not known.
    package var original: LinkView?
    /// "3 November 2026" or "": its source no longer lists it; nil: it still does.
    package var goneSince: String?

    package init(savedOn: String?, source: String, original: LinkView?, goneSince: String?) {
        (self.savedOn, self.source, self.original, self.goneSince) = (savedOn, source, original, goneSince)
    }
}

package struct RecipeView: Sendable {
    /// A label and its value: "Total", "2 h 5 min".
    package typealias Fact = (label: String, value: String)

    /// A line of the ingredients.
    package struct Line: Sendable, Hashable {
        /// The amount as shown for the servings that are chosen; nil: the line is shown whole, in ``name``.
        package var amount: String?
        /// "olive oil".
        package var name: String
        /// "or more, to taste"; nil: nothing.
        package var remark: String?
        /// For the script, of an amount that can be split: numbers for the recipe's own servings; one, or two for a range.
        package var numbers: [Double]
        /// For the script: the unit as written, such as "cups".
        package var unit: String
        /// Whether the line has an amount that stays as the source wrote it.
        package var isFixed: Bool

        package init(
            amount: String?,
            name: String,
            remark: String?,
            numbers: [Double],
            unit: String,
            isFixed: Bool
        ) {
            (self.amount, self.name, self.remark) = (amount, name, remark)
            (self.numbers, self.unit, self.isFixed) = (numbers, unit, isFixed)
        }
    }

    package struct Section: Sendable, Hashable {
        /// "For the sauce"; nil: the list has no groups.
        package var title: String?
        package var lines: [Line]
        package init(title: String?, lines: [Line]) { (self.title, self.lines) = (title, lines) }
    }

    package struct Step: Sendable, Hashable {
        /// The part of the method that begins with this step; nil: none begins.
        package var section: String?
        package var name: String?
        /// With timers, and the names of ingredients in bold.
        package var spans: [SpanView]
        package var picture: PictureView?
        /// Places in the list of all lines of the ingredients that the step speaks of.
        package var ingredients: [Int]

        package init(section: String?, name: String?, spans: [SpanView], picture: PictureView?, ingredients: [Int]) {
            (self.section, self.name, self.spans) = (section, name, spans)
            (self.picture, self.ingredients) = (picture, ingredients)
        }
    }

    package var frame: FrameView
    /// For storing check marks and timers; the item's URN.
    package var id: String
    package var back: Choice
    package var title: ForeignText
    package var source: String
    /// The list of the source; nil: ``source`` is a publisher, of whom there is no list.
    package var sourceAddress: String?
    package var author: String?
    package var summary: String?
    package var facts: [Fact]
    package var picture: PictureView?
    /// Further pictures.
    package var pictures: [PictureView]
    package var sections: [Section]
    /// Servings of the recipe itself, and those that are chosen; nil: not known, so that amounts are scaled by factors.
    package var servings: (own: Int, chosen: Int)?
    /// "1 loaf", where the source says how much it makes in other words than a number of servings.
    package var yield: String?
    /// The page for fewer and for more servings, where the page is served.
    package var fewer: String?
    package var more: String?
    package var unscaled: String?
    package var steps: [Step]
    /// The recipe's own page with the chosen servings, which the cook mode leads back to.
    package var page: String
    /// The cook mode from the first step on; with `step=1` where the address chooses the step, else the fragment does.
    package var cook: String?
    package var nutrition: [Fact]
    /// "per serving", or "as the source states it".
    package var nutritionBasis: String
    package var equipment: [String]
    package var tags: [Choice]
    package var videos: [LinkView]
    /// The page's own text, folded; empty: none.
    package var body: [ProseBlock]
    package var provenance: ProvenanceView
    package var previous: Choice?
    package var next: Choice?
    /// "Only a list has named it so far: ingredients and steps are missing."; nil: it is whole.
    package var gap: String?

    /// A recipe of which only its title is known.
    package init(
        frame: FrameView,
        id: String,
        back: Choice,
        title: ForeignText,
        source: String,
        sourceAddress: String?,
        page: String,
        provenance: ProvenanceView
    ) {
        (self.frame, self.id, self.back, self.title) = (frame, id, back, title)
        (self.source, self.sourceAddress, self.page, self.provenance) = (source, sourceAddress, page, provenance)
        (facts, pictures, sections, steps, nutrition) = ([], [], [], [], [])
        (nutritionBasis, equipment, tags, videos, body) = ("", [], [], [], [])
    }
}

/// The publication that an article is from.
package struct OutletView: Sendable {
    package var name: String
    /// Nil: the first letter of the name is shown.
    package var logo: PictureView?
    package var summary: String?
    /// Its own site, and the host that is shown of it.
    package var site: (address: String, host: String)?

    package init(
        name: String,
        logo: PictureView? = nil,
        summary: String? = nil,
        site: (address: String, host: String)? = nil
    ) {
        (self.name, self.logo, self.summary, self.site) = (name, logo, summary, site)
    }
}

package struct ArticleView: Sendable {
    package var frame: FrameView
    package var id: String
    package var back: Choice
    package var title: ForeignText
    package var outlet: OutletView
    /// The list of its articles; nil: there is none.
    package var outletAddress: String?
    package var category: String?
    package var author: String?
    /// "27 December 2025"; nil: not known.
    package var date: String?
    /// "6 min read"; nil: too short.
    package var readingTime: String?
    package var summary: String?
    package var picture: PictureView?
    package var blocks: [ProseBlock]
    /// Headings of the text.
    package var contents: [Choice]
    package var provenance: ProvenanceView
    package var previous: Choice?
    package var next: Choice?
    /// What the text lacks; nil: it is whole.
    package var gap: String?

    /// An article of which only its title is known.
    package init(
        frame: FrameView,
        id: String,
        back: Choice,
        title: ForeignText,
        outlet: OutletView,
        outletAddress: String?,
        provenance: ProvenanceView
    ) {
        (self.frame, self.id, self.back, self.title) = (frame, id, back, title)
        (self.outlet, self.outletAddress, self.provenance) = (outlet, outletAddress, provenance)
        (blocks, contents) = ([], [])
    }
}
