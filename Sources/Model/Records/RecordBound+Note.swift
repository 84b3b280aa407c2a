extension JobNote {
    /// Tells what a bound left out of an item.
    ///
    /// - Parameters:
    ///   - urn: The item's; empty: the job itself.
    ///   - leftOut: How much, in the bound's unit; nil: that is not known.
    ///   - name: What people know it by, an address or a title; nil: the URN stands for it.
    package init(over bound: RecordBound, of urn: String, leftOut: Int?, named name: String? = nil) {
        let line = bound.line
        let (limit, unit) = (String(line.limit), line.unit == .bytes ? " bytes" : "")
        let what = bound.rawValue.replacing("-", with: " ")
        let rest = leftOut.map { "\($0)\(unit) more were left out" } ?? "the rest was left out"
        let shown = PlainText.line(name ?? urn, maxBytes: 200)
        self.init(
            code: bound.noteCode,
            message: "\(shown.isEmpty ? "The result" : shown) is over the bound on \(what), \(limit)\(unit): \(rest).",
            urn: urn.utf8.count <= RecordBound.nameBytes.limit ? urn : ""
        )
    }
}
