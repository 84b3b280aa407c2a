internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderHashing
internal import LarderLedger
internal import LarderModel
internal import LarderSync

/// The commands besides `sync`.
///
/// Read-only commands work beside a coordinator; `retry`, `prune`, `remove` and `clear` lock the larder.
package enum LarderCommands {
    /// What a command prints, and its exit code.
    package struct Result: Sendable {
        package var text: String
        package var code: Int32 = 0
    }

    /// The hash of the catalog's content.
    package static func digest(_ into: String) async throws -> String {
        try await LarderStore.read(larder: into) { db in
            var stream = DigestStream()
            try CatalogReader(db).contentLines { stream.add($0) }
            return stream.finish().hex
        }
    }
}

extension LarderCommands {
    /// Makes dead jobs ready again.
    package static func retry(_ source: String?, _ into: String) throws -> String {
        let count = try locking(into) { _, database in
            try database.write { db in
                try LedgerStore(db).revive(source: source.map { try sourceID($0, db, into) })
            }
        }
        guard count > 0 else { return "There are no dead jobs." }
        let (are, them) = count == 1 ? ("is", "it") : ("are", "them")
        return "\(count.counted("job")) \(are) ready again. Type the sync command again to try \(them)."
    }

    /// Runs `body` while no coordinator can use the larder.
    static func locking<Value>(
        _ into: String,
        _ body: (LarderFolder, CatalogDatabase) throws -> Value
    ) throws -> Value {
        // Refuses a missing larder, or one of another release, before anything is created.
        try LarderStore.openForReading(larder: into).close()
        let larder = try LarderFolder(taking: into)
        let database = try LarderStore.open(larder.catalogPath)
        defer { try? database.close() }  // the process ends here anyway
        return try body(larder, database)
    }

    /// The row of a source that the user named.
    static func sourceID(_ name: String, _ db: Database, _ into: String) throws -> SourceID {
        let catalog = CatalogReader(db)
        guard let row = try catalog.source(named: name) else {
            throw CoordinatorError.unknownSource(name, among: try catalog.sources().map(\.source.name), into)
        }
        return row.id
    }

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
