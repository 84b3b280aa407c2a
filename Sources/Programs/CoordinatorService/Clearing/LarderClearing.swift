internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderMerging
internal import LarderModel
internal import LarderProtocol

/// Takes rows out of a larder's catalog, and then the files that no row names any more out of its cache.
///
/// Rows go first, in transactions of a bounded size, and a file goes only after the transaction that took its last name: so whatever ends this
/// leaves a whole larder, and doing it again finishes it. Holding the larder keeps coordinators away. Workers that lost theirs may still
/// write: what they write is theirs for ``grace``, and should one of their results name a file that is gone, the job that brought it is done again.
final class LarderClearing {
    /// How long a file stays that no row ever named, in milliseconds.
    ///
    /// A worker without a coordinator ends after ten minutes, so whose file it is nobody will ask for it then.
    static let grace: Int64 = 600_000
    /// Items of one transaction.
    static let itemsAtOnce = 200
    /// Rows of one transaction, where they are taken out whatever they are.
    static let rowsAtOnce = 2_000

    let larder: LarderFolder
    let database: CatalogDatabase
    let isDryRun: Bool
    var report: ClearingReport
    private let now = UnixTime.nowMs
    /// The one transaction of a dry run.
    private var dryRun: Database?

    /// - Parameter isDryRun: Everything is looked at and counted, and nothing changed.
    init(_ larder: LarderFolder, _ database: CatalogDatabase, isDryRun: Bool) throws {
        self.larder = larder
        self.database = database
        self.isDryRun = isDryRun
        report = ClearingReport(
            larder: larder.path,
            isDryRun: isDryRun,
            catalogBefore: try database.read { try CatalogRoom($0).bytes }
        )
    }

    // MARK: Transactions

    /// Runs the steps of a clearing; those of a dry run are one transaction, which is undone.
    func perform(_ steps: () throws -> Void) throws {
        guard isDryRun else {
            try steps()
            report.roomKept = try database.shrink()
            report.catalogAfter = try database.read { try CatalogRoom($0).bytes }
            return
        }
        do {
            try database.pool.writeWithoutTransaction { db in
                try db.inTransaction {
                    dryRun = db
                    defer { dryRun = nil }
                    try steps()
                    let room = try CatalogRoom(db)
                    report.catalogAfter = room.freeBytes >= room.bytes / 4 ? room.usedBytes : room.bytes
                    return .rollback
                }
            }
        } catch {
            throw CatalogError(error, path: database.path) ?? error
        }
    }

