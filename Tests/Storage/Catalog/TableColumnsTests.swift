import GRDB
import LarderCatalog
import LarderModel
import Testing

@Suite("Table columns") struct TableColumnsTests {
    /// A table and the columns that it should have.
    struct Listed: Sendable, CustomTestStringConvertible {
        let table: String
        /// Those that the one list names.
        let columns: [String]
        /// Those that say which row it is, or that only merging needs.
        let others: [String]

        var testDescription: String { table }
    }

    private static let tables: [Listed] =
        listed(Recipe.table, others: ["lastSeen", "goneAt"]) + listed(Article.table, others: ["lastSeen", "goneAt"])
        + listed(Outlet.table)
        + listed(
            ImageOriginal.table,
            more: ImageDecoding.columns.map(\.name),
            others: ["decodeSyncID", "decodeFingerprint"]
        )
        + [listed(ImageDecoding.variantTable)] + listed(RenderedText.table)

    /// Tables whose rows are no records of a source; each has its statements where it is used.
    private static let unlisted: Set<String> = [
        "source", "sync", "provenance", "listing", "note", "grdb_migrations", "sqlite_sequence", "item", "tag",
        "itemTag", "titleLanguage", "titleOrder", "address", "change", "pendingItem", "revision",
    ]

    private static func listed<Record>(
        _ table: RecordTable<Record>,
        more: [String] = [],
        others: [String] = []
    ) -> [Listed] {
        let columns = table.columns.map(\.name) + more
        return [Listed(table: table.name, columns: columns, others: ["id", "urn", "sourceID"] + others)]
            + table.children.map(listed)
    }

    private static func listed<Record>(_ child: ChildTable<Record>) -> Listed {
        Listed(table: child.name, columns: child.columns, others: [child.parent, "position"])
    }

    @Test(arguments: tables) func `a list names exactly the columns that the table has in SQLite`(
        listed: Listed
    ) throws {
        let names = try withCatalog { catalog in
            try catalog.read { db in
                try Row.fetchAll(db, sql: "PRAGMA table_info(\(listed.table))").map { $0["name"] as String }
            }
        }
        #expect((listed.columns + listed.others).sorted() == names.sorted())
    }

    @Test func `every table of records has a list`() throws {
        let names = try withCatalog { catalog in
            try catalog.read { try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") }
        }
        #expect(Set(Self.tables.map(\.table)) == names.subtracting(Self.unlisted).filter { !$0.contains("earch") })
        #expect(Set(Self.tables.map(\.table)).count == Self.tables.count)
    }

    @Test func `every kind of record has the table of its name`() {
        let kinds: [RecordKind: String] = [
            Recipe.table.kind: Recipe.table.name, Article.table.kind: Article.table.name,
            Outlet.table.kind: Outlet.table.name, ImageOriginal.table.kind: ImageOriginal.table.name,
            RenderedText.table.kind: RenderedText.table.name,
        ]
        #expect(Set(kinds.keys) == Set(RecordKind.allCases).subtracting([.answer]))
        for (kind, name) in kinds { #expect(kind.rawValue == name) }
    }
}
