/// Finds where the parts of a text begin in it.
enum PartStarts {
    /// The place of each part in Unicode scalars; nil for an empty part, and for all parts from the first that does
    /// not follow in the text.
    ///
    /// Empty lines do not count, as their number around a picture depends on what is before it.
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
