internal import LarderCatalog
internal import LarderLedger

extension LarderCommands {
    /// Makes dead jobs ready again.
    package static func retry(_ source: String?, _ into: String) async throws -> String {
        _ = try LarderStore.openForReading(larder: into)
        let larder = try LarderFolder(taking: into)
        let database = try LarderStore.open(larder.catalogPath)
        defer { try? database.close() }  // the process ends here anyway
        let count = try await database.write { db in
            let id = try source.map { name in
                guard let row = try CatalogReader(db).source(named: name) else {
                    throw CoordinatorError(
                        .unknownSource,
                        "The larder has no source \"\(name)\". `coordinator status\(TypedCommand.into(into))` names them."
                    )
                }
                return row.id
            }
            return try LedgerStore(db).revive(source: id)
        }
        return count == 0
            ? "There are no dead jobs."
            : "\(count.counted("job")) \(count == 1 ? "is" : "are") ready again. Type the sync command again to try \(count == 1 ? "it" : "them")."
    }
}
