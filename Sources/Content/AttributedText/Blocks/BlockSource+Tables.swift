/// A table that is in no other one.
struct OuterTable {
    let grid: TextTable
    /// The cells in the order of the text, with all that stands between one and the next.
    let cells: [(cell: TextTable.Cell, range: Range<Int>)]
    /// From the first character that is seen to the last.
    let range: Range<Int>
}

extension BlockSource {
    /// The tables whose cells are not in a cell of another one.
    ///
    /// A table with text in one cell only, as pages make for their layout, is none.
    func outerTables() -> [OuterTable] {
        var tables: [OuterTable] = []
        for grid in text.tables {
            if let table = table(grid, from: tables.last?.range.upperBound ?? 0) { tables.append(table) }
        }
        return tables
    }

    /// - Parameter place: Where the table before ends; a table that begins before it is an inner one.
    private func table(_ grid: TextTable, from place: Int) -> OuterTable? {
        let cells = grid.cells.filter { (0...count).contains($0.start) && (0...count - $0.start).contains($0.length) }
            .sorted { $0.start < $1.start }
        let full = cells.count { !isBlank($0.start..<$0.start + $0.length) }
        guard full > 1, cells[0].start >= place, let end = cells.map({ $0.start + $0.length }).max() else { return nil }
        let ends = cells.dropFirst().map(\.start) + [end]
        let ranges = zip(cells, ends).map { cell, end in
            trimmed(cell.start..<end) { $0.properties.isWhitespace }
        }
        let range = trimmed(cells[0].start..<end) { $0.properties.isWhitespace }
        return OuterTable(grid: grid, cells: Array(zip(cells, ranges)), range: range)
    }

    func blockTable(_ table: OuterTable) -> BlockTable {
        let cells = table.cells.map { cell, range in
            BlockTable.Cell(
                row: max(0, cell.row),
                column: max(0, cell.column),
                rowSpan: max(1, cell.rowSpan),
                columnSpan: max(1, cell.columnSpan),
                isHeader: cell.isHeader,
                alignment: range.isEmpty ? .natural : attributes(at: range.lowerBound).alignment,
                text: string(range)
            )
        }
        let rows = Dictionary(grouping: cells, by: \.row).sorted { $0.key < $1.key }.map(\.value)
        return BlockTable(columns: table.grid.columns, rows: rows)
    }
}
