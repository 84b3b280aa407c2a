import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel

/// What a test throws of its own.
struct Stop: Error {}

/// Runs `body` with a folder of its own, and removes it.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("larder-catalog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}

/// The same for a body that waits.
func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("larder-catalog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Runs `body` with an empty catalog in a real file.
func withCatalog<Result>(_ body: (CatalogDatabase) throws -> Result) throws -> Result {
    try withTemporaryFolder { folder in
        let catalog = try CatalogDatabase.open(at: folder + "/catalog.sqlite")
        defer { try? catalog.close() }
        return try body(catalog)
    }
}

extension CatalogWriter {
    /// Merges a text as the coordinator does: the reader version that counts is the text's own.
    @discardableResult
    func merge(text: RenderedText, provenance: Provenance? = nil, sync: CatalogSync) throws -> MergeOutcome {
        try merge(text, readerVersion: text.readerVersion, provenance: provenance, sync: sync)
    }
}

extension CatalogDatabase {
    /// The whole content stream, its rows one after the other.
    func content() throws -> [[UInt8]] {
        try read { db in
            var rows: [[UInt8]] = []
            try CatalogReader(db).contentLines { rows.append($0) }
            return rows
        }
    }

    func beginSync(source name: String = "sample", at startedAt: Int64 = 1_000) throws -> CatalogSync {
        try write { db in
            let writer = CatalogWriter(db)
            let source = try writer.upsertSource(Source(name: name, kind: "website"))
            return try writer.beginSync(source: source, startedAt: startedAt)
        }
    }

    /// What SQLite finds wrong with the file; `["ok"]` when it is whole.
    func integrityProblems() throws -> [String] {
        try read { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check")
                + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map(\.description)
        }
    }

    func count(_ table: String) throws -> Int {
        try read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? -1 }
    }
}

/// A digest that is different for every `seed`.
func digest(_ seed: UInt8) -> Digest {
    Digest(bytes: [UInt8](repeating: seed, count: Digest.byteCount)) ?? .zero
}

func provenance(
    url: String = "https://sample.example/a",
    at fetchedAt: Int64 = 1_000,
    validator: String? = nil,
    digest: Digest? = nil,
    version: Int = 1,
    origin: RecordOrigin = .record
) -> Provenance {
    Provenance(
        url: url,
        fetchedAt: fetchedAt,
        validator: validator,
        digest: digest,
        readerVersion: version,
        origin: origin
    )
}

func recipe(_ number: Int = 1, title: String = "Soup", ingredients: [String] = ["1 onion", "salt"]) -> Recipe {
    Recipe(
        urn: "recipe:sample:\(number)",
        recordID: "\(number)",
        title: title,
        imageURN: "image:sample:\(number)",
        ingredients: ingredients.map { Ingredient(text: $0) }
    )
}

/// The code of the error that `body` throws; nil when it throws none.
func refusal(_ body: () throws -> Void) -> CatalogError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? CatalogError)?.code
    }
}
