extension ListView {
    /// The whole page.
    package func html() -> HTML {
        var frame = frame
        frame.query = query ?? ""
        frame.hasNews = isHome && frame.isFolder
        let title = isHome ? "" : page > 1 ? "\(heading), page \(page)" : heading
        // A folder has no page of the sync, which asks this elsewhere.
        let keep: HTML = isHome && frame.isFolder ? frame.keep : .empty
        return frame.page(query == nil ? .list : .search, title: title, main: "\(results())\(keep)")
    }

    private var isHome: Bool { query == nil && page == 1 && unfiltered == nil }

    /// What changes with a search or a filter.
    package func results() -> HTML {
        Self.results(
            heading: "\(outlet.html(\.mark))\(heading)",
            count: "\(count)",
            panel: filters.isEmpty ? nil : filterPanel,
            menu: orderMenu,
            list: "\(outlet.html(\.about))\(newsLine)\(chips)\(list)\(parameters.html(Self.parameter))"
        )
    }

    static func results(heading: HTML, count: HTML, panel: HTML?, menu: HTML, list: HTML) -> HTML {
        """
        <div id="results" class="results\(panel == nil ? " whole" : "")">
        \(panel)\
        <div class="found">
        <div class="head"><h1 dir="auto">\(heading)</h1><p class="count" id="count" dir="auto">\(count)</p>\
        \(menu)</div>
        \(list)\
        </div></div>
        """
    }

    static func parameter(_ parameter: (name: String, value: String)) -> HTML {
        "<input type=\"hidden\" form=\"search\" name=\"\(parameter.name)\" value=\"\(parameter.value)\">"
    }

    private var list: HTML {
        guard !cards.isEmpty || !hits.isEmpty else { return nothing }
        let items =
            cards.isEmpty
            ? Self.hitList(hits.enumerated().html { $1.html(isFirst: $0 < 6) })
            : Self.cardList(cards.enumerated().html { $1.html(isFirst: $0 < 8) })
        return "\(before)\(items)\(after)\(hits.isEmpty ? .empty : Self.hints)"
    }

    static func hitList(_ hits: HTML) -> HTML { "<ol class=\"hits\">\n\(hits)</ol>\n" }

    static func cardList(_ cards: HTML) -> HTML { "<ul class=\"cards\">\n\(cards)</ul>\n" }

    var before: HTML {
        previous.html { address in
            "<p class=\"turn\"><a class=\"button\" href=\"\(address)\" rel=\"prev\">Show the page before</a></p>\n"
        }
    }

    var after: HTML {
        next.html { "<p class=\"turn\"><a class=\"button\" href=\"\($0)\" rel=\"next\">\($1)</a></p>\n" }
    }

    static let hints: HTML = """
        <p class="hints scripted" aria-hidden="true"><kbd>↑</kbd> <kbd>↓</kbd> choose&emsp;<kbd>Enter</kbd> open \
        &emsp;<kbd>Esc</kbd> clear</p>

        """

    /// What is said where a search or the filters leave nothing.
    var nothing: HTML {
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
        return Self.menu(now: "\(now.label)", orders: orders.html(\.entry))
    }

    static func menu(now: HTML, orders: HTML) -> HTML {
        """
        <div class="menu"><button type="button" popovertarget="orders"><span class="sorted">Sort by </span>\
        <span class="pill">\(now)\(icon(.down))</span></button>\
        <ul id="orders" popover>\(orders)</ul></div>
        """
    }

    private var newsLine: HTML {
        guard !news.isEmpty else { return .empty }
        let parts = news.html { "<a class=\"inside\" href=\"\($0.address)\"><bdi>\($0.source)</bdi>: \($0.text)</a> " }
        return "<p class=\"news\">Since you were here: \(parts)</p>\n"
    }
}

extension OutletView {
    /// The logo, or the first letter of the name in a square.
    package var mark: HTML {
        logo.map { $0.html(sizes: "48px", isLazy: false, class: "mark") }
            ?? "<span class=\"mark\" aria-hidden=\"true\">\(name.prefix(1).uppercased())</span>"
    }

    /// What the publication says of itself, and its site.
    package var about: HTML {
        let link: HTML = site.html { address, host in
            "<a class=\"inside\" href=\"\(address)\" target=\"_blank\" rel=\"noreferrer\" dir=\"ltr\">\(host)</a>"
        }
        return "<p class=\"news\"><bdi>\(summary ?? "")</bdi> \(link)</p>\n"
    }
}
