internal import LarderCache
internal import LarderCatalog
internal import LarderLedger

extension LarderCommands {
    /// What the larder holds and what is left.
    package static func status(_ into: String, json: Bool) async throws -> String {
        let larder = LarderFolder.absolute(into)
        return try await LarderStore.read(larder: into) { db in
            let catalog = CatalogReader(db)
            let jobs = try LedgerStore(db).counts()
            let report = try StatusReport(
                larder: larder,
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
                delayed: LedgerStore(db).delayed(at: UnixTime.nowMs, limit: 3)
            )
            return json ? report.json : report.table
        }
    }
}
