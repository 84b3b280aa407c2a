internal import LarderModel

/// Why a source definition cannot be used.
///
/// The description begins with `file:line:column:` where a place in the file is known, so editors can jump to it.
package struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The closed list of reasons; the raw value is a stable label without user data.
    package enum Code: String, Sendable, CaseIterable {
        /// The file is no YAML, or holds more than one document.
        case invalidYAML = "invalid-yaml"
        /// The file is larger than ``RecordBound/definitionBytes`` or nested too deeply.
        case tooLarge = "too-large"
        /// The file uses YAML anchors or aliases.
        case aliasRefused = "alias-refused"
        /// A key is not one of the allowed ones.
        case unknownKey = "unknown-key"
        /// A key stands twice in one mapping.
        case duplicateKey = "duplicate-key"
        /// A key that must be there is not.
        case missingKey = "missing-key"
        /// A value has the wrong type.
        case wrongType = "wrong-type"
        /// A value has the right type and is not allowed.
        case outOfRange = "out-of-range"
        /// Two keys exclude each other, or a key does not apply to the kind.
        case conflict = "conflict"
        /// The environment variable that should hold the API key is missing, empty or unusable.
        case missingAPIKey = "missing-api-key"
        /// A job that the source's reader does not know.
        case unsupportedJob = "unsupported-job"
    }

    /// The reason, for programs.
    package let code: Code
    /// The reason, for people: one or two sentences with the way out.
    package let message: String
    /// The file as the caller named it; empty when no file is to blame.
    package let file: String
    /// The line from 1; nil where none is to blame.
    package internal(set) var line: Int?
    /// The column from 1, in Unicode scalars; nil where none is to blame.
    package internal(set) var column: Int?
    /// The file's other faults, nine at most; they have no further ones themselves.
    package internal(set) var further: [SourceError] = []
    /// How many faults there are beyond those, as a line of its own; nil: none.
    package internal(set) var rest: String?

    /// Makes an error.
    package init(
        code: Code,
        message: String,
        file: String = "",
        line: Int? = nil,
        column: Int? = nil
    ) {
        self.code = code
        // What a file says may be of any length; its sentence is for people.
        self.message = message.utf8.count <= 2_000 ? message : message.prefix(bytes: 2_000) + "…"
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column: message`, without the parts that are not known; what else is wrong stands on lines of its
    /// own, all in the order of the file, and last how much more there is.
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
