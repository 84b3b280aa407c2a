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
    ///
    /// The first one's number follows on the ones of the forms before it, which are refused as older.
    package static var catalog: [CatalogMigration] {
        [CatalogMigration(identifier: "catalog-11", body: CatalogSchema.create)]
    }
}
