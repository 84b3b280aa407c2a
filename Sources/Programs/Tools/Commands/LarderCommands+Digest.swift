internal import Crypto
internal import LarderCatalog
internal import LarderModel
internal import LarderSync

extension LarderCommands {
    /// The hash of the catalog's content.
    package static func digest(_ into: String) async throws -> String {
        try await LarderStore.read(larder: into) { db in
            var hash = SHA256()
            try CatalogReader(db).contentLines { hash.update(data: $0) }
            guard let digest = Digest(bytes: hash.finalize()) else { preconditionFailure("SHA-256 has 32 bytes") }
            return digest.hex
        }
    }
}
