extension ListView {
    /// The whole page.
    package func html() -> HTML {
        var frame = frame
        frame.query = query ?? ""
        let title = isHome ? "" : page > 1 ? "\(heading), page \(page)" : heading
        return frame.page(query == nil ? .list : .search, title: title, main: results())
    }

    private var isHome: Bool { query == nil && page == 1 && unfiltered == nil }

    /// What changes with a search or a filter.
    package func results() -> HTML {
        """
        <div id="results" class="results\(filters.isEmpty ? " whole" : "")">
        \(filters.isEmpty ? .empty : filterPanel)\
        <div class="found">
        <div class="head"><h1 dir="auto">\(heading)</h1><p class="count" id="count" dir="auto">\(count)</p>\
        \(orderMenu)</div>
        \(newsLine)\(chips)\(list)\(parameters.html(Self.parameter))\
        </div></div>
        """
    }

    private static func parameter(_ parameter: (name: String, value: String)) -> HTML {
        "<input type=\"hidden\" form=\"search\" name=\"\(parameter.name)\" value=\"\(parameter.value)\">"
    }

    private var list: HTML {
        guard !cards.isEmpty || !hits.isEmpty else { return nothing }
        let items =
            cards.isEmpty
            ? "<ol class=\"hits\">\n\(hits.enumerated().html { $1.html(isFirst: $0 < 6) })</ol>\n"
            : "<ul class=\"cards\">\n\(cards.enumerated().html { $1.html(isFirst: $0 < 8) })</ul>\n" as HTML
        return "\(before)\(items)\(after)\(hits.isEmpty ? .empty : Self.hints)"
    }

    private var before: HTML {
        previous.html { address in
            "<p class=\"turn\"><a class=\"button\" href=\"\(address)\" rel=\"prev\">Show the page before</a></p>\n"
        }
    }

    private var after: HTML {
        next.html { "<p class=\"turn\"><a class=\"button\" href=\"\($0)\" rel=\"next\">\($1)</a></p>\n" }
    }

    private static let hints: HTML = """
        <p class="hints scripted" aria-hidden="true"><kbd>↑</kbd> <kbd>↓</kbd> choose&emsp;<kbd>Enter</kbd> open \
        &emsp;<kbd>Esc</kbd> clear</p>

        """

    /// What is said where a search or the filters leave nothing.
    private var nothing: HTML {
        let title = query.map { "Nothing found for “\($0)”" } ?? "Nothing here"
        let near: HTML = nearest.html { word, address in
            "Did you mean <a class=\"inside\" href=\"\(address)\" dir=\"auto\">\(word)</a>? "
        }
        let search: HTML = nearest.html { word, address in
            "<a class=\"button main\" href=\"\(address)\"><span>Search for <bdi>\(word)</bdi></span></a>"
        }
        let clear: HTML =
            unfiltered.map { "<a class=\"button\" href=\"\($0)\">Clear the filters</a>" }
            ?? "<a class=\"button\" href=\"\(frame.home)\">Show everything</a>"
        let why =
            unfiltered != nil ? "Filters are on." : query != nil && nearest == nil ? "No item has these words." : ""
        return """
            <section class="say">\(icon(query == nil ? .filters : .search))<h2>\(title)</h2>
            <p>\(near)\(why)</p><p class="buttons">\(search)\(clear)</p></section>

            """
    }

    private var orderMenu: HTML {
        guard let now = orders.first(where: \.isSelected), !cards.isEmpty || !hits.isEmpty else { return .empty }
        return """
            <div class="menu"><button type="button" popovertarget="orders"><span class="by">Sort by </span>\
            <span class="pill">\(now.label)\(icon(.down))</span></button>\
            <ul id="orders" popover>\(orders.html { "<li>\($0.link)</li>" })</ul></div>
            """
    }

    private var newsLine: HTML {
        guard !news.isEmpty else { return .empty }
        let parts = news.html { "<a class=\"inside\" href=\"\($0.address)\"><bdi>\($0.source)</bdi>: \($0.text)</a> " }
        return "<p class=\"news\">Since you were here: \(parts)</p>\n"
    }
}

extension ListView {
    /// On wide screens a column beside the list, on narrow ones a sheet that a chip opens.
    private var filterPanel: HTML {
        let groups = filters.enumerated().html { index, group in
            let more: HTML =
                group.more.isEmpty
                ? .empty
                : """
                <details\(group.more.contains(where: \.isSelected) ? " open" as HTML : .empty)>\
                <summary>\(group.moreLabel)</summary><ul>\(group.more.html(group.entry))</ul></details>
                """
            return """
                <h2 id="f\(index)">\(group.title)</h2>
                <ul aria-labelledby="f\(index)">\(group.choices.html(group.entry))</ul>\(more)

                """
        }
        return """
            <nav id="filters" class="filters" aria-label="Filters" popover>
            \(groups)<button type="button" class="button main done" popovertarget="filters">Done</button>
            </nav>

            """
    }

    /// Where a search looks, and on narrow screens some filters.
    private var chips: HTML {
        guard !places.isEmpty || !filters.isEmpty else { return .empty }
        let open: HTML =
            filters.isEmpty
            ? .empty
            : """
            <li class="narrow"><button type="button" class="chip" popovertarget="filters">\(icon(.filters))Filters\
            </button></li>
            """
        let shown = places.isEmpty ? quickChoices : places
        let entries = shown.html { "<li>\($0.link(class: "chip"))</li>" }
        return "<ul class=\"chips\(places.isEmpty ? " narrow" : "")\">\(open)\(entries)</ul>\n"
    }

    /// The first group whole, of the others what is chosen and the first choices.
    private var quickChoices: [Choice] {
        guard let first = filters.first else { return [] }
        let others = filters.dropFirst().flatMap { group in
            (group.choices + group.more).enumerated()
                .filter { $1.isSelected || group.hasBoxes && $0 < 2 && $1.address != nil }
                .map(\.element)
        }
        return first.choices + others.filter(\.isSelected) + others.filter { !$0.isSelected }
    }
}

extension FilterGroup {
    fileprivate func entry(_ choice: Choice) -> HTML { "<li>\(choice.link(class: hasBoxes ? "box" : ""))</li>" }
}

extension Choice {
    fileprivate var link: HTML { link(class: "") }

    /// A link, or a text where the choice would show nothing.
    fileprivate func link(class name: String) -> HTML {
        let style: HTML = name.isEmpty ? .empty : " class=\"\(name)\""
        let text: HTML = "<bdi>\(label)</bdi>\(count.html { "<span>\($0)</span>" })"
        guard let address else { return "<span\(style)>\(text)</span>" }
        return "<a\(style) href=\"\(address)\"\(isSelected ? " aria-current=\"true\"" as HTML : .empty)>\(text)</a>"
    }
}
