internal import LarderModel

/// Why a source definition cannot be used.
///
/// The description begins with `file:line:column:` where a place in the file is known, so editors can jump to it.
package struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The raw value is a stable label without user data.
    package enum Code: String, Sendable, CaseIterable {
        /// The file is no YAML, or holds more than one document.
        case invalidYAML = "invalid-yaml"
        /// The file is larger than ``RecordBound/definitionBytes`` or nested too deeply.
        case tooLarge = "too-large"
        case aliasRefused = "alias-refused"
        case unknownKey = "unknown-key"
        case duplicateKey = "duplicate-key"
        case missingKey = "missing-key"
        case wrongType = "wrong-type"
        case outOfRange = "out-of-range"
        /// Two keys exclude each other, or a key does not apply to the kind.
        case conflict = "conflict"
        /// The environment variable that should hold the API key is missing, empty or unusable.
        case missingAPIKey = "missing-api-key"
        case unsupportedJob = "unsupported-job"
    }

    package let code: Code
    /// For people: one or two sentences with the way out.
    package let message: String
    /// Empty when no file is to blame.
    package let file: String
    /// From 1; nil where no line is to blame.
    package internal(set) var line: Int?
    /// From 1, in Unicode scalars.
    package internal(set) var column: Int?
    /// The file's other faults, nine at most; they have no further ones themselves.
    package internal(set) var further: [SourceError] = []
    /// How many faults there are beyond those, as a line of its own; nil: none.
    package internal(set) var rest: String?

    package init(code: Code, message: String, file: String = "", line: Int? = nil, column: Int? = nil) {
        self.code = code
        // A file may hold words of any length.
        self.message = message.utf8.count <= 2_000 ? message : message.prefix(bytes: 2_000) + "…"
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column: message` without unknown parts; further faults on lines of their own, in file order.
    package var description: String {
        let told = ([self] + further).sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
        return (told.map(\.sentence) + (rest.map { [$0] } ?? [])).joined(separator: "\n")
    }

    private var sentence: String {
        var place = file
        if let line {
            place += ":\(line)"
            if let column { place += ":\(column)" }
        }
        return place.isEmpty ? message : "\(place): \(message)"
    }
}
