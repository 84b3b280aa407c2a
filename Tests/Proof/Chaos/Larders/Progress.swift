internal import Foundation

/// One line of `--progress json`.
package struct Progress: Decodable, Sendable {
    package var done: Int
    package var dead: Int
    package var unfinished: Int
    package var workers: Int
    /// Peers that were turned away for their keys or their handshake.
    package var turnedAway: Int

    private enum CodingKeys: String, CodingKey {
        case done
        case dead
        case unfinished
        case workers
        case turnedAway = "turned_away"
    }

    /// The lines that a coordinator has written so far, in order.
    package static func lines(of program: Program) -> [Progress] {
        program.errors.split(separator: "\n").compactMap { line in
            // Warnings stand between the lines, and the last may not be whole yet.
            line.hasPrefix("{") ? try? JSONDecoder().decode(Progress.self, from: Data(line.utf8)) : nil
        }
    }

    /// How things stood at the coordinator's last progress line.
    package static func latest(of program: Program) -> Progress? { lines(of: program).last }
}

/// The summary that `--progress json` ends with.
package struct FinalSummary: Decodable, Sendable {
    package var done: Int
    package var dead: Int
    package var left: Int
    package var finished: Bool

    package init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }
}
