package import GRDB

/// One step of the schema, run once per file, in one transaction with the other steps that the file lacks.
///
/// A released migration is never edited: a later change is a new migration.
package struct CatalogMigration: Sendable {
    /// Unique in the file, `<owner>-<number>`: `catalog-1`, `ledger-1`.
    package let identifier: String
    /// What the step does; an error rolls the step back and stops the opening.
    package let body: @Sendable (Database) throws -> Void

    /// A step named `identifier`.
    package init(identifier: String, body: @escaping @Sendable (Database) throws -> Void) {
        self.identifier = identifier
        self.body = body
    }

    /// The steps of the catalog's own tables.
    package static var catalog: [CatalogMigration] {
        [
            CatalogMigration(identifier: "catalog-1", body: CatalogSchema.createVersion1),
            CatalogMigration(identifier: "catalog-2", body: CatalogSchema.createVersion2),
            CatalogMigration(identifier: "catalog-3", body: CatalogSchema.createVersion3),
            CatalogMigration(identifier: "catalog-4", body: CatalogSchema.createVersion4),
            CatalogMigration(identifier: "catalog-5", body: CatalogSchema.createVersion5),
            CatalogMigration(identifier: "catalog-6", body: CatalogSchema.createVersion6),
            CatalogMigration(identifier: "catalog-7", body: CatalogSchema.createVersion7),
            CatalogMigration(identifier: "catalog-9", body: CatalogSchema.createVersion9),
            CatalogMigration(identifier: "catalog-10", body: CatalogSchema.createVersion10),
        ]
    }
}
