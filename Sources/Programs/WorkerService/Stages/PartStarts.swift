/// Finds where the parts of a text begin in it.
enum PartStarts {
    /// The place of each part, in Unicode scalars from the text's beginning; nil for one that is empty, and from where on the text is
    /// not made of these parts in this order with nothing but line ends between them.
    static func find(_ parts: [String], in text: String) -> [Int?] {
        var rest = text.unicodeScalars[...]
        var position = 0
        return parts.map { part in
            var part = part.unicodeScalars[...]
            while part.first == "\n" { part.removeFirst() }
            while part.last == "\n" { part.removeLast() }
            while rest.first == "\n" {
                rest.removeFirst()
                position += 1
            }
            guard !part.isEmpty else { return nil }
            guard rest.starts(with: part) else {
                rest = rest.suffix(0)
                return nil
            }
            let start = position
            position += part.count
            rest = rest.dropFirst(part.count)
            return start
        }
    }
}
