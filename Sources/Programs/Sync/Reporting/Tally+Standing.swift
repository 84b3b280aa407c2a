internal import LarderModel

extension Tally {
    /// Adds stored notes that this run did not repeat: unchanged texts are not rendered again, their notes stay valid.
    mutating func add(standing noted: [(message: String, count: Int)]) {
        let told = Set(notes.keys)
        // The set is cut, so further repeats are unknown.
        guard told.count < Self.maxNotes else { return }
        for (message, count) in noted where !told.contains(Self.line(of: message)) { note(message, count) }
    }
}
