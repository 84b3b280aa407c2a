/// A table of the status page, whose rows become entries of some lines on a phone.
///
/// It has roles, as browsers forget that it is a table once its rows are laid out otherwise.
struct StatusTable {
    struct Column {
        /// How cells look.
        enum Look: String { case plain, amount, words, address, course }

        var label: String
        var look: Look
        /// Whether the label stands before the value where the head of the table is not seen.
        var isLabelled: Bool

        init(_ label: String, _ look: Look = .plain, isLabelled: Bool = false) {
            (self.label, self.look, self.isLabelled) = (label, look, isLabelled)
        }

        /// The class of the style sheet.
        fileprivate var styleClass: HTML { look == .plain ? .empty : " class=\"st-\(look.rawValue)\"" }

        fileprivate var attributes: HTML {
            let direction: HTML =
                switch look {
                case .address: " dir=\"ltr\""
                case .plain, .words: " dir=\"auto\""
                case .amount, .course: ""
                }
            let label: HTML = isLabelled ? " data-label=\"\(label)\"" : ""
            return "\(styleClass)\(direction)\(label)"
        }
    }

    /// Recognises the table in updates, and is its class.
    var name: String
    var title: String
    var columns: [Column]
    /// Stands beside the title.
    var control: HTML = .empty
    /// What is said where there are no rows; nil: the table is left out.
    var nothing: String?

    /// The table with its title.
    ///
    /// - Parameter rows: Each with a key that updates recognise it by, and as many cells as there are columns.
    func html(rows: [(key: String, cells: [HTML])]) -> HTML {
        let title: HTML = """
            <div class="st-title"><h2 id="st-\(name)">\(self.title)</h2>\(control)</div>
            """
        guard !rows.isEmpty else {
            return nothing.html { "<section class=\"st-\(name)\" data-key=\"\(name)\">\(title)<p>\($0)</p></section>" }
        }
        let heads = columns.html {
            "<th role=\"columnheader\" scope=\"col\"\($0.styleClass)>\($0.label)</th>"
        }
        return """
            <section class="st-\(name)" data-key="\(name)">\(title)\
            <table role="table" aria-labelledby="st-\(name)"><thead role="rowgroup">\
            <tr role="row">\(heads)</tr></thead><tbody role="rowgroup" data-hold>\
            \(Self.unique(rows).html(row))</tbody></table></section>
            """
    }

    /// Numbers keys that were there before, as each row is recognised by its own.
    private static func unique(_ rows: [(key: String, cells: [HTML])]) -> [(key: String, cells: [HTML])] {
        var counts: [String: Int] = [:]
        return rows.map { row in
            let count = counts[row.key, default: 0] + 1
            counts[row.key] = count
            return count == 1 ? row : (key: "\(row.key) \(count)", cells: row.cells)
        }
    }

    private func row(key: String, cells: [HTML]) -> HTML {
        let content = zip(columns.indices, zip(columns, cells)).html { place, cell in
            let (column, value) = cell
            return place == 0
                ? "<th role=\"rowheader\" scope=\"row\"\(column.attributes)>\(value)</th>"
                : "<td role=\"cell\"\(column.attributes)>\(value)</td>"
        }
        return "<tr role=\"row\" data-key=\"\(key)\">\(content)</tr>"
    }
}
