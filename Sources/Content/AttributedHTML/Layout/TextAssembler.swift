import LarderAttributedText
internal import LarderHTML
internal import LarderModel

/// Puts the characters of the document and the insertions together and counts positions.
struct TextAssembler {
    private struct Piece {
        let start: Int
        let attributes: Int
        let role: TextRole
    }

    private let pass: LayoutPass
    private let variations: [Int]
    private var out: [UInt8] = []
    private var pieces: [Piece] = []
    /// Bytes of the first n insertions.
    private var inserted: [Int] = [0]
    private var run = 0
    private var nextVariation = 0

    init(_ pass: LayoutPass) {
        self.pass = pass
        variations = pass.options.textPresentation ? TextPresentation.offsets(in: pass.writer.bytes) : []
    }

    mutating func text() -> AttributedText {
        if pass.writer.insertions.isEmpty, variations.isEmpty {
            out = pass.writer.bytes
            pieces = pass.writer.runs.map { Piece(start: $0.start, attributes: $0.attributes, role: .text) }
        } else {
            merge()
        }
        let marks = pass.writer.landmarks
        var starts = [TextPosition](repeating: TextPosition(), count: marks.count)
        if !marks.isEmpty {
            var counter = PositionCounter(out)
            for (index, mark) in marks.enumerated() { starts[index] = counter.position(at: place(of: mark)) }
        }
        var runs: [TextRun] = []
        var ranges = [(start: TextPosition, end: TextPosition)?](repeating: nil, count: pass.links.count)
        assembleRuns(&runs, &ranges)
        return AttributedText(
            text: String(decoding: out, as: UTF8.self),
            runs: runs,
            links: links(ranges, starts),
            attachments: pass.attachments,
            tables: tables(starts),
            anchors: anchors(starts)
        )
    }

    /// The elements that links of the document lead to, each where it begins.
    private func anchors(_ starts: [TextPosition]) -> [TextTarget] {
        let wanted = Set(pass.links.lazy.filter(\.isFragment).map { String($0.reference.trimmedSpace.dropFirst()) })
        guard !wanted.isEmpty else { return [] }
        let decoded = wanted.union(wanted.map(\.percentDecoded))
        var known: Set<String> = []
        return pass.writer.landmarks.enumerated().compactMap { index, mark in
            guard case .target(let target) = mark.kind, decoded.contains(pass.targets[target]),
                known.insert(pass.targets[target]).inserted
            else { return nil }
            return TextTarget(name: pass.targets[target], start: starts[index].scalars)
        }
    }

    private mutating func merge() {
        out.reserveCapacity(pass.writer.bytes.count + 8 * pass.writer.insertions.count + 3 * variations.count)
        var position = 0
        for insertion in pass.writer.insertions {
            copy(from: position, to: insertion.offset)
            position = insertion.offset
            let start = out.count
            var role = TextRole.marker
            switch insertion.kind {
            case .item(let index):
                // Style sheets may make markers of any length.
                guard inserted[inserted.count - 1] < pass.options.limits.maxBytes else { break }
                let item = pass.items[index]
                out.append(contentsOf: "\t\(item.style.marker(for: item.ordinal))\t".utf8)
            case .quote(let mark): out.append(contentsOf: mark.utf8)
            case .attachment(let index):
                role = .attachment(index)
                out.append(contentsOf: [0xEF, 0xBF, 0xBC])
            case .lineBreak: out.append(0x0A)
            }
            pieces.append(Piece(start: start, attributes: insertion.attributes, role: role))
            inserted.append(inserted[inserted.count - 1] + out.count - start)
        }
        copy(from: position, to: pass.writer.bytes.count)
    }

    /// Copies characters of the document, with the runs they are in and the selectors behind them.
    private mutating func copy(from start: Int, to end: Int) {
        let bytes = pass.writer.bytes
        let runs = pass.writer.runs
        var position = start
        while position < end {
            while run + 1 < runs.count, runs[run + 1].start <= position { run += 1 }
            let runEnd = run + 1 < runs.count ? min(end, runs[run + 1].start) : end
            pieces.append(Piece(start: out.count, attributes: runs[run].attributes, role: .text))
            while nextVariation < variations.count, variations[nextVariation] <= runEnd {
                out.append(contentsOf: bytes[position..<variations[nextVariation]])
                out.append(contentsOf: [0xEF, 0xB8, 0x8E])
                position = variations[nextVariation]
                nextVariation += 1
            }
            out.append(contentsOf: bytes[position..<runEnd])
            position = runEnd
        }
    }

    /// Where a landmark is in the final bytes.
    private func place(of mark: Landmark) -> Int {
        var place = mark.offset + (mark.insertions < inserted.count ? inserted[mark.insertions] : 0)
        if !variations.isEmpty {
            var low = 0
            var high = variations.count
            while low < high {
                let middle = (low + high) / 2
                if variations[middle] <= mark.offset { low = middle + 1 } else { high = middle }
            }
            place += 3 * low
        }
        return place
    }

