extension AttributedText {
    /// The attributes, links, attachments and tables as one line of JSON, to be kept beside ``text``.
    ///
    /// The same value gives the same bytes. Keys with no entry are left out:
    ///
    /// | key | value |
    /// | --- | --- |
    /// | `v` | 1, the version of this form |
    /// | `runs` | for each run its length in Unicode scalars, or `[length, {attributes}]` where one is not default |
    /// | `links` | `[url, start, length]`, with a fourth element 1 where following it would run code |
    /// | `attachments` | `{"kind", "url"}` and, where known, `alt`, `width`, `height`, `srcset` |
    /// | `tables` | `[columns, rows, [[row, column, rowSpan, columnSpan, isHeader 0 or 1, start, length], …]]` |
    ///
    /// Attributes: `s` size, `w` weight, `i` italic, `u` underlined, `x` struck, `m` monospace, `p` script, `c` colour,
    /// `b` background, `l` link, `h` heading, `d` list depth, `o` list ordinal, `q` quote depth, `a` alignment,
    /// `k` marker, `f` attachment. Booleans are 1. Runs follow one another, so starts are not stored.
    public var runsJSON: String {
        var json = JSONWriter()
        json.raw("{\"v\":1")
        if !runs.isEmpty {
            json.raw(",\"runs\":[")
            json.list(runs) { json, run in
                let isPlain = run.attributes == TextAttributes()
                json.raw(isPlain ? "" : "[")
                json.number(run.length)
                if !isPlain {
                    json.raw(",{")
                    json.attributes(run.attributes)
                    json.raw("}]")
                }
            }
            json.raw("]")
        }
        if !links.isEmpty {
            json.raw(",\"links\":[")
            json.list(links) { json, link in
                json.raw("[")
                json.string(link.url)
                json.raw(",\(link.start),\(link.length)\(link.isUnsafe ? ",1" : "")]")
            }
            json.raw("]")
        }
        if !attachments.isEmpty {
            json.raw(",\"attachments\":[")
            json.list(attachments) { json, item in json.attachment(item) }
            json.raw("]")
        }
        if !tables.isEmpty {
            json.raw(",\"tables\":[")
            json.list(tables) { json, table in json.table(table) }
            json.raw("]")
        }
        json.raw("}")
        return json.text
    }
}

extension JSONWriter {
    fileprivate mutating func attributes(_ value: TextAttributes) {
        var isFirst = true
        func key(_ name: String, _ json: inout JSONWriter) {
            json.raw(isFirst ? "\"" : ",\"")
            isFirst = false
            json.raw(name)
            json.raw("\":")
        }
        func number(_ name: String, _ number: Int, _ isDefault: Bool, _ json: inout JSONWriter) {
            if isDefault { return }
            key(name, &json)
            json.number(number)
        }
        if value.size != 16 {
            key("s", &self)
            decimal(value.size)
        }
        number("w", value.weight, value.weight == 400, &self)
        number("i", 1, !value.isItalic, &self)
        number("u", 1, !value.isUnderlined, &self)
        number("x", 1, !value.isStruck, &self)
        number("m", 1, !value.isMonospace, &self)
        number("p", value.script, value.script == 0, &self)
        if value.color != .black {
            key("c", &self)
            string(value.color.description)
        }
        if let background = value.background {
            key("b", &self)
            string(background.description)
        }
        number("l", value.link ?? 0, value.link == nil, &self)
        number("h", value.heading, value.heading == 0, &self)
        number("d", value.listDepth, value.listDepth == 0, &self)
        number("o", value.listOrdinal ?? 0, value.listOrdinal == nil, &self)
        number("q", value.quoteDepth, value.quoteDepth == 0, &self)
        if value.alignment != .natural {
            key("a", &self)
            string(value.alignment.rawValue)
        }
        switch value.role {
        case .text: break
        case .marker: number("k", 1, false, &self)
        case .attachment(let index): number("f", index, false, &self)
        }
    }

    fileprivate mutating func attachment(_ item: TextAttachment) {
        raw("{\"kind\":\"\(item.kind.rawValue)\",\"url\":")
        string(item.url)
        if let text = item.alternative {
            raw(",\"alt\":")
            string(text)
        }
        if let width = item.width { raw(",\"width\":\(width)") }
        if let height = item.height { raw(",\"height\":\(height)") }
        if let candidates = item.candidates {
            raw(",\"srcset\":")
            string(candidates)
        }
        raw("}")
    }

    fileprivate mutating func table(_ table: TextTable) {
        raw("[\(table.columns),\(table.rows),[")
        list(table.cells) { json, cell in
            json.raw("[\(cell.row),\(cell.column),\(cell.rowSpan),\(cell.columnSpan),\(cell.isHeader ? 1 : 0),")
            json.raw("\(cell.start),\(cell.length)]")
        }
        raw("]]")
    }
}
