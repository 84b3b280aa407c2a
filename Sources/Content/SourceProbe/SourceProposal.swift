internal import LarderModel

/// A first source file, to be looked through by whoever asked for it.
package struct SourceProposal: Sendable, Hashable {
    /// The value of `kind`.
    package var kind: String
    /// The value of `name`: lower-case letters, digits and hyphens.
    package var name: String
    /// What the file's first lines tell, each as a comment.
    package var notes: [String] = []
    /// The keys behind `name` and `kind`, in order; values as YAML writes them.
    var members: [Member] = []
    /// What else would do, each as a comment at the end.
    var alternatives: [String] = []

    struct Member: Sendable, Hashable {
        var key: String
        var value: String
        var comment: String?
    }

    init(kind: String, address: WebAddress) {
        self.kind = kind
        name = Self.name(of: address)
    }

    /// The whole file; whatever a site said stands in comments of one line or in quotes.
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

    /// A text that YAML reads back, whatever it holds: JSON's strings are YAML's as well.
    static func quoted(_ text: String) -> String { JSONValue.string(text).json }

    /// What becomes of a host: `www.stew.example` is `stew-example`, and of a port that is not the scheme's own.
    private static func name(of address: WebAddress) -> String {
        let host = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
        let isOwnPort = address.origin.hasSuffix(":\(address.port)")
        let bytes = (host + (isOwnPort ? "-\(address.port)" : "")).utf8.map { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) ? byte : UInt8(ascii: "-")
        }
        let words = bytes.split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }
        var name = ""
        for word in words {
            let longer = name.isEmpty ? word : name + "-" + word
            guard longer.utf8.count <= 40 else { break }
            name = longer
        }
        return name.isEmpty ? "site" : name
    }
}
