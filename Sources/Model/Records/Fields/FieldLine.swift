/// The place of a field in the lines that show a record to people, as in `coordinator try`.
///
/// Of several fields with one name the first with a value is shown; parts of a line stand side by side.
package struct FieldLine: Sendable, Hashable {
    package enum Form: Sendable, Hashable {
        /// A text or number; of a list the first.
        case value
        /// A word, the number and a unit, beside other such parts of the line.
        case part(String, unit: String)
        /// How many elements there are, then at most so many of them.
        case elements(most: Int, separator: String)
    }

    /// A line that is shown is cut to this length in UTF-8.
    package static let maxBytes = 400

    package let name: String
    /// Lines are in the order of their places.
    package let place: Int
    /// How the value is written.
    package let form: Form

    package init(_ name: String, place: Int, _ form: Form = .value) {
        self.name = name
        self.place = place
        self.form = form
    }
}

extension FieldedRecord {
    /// The lines that show a record: names and texts, which may hold line breaks.
    package var lines: [(name: String, text: String)] {
        let shown = Self.fields.filter { $0.line != nil }.sorted { ($0.line?.place ?? 0) < ($1.line?.place ?? 0) }
        var lines: [(name: String, text: String)] = []
        for field in shown {
            guard let line = field.line, let text = field.text(in: self, line.form) else { continue }
            if let index = lines.firstIndex(where: { $0.name == line.name }) {
                if case .part = line.form { lines[index].text += ", " + text }
            } else {
                lines.append((line.name, text))
            }
        }
        return lines
    }
}

extension RecordField {
    fileprivate func text(in record: Record, _ form: FieldLine.Form) -> String? {
        let value = get(record)
        switch form {
        case .value: return value.shown ?? texts(of: value).first
        case .part(let word, let unit): return value.shown.map { "\(word) \($0) \(unit)" }
        case .elements(let most, let separator):
            let texts = texts(of: value)
            guard !texts.isEmpty else { return nil }
            let more = texts.count > most ? ["… and \((texts.count - most).grouped) more"] : []
            return "\(texts.count.grouped): " + (texts.prefix(most) + more).joined(separator: separator)
        }
    }

    /// The texts of a list, or its elements' fields `text`.
    private func texts(of value: FieldValue) -> [String] {
        let place = self.list?.elements.firstIndex { $0.name == "text" }
        return value.texts ?? place.map { place in (value.rows ?? []).compactMap { $0[place].text } } ?? []
    }
}
