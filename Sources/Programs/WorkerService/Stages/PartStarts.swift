/// Finds where the parts of a text begin in it.
enum PartStarts {
    /// The place of each part, in Unicode scalars from the text's beginning; nil for one that is empty, and from where on the text is
    /// not made of these parts in this order.
    ///
    /// Lines are compared and empty ones left out: a picture at the beginning stands otherwise among line ends in a text of its own than
    /// behind another part.
    static func find(_ parts: [String], in text: String) -> [Int?] {
        var rest = lines(of: text)[...]
        return parts.map { part in
            let lines = Self.lines(of: part)
            guard rest.starts(with: lines) else {
                rest = []
                return nil
            }
            defer { rest = rest.dropFirst(lines.count) }
            return lines.isEmpty ? nil : rest.first?.startIndex
        }
    }

    /// The lines of a text that are not empty, counted from its beginning.
    private static func lines(of text: String) -> [ArraySlice<Unicode.Scalar>] {
        Array(text.unicodeScalars).split { $0 == "\n" }
    }
}
