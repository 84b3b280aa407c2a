internal import Foundation

/// A text whose scalars and their attributes are found by their place.
struct BlockSource {
    let text: AttributedText
    let scalars: [Unicode.Scalar]
    /// For each scalar the index of its run.
    private let runs: [Int32]
    /// For each place how many characters before it are seen.
    private let seenBefore: [Int32]
    /// For each place how many bytes of UTF-8 are before it.
    private let bytesBefore: [Int32]

    init(_ text: AttributedText) {
        self.text = text
        scalars = Array(text.text.unicodeScalars)
        bytesBefore = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + Int32(UTF8.width($1))) }
        var runs: [Int32] = []
        var seen: [Int32] = [0]
        runs.reserveCapacity(scalars.count)
        seen.reserveCapacity(scalars.count + 1)
        for (number, run) in text.runs.enumerated() {
            let isKnown = text.attachment(of: run.attributes) != nil
            let isText = if case .attachment = run.attributes.role { false } else { true }
            for scalar in scalars[runs.count...].prefix(run.length) {
                runs.append(Int32(truncatingIfNeeded: number))
                let isSeen = isText ? !scalar.properties.isWhitespace : isKnown
                seen.append(seen[seen.count - 1] + (isSeen ? 1 : 0))
            }
        }
        self.runs = runs
        seenBefore = seen
    }

    /// Count of the scalars that have a run.
    var count: Int { runs.count }

    func attributes(at place: Int) -> TextAttributes { text.runs[Int(runs[place])].attributes }

    func isMarker(_ place: Int) -> Bool { attributes(at: place).role == .marker }

    func attachment(at place: Int) -> TextAttachment? { text.attachment(of: attributes(at: place)) }

    /// Whether there is nothing but white space.
    func isBlank(_ range: Range<Int>) -> Bool { seenBefore[range.lowerBound] == seenBefore[range.upperBound] }

    /// Without what `isDropped` accepts at both ends.
    func trimmed(_ range: Range<Int>, _ isDropped: (Unicode.Scalar) -> Bool) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isDropped(scalars[start]) { start += 1 }
        while end > start, isDropped(scalars[end - 1]) { end -= 1 }
        return start..<end
    }

    /// A stretch of the text with its attributes; a list marker in it is followed by a space and no tabs.
    func string(_ range: Range<Int>) -> AttributedString {
        var string = AttributedString()
        var place = range.lowerBound
        while place < range.upperBound {
            let run = runs[place]
            let start = place
            while place < range.upperBound, runs[place] == run { place += 1 }
            var part = plain(start..<place)
            let attributes = text.runs[Int(run)].attributes
            if attributes.role == .marker, part.contains("\t") {
                part = part.split(separator: "\t").map { $0 + " " }.joined()
            }
            string.append(AttributedString(part, attributes: AttributeContainer(attributes, in: text)))
        }
        return string
    }

    func plain(_ range: Range<Int>) -> String {
        let bytes = text.text.utf8
        func index(_ place: Int) -> String.Index { bytes.index(bytes.startIndex, offsetBy: Int(bytesBefore[place])) }
        return String(text.text[index(range.lowerBound)..<index(range.upperBound)])
    }
}
