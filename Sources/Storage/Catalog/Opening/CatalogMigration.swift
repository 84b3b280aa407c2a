package import GRDB

/// One step of the schema, run once per file, in one transaction with the other steps that the file lacks.
///
/// A released migration is never edited: a later change is a new migration.
package struct CatalogMigration: Sendable {
    /// Unique in the file, `<owner>-<number>` with rising numbers: `catalog-11`, `ledger-9`.
    package let identifier: String
    /// What the step does; an error rolls the step back and stops the opening.
    package let body: @Sendable (Database) throws -> Void

    /// A step named `identifier`.
    package init(identifier: String, body: @escaping @Sendable (Database) throws -> Void) {
        self.identifier = identifier
        self.body = body
    }

    /// The steps of the catalog's own tables.
    package static let catalog = CatalogSchema.steps.map { step in
        CatalogMigration(identifier: "catalog-\(step.number)", body: step.body)
    }
}
