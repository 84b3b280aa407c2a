internal import LarderCatalog
internal import LarderHashing
internal import LarderModel
internal import LarderSync

extension LarderCommands {
    /// The hash of the catalog's content.
    package static func digest(_ into: String) async throws -> String {
        try await LarderStore.read(larder: into) { db in
            var stream = DigestStream()
            try CatalogReader(db).contentLines { stream.add($0) }
            return stream.finish().hex
        }
    }
}
