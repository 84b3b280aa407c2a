public import Foundation
internal import LarderCatalog

/// Why a larder cannot be opened or read, in words for the people who use an app.
public struct LarderError: LocalizedError, Sendable, CustomStringConvertible {
    /// What is wrong; the raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no catalog in the folder.
        case missing
        /// No sync has brought anything yet.
        case empty
        /// The file is of another program.
        case foreign
        /// An older version of Larder made the catalog; a sync with this one brings it up to date.
        case older
        /// A newer version of Larder wrote the catalog.
        case newer
        /// The file is damaged.
        case damaged
        /// The app may not read the file, or the disk fails.
        case unreadable
        /// Another program holds the file; trying again later may help.
        case busy
        /// A list has another order than the one that its cursor is of: it must be read from its start.
        case otherOrder
    }

    /// What is wrong.
    public let code: Code
    /// The same for developers and logs, with the path and SQLite's words.
    public let description: String

    static let otherOrder = LarderError(
        code: .otherOrder,
        description: "The cursor is of a list in another order. Read the list from its start, without a cursor."
    )

    private init(code: Code, description: String) { (self.code, self.description) = (code, description) }

    init(_ error: CatalogError, exists: Bool = true) {
        description = error.message
        code =
            switch error.code {
            case .missing: exists ? .empty : .missing
            case .notOurs: .foreign
            case .older: .older
            case .newer: .newer
            case .corrupt, .invalid: .damaged
            case .busy: .busy
            case .notWritable, .diskFull, .io: .unreadable
            }
    }

    /// One sentence for an alert.
    public var errorDescription: String? {
        switch code {
        case .missing: "The offline content is not on this device."
        case .empty: "The offline content is still empty."
        case .foreign: "The file is not offline content of this app."
        case .older: "The offline content is of an older version."
        case .newer: "The offline content needs a newer version of this app."
        case .damaged: "The offline content is damaged."
        case .unreadable: "The offline content cannot be read."
        case .busy: "The offline content is being updated."
        case .otherOrder: "The order of the list has changed."
        }
    }

    /// What a person can do.
    public var recoverySuggestion: String? {
        switch code {
        case .missing, .empty, .older, .foreign: "Download the content and try again."
        case .newer: "Update this app and try again."
        case .damaged: "Delete the content and download it again."
        case .unreadable: "Check the device's storage and try again."
        case .busy: "Try again in a moment."
        case .otherOrder: "Open the list again."
        }
    }
}
