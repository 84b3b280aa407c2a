internal import Foundation

/// What a sync was asked for, as the ledger keeps it: the definition, and behind an empty line what else was typed.
package struct SyncRequestText: Sendable, Hashable {
    /// The source's definition with all its defaults, as YAML.
    package var definition: String
    /// The last kind of job; nil: all kinds.
    package var only: String?
    /// Whether everything was fetched and rendered again.
    package var refresh = false
    /// How many items the built-in sample has; nil: it is another source.
    var sample: String?

    private static let all = "all"

    /// As it stands in the table: an unfinished sync goes on only under the same text.
    var text: String {
        definition + "\nonly: \(only ?? Self.all)\nrefresh: \(refresh)\n" + (sample.map { "sample: \($0)\n" } ?? "")
    }
}

extension SyncRequestText {
    /// Takes ``text`` apart; nil for one that was not made so.
    package init?(_ text: String) {
        // The last one: a definition may have lines that look the same.
        guard let start = text.range(of: "\nonly: ", options: .backwards) else { return nil }
        let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
        guard let kind = lines.first else { return nil }
        func value(_ key: String) -> String? {
            lines.dropFirst().first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
        }
        self.init(
            definition: String(text[..<start.lowerBound]),
            only: kind == Self.all ? nil : String(kind),
            refresh: value("refresh: ") == "true",
            sample: value("sample: ")
        )
    }
}
