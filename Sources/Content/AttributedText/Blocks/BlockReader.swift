internal import Foundation

/// Makes the blocks of a text in one walk over its lines.
struct BlockReader {
    /// An item whose text has not come yet.
    private struct Item: Equatable {
        let depth: Int
        let ordinal: Int?
    }

    let source: BlockSource
    private(set) var blocks: [TextBlock] = []
    /// The marker of an item that begins with a picture: it belongs to the item's first text.
    private var waiting: (item: Item, marker: String)?

    init(_ source: BlockSource) { self.source = source }

    mutating func read() {
        var place = 0
        for table in source.outerTables() {
            read(place..<table.range.lowerBound)
            let range = table.range
            append(.table(source.blockTable(table)), "", like: range.lowerBound, range, alignment: .natural)
            place = range.upperBound
        }
        read(place..<source.count)
    }

    private mutating func read(_ range: Range<Int>) {
        let lines = source.scalars[range].split(separator: "\n", omittingEmptySubsequences: false)
            .map { BlockLine($0.startIndex..<$0.endIndex, in: source) }
        var next = 0
        while next < lines.count {
            let end = endOfCode(lines[next...])
            if end > next { readCode(lines[next..<end]) } else { read(lines[next]) }
            next = max(end, next + 1)
        }
    }

    // MARK: Lines

    private mutating func read(_ line: BlockLine) {
        for marker in line.markers.dropLast() { appendItem(marker, marker.upperBound..<marker.upperBound) }
        let marker = line.markers.last
        if marker != nil { waiting = nil }
        guard let lead = line.lead else {
            if let marker { appendItem(marker, line.content) }
            return
        }
        if line.hasAttachmentsAlone {
            if let marker { waiting = (item(at: marker.lowerBound), text(of: marker)) }
            for place in line.content { appendAttachment(place) }
        } else if let marker {
            appendItem(marker, line.content)
        } else {
            defer { waiting = nil }
            let attributes = source.attributes(at: lead)
            let item = item(at: lead)
            let marker = waiting?.item == item ? waiting?.marker : nil
            let kind: TextBlock.Kind =
                if marker == nil, attributes.heading > 0 {
                    .heading(level: min(attributes.heading, 6))
                } else if marker != nil || attributes.listDepth > 0 || item.ordinal != nil {
                    .listItem(depth: item.depth, ordinal: item.ordinal, marker: marker ?? "")
                } else {
                    .paragraph
                }
            let content = source.trimmed(line.content) { $0 == "\t" }
            append(kind, source.string(content), like: lead, content)
        }
    }

    private func item(at place: Int) -> Item {
        let attributes = source.attributes(at: place)
        return Item(depth: max(1, attributes.listDepth), ordinal: attributes.listOrdinal)
    }

    private func text(of marker: Range<Int>) -> String {
        source.plain(marker.lowerBound + 1..<marker.upperBound - 1)
    }

    private mutating func appendItem(_ marker: Range<Int>, _ content: Range<Int>) {
        let item = item(at: marker.lowerBound)
        append(
            .listItem(depth: item.depth, ordinal: item.ordinal, marker: text(of: marker)),
            source.isBlank(content) ? "" : source.string(content),
            like: content.first { !source.isBlank($0..<$0 + 1) } ?? marker.lowerBound,
            marker.lowerBound..<content.upperBound
        )
    }

    private mutating func appendAttachment(_ place: Int) {
        guard let attachment = source.attachment(at: place) else { return }
        let link = source.text.url(of: source.attributes(at: place))
        let kind: TextBlock.Kind =
            switch attachment.kind {
            case .image: .picture(BlockPicture(attachment: attachment, link: link))
            case .video, .audio: .media(attachment)
            case .frame: .frame(attachment)
            }
        append(kind, "", like: place, place..<place + 1)
    }

    private mutating func append(
        _ kind: TextBlock.Kind,
        _ text: AttributedString,
        like lead: Int,
        _ range: Range<Int>,
        alignment: TextAlignment? = nil
    ) {
        let attributes = source.attributes(at: lead)
        blocks.append(
            TextBlock(
                kind: kind,
                text: text,
                quoteDepth: max(0, attributes.quoteDepth),
                alignment: alignment ?? attributes.alignment,
                range: range
            )
        )
    }

    // MARK: Code

    /// Where the preformatted lines end that the first line begins; its own index: it begins none.
    ///
    /// Breaks in letters of one width join lines, blank ones too; else lines join that follow one another in one item.
    private func endOfCode(_ lines: ArraySlice<BlockLine>) -> Int {
        guard let first = lines.first, first.isMonospace, let lead = first.lead else { return lines.startIndex }
        let ordinal = source.attributes(at: lead).listOrdinal
        var last = lines.startIndex
        var next = last + 1
        var isJoined = hasMonospaceBreak(first)
        while next < lines.endIndex, lines[next].markers.isEmpty {
            let line = lines[next]
            if let lead = line.lead {
                let isNeighbour = next == last + 1 && source.attributes(at: lead).listOrdinal == ordinal
                guard line.isMonospace, isJoined || isNeighbour else { break }
                last = next
                isJoined = true
            }
            isJoined = isJoined && hasMonospaceBreak(line)
            next += 1
        }
        let isCode =
            last > lines.startIndex || first.markers.isEmpty && (hasMonospaceBreak(first) || first.isPreformatted)
        return isCode ? last + 1 : lines.startIndex
    }

    private func hasMonospaceBreak(_ line: BlockLine) -> Bool {
        line.range.upperBound < source.count && source.attributes(at: line.range.upperBound).isMonospace
    }

    private mutating func readCode(_ lines: ArraySlice<BlockLine>) {
        guard let first = lines.first, let last = lines.last, let lead = first.lead else { return }
        for marker in first.markers { appendItem(marker, marker.upperBound..<marker.upperBound) }
        waiting = nil
        let range = first.content.lowerBound..<last.range.upperBound
        append(.code, source.string(range), like: lead, range)
    }
}
