internal import LarderModel

/// A first source file, for the user to look through.
package struct SourceProposal: Sendable, Hashable {
    package var kind: String
    package var name: String
    /// The file's first lines, each as a comment.
    package var notes: [String] = []
    /// The keys behind `name` and `kind`, in order; values as YAML writes them.
    var members: [Member] = []
    /// Other ways, each as a comment at the end.
    var alternatives: [String] = []

    struct Member: Sendable, Hashable {
        var key: String
        var value: String
        var comment: String?
    }

    init(kind: String, address: WebAddress) {
        self.kind = kind
        name = address.sourceName
    }

    /// The whole file; texts of a site stand in one-line comments or in quotes.
    package var yaml: String {
        var lines = notes.map { "# " + Self.line($0) }
        lines += ["name: \(name)", "kind: \(kind)"]
        lines += members.map { member in
            "\(member.key): \(member.value)" + (member.comment.map { "  # " + Self.line($0) } ?? "")
        }
        if !alternatives.isEmpty {
            lines += ["", "# What else would do:"] + alternatives.map { "#   " + Self.line($0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ text: String) -> String { PlainText.line(text, maxBytes: 500) }

    mutating func add(_ key: String, _ value: String, comment: String? = nil) {
        members.append(Member(key: key, value: value, comment: comment))
    }

    mutating func add(_ key: String, list: [String], comment: String? = nil) {
        guard !list.isEmpty else { return }
        add(key, "[" + list.map(Self.quoted).joined(separator: ", ") + "]", comment: comment)
    }

    /// The environment variable that is proposed for a key.
    var keyVariable: String {
        let name = name.uppercased().replacing("-", with: "_")
        return (name.first?.isNumber == true ? "SITE_" : "") + name + "_KEY"
    }

    /// A text as YAML: JSON's strings are YAML's as well.
    static func quoted(_ text: String) -> String { JSONValue.string(text).json }
}
