internal import LarderModel

extension Tally {
    /// Adds what is noted on items and this run did not tell: a text that stays as it is is not made again, and what was left out of it
    /// holds all the same.
    mutating func add(standing noted: [(message: String, count: Int)]) {
        let told = Set(notes.keys)
        // Of more notes than are kept it is not known which were told.
        guard told.count < Self.maxNotes else { return }
        for (message, count) in noted where !told.contains(Self.line(of: message)) { note(message, count) }
    }
}
