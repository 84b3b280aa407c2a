public import GRDB

/// One step of the schema, run once per file in its own transaction.
///
/// A released migration is never edited: a later change is a new migration.
public struct CatalogMigration: Sendable {
    /// Unique in the file, `<owner>-<number>`: `catalog-1`, `ledger-1`.
    public let identifier: String
    /// What the step does; an error rolls the step back and stops the opening.
    public let body: @Sendable (Database) throws -> Void

    /// A step named `identifier`.
    public init(identifier: String, body: @escaping @Sendable (Database) throws -> Void) {
        self.identifier = identifier
        self.body = body
    }

    /// The steps of the catalog's own tables.
    public static var catalog: [CatalogMigration] {
        [
            CatalogMigration(identifier: "catalog-1", body: CatalogSchema.createVersion1),
            CatalogMigration(identifier: "catalog-2", body: CatalogSchema.createVersion2),
        ]
    }
}
