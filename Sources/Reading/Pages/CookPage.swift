extension RecipeView {
    /// The cook mode as a page of its own, which shows one step.
    ///
    /// All steps are in the page: a server shows the one that was asked for, a script and the fragment of an address
    /// show another one.
    ///
    /// - Parameter step: From 1.
    package func cookHTML(step: Int) -> HTML {
        frame.page(.cook, title: title.text, main: cookMode(step: step), language: title.language)
    }

    /// What the page of the cook mode has within its frame.
    ///
    /// - Parameter step: From 1.
    func cookMode(step: Int) -> HTML {
        let shown = min(max(step, 1), max(steps.count, 1))
        let count: HTML = servings.html {
            "<output data-own=\"\($0.own)\" data-now=\"\($0.chosen)\">\(ItemParts.servings($0.chosen))</output>"
        }
        return """
            <article class="cookbox" data-id="\(id)">
            <header class="chead">
            <a class="round leave" href="\(page)" data-carry aria-keyshortcuts="Escape" \
            aria-label="Leave cook mode">\(icon(.close))</a>
            <div><b class="ctitle"\(title.attributes)>\(title.text)</b>\
            <span class="cnote">\(count)\
            <span class="awake" hidden>\(servings == nil ? "" : " · ")screen stays on</span></span></div>
            <button type="button" id="colors" class="round scripted" aria-label="Colours: as the system">\
            \(icon(.colors))</button>
            </header>
            \(steps.indices.html { cookStep(at: $0, isShown: $0 == shown - 1) })
            </article>
            """
    }

    private func cookStep(at place: Int, isShown: Bool) -> HTML {
        let step = steps[place]
        let timers = step.spans.filter(\.hasTimer).html { StepTimer($0, in: step, at: place, of: id).clock }
        let lines = sections.flatMap(\.lines)
        let needed = step.ingredients.filter { lines.indices.contains($0) }
        let list: HTML =
            needed.isEmpty
            ? .empty
            : """
            <aside><h2>For this step</h2><ul>\(needed.html { "<li>\(lines[$0].html)</li>" })</ul></aside>
            """
        let image: HTML = step.picture.html { $0.html(sizes: "(min-width:64em) 640px, 100vw", isLazy: !isShown) }
        let named: HTML = step.name.html { " · <bdi>\($0)</bdi>" }
        return """
            <section class="cstep\(isShown ? " on" : "")" id="step-\(place + 1)">
            <div class="cbody\(needed.isEmpty ? " alone" : "")">
            <div><h1 tabindex="-1">Step \(place + 1) of \(steps.count)\(named)</h1>
            <p class="ctext" dir="auto">\(Inline.html(step.spans) { "\($0.text)" })</p>
            \(timers)\(image)</div>
            \(list)
            </div>
            \(progress(at: place))
            <nav aria-label="Steps">\(turn(from: place, by: -1))\(turn(from: place, by: 1))</nav>
            </section>

            """
    }

    /// A served page answers `step=`; in a folder the fragment chooses the step.
    private func address(ofStep number: Int) -> String {
        guard let cook else { return "#step-\(number)" }
        let query = cook.drop { $0 != "?" }.dropFirst().split(separator: "&")
        guard query.contains("step=1") else { return "#step-\(number)" }
        let others = query.filter { $0 != "step=1" } + ["step=\(number)"]
        return cook.prefix { $0 != "?" } + "?" + others.joined(separator: "&")
    }

    /// One segment a step: those that are done, this one, and the rest.
    private func progress(at place: Int) -> HTML {
        func segments(_ range: Range<Int>) -> String { range.map { "M\(100 * $0) 5h92" }.joined() }
        return """
            <svg class="segs flip" viewBox="0 0 \(100 * steps.count - 8) 10" \
            preserveAspectRatio="none" aria-hidden="true">\
            <path class="left" d="\(segments(place + 1..<steps.count))"/><path d="\(segments(0..<place))"/>\
            <path class="this" d="\(segments(place..<place + 1))"/></svg>
            """
    }

    private var isRightToLeft: Bool { title.language.map(FrameView.direction) == "rtl" }

    private func turn(from place: Int, by way: Int) -> HTML {
        let target = place + way
        guard steps.indices.contains(target) else {
            guard way > 0 else { return "<span></span>" }
            return "<a class=\"button main leave\" data-carry href=\"\(page)\">\(icon(.check))Done</a>"
        }
        let link: HTML = "href=\"\(address(ofStep: target + 1))\" data-carry data-go=\"#step-\(target + 1)\""
        // Where the text runs to the left, so do the steps.
        let key: HTML = (way > 0) == isRightToLeft ? "ArrowLeft" : "ArrowRight"
        return way > 0
            ? "<a class=\"button main\" aria-keyshortcuts=\"\(key) Space\" \(link)>Next step\(icon(.next))</a>"
            : "<a class=\"button\" aria-keyshortcuts=\"\(key)\" \(link)>\(icon(.back))Back</a>"
    }
}

/// A duration in a step, which a timer can be started for.
struct StepTimer {
    private let span: SpanView
    private let id: String
    private let label: String

    init(_ span: SpanView, in step: RecipeView.Step, at place: Int, of recipe: String) {
        self.span = span
        let timers = step.spans.filter(\.hasTimer)
        id = "\(recipe) \(place + 1).\((timers.firstIndex(of: span) ?? 0) + 1)"
        let before = step.spans.prefix { $0 != span }.map(\.text).joined()
        label = Self.verb(before).map { "Step \(place + 1), \($0)" } ?? "Step \(place + 1)"
    }

    private var data: HTML {
        "data-timer=\"\(id)\" data-seconds=\"\(span.timerSeconds)\" data-label=\"\(label)\""
    }

    /// The duration in the text as a button; plain text until a script can count.
    var pill: HTML {
        "<button type=\"button\" class=\"timer\" disabled \(data)>\(icon(.clock))<bdi>\(span.text)</bdi></button>&#8288;"
    }

    /// The large clock of the cook mode.
    var clock: HTML {
        """
        <div class="clock scripted" \(data)><b>\(Self.digits(span.timerSeconds))</b>\
        <span class="cnote">of <bdi>\(span.text)</bdi></span>\
        <button type="button" class="button" aria-keyshortcuts="t"><span class="go">\(icon(.play)) Start</span>\
        <span class="stay">\(icon(.pause)) Pause</span></button></div>
        """
    }

    /// "6:41", "1:12:05".
    static func digits(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// What is done for that long: the last word of cooking before the duration.
    static func verb(_ text: String) -> String? {
        text.lowercased().split { !$0.isLetter }.last { verbs.contains(String($0)) }.map(String.init)
    }

    private static let verbs = Set(
        """
        bake beat blanch boil braise broil brown chill cook cool drain ferment freeze fry grill infuse knead marinate
        microwave mix poach proof prove reduce refrigerate rest rise roast saute sauté sear set simmer soak soften
        stand steam steep stew stir toast toss warm whip whisk
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
}
