internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSync

extension LarderCommands {
    /// - Parameter environment: The API keys under which quotas are counted.
    package static func status(
        _ into: String,
        json: Bool,
        environment: [String: String] = [:]
    ) async throws -> String {
        let larder = LarderFolder.absolute(into)
        return try await LarderStore.read(larder: into) { db in
            let catalog = CatalogReader(db)
            let jobs = try LedgerStore(db).counts()
            let waiting = jobs.filter { $0.state == .ready && $0.kind.jobClass == .fetch }
            let quotas = try UsedQuotas(db, environment: environment, now: UnixTime.nowMs)
            let report = try StatusReport(
                larder: larder,
                intoOption: TypedCommand.into(into),
                sources: catalog.sources().map { source in
                    try StatusReport.Source(
                        row: source,
                        counts: catalog.counts(source: source.id),
                        sync: catalog.latestSync(source: source.id),
                        jobs: jobs.filter { $0.source == source.id },
                        notes: catalog.noteCount(source: source.id)
                    )
                },
                dead: LedgerStore(db).dead(limit: 5),
                rejected: catalog.rejectedImages(limit: 5),
                notes: catalog.notes(limit: 5),
                delayed: LedgerStore(db).delayed(at: UnixTime.nowMs, limit: 3),
                held: quotas.sentences(of: Set(waiting.map(\.source)))
            )
            return json ? report.json : report.table
        }
    }
}
