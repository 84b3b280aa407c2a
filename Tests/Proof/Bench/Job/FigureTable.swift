internal import LarderModel

/// Figures under headings, names to the left.
struct FigureTable {
    private var rows: [[String]]

    init(_ headings: [String]) { rows = [headings] }

    mutating func add(_ name: String, _ cells: [String]) { rows.append([name] + cells) }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated()
                .map { $0 == 0 ? $1.0.padded($1.1 + 1) : $1.0.leftPadded($1.1 + 2) }
                .joined()
        }.joined(separator: "\n")
    }
}
