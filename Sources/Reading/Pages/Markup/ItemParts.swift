/// Parts that the pages of recipes and articles share.
enum ItemParts {
    /// The way back to the list.
    static func back(_ choice: Choice) -> HTML {
        choice.address.html { "<p class=\"back\"><a href=\"\($0)\">\(icon(.back))<bdi>\(choice.label)</bdi></a></p>" }
    }

    /// A link, or what would be linked alone.
    static func link(_ address: String?, _ content: HTML) -> HTML {
        address.map { "<a href=\"\($0)\">\(content)</a>" } ?? content
    }

    /// What is missing, above the text.
    static func gap(_ text: String?) -> HTML {
        text.html { "<p class=\"gap\">\(icon(.warning))<span>\($0)</span></p>" }
    }

    /// The neighbours in the list that the reader came from.
    static func turn(previous: Choice?, next: Choice?) -> HTML {
        guard previous?.address != nil || next?.address != nil else { return .empty }
        func side(_ choice: Choice?, _ rel: HTML, _ label: HTML) -> HTML {
            guard let choice, let address = choice.address else { return .empty }
            return """
                <a rel="\(rel)" href="\(address)"><small>\(label)</small><b dir="auto">\(choice.label)</b></a>
                """
        }
        return """
            <nav class="near" aria-label="Neighbours">\
            \(side(previous, "prev", "Previous"))\(side(next, "next", "Next"))</nav>
            """
    }

    /// Choices of which one is always chosen.
    static func choices(
        _ title: HTML,
        name: HTML,
        class kind: HTML,
        _ choices: [(value: String, label: String)],
        chosen: String
    ) -> HTML {
        let inputs = choices.html { choice in
            let mark: HTML = choice.value == chosen ? " checked" : .empty
            return """
                <label><input type="radio" id="\(name)\(choice.value)" name="\(name)" value="\(choice.value)"\(mark)>\
                <span>\(choice.label)</span></label>
                """
        }
        return "<fieldset class=\"\(kind)\"><legend class=\"vh\">\(title)</legend>\(inputs)</fieldset>"
    }

    /// "1 serving", "4 servings".
    static func servings(_ count: Int) -> HTML { "\(count)\u{A0}\(count == 1 ? "serving" : "servings")" }

    /// " at host" of a link to the web.
    static func host(_ link: LinkView) -> HTML {
        if case .outside(let host) = link.place { return " at <bdi>\(host)</bdi>" }
        return .empty
    }
}

/// The look of long texts, which the reader chooses; the style sheet asks which inputs are checked.
enum ReadingSettings {
    static let html: HTML = """
        <details class="aa"><summary class="round" aria-label="Reading settings">Aa</summary>
        <form class="pop" autocomplete="off" data-keep="reading">
        \(ItemParts.choices("Letters", name: "face", class: "seg", faces, chosen: "serif"))
        \(ItemParts.choices("Size", name: "size", class: "seg sizes", sizes, chosen: "3"))
        \(ItemParts.choices("Width", name: "width", class: "seg", widths, chosen: "2"))
        <p>Kept on this device.</p>
        </form></details>
        """

    private static let faces = [("serif", "Serif"), ("sans", "Sans")]
    private static let sizes = [("1", "16"), ("2", "18"), ("3", "19"), ("4", "21"), ("5", "24")]
    private static let widths = [("1", "Narrow"), ("2", "Normal"), ("3", "Wide")]
}

extension ProvenanceView {
    /// "Saved on 23 November 2026 from X. Original page."
    var html: HTML {
        let saved: HTML = savedOn.map { "Saved on \($0) from" } ?? "Saved from"
        let page: HTML = original.html { link in
            " \(Inline.link(link, around: "Original page")).<span class=\"full\"> <bdi>\(link.address)</bdi></span>"
        }
        let gone: HTML = goneSince.html { $0.isEmpty ? " No longer listed." : " No longer listed since \($0)." }
        return "<p class=\"prov\" lang=\"en\">\(saved) <bdi>\(source)</bdi>.\(page)\(gone)</p>"
    }
}
