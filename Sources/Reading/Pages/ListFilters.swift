extension ListView {
    /// On wide screens a column beside the list, on narrow ones a sheet that a chip opens.
    var filterPanel: HTML {
        Self.panel(
            filters.enumerated().html { number, group in
                let isOpen = group.more.contains(where: \.isSelected)
                return Self.group(
                    number: "\(number)",
                    title: "\(group.title)",
                    choices: group.choices.html(group.entry),
                    more: group.more.isEmpty
                        ? .empty : Self.more(isOpen: isOpen, "\(group.moreLabel)", group.more.html(group.entry))
                )
            }
        )
    }

    static func panel(_ groups: HTML) -> HTML {
        """
        <nav id="filters" class="filters" aria-label="Filters" popover>
        \(groups)<button type="button" class="button main done" popovertarget="filters">Done</button>
        </nav>

        """
    }

    static func group(number: HTML, title: HTML, choices: HTML, more: HTML) -> HTML {
        """
        <h2 id="f\(number)">\(title)</h2>
        <ul aria-labelledby="f\(number)">\(choices)</ul>\(more)

        """
    }

    static func more(isOpen: Bool, _ label: HTML, _ choices: HTML) -> HTML {
        """
        <details\(isOpen ? " open" as HTML : .empty)>\
        <summary>\(label)</summary><ul>\(choices)</ul></details>
        """
    }

    /// Where a search looks, and on narrow screens some filters.
    var chips: HTML {
        guard !places.isEmpty || !filters.isEmpty else { return .empty }
        let shown = places.isEmpty ? quickChoices : places
        return Self.chips(hasFilters: !filters.isEmpty, isNarrow: places.isEmpty, shown.html(\.chip))
    }

    static func chips(hasFilters: Bool, isNarrow: Bool, _ chips: HTML) -> HTML {
        let open: HTML =
            hasFilters
            ? """
            <li class="narrow"><button type="button" class="chip" popovertarget="filters">\(icon(.filters))Filters\
            </button></li>
            """
            : .empty
        return "<ul class=\"chips\(isNarrow ? " narrow" : "")\">\(open)\(chips)</ul>\n"
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
    fileprivate func entry(_ choice: Choice) -> HTML { hasBoxes ? choice.boxEntry : choice.entry }
}

extension Choice {
    var entry: HTML { "<li>\(link(class: ""))</li>" }
    var boxEntry: HTML { "<li>\(link(class: "box"))</li>" }
    var chip: HTML { "<li>\(link(class: "chip"))</li>" }

    /// A link, or a text where the choice would show nothing.
    private func link(class name: String) -> HTML {
        let style: HTML = name.isEmpty ? .empty : " class=\"\(name)\""
        let text: HTML = "<bdi>\(label)</bdi>\(count.html { "<span>\($0)</span>" })"
        guard let address else { return "<span\(style)>\(text)</span>" }
        return "<a\(style) href=\"\(address)\"\(isSelected ? " aria-current=\"true\"" as HTML : .empty)>\(text)</a>"
    }
}
