internal import Crypto
internal import Foundation
internal import GRDB
internal import LarderCatalog

extension LarderCommands {
    /// The hash of the catalog's content.
    package static func digest(_ into: String) async throws -> String {
        let pool = try LarderStore.openForReading(larder: into)
        return try await pool.read { db in
            var hash = SHA256()
            try CatalogReader(db).contentLines { hash.update(data: $0) }
            return hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }
}
