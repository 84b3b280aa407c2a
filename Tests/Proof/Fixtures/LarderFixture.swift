package import Foundation
internal import GRDB
package import Larder
package import LarderAttributedText
package import LarderCatalog
package import LarderCatalogWriting
internal import LarderHashing
package import LarderModel
internal import Synchronization

/// A larder in a folder of its own, written as a coordinator writes it.
package final class LarderFixture: Sendable {
    package let folder: URL
    package let database: CatalogDatabase
    private let current: Mutex<CatalogSync>

    /// The sync that writes now.
    package var sync: CatalogSync { current.withLock { $0 } }

    package init(source: String = "sample") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "larder ?#% é \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try CatalogDatabase.open(
            at: folder.appending(path: "catalog.sqlite").path(percentEncoded: false),
            beforeCommit: ItemIndexer.beforeCommit
        )
        current = Mutex(try Self.begin(database, source, at: 1_000))
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

    package func open() async throws -> Larder { try await Larder(readingFrom: folder) }

    /// Begins the next sync of a source.
    package func beginSync(source: String = "sample", at time: Int64 = 2_000) throws {
        let begun = try Self.begin(database, source, at: time)
        current.withLock { $0 = begun }
    }

    /// Writes in one transaction, and indexes what was written.
    package func write(_ body: (CatalogWriter, CatalogSync) throws -> Void) throws {
        try database.write { db in
            try body(CatalogWriter(db), sync)
            try ItemIndexer(db).indexPending(limit: .max)
        }
    }

    /// Runs statements, as another program or a later release might, and indexes what they changed.
    package func execute(_ sql: String) throws {
        try database.write { db in
            try db.execute(sql: sql)
            if !sql.contains("grdb_migrations") { try ItemIndexer(db).indexPending(limit: .max) }
        }
    }

    /// Does what the end of a sync does at a time, in Unix milliseconds.
    package func tidy(at now: Int64) throws {
        try database.write { db in
            try ItemIndexer(db).compact()
            try ItemIndexer(db).forgetOldChanges(now: now)
        }
    }

    package func rebuildSearch() throws -> Int { try database.write { db in try ItemIndexer(db).rebuildSearch() } }

    package func add(_ recipes: [Recipe]) throws {
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

    package func add(_ articles: [Article]) throws {
        try write { writer, sync in
            for article in articles { try writer.merge(article, provenance: nil, sync: sync) }
        }
    }

    package func add(_ outlet: Outlet) throws {
        try write { writer, sync in try writer.merge(outlet, provenance: nil, sync: sync) }
    }

    package func add(text: String, of urn: String) throws {
        try add(text, runs: "{\"v\":2,\"sets\":[{}],\"runs\":[\(text.unicodeScalars.count)]}", of: urn)
    }

    /// Adds the body of an item.
    ///
    /// - Parameter change: Sets what is known of it besides the text, such as its pictures.
    package func add(
        text: AttributedText,
        of urn: String,
        _ change: (inout RenderedText) -> Void = { _ in }
    ) throws {
        try add(text.text, runs: text.runsJSON, of: urn, change)
    }

    private func add(
        _ plain: String,
        runs: String,
        of urn: String,
        _ change: (inout RenderedText) -> Void = { _ in }
    ) throws {
        var text = RenderedText(
            urn: RecordURN.text(item: urn, role: .body),
            itemURN: urn,
            role: .body,
            htmlDigest: .zero,
            plain: plain,
            runs: runs,
            readerVersion: 1
        )
        change(&text)
        try write { writer, sync in try writer.merge(text, readerVersion: 1, provenance: nil, sync: sync) }
    }

    /// Adds a picture of 40 by 20 pixels whose file has these bytes, and returns the digest that names the file.
    @discardableResult
    package func add(picture urn: String, format: String, file bytes: [UInt8]) throws -> Digest {
        let digest = Digest(of: bytes)
        let image = ImageOriginal(
            urn: urn,
            url: "https://sample.example/\(digest.hex)",
            digest: digest,
            byteCount: bytes.count
        )
        let decoding = ImageDecoding(
            urn: urn,
            digest: digest,
            format: format,
            width: 40,
            height: 20,
            frames: 1,
            thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
            dominantColor: "#c08040",
            widths: [],
            variants: [],
            readerVersion: 1
        )
        try write { writer, sync in
            try writer.merge(image: image, provenance: nil, sync: sync)
            try writer.merge(decoding: decoding, sync: sync)
        }
        try add(blob: bytes)
        return digest
    }

    /// Adds a file of the cache, and returns the digest that names it.
    @discardableResult
    package func add(blob bytes: [UInt8]) throws -> Digest {
        let digest = Digest(of: bytes)
        let place = folder.appending(path: "cache/blobs/\(digest.hex.prefix(2))")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(bytes).write(to: place.appending(path: digest.hex))
        return digest
    }
}

/// A recipe with a title, a rank and whatever `change` sets.
package func recipe(_ number: Int, _ title: String, rank: Double? = nil, _ change: (inout Recipe) -> Void = { _ in })
    -> Recipe
{
    var recipe = Recipe(urn: "recipe:sample:\(number)", recordID: "\(number)", title: title)
    recipe.socialRank = rank
    change(&recipe)
    return recipe
}
