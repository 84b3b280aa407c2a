internal import LarderModel

extension Tally {
    /// Adds stored notes that this run did not repeat: unchanged texts are not rendered again, and their notes stay
    /// valid.
    mutating func add(standing noted: [(message: String, count: Int)]) {
        let told = Set(notes.keys)
        // Of more notes than are kept it is not known which were told.
        guard told.count < Self.maxNotes else { return }
        for (message, count) in noted where !told.contains(Self.line(of: message)) { note(message, count) }
    }
}