    private func transaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let dryRun { return try body(dryRun) }
        return try database.write(body)
    }

    // MARK: Steps

    /// Counts what names which file, and takes files away that no row names.
    func begin() throws {
        try transaction { db in
            let removal = CatalogRemoval(db)
            try removal.begin()
            // What is still to be rendered stands in no row yet.
            for source in try CatalogReader(db).sources() {
                for (_, spec) in try LedgerStore(db).openRenderJobs(of: source.id) {
                    guard let input = (try? JobSpec(serializedBytes: spec))?.input else { continue }
                    try removal.hold(input)
                }
            }
            try larder.cache.forEachBlobFile { file in
                guard try !removal.note(file.name, byteCount: file.byteCount) else { return }
                guard isOld(file) else {
                    report.young += .init(files: 1, bytes: file.byteCount)
                    return
                }
                if !isDryRun { try larder.cache.remove(file.name) }
                report.unnamed += .init(files: 1, bytes: file.byteCount)
            }
        }
    }

    /// Takes pictures out that no item names any more, as the items named others in a later sync.
    ///
    /// - Parameter source: Of this source; nil: of all.
    func removeUnnamedPictures(of source: Int64?) throws {
        var last: Int64 = 0
        while true {
            let (count, freed) = try transaction { db in
                let removal = CatalogRemoval(db)
                let pictures = try removal.unnamedPictures(of: source, after: last, limit: Self.itemsAtOnce)
                for picture in pictures {
                    report.rows.pictures += try removal.remove(picture: picture.urn)
                    try forgetJobs(of: picture.urn, db)
                    last = picture.row
                }
                return (pictures.count, try removal.takeFreed())
            }
            try remove(freed)
            if count < Self.itemsAtOnce { return }
        }
    }

    /// Takes out the items that a rule names, and further ones until the larder is small enough.
    ///
    /// - Parameter maxBytes: The most that the catalog and the files it names may take; nil: any.
    func removeItems(_ rule: RemovalRule, maxBytes: Int?) throws {
        var named = try transaction { db in
            try CatalogRemoval(db).choose(rule)
            return try CatalogRemoval(db).namedBytes()
        }
        var position: Int64 = 0
        var isDone = false
        while !isDone {
            let freed = try transaction { db in
                var freed: [FreedBlob] = []
                let items = try CatalogRemoval(db).chosen(after: position, limit: Self.itemsAtOnce)
                isDone = items.count < Self.itemsAtOnce
                for item in items {
                    let isSmallEnough = try maxBytes.map { try CatalogRoom(db).usedBytes + named <= $0 } ?? true
                    guard item.isDue || !isSmallEnough else {
                        isDone = true
                        break
                    }
                    let blobs = try remove(item, db)
                    named -= blobs.reduce(0) { $0 + ($1.byteCount ?? 0) }
                    freed += blobs
                    position = item.position
                }
                report.larderBytes = try CatalogRoom(db).usedBytes + named
                return freed
            }
            try remove(freed)
        }
    }

    /// - Returns: The blobs that lost their last name.
    private func remove(_ item: ChosenItem, _ db: Database) throws -> [FreedBlob] {
        let removal = CatalogRemoval(db)
        let step = try removal.remove(item)
        report.rows += step.rows
        for urn in step.urns { try forgetJobs(of: urn, db) }
        // A sync that went on would not look again for what its lists had named.
        if step.wasListed { try LedgerStore(db).forgetRequest(of: item.source) }
        return try removal.takeFreed()
    }

    private func forgetJobs(of urn: String, _ db: Database) throws {
        let ledger = LedgerStore(db)
        for name in JobFinder.names(of: urn) {
            if name.kind.jobClass == .render { try ledger.forget(under: name) } else { try ledger.forget(name) }
            try CatalogRemoval(db).forgetNotes(under: name.description)
        }
    }

    /// Takes out everything of a source.
    ///
    /// Its jobs go first: should this be interrupted, the next sync begins anew.
    func removeSource(_ source: Int64) throws {
        try transaction { db in
            try LedgerStore(db).forgetAll(of: source)
            try LedgerStore(db).forgetRequest(of: source)
            try LedgerStore(db).forgetIdleLanes()
        }
        try begin()
        while let freed = try transaction({ try removeRows(of: source, $0) }) { try remove(freed) }
        try transaction { try CatalogRemoval($0).remove(source: source) }
    }

    private func removeRows(of source: Int64, _ db: Database) throws -> [FreedBlob]? {
        let removal = CatalogRemoval(db)
        guard let rows = try removal.removeRows(of: source, limit: Self.rowsAtOnce) else { return nil }
        report.rows += rows
        return try removal.takeFreed()
    }

    /// Takes away what is known of answers that no row names.
    func removeRecords() throws {
        try transaction { db in
            let removal = CatalogRemoval(db)
            try removal.beginAddresses()
            report.larderBytes = try CatalogRoom(db).usedBytes + removal.namedBytes()
            try larder.cache.forEachRecordFile { file, record in
                switch try removal.standing(of: record.url, body: record.body) {
                case .named: return
                case .unnamed where !isOld(file):
                    report.young += .init(files: 1, bytes: file.byteCount)
                    return
                case .freed, .unnamed: break
                }
                if !isDryRun { try larder.cache.remove(record: file) }
                report.records += .init(files: 1, bytes: file.byteCount)
            }
        }
    }

    // MARK: Files

    private func isOld(_ file: CachedFile) -> Bool { file.writtenAt < now - Self.grace }

    private func remove(_ freed: [FreedBlob]) throws {
        for blob in freed {
            guard let byteCount = blob.byteCount else { continue }
            if !isDryRun { try larder.cache.remove(blob.digest) }
            report.files[blob.role, default: .init()] += .init(files: 1, bytes: byteCount)
        }
    }
}
