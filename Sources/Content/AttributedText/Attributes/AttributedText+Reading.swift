internal import LarderModel

/// Why a stored text cannot be read back.
public struct TextReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence.
    public let description: String
}

extension AttributedText {
    /// Reads back a text that was stored with its ``runsJSON``, of version 1 or 2.
    ///
    /// The reference of a link as written is not stored: it becomes the URL, and no link counts as a fragment.
    ///
    /// - Throws: ``TextReadingError`` where the JSON is none of these versions, or does not cover the text.
    public init(text: String, runsJSON json: String) throws(TextReadingError) {
        guard let stored = StoredRuns(json) else {
            throw TextReadingError(description: "The runs are no JSON of version 1 or 2.")
        }
        let count = text.scalarCount
        let sets = stored.sets.map(TextAttributes.init)
        var numbers = RunNumbers()
        var runs: [TextRun] = []
        runs.reserveCapacity(stored.runs.count)
        var start = 0
        for run in stored.runs {
            guard let length = run.length, length > 0 else {
                throw TextReadingError(description: "The run at character \(start) has no length.")
            }
            guard length <= count - start else {
                throw TextReadingError(description: "The run at character \(start) ends beyond its text.")
            }
            let set = sets[run.set]
            let attributes = stored.version == 1 ? set : numbers.absolute(set)
            runs.append(TextRun(start: start, length: length, attributes: attributes))
            start += length
        }
        guard start == count else {
            throw TextReadingError(description: "The runs cover \(start) characters of a text of \(count).")
        }
        self.init(
            text: text,
            runs: runs,
            links: Self.links(stored.links, in: text),
            attachments: (stored.json["attachments"]?.items ?? []).compactMap(TextAttachment.init),
            tables: (stored.json["tables"]?.items ?? []).compactMap(TextTable.init),
            anchors: (stored.json["anchors"]?.items ?? []).compactMap { TextTarget($0, within: count) }
        )
    }
}

extension AttributedText {
    /// The links that lie in the text, each of whose ends is looked up in one walk over it.
    private static func links(_ links: [StoredRuns.Link], in text: String) -> [TextLink] {
        let ranges = links.map { scalars(of: $0) }
        let places = scalarPlaces(ranges.flatMap { $0.map { [$0.lowerBound, $0.upperBound] } ?? [] }, in: text)
        return zip(links, ranges).compactMap { link, range in
            guard let range, let start = places[range.lowerBound], let end = places[range.upperBound] else {
                return nil
            }
            return TextLink(
                url: link.url,
                reference: link.url,
                isFragment: false,
                isUnsafe: link.isUnsafe,
                from: start,
                to: end
            )
        }
    }

    /// Where a stored link lies; nil where it lies nowhere.
    private static func scalars(of link: StoredRuns.Link) -> Range<Int>? {
        guard link.start >= 0, link.length >= 0 else { return nil }
        let (end, isTooLarge) = link.start.addingReportingOverflow(link.length)
        return isTooLarge ? nil : link.start..<end
    }

    /// The place behind each count of scalars; none for counts beyond the text.
    private static func scalarPlaces(_ counts: [Int], in text: String) -> [Int: TextPosition] {
        var places: [Int: TextPosition] = [:]
        var wanted = Set(counts).sorted()[...]
        var place = TextPosition()
        for scalar in text.unicodeScalars {
            guard let next = wanted.first else { break }
            if next == place.scalars {
                places[next] = place
                wanted.removeFirst()
            }
            place.scalars += 1
            place.units += UTF16.width(scalar)
            place.bytes += UTF8.width(scalar)
        }
        if wanted.first == place.scalars { places[place.scalars] = place }
        return places
    }
}

extension TextAttributes {
    fileprivate init(_ json: JSONValue) {
        self.init()
        func number(_ name: String) -> Int? { json[name]?.integer }
        size = json["s"]?.double ?? 16
        weight = number("w") ?? 400
        isItalic = number("i") == 1
        isUnderlined = number("u") == 1
        isStruck = number("x") == 1
        isMonospace = number("m") == 1
        script = number("p") ?? 0
        color = json["c"]?.string.flatMap(TextColor.init(hexadecimal:)) ?? .black
        background = json["b"]?.string.flatMap(TextColor.init(hexadecimal:))
        link = number("l")
        heading = number("h") ?? 0
        listDepth = number("d") ?? 0
        listOrdinal = number("o")
        quoteDepth = number("q") ?? 0
        alignment = json["a"]?.string.flatMap(TextAlignment.init(rawValue:)) ?? .natural
        if number("k") == 1 {
            role = .marker
        } else if let attachment = number("f") {
            role = .attachment(attachment)
        }
    }
}

extension TextTarget {
    fileprivate init?(_ json: JSONValue, within count: Int) {
        guard let parts = json.items, parts.count == 2, let name = parts[0].string, let start = parts[1].integer,
            (0...count).contains(start)
        else { return nil }
        self.init(name: name, start: start)
    }
}

extension TextColor {
    /// Reads what ``description`` writes.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8,
            let value = UInt32(digits.count == 6 ? digits + "ff" : digits, radix: 16)
        else { return nil }
        self.init(rgba: value)
    }
}

extension TextAttachment {
    fileprivate init?(_ json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)), let url = json["url"]?.string else {
            return nil
        }
        self.init(
            kind: kind,
            url: url,
            alternative: json["alt"]?.string,
            width: json["width"]?.integer,
            height: json["height"]?.integer,
            candidates: json["srcset"]?.string
        )
    }
}

extension TextTable {
    fileprivate init?(_ json: JSONValue) {
        guard let parts = json.items, parts.count == 3, let columns = parts[0].integer, let rows = parts[1].integer,
            let cells = parts[2].items
        else { return nil }
        self.init(columns: columns, rows: rows, cells: cells.compactMap(Cell.init))
    }
}

extension TextTable.Cell {
    fileprivate init?(_ json: JSONValue) {
        let numbers = (json.items ?? []).compactMap(\.integer)
        guard numbers.count == 7 else { return nil }
        self.init(
            row: numbers[0],
            column: numbers[1],
            rowSpan: numbers[2],
            columnSpan: numbers[3],
            isHeader: numbers[4] == 1,
            start: numbers[5],
            length: numbers[6]
        )
    }
}
