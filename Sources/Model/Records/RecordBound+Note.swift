extension JobNote {
    /// Tells what a bound left out of an item.
    ///
    /// - Parameters:
    ///   - urn: The item's; empty: the job itself.
    ///   - leftOut: How much, in the bound's unit; nil: that is not known.
    package init(over bound: RecordBound, of urn: String, leftOut: Int?) {
        let line = bound.line
        let (limit, unit) = (String(line.limit), line.unit == .bytes ? " bytes" : "")
        let what = bound.rawValue.replacing("-", with: " ")
        let rest = leftOut.map { "\($0)\(unit) more were left out" } ?? "the rest was left out"
        let shown = PlainText.line(urn, maxBytes: 200)
        self.init(
            code: bound.noteCode,
            message: "\(shown.isEmpty ? "The result" : shown) is over the bound on \(what), \(limit)\(unit): \(rest).",
            urn: urn.utf8.count <= RecordBound.nameBytes.limit ? urn : ""
        )
    }
}
