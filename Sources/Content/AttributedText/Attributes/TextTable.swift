/// A table, as a grid over stretches of the text.
public struct TextTable: Sendable, Hashable {
    /// A cell and the slots it covers (HTML §4.9.12).
    public struct Cell: Sendable, Hashable {
        /// Row of its first slot, from 0.
        public let row: Int
        /// Column of its first slot, from 0.
        public let column: Int
        /// Rows it covers, at least 1.
        public let rowSpan: Int
        /// Columns it covers, at least 1.
        public let columnSpan: Int
        /// Whether it is a `th`.
        public let isHeader: Bool
        /// The first character, counted in Unicode scalars.
        public let start: Int
        /// Count of Unicode scalars.
        public let length: Int

        package init(
            row: Int,
            column: Int,
            rowSpan: Int,
            columnSpan: Int,
            isHeader: Bool,
            start: Int,
            length: Int
        ) {
            self.row = row
            self.column = column
            self.rowSpan = rowSpan
            self.columnSpan = columnSpan
            self.isHeader = isHeader
            self.start = start
            self.length = length
        }
    }

    /// Count of columns.
    public let columns: Int
    /// Count of rows that are shown.
    public let rows: Int
    /// The cells in document order.
    public let cells: [Cell]

    package init(columns: Int, rows: Int, cells: [Cell]) {
        self.columns = columns
        self.rows = rows
        self.cells = cells
    }
}
