/// Places the cells of one table into rows and columns as they come (HTML §4.9.12), with one number for each column.
struct TableGrid {
    /// Further columns are folded into the last one.
    static let maxColumns = 4096

    struct Cell {
        let row: Int
        let column: Int
        var rowSpan: Int
        let columnSpan: Int
        let isHeader: Bool
    }

    private(set) var cells: [Cell] = []
    private(set) var columns = 0
    private(set) var rows = 0
    /// For each column the row in which it is free again.
    private var freeFrom: [Int] = []
    private var cursor = 0
    /// The cells that reach down to the end of their row group.
    private var openCells: [Int] = []

    var hasRow: Bool { rows > 0 }

    mutating func beginRow() {
        rows += 1
        cursor = 0
    }

    /// - Parameter rowSpan: 0 reaches to the end of the row group.
    mutating func addCell(rowSpan: Int, columnSpan: Int, isHeader: Bool) -> Int {
        let row = max(rows - 1, 0)
        while cursor < freeFrom.count, freeFrom[cursor] > row { cursor += 1 }
        let column = min(cursor, Self.maxColumns - 1)
        let width = min(columnSpan, Self.maxColumns - column)
        let isTall = rowSpan != 1
        if isTall {
            let free = rowSpan == 0 ? Int.max : row + rowSpan
            if freeFrom.count < column + width {
                freeFrom.append(contentsOf: repeatElement(0, count: column + width - freeFrom.count))
            }
            for index in column..<(column + width) { freeFrom[index] = max(freeFrom[index], free) }
            openCells.append(cells.count)
        }
        cells.append(Cell(row: row, column: column, rowSpan: rowSpan, columnSpan: width, isHeader: isHeader))
        cursor = column + width
        columns = max(columns, cursor)
        return cells.count - 1
    }

    mutating func raiseColumns(to count: Int) { columns = max(columns, count) }

    /// A row group begins or ends: no cell reaches across.
    mutating func endGroup() {
        for index in openCells {
            let rest = rows - cells[index].row
            let span = cells[index].rowSpan
            cells[index].rowSpan = max(1, span == 0 ? rest : min(span, rest))
        }
        openCells.removeAll(keepingCapacity: true)
        if !freeFrom.isEmpty { freeFrom.removeAll(keepingCapacity: true) }
    }
}
