internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSync

extension LarderCommands {
    /// Makes dead jobs ready again.
    package static func retry(_ source: String?, _ into: String) async throws -> String {
        _ = try LarderStore.openForReading(larder: into)
        let larder = try LarderFolder(taking: into)
        let database = try LarderStore.open(larder.catalogPath)
        defer { try? database.close() }  // the process ends here anyway
        let count = try await database.write { db in
            let id = try source.map { try sourceID($0, db, into) }
            return try LedgerStore(db).revive(source: id)
        }
        return count == 0
            ? "There are no dead jobs."
            : "\(count.counted("job")) \(count == 1 ? "is" : "are") ready again. Type the sync command again to try "
                + "\(count == 1 ? "it" : "them")."
    }
}
