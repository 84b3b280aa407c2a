import Foundation
import GRDB
import Larder
import LarderCatalog
import LarderCatalogWriting
import LarderModel

/// A larder in a folder of its own, written as a coordinator writes it.
final class LarderFixture {
    let folder: URL
    let database: CatalogDatabase
    private(set) var sync: CatalogSync

    init(source: String = "sample") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "larder ?#% é \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try CatalogDatabase.open(
            at: folder.appending(path: "catalog.sqlite").path(percentEncoded: false),
            beforeCommit: ItemIndexer.beforeCommit
        )
        sync = try Self.begin(database, source, at: 1_000)
    }

    deinit {
        try? database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func begin(_ database: CatalogDatabase, _ source: String, at time: Int64) throws -> CatalogSync {
        try database.write { db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(Source(name: source, kind: "website"))
            return try writer.beginSync(source: source, startedAt: time)
        }
    }

    func open() async throws -> Larder { try await Larder(readingFrom: folder) }

    /// Begins the next sync of a source.
    func beginSync(source: String = "sample", at time: Int64 = 2_000) throws {
        sync = try Self.begin(database, source, at: time)
    }

    /// Writes in one transaction, and indexes what was written.
    func write(_ body: (CatalogWriter, CatalogSync) throws -> Void) throws {
        try database.write { db in
            try body(CatalogWriter(db), sync)
            try ItemIndexer(db).indexPending(limit: .max)
        }
    }

    /// Runs statements, as another program or a later release might, and indexes what they changed.
    func execute(_ sql: String) throws {
        try database.write { db in
            try db.execute(sql: sql)
            if !sql.contains("grdb_migrations") { try ItemIndexer(db).indexPending(limit: .max) }
        }
    }

    /// Does what the end of a sync does at a time, in Unix milliseconds.
    func tidy(at now: Int64) throws {
        try database.write { db in
            try ItemIndexer(db).compact()
            try ItemIndexer(db).forgetOldChanges(now: now)
        }
    }

    func rebuildSearch() throws -> Int { try database.write { db in try ItemIndexer(db).rebuildSearch() } }

    func add(_ recipes: [Recipe]) throws {
        try write { writer, sync in
            for recipe in recipes {
                let provenance = Provenance(
                    url: recipe.sourceURL ?? "https://sample.example/api",
                    fetchedAt: 1_000,
                    validator: nil,
                    digest: nil,
                    readerVersion: 1
                )
                try writer.merge(recipe, provenance: provenance, sync: sync)
            }
        }
    }

    func add(_ articles: [Article]) throws {
        try write { writer, sync in
            for article in articles { try writer.merge(article, provenance: nil, sync: sync) }
        }
    }

    func add(text: String, of urn: String) throws {
        try write { writer, sync in
            let text = RenderedText(
                urn: RecordURN.text(item: urn, role: .body),
                itemURN: urn,
                role: .body,
                htmlDigest: .zero,
                plain: text,
                runs: "{\"v\":2,\"sets\":[{}],\"runs\":[\(text.unicodeScalars.count)]}",
                readerVersion: 1
            )
            try writer.merge(text, readerVersion: 1, provenance: nil, sync: sync)
        }
    }
}

/// A recipe with a title, a rank and whatever `change` sets.
func recipe(_ number: Int, _ title: String, rank: Double? = nil, _ change: (inout Recipe) -> Void = { _ in }) -> Recipe
{
    var recipe = Recipe(urn: "recipe:sample:\(number)", recordID: "\(number)", title: title)
    recipe.socialRank = rank
    change(&recipe)
    return recipe
}
