/// The bounds on what sources and their definitions may send.
package enum SourceLimits {
    /// The largest definition file: 256 KiB.
    package static let maxDefinitionBytes = 256 * 1024
    /// How deep a definition may be nested.
    package static let maxDefinitionDepth = 64
    /// The largest API answer that is parsed: 32 MiB.
    package static let maxAnswerBytes = 32 * 1024 * 1024
    /// How deep an API answer may be nested.
    package static let maxJSONDepth = 64
    /// How many values (objects, arrays, strings, numbers, literals) one API answer may hold.
    package static let maxJSONValues = 2_000_000
    /// The longest URL that becomes a job, in bytes.
    package static let maxURLBytes = RecordBound.urlBytes.limit
    /// The longest text field of a record, in UTF-8 bytes; longer ones are cut, with a note.
    package static let maxFieldBytes = RecordBound.fieldBytes.limit
    /// The longest title, name or author, in UTF-8 bytes; longer ones are cut, with a note.
    package static let maxTitleBytes = RecordBound.titleBytes.limit
    /// The most ingredients of one recipe; further ones are left out, with a note.
    package static let maxIngredients = RecordBound.ingredients.limit
    /// The largest fields that have no column, all those of one record together, in bytes of JSON.
    package static let maxExtraBytes = RecordBound.extraBytes.limit
    /// The most notes of one job; the last one counts the rest.
    package static let maxNotes = RecordBound.notes.limit
    /// The highest page that a search asks for.
    package static let maxPages = 100_000
}
