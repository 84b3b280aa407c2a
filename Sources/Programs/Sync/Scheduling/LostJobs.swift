internal import LarderCatalog
internal import LarderLedger
internal import LarderModel

/// Finds out whether another program has removed jobs from the catalog, for which a sync would wait for ever.
struct LostJobs {
    /// A result counts in the catalog a moment before it counts in the ledger.
    private static let rounds = 3

    private var unfinished = 0
    private var stored = 0
    /// How often in a row the catalog had the same number of jobs, and less than the ledger.
    private var count = 0

    /// - Throws: ``CoordinatorError`` with code `larderNotWritable` when nothing has changed for a few calls but that
    ///   jobs are missing.
    mutating func check(_ dispatcher: Dispatcher, _ database: CatalogDatabase) async throws {
        let now = await dispatcher.core.unfinishedJobs
        defer { unfinished = now }
        guard now > 0, now == unfinished else {
            count = 0
            return
        }
        let sources = dispatcher.setup.sources
        let open = try await database.read { try LedgerStore($0).openJobs(of: sources) }
        count = open < now && (count == 0 || open == stored) ? count + 1 : 0
        stored = open
        guard count == Self.rounds else { return }
        throw CoordinatorError(
            .larderNotWritable,
            "Another program has changed \(database.path) while it was being filled: \((now - open).counted("job")) of this "
                + "sync are gone from it. See to it that no other program writes there, and type the same command again: "
                + "what is cached is only asked for changes."
        )
    }
}
