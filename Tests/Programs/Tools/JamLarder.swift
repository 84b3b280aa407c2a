import Foundation
import LarderCatalog
import LarderCatalogWriting
import LarderModel

@testable import LarderSync
@testable import LarderTools

/// A larder of records of the source `jam`, without jobs.
enum JamLarder {
    /// What `why` tells of it.
    ///
    /// - Parameter fill: Merges its records.
    static func why(
        _ typed: String,
        _ fill: @Sendable @escaping (CatalogWriter, CatalogSync) throws -> Void
    ) async throws -> String {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-why-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        defer { try? database.close() }
        try await database.write { db in
            let catalog = CatalogWriter(db)
            let source = try catalog.upsertSource(Source(name: "jam", kind: "sitemap"))
            try fill(catalog, try catalog.beginSync(source: source, startedAt: 1))
        }
        return try await LarderCommands.why(typed, larder)
    }
}
