internal import LarderModel

extension AttributedText {
    /// The attributes, links, attachments and tables as one line of JSON, to be kept beside ``text``.
    ///
    /// The same value gives the same bytes. Keys with no entry are left out:
    ///
    /// | key | value |
    /// | --- | --- |
    /// | `v` | 1, the version of this form |
    /// | `runs` | for each run its length in Unicode scalars, or `[length, {attributes}]` where one is not default |
    /// | `links` | `[url, start, length]`, with a fourth element 1 where it is unsafe |
    /// | `attachments` | `{"kind", "url"}` and, where known, `alt`, `width`, `height`, `srcset` |
    /// | `tables` | `[columns, rows, [[row, column, rowSpan, columnSpan, isHeader 0 or 1, start, length], …]]` |
    ///
    /// Attributes: `s` size, `w` weight, `i` italic, `u` underlined, `x` struck, `m` monospace, `p` script, `c` colour,
    /// `b` background, `l` link, `h` heading, `d` list depth, `o` list ordinal, `q` quote depth, `a` alignment,
    /// `k` marker, `f` attachment. Booleans are 1. Runs follow one another, so starts are not stored.
    public var runsJSON: String {
        JSONWriter.text { json in
            json.object { json in
                json.member("v", 1)
                json.list("runs", runs) { json, run in
                    guard run.attributes != TextAttributes() else { return json.value(run.length) }
                    json.array { json in
                        json.value(run.length)
                        json.object { $0.attributes(run.attributes) }
                    }
                }
                json.list("links", links) { json, link in
                    json.array { json in
                        json.value(link.url)
                        json.value(link.start)
                        json.value(link.length)
                        if link.isUnsafe { json.value(1) }
                    }
                }
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
            }
        }
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
