package import LarderModel
package import LarderSourceDefinitions

/// What is told of the web page of an item that is to be a recipe, where the page holds none.
package enum MissingRecipe {
    /// The note of a website's item; nil for other sources, whose lists and records say what their items are.
    ///
    /// Of a source with `site: recipe` each page is one item, whose row stays: lists name it.
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
