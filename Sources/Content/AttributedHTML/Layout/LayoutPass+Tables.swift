import LarderHTML

extension LayoutPass {
    mutating func beginTable(_ frame: inout LayoutFrame) {
        // A table without cells takes a place too.
        guard finishedTables.count < options.limits.maxCells else {
            omissions.cells += 1
            return
        }
        frame.opensTable = true
        frame.isTablePart = true
        finishedTables.append(TableGrid())
        tables.append(OpenTable(index: finishedTables.count - 1))
    }

    mutating func endTable() {
        guard var table = tables.popLast() else { return }
        table.grid.endGroup()
        table.grid.raiseColumns(to: table.columnElements)
        finishedTables[table.index] = table.grid
    }

    mutating func endRowGroup() {
        guard !tables.isEmpty else { return }
        tables[tables.count - 1].grid.endGroup()
        tables[tables.count - 1].isRowImplied = false
    }

    /// The break between rows is written when the next row begins: the last row has none.
    mutating func beginRow(_ style: ComputedStyle, isImplied: Bool = false) {
        guard !tables.isEmpty else { return }
        let last = tables.count - 1
        writer.boundary(breaks: 0, attributes: 0)
        if tables[last].grid.hasRow, !tables[last].hasRowBreak, style.isVisible {
            writer.lineBreak(attributes: attributesWithoutLines())
        }
        tables[last].hasRowBreak = false
        tables[last].grid.beginRow()
        tables[last].cellsInRow = 0
        tables[last].isRowImplied = isImplied
    }

    mutating func beginCell(
        _ node: NodeID,
        _ style: ComputedStyle,
        _ parentIndex: Int,
        _ frame: inout LayoutFrame
    ) {
        guard !tables.isEmpty, stack[parentIndex].isTablePart else {
            writer.boundary(breaks: 0, attributes: 0)
            return
        }
        cellCount += 1
        guard cellCount <= options.limits.maxCells else {
            omissions.cells += 1
            writer.boundary(breaks: 1, attributes: 0)
            return
        }
        let last = tables.count - 1
        if stack[parentIndex].style.display != .row, stack[parentIndex].style.display != .contents,
            !tables[last].isRowImplied
        {
            beginRow(style, isImplied: true)
        }
        writer.boundary(breaks: 0, attributes: 0)
        if tables[last].cellsInRow > 0, style.isVisible {
            writer.tab(attributes: attributesWithoutLines())
        }
        tables[last].cellsInRow += 1
        let isCellElement = frame.role == .cell
        let rows = isCellElement ? span(.rowspan, node, allowed: 0...65_534) : 1
        let columns = isCellElement ? span(.colspan, node, allowed: 1...1000) : 1
        frame.cell = tables[last].grid.addCell(
            rowSpan: rows,
            columnSpan: columns,
            isHeader: document.isElement(node, .th)
        )
        writer.land(.cellStart(table: tables[last].index, cell: frame.cell))
    }

    mutating func endCell(_ cell: Int) {
        guard !tables.isEmpty else { return }
        writer.boundary(breaks: 0, attributes: 0)
        writer.land(.cellEnd(table: tables[tables.count - 1].index, cell: cell))
    }

    /// A span as browsers read it: rubbish means 1, too much is cut.
    private func span(_ name: NameID, _ node: NodeID, allowed: ClosedRange<Int>) -> Int {
        guard let text = document.value(of: name, on: node) else { return 1 }
        let digits = text.utf8.drop { CSSText.isSpace($0) }
        guard let value = ListCounter.integer(text) else {
            // Digits that do not fit are too much, anything else is rubbish.
            return digits.first.map { (0x31...0x39).contains($0) } ?? false ? allowed.upperBound : 1
        }
        return value < allowed.lowerBound ? 1 : min(value, allowed.upperBound)
    }

    mutating func column(_ node: NodeID) {
        guard !tables.isEmpty else { return }
        var count = 0
        if document.isElement(node, .colgroup) {
            for child in document.children(of: node) where document.isElement(child, .col) {
                count = min(count + span(.span, child), TableGrid.maxColumns)
            }
        }
        if count == 0 { count = span(.span, node) }
        let last = tables.count - 1
        tables[last].columnElements = min(tables[last].columnElements + count, TableGrid.maxColumns)
    }

    private func span(_ name: NameID, _ node: NodeID) -> Int { span(name, node, allowed: 1...1000) }

    /// A caption between rows stands behind the break of the row before it, if a row follows.
    mutating func captionBreak(_ node: NodeID) {
        guard let last = tables.indices.last, tables[last].grid.hasRow, !tables[last].hasRowBreak else { return }
        var sibling = document.nextSibling(of: node)
        while let next = sibling {
            let entry = resolver.entry(for: next)
            let holdsRow =
                entry.display == .row
                || (entry.display == .rowGroup && document.children(of: next).contains { document.isElement($0, .tr) })
            if document.kind(of: next) == .element, holdsRow {
                let plain = attributesWithoutLines()
                writer.boundary(breaks: 0, attributes: 0)
                writer.lineBreak(attributes: plain)
                tables[last].hasRowBreak = true
                return
            }
            sibling = document.nextSibling(of: next)
        }
    }
}