    private func assembleRuns(_ runs: inout [TextRun], _ ranges: inout [(start: TextPosition, end: TextPosition)?]) {
        let sets = pass.attributes.sets.map { publicAttributes($0) }
        runs.reserveCapacity(pieces.count)
        var counter = PositionCounter(out)
        var open: TextAttributes?
        var openStart = 0
        var start = TextPosition()
        for (index, piece) in pieces.enumerated() {
            let end = counter.position(at: index + 1 < pieces.count ? pieces[index + 1].start : out.count)
            defer { start = end }
            if end.scalars == start.scalars { continue }
            var attributes = sets[piece.attributes]
            attributes.role = piece.role
            if let link = attributes.link {
                let first = ranges[link]?.start ?? start
                ranges[link] = (first, end)
            }
            if open == attributes { continue }
            if let open { runs.append(TextRun(start: openStart, length: start.scalars - openStart, attributes: open)) }
            open = attributes
            openStart = start.scalars
        }
        if let open { runs.append(TextRun(start: openStart, length: start.scalars - openStart, attributes: open)) }
    }

    private func publicAttributes(_ set: LayoutAttributes) -> TextAttributes {
        var attributes = TextAttributes()
        attributes.size = (set.size * 100).rounded() / 100
        attributes.weight = Int(set.weight)
        attributes.isItalic = set.isItalic
        attributes.isUnderlined = set.isUnderlined
        attributes.isStruck = set.isStruck
        attributes.isMonospace = set.isMonospace
        attributes.script = Int(set.script)
        attributes.color = TextColor(rgba: set.color)
        attributes.background = set.background == 0 ? nil : TextColor(rgba: set.background)
        attributes.link = set.link < 0 ? nil : Int(set.link)
        attributes.heading = Int(set.heading)
        attributes.listDepth = Int(set.listDepth)
        attributes.listOrdinal = set.item < 0 ? nil : pass.items[Int(set.item)].ordinal
        attributes.quoteDepth = Int(set.quoteDepth)
        attributes.alignment = set.alignment
        return attributes
    }

    private func links(_ ranges: [(start: TextPosition, end: TextPosition)?], _ starts: [TextPosition]) -> [TextLink] {
        var places = [TextPosition](repeating: TextPosition(), count: pass.links.count)
        for (index, mark) in pass.writer.landmarks.enumerated() {
            if case .link(let link) = mark.kind { places[link] = starts[index] }
        }
        return pass.links.indices.map { index in
            let range = ranges[index] ?? (start: places[index], end: places[index])
            return TextLink(pass.links[index], range.start, range.end)
        }
    }

    private func tables(_ starts: [TextPosition]) -> [TextTable] {
        zip(pass.finishedTables, pass.cellBounds { starts[$0].scalars }).map { grid, bounds in
            TextTable(
                columns: grid.columns,
                rows: grid.rows,
                cells: zip(grid.cells, bounds).map { cell, bounds in
                    TextTable.Cell(
                        row: cell.row,
                        column: cell.column,
                        rowSpan: cell.rowSpan,
                        columnSpan: cell.columnSpan,
                        isHeader: cell.isHeader,
                        start: bounds.start,
                        length: max(0, bounds.end - bounds.start)
                    )
                }
            )
        }
    }
}

extension LayoutPass {
    /// The bounds of each cell of each table.
    ///
    /// - Parameter place: The place of the landmark of an index.
    func cellBounds(_ place: (Int) -> Int) -> [[(start: Int, end: Int)]] {
        if finishedTables.isEmpty { return [] }
        var bounds = finishedTables.map { [(start: Int, end: Int)](repeating: (0, 0), count: $0.cells.count) }
        for (index, mark) in writer.landmarks.enumerated() {
            switch mark.kind {
            case .cellStart(let table, let cell): bounds[table][cell].start = place(index)
            case .cellEnd(let table, let cell): bounds[table][cell].end = place(index)
            case .link, .target: break
            }
        }
        return bounds
    }
}

extension TextLink {
    fileprivate init(_ link: FoundLink, _ start: TextPosition, _ end: TextPosition) {
        self.init(
            url: link.url,
            reference: link.reference,
            isFragment: link.isFragment,
            isUnsafe: link.isUnsafe,
            from: start,
            to: end
        )
    }
}

/// Counts scalars and UTF-16 code units up to byte offsets that only grow.
struct PositionCounter {
    private let bytes: [UInt8]
    private var offset = 0
    private var position = TextPosition()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static func counts(_ span: Span<UInt8>) -> (continuations: Int, long: Int) {
        var continuations = 0
        var long = 0
        var index = 0
        while index &+ 8 <= span.count {
            let word = span.eightBytes(at: index)
            index &+= 8
            let high = word & 0x8080_8080_8080_8080
            guard high != 0 else { continue }
            continuations &+= (high & ~(word << 1)).nonzeroBitCount
            long &+= (high & word << 1 & word << 2 & word << 3).nonzeroBitCount
        }
        while index < span.count {
            continuations &+= span[index] & 0xC0 == 0x80 ? 1 : 0
            long &+= span[index] >= 0xF0 ? 1 : 0
            index &+= 1
        }
        return (continuations, long)
    }

    mutating func position(at end: Int) -> TextPosition {
        let end = min(end, bytes.count)
        guard end > offset else { return position }
        let (continuations, long) = bytes.withSpan { Self.counts($0.extracting(offset..<end)) }
        position.scalars += end - offset - continuations
        position.units += end - offset - continuations + long
        offset = end
        position.bytes = end
        return position
    }
}
