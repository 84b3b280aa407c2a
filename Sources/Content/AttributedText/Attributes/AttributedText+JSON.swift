internal import LarderModel

extension AttributedText {
    /// The attributes, links, attachments and tables as one line of JSON, to be kept beside ``text``.
    ///
    /// The same value gives the same bytes. Keys with no entry are left out:
    ///
    /// | key | value |
    /// | --- | --- |
    /// | `v` | 2, the version of this form |
    /// | `sets` | the sets of attributes that runs have, as objects |
    /// | `runs` | for each run its length in Unicode scalars × the count of `sets` + the place of its set in `sets` |
    /// | `bases` | what URLs of links begin with |
    /// | `links` | `[place in bases, link, …]` for links that follow one another and begin alike |
    /// | `attachments` | `{"kind", "url"}` and, where known, `alt`, `width`, `height`, `srcset` |
    /// | `tables` | `[columns, rows, [[row, column, rowSpan, columnSpan, isHeader 0 or 1, start, length], …]]` |
    /// | `anchors` | `[name, start]` of places that links of the text lead to |
    ///
    /// A link is the rest of its URL where it reaches from the start of its first run to the end of its last one; else
    /// it is `[rest, start, length]`, with a fourth element 1 where it is unsafe.
    ///
    /// Attributes: `s` size, `w` weight, `i` italic, `u` underlined, `x` struck, `m` monospace, `p` script, `c` colour,
    /// `b` background, `l` link, `h` heading, `d` list depth, `o` list ordinal, `q` quote depth, `a` alignment,
    /// `k` marker, `f` attachment. Booleans are 1; what is default is left out. Runs follow one another, so starts are
    /// not stored.
    ///
    /// The value of `l` is the number of the run's link minus the number of the last link before the run. The value of
    /// `f` is the same difference for attachments. The first link and the first attachment are compared with -1. The
    /// value of `o` is the number of the run's list item minus the number of the run before it. A run without a list
    /// item counts as 0 there.
    public var runsJSON: String {
        var sets = RunSets()
        var numbers = runs.map { sets.number(of: $0.attributes) }
        for (index, run) in runs.enumerated() { numbers[index] += run.length * sets.all.count }
        return JSONWriter.text { json in
            json.object { json in
                json.member("v", 2)
                json.list("sets", sets.all) { json, set in json.object { $0.attributes(set) } }
                json.list("runs", numbers) { $0.value($1) }
                write(links, to: &json)
                json.list("attachments", attachments) { json, item in json.object { $0.attachment(item) } }
                json.list("tables", tables) { json, table in
                    json.array { json in
                        json.value(table.columns)
                        json.value(table.rows)
                        json.array(table.cells) { json, cell in
                            let spans = [cell.row, cell.column, cell.rowSpan, cell.columnSpan]
                            json.array(spans + [cell.isHeader ? 1 : 0, cell.start, cell.length]) { $0.value($1) }
                        }
                    }
                }
                json.list("anchors", anchors) { json, anchor in
                    json.array { json in
                        json.value(anchor.name)
                        json.value(anchor.start)
                    }
                }
            }
        }
    }

    private func write(_ links: [TextLink], to json: inout JSONWriter) {
        guard !links.isEmpty else { return }
        let ranges = linkRanges
        var bases = LinkBases()
        let addresses = links.map { Array($0.url.utf8) }
        let places = addresses.map { bases.place(of: $0) }
        json.list("bases", bases.all) { $0.value(utf8: $1[...]) }
        json.key("links")
        json.array { json in
            var next = 0
            while next < links.count {
                let first = next
                json.array { json in
                    json.value(places[first])
                    while next < links.count, places[next] == places[first] {
                        let rest = addresses[next][bases.all[places[next]].count...]
                        json.link(links[next], rest: rest, ofRuns: ranges[next])
                        next += 1
                    }
                }
            }
        }
    }

    /// From the start of the first run of each link to the end of the last one; nil for links without runs.
    private var linkRanges: [Range<Int>?] {
        var ranges = [Range<Int>?](repeating: nil, count: links.count)
        for run in runs {
            guard let link = run.attributes.link, ranges.indices.contains(link) else { continue }
            ranges[link] = (ranges[link]?.lowerBound ?? run.start)..<(run.start + run.length)
        }
        return ranges
    }
}

extension JSONWriter {
    /// A member with an array, left out where that is empty.
    fileprivate mutating func list<Element>(
        _ name: String,
        _ elements: [Element],
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        guard !elements.isEmpty else { return }
        key(name)
        array { json in
            for element in elements { body(&json, element) }
        }
    }

    /// A link whose runs lie in `range`; nil: it has none.
    fileprivate mutating func link(_ link: TextLink, rest: ArraySlice<UInt8>, ofRuns range: Range<Int>?) {
        if !link.isUnsafe, let range, range == link.start..<(link.start + link.length) { return value(utf8: rest) }
        array { json in
            json.value(utf8: rest)
            json.value(link.start)
            json.value(link.length)
            if link.isUnsafe { json.value(1) }
        }
    }

    /// A member with a number, left out where that is the default.
    private mutating func number(_ name: String, _ number: Int, unless isDefault: Bool) {
        if !isDefault { member(name, number) }
    }

    fileprivate mutating func attributes(_ value: TextAttributes) {
        if value.size != 16 {
            key("s")
            self.value(decimal: value.size)
        }
        number("w", value.weight, unless: value.weight == 400)
        number("i", 1, unless: !value.isItalic)
        number("u", 1, unless: !value.isUnderlined)
        number("x", 1, unless: !value.isStruck)
        number("m", 1, unless: !value.isMonospace)
        number("p", value.script, unless: value.script == 0)
        if value.color != .black { member("c", value.color.description) }
        if let background = value.background { member("b", background.description) }
        number("l", value.link ?? 0, unless: value.link == nil)
        number("h", value.heading, unless: value.heading == 0)
        number("d", value.listDepth, unless: value.listDepth == 0)
        number("o", value.listOrdinal ?? 0, unless: value.listOrdinal == nil)
        number("q", value.quoteDepth, unless: value.quoteDepth == 0)
        if value.alignment != .natural { member("a", value.alignment.rawValue) }
        switch value.role {
        case .text: break
        case .marker: member("k", 1)
        case .attachment(let index): member("f", index)
        }
    }

    fileprivate mutating func attachment(_ item: TextAttachment) {
        member("kind", item.kind.rawValue)
        member("url", item.url)
        if let text = item.alternative { member("alt", text) }
        if let width = item.width { member("width", width) }
        if let height = item.height { member("height", height) }
        if let candidates = item.candidates { member("srcset", candidates) }
    }
}
