/// Finds where the parts of a text begin in it.
enum PartStarts {
    /// The place of each part in Unicode scalars; nil for an empty part, and for all parts after the first that does
    /// not follow in the text.
    ///
    /// Lines are compared, without empty ones: a picture at the beginning has other line ends around it in a text of
    /// its own than behind another part.
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
