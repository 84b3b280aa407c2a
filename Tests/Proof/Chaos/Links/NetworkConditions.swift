/// What a link does to the bytes on it, each way.
package struct NetworkConditions: Sendable, Equatable, CustomStringConvertible {
    /// Which way bytes do not pass.
    package enum Hole: String, Sendable, CaseIterable {
        case none
        case toServer = "to the coordinator"
        case toClient = "to the worker"
        case both = "both ways"
    }

    /// Time between a byte's coming in and its going out.
    package var delay: Duration = .zero
    /// Up to this much more, by the seed; bytes never overtake each other.
    package var jitter: Duration = .zero
    /// Nil: as many as there are.
    package var bytesPerSecond: Int?
    /// Bytes are kept, and go on when the hole closes, as TCP would send them again.
    package var hole = Hole.none

    package init(
        delay: Duration = .zero,
        jitter: Duration = .zero,
        bytesPerSecond: Int? = nil,
        hole: Hole = .none
    ) {
        self.delay = delay
        self.jitter = jitter
        self.bytesPerSecond = bytesPerSecond
        self.hole = hole
    }

    package static let fine = NetworkConditions()

    package var description: String {
        var words: [String] = []
        if delay > .zero { words.append("delay \(delay)") }
        if jitter > .zero { words.append("jitter \(jitter)") }
        if let bytesPerSecond { words.append("\(bytesPerSecond) bytes/s") }
        if hole != .none { words.append("black hole \(hole.rawValue)") }
        return words.isEmpty ? "fine" : words.joined(separator: ", ")
    }
}
