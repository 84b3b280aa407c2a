internal import Foundation

/// A sync's request as the ledger stores it: the definition, an empty line, and the options.
package struct SyncRequestText: Sendable, Hashable {
    /// The source's definition with all its defaults, as YAML.
    package var definition: String
    /// Nil: all kinds.
    package var only: String?
    package var refresh = false
    /// The size of the built-in sample; nil: another source.
    var sample: String?

    private static let all = "all"

    /// An unfinished sync continues only under the same text.
    var text: String {
        definition + "\nonly: \(only ?? Self.all)\nrefresh: \(refresh)\n" + (sample.map { "sample: \($0)\n" } ?? "")
    }
}

extension SyncRequestText {
    /// Parses ``text``.
    package init?(_ text: String) {
        // The last one: a definition may have such lines.
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
