extension ListView {
    /// The markup of lists, with a name in braces in each place that changes.
    ///
    /// The script of a folder fills in the names and so makes other lists.
    package static let templates: [(name: String, markup: HTML)] = {
        let frame = FrameView(
            root: "",
            home: "{home}",
            status: nil,
            search: nil,
            itemCount: "",
            copyDate: nil,
            isOld: false,
            recipes: "",
            articles: ""
        )
        var list = ListView(frame: frame, heading: "", count: "")
        (list.previous, list.next) = ("{address}", ("{address}", "{text}"))
        return [
            (
                "results",
                results(heading: "{heading}", count: "{count}", panel: "{panel}", menu: "{menu}", list: "{list}")
            ),
            ("panel", panel("{groups}")),
            ("group", group(number: "{number}", title: "{title}", choices: "{choices}", more: "{more}")),
            ("more", more(isOpen: false, "{label}", "{choices}")),
            ("moreOpen", more(isOpen: true, "{label}", "{choices}")),
            ("menu", menu(now: "{now}", orders: "{orders}")),
            ("chips", chips(hasFilters: true, isNarrow: true, "{chips}")),
            ("cards", cardList("{cards}")), ("hits", "\(hitList("{hits}"))\(hints)"),
            ("before", list.before), ("after", list.after),
            ("parameter", parameter(("{name}", "{value}"))),
        ] + choices + nothings(frame)
    }()

    /// In each look a choice that is on, one that is off, and one that would show nothing.
    private static var choices: [(name: String, markup: HTML)] {
        let states: [(String, String?, Bool)] = [
            ("On", "{address}", true), ("", "{address}", false), ("None", nil, false),
        ]
        return states.flatMap { state, address, isSelected in
            let choice = Choice(label: "{label}", count: "{count}", address: address, isSelected: isSelected)
            let order = Choice(label: "{label}", address: address, isSelected: isSelected)
            return [
                ("order" + state, order.entry), ("entry" + state, choice.entry), ("box" + state, choice.boxEntry),
                ("chip" + state, choice.chip),
            ]
        }
    }

    private static func nothings(_ frame: FrameView) -> [(name: String, markup: HTML)] {
        let cases: [(String, String?, String?)] = [
            ("nothing", nil, nil), ("nothingFiltered", nil, "{home}"), ("notFound", "{query}", nil),
            ("notFoundFiltered", "{query}", "{home}"),
        ]
        return cases.map { name, query, unfiltered in
            let list = ListView(frame: frame, heading: "", count: "", query: query, unfiltered: unfiltered)
            return (name, list.nothing)
        }
    }
}
