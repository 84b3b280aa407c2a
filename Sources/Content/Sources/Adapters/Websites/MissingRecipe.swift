package import LarderModel
package import LarderSourceDefinitions

/// The note about a page that should hold a recipe and holds none.
package enum MissingRecipe {
    /// Nil for sources that are no websites: their lists and records say what items are.
    package static func note(of itemURN: String, _ definition: SourceDefinition) -> JobNote? {
        guard definition.kind.isWebsite else { return nil }
        return JobNote(
            code: NoteCode.noRecipe.rawValue,
            message:
                "\(definition.name): no recipe was found on this page; kept are its text and what a list says of it.",
            urn: itemURN
        )
    }
}
