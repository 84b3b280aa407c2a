extension XMLTokenizer {
    private static let blank: UInt8 = 0x20

    mutating func readEnd(_ start: Int) {
        let end = nameEnd(from: start + 2)
        name = (start + 2)..<end
        let close = first(UInt8(ascii: ">"), from: end)
        isTagCut = close == bytes.count
        index = min(close + 1, bytes.count)
    }

    mutating func readStart(_ start: Int) {
        attributes.removeAll(keepingCapacity: true)
        isEmptyElement = false
        let end = nameEnd(from: start + 1)
        name = (start + 1)..<end
        var place = end
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: ">"):
                index = place + 1
                return
            case UInt8(ascii: "/"):
                isEmptyElement = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: ">")
                place += 1
            case UInt8(ascii: "<"):
                // The tag was never closed, and another one begins.
                index = place
                return
            case 0...Self.blank: place += 1
            default: place = readAttribute(place)
            }
        }
        index = bytes.count
        isTagCut = true
    }

    /// Reads an attribute; the index behind it.
    private mutating func readAttribute(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, !isAttributeNameEnd(bytes[end]) { end += 1 }
        // A stray quote or equals sign is no name.
        guard end > start else { return start + 1 }
        var place = afterSpace(end)
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return end }
        place = afterSpace(place + 1)
        guard place < bytes.count else { return place }
        let value: Range<Int>
        if let quoted = quoted(at: place, endsAtLessThan: endsTagsAtLessThan) {
            value = quoted
            place = quoted.upperBound + 1
        } else {
            var stop = place
            while stop < bytes.count, bytes[stop] > Self.blank, bytes[stop] != UInt8(ascii: ">"),
                !endsTagsAtLessThan || bytes[stop] != UInt8(ascii: "<")
            {
                stop += 1
            }
            if stop < bytes.count, stop > place, bytes[stop] == UInt8(ascii: ">"), bytes[stop - 1] == UInt8(ascii: "/")
            {
                stop -= 1
            }
            value = place..<stop
            place = stop
        }
        if attributes.count < Self.maxAttributes { attributes.append(Attribute(name: start..<end, value: value)) }
        return place
    }

    /// The range between two equal quotation marks; nil where none begins or it never ends, perhaps at `<`.
    private mutating func quoted(at start: Int, endsAtLessThan: Bool = false) -> Range<Int>? {
        let quote = bytes[start]
        guard quote == UInt8(ascii: "\"") && !isQuoteMissing || quote == UInt8(ascii: "'") && !isApostropheMissing
        else {
            return nil
        }
        var end = start + 1
        while end < bytes.count, bytes[end] != quote {
            if endsAtLessThan, bytes[end] == UInt8(ascii: "<") { return nil }
            end += 1
        }
        guard end < bytes.count else {
            if quote == UInt8(ascii: "'") { isApostropheMissing = true } else { isQuoteMissing = true }
            return nil
        }
        return (start + 1)..<end
    }

    private func afterSpace(_ start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] <= Self.blank { index += 1 }
        return index
    }

    private func isAttributeNameEnd(_ byte: UInt8) -> Bool {
        byte <= Self.blank || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "<")
    }

    private func nameEnd(from start: Int) -> Int {
        let span = bytes.span
        var index = start
        while index < span.count {
            let byte = span[index]
            if byte <= Self.blank || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
            {
                break
            }
            index &+= 1
        }
        return index
    }

    /// Reads what begins with `<!`; the text of a CDATA section, nil for all else.
    mutating func readDeclaration(_ start: Int) -> Range<Int>? {
        if stands("<![CDATA[", at: start) {
            let begin = start + 9
            let end = closing(UInt8(ascii: "]"), UInt8(ascii: "]"), from: begin)
            index = min(end + 3, bytes.count)
            return begin..<min(end, bytes.count)
        }
        if stands("<!--", at: start) {
            index = min(closing(UInt8(ascii: "-"), UInt8(ascii: "-"), from: start + 4) + 3, bytes.count)
            return nil
        }
        if !hasDoctype, stands("<!DOCTYPE", at: start) || stands("<!doctype", at: start) {
            hasDoctype = true
            readDoctype(start + 9)
        } else {
            index = after(UInt8(ascii: ">"), from: start)
        }
        return nil
    }

    /// The index of `first`, `second`, `>` one after another, or the end.
    private func closing(_ first: UInt8, _ second: UInt8, from start: Int) -> Int {
        let span = bytes.span
        var index = start &+ 2
        while index < span.count {
            if span[index] == UInt8(ascii: ">"), span[index &- 1] == second, span[index &- 2] == first {
                return index &- 2
            }
            index &+= 1
        }
        return span.count
    }

    private mutating func readDoctype(_ start: Int) {
        var place = start
        var depth = 0
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "["):
                if depth == 0 { subset = (place + 1)..<(place + 1) }
                depth += 1
            case UInt8(ascii: "]"):
                if depth == 1 { subset = subset.lowerBound..<place }
                depth = max(0, depth - 1)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if let quoted = quoted(at: place) { place = quoted.upperBound }
            case UInt8(ascii: ">") where depth == 0:
                index = place + 1
                return
            default: break
            }
            place += 1
        }
        // It never ends: the first `>` is taken for its end.
        subset = 0..<0
        index = after(UInt8(ascii: ">"), from: start)
    }

    mutating func skipInstruction(_ start: Int) {
        if !isInstructionEndMissing {
            let end = instructionEnd(from: start + 3)
            if end < bytes.count {
                index = end + 1
                return
            }
            isInstructionEndMissing = true
        }
        index = after(UInt8(ascii: ">"), from: start)
    }

    private func instructionEnd(from start: Int) -> Int {
        let span = bytes.span
        var index = start
        while index < span.count {
            if span[index] == UInt8(ascii: ">"), span[index &- 1] == UInt8(ascii: "?") { return index }
            index &+= 1
        }
        return span.count
    }

    private func stands(_ word: String, at start: Int) -> Bool { bytes[start...].starts(with: word.utf8) }
}
