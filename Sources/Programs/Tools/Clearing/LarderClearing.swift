internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSync

/// Removes rows from a larder's catalog, then the files from its cache that no row names.
///
/// A file is removed after the transaction that removed its last name, so an interruption leaves a whole larder and
/// a repetition finishes the work. Orphaned workers may still write: their files stay for ``grace``, and a result
/// that names a removed file reruns its job.
final class LarderClearing {
    /// How long a file stays that was never named, in milliseconds: a worker without a coordinator ends
    /// after ten minutes.
    static let grace: Int64 = 600_000
    static let itemsAtOnce = 200
    /// Rows of one transaction, where order does not matter.
    static let rowsAtOnce = 2_000

    let larder: LarderFolder
    let database: CatalogDatabase
    let isDryRun: Bool
    var report: ClearingReport
    private let now = UnixTime.nowMs
    private var dryRun: Database?

    init(_ larder: LarderFolder, _ database: CatalogDatabase, isDryRun: Bool) throws {
        self.larder = larder
        self.database = database
        self.isDryRun = isDryRun
        // SQLite may be built to overwrite deleted rows with zeros: a full disk has no room for that.
        try database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = FAST") }
        report = ClearingReport(
            larder: larder.path,
            isDryRun: isDryRun,
            catalogBefore: try database.read { try CatalogRoom($0).bytes }
        )
    }

    // MARK: Transactions

    /// Runs the steps of a clearing; a dry run is one transaction that is rolled back.
    func perform(_ steps: () throws -> Void) throws {
        guard isDryRun else {
            try steps()
            // A full disk may have no room for that; the next sync does it too.
            try? database.write { db in
                let indexer = ItemIndexer(db)
                try indexer.indexPending(limit: .max)
                try indexer.compact(removesWords: true)
            }
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

    /// Repeats transactions of at most so many items; smaller ones if the disk is too full for the log.
    /// - Parameter step: Takes the number of items; returns whether there are more.
    private func repeating(atMost most: Int, _ step: (Int) throws -> Bool) throws {
        var count = most
        while true {
            let before = report
            do {
                guard try step(count) else { return }
            } catch let error as CatalogError where error.code == .diskFull && count > 1 && !isDryRun {
                report = before
                count = max(1, count / 10)
            }
            guard count < most else { continue }
            database.foldLog()
        }
    }

    // MARK: Steps

    /// Counts the names of each file, and removes unnamed files.
    func begin() throws {
        try transaction { db in
            let removal = CatalogRemoval(db)
            try removal.begin()
            // No row names inputs of unfinished render jobs yet.
            for source in try CatalogReader(db).sources() {
                for (_, spec) in try LedgerStore(db).openRenderJobs(of: source.id) {
                    for input in (try? JobSpec(serializedBytes: spec))?.inputs ?? [] { try removal.hold(input) }
                }
            }
            // Nor the first pages of an article whose next page failed: a retry reads them.
            for spec in try LedgerStore(db).openFurtherPages() {
                guard case .page(let work)? = (try? JobSpec(serializedBytes: spec))?.work else { continue }
                for page in work.earlier { try removal.hold(page.digest) }
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

    /// Removes pictures that no item names any more; `source` nil: of all sources.
    func removeUnnamedPictures(of source: SourceID?) throws {
        var last: Int64 = 0
        try repeating(atMost: Self.itemsAtOnce) { limit in
            let (pictures, freed) = try transaction { db in
                let removal = CatalogRemoval(db)
                let pictures = try removal.unnamedPictures(of: source, after: last, limit: limit)
                for picture in pictures {
                    report.rows.pictures += try removal.remove(picture: picture.urn)
                    try forgetJobs(of: picture.urn, db)
                }
                return (pictures, try removal.takeFreed())
            }
            last = pictures.last?.row ?? last
            try remove(freed)
            return pictures.count == limit
        }
    }

    /// Counts the items that stay for having no date, or for being gone since the last whole list only.
    func countKept(of source: SourceID?, _ kinds: (undated: Bool, justGone: Bool)) throws {
        try transaction { db in
            let removal = CatalogRemoval(db)
            if kinds.undated { report.undated = try removal.undatedItems(of: source) }
            if kinds.justGone { report.justGone = try removal.justGoneItems(of: source) }
        }
    }

    /// Removes the items of a rule, and further ones until the larder is small enough.
    /// - Parameter maxBytes: For the catalog and the files it names; nil: any.
    func removeItems(_ rule: RemovalRule, maxBytes: Int?) throws {
        var named = try transaction { db in
            try CatalogRemoval(db).choose(rule)
            return try CatalogRemoval(db).namedBytes()
        }
        var position: Int64 = 0
        try repeating(atMost: Self.itemsAtOnce) { limit in
            let (last, freed) = try transaction { db in
                var last: Int64?
                var freed: [FreedBlob] = []
                var bytes = named
                for item in try CatalogRemoval(db).chosen(after: position, limit: limit) {
                    let isSmallEnough = try maxBytes.map { try CatalogRoom(db).usedBytes + bytes <= $0 } ?? true
                    guard item.isDue || !isSmallEnough else { return (nil as Int64?, freed) }
                    let blobs = try remove(item, db)
                    bytes -= Self.bytes(of: blobs)
                    freed += blobs
                    last = item.position
                }
                return (last, freed)
            }
            named -= Self.bytes(of: freed)
            try remove(freed)
            position = last ?? position
            return last != nil
        }
    }

    private static func bytes(of blobs: [FreedBlob]) -> Int { blobs.reduce(0) { $0 + ($1.byteCount ?? 0) } }

    private func remove(_ item: ChosenItem, _ db: Database) throws -> [FreedBlob] {
        let removal = CatalogRemoval(db)
        let step = try removal.remove(item)
        report.rows += step.rows
        for urn in step.urns { try forgetJobs(of: urn, db) }
        if step.wasListed {
            // A resumed sync, or one for changes only, would not look for the items again.
            try LedgerStore(db).forgetRequest(of: item.source)
        } else if !step.wasGone {
            // For example a recipe of an article's page: lists of changes only would not lead to it again.
            try LedgerStore(db).setWholeLists(of: item.source, at: 0)
        }
        return try removal.takeFreed()
    }

    private func forgetJobs(of urn: String, _ db: Database) throws {
        let ledger = LedgerStore(db)
        for name in JobFinder.names(of: urn) {
            // Render jobs and jobs for further pages have longer names.
            let hasParts = name.kind.jobClass == .render || name.key.contains(":page:")
            if hasParts { try ledger.forget(under: name) } else { try ledger.forget(name) }
            try CatalogRemoval(db).forgetNotes(under: name.description)
        }
    }

    /// Removes everything of a source.
    ///
    /// Jobs go first: the next sync starts from the beginning. The source's row goes last, so the command can be
    /// repeated.
    func removeSource(_ source: SourceID) throws {
        try transaction { db in
            try LedgerStore(db).forgetAll(of: source)
            try LedgerStore(db).forgetAnswers(of: source)
            try LedgerStore(db).forgetRequest(of: source)
            try LedgerStore(db).forgetEndedPatterns(of: source)
            try LedgerStore(db).forgetIdleLanes()
        }
        try begin()
        try repeating(atMost: Self.rowsAtOnce) { limit in
            let freed = try transaction { db -> [FreedBlob]? in
                guard let rows = try CatalogRemoval(db).removeRows(of: source, limit: limit) else { return nil }
                report.rows += rows
                return try CatalogRemoval(db).takeFreed()
            }
            try remove(freed ?? [])
            return freed != nil
        }
        try removeRecords()
        try transaction { try CatalogRemoval($0).remove(source: source) }
    }

    /// Removes records of answers that no row names.
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

    /// Removes every row in one transaction, then every file of the cache.
    func removeEverything() throws {
        do {
            try database.pool.writeWithoutTransaction { db in
                // With foreign keys on, SQLite would log the whole catalog; a full disk has no room for that.
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                defer { try? db.execute(sql: "PRAGMA foreign_keys = ON") }  // no more is written than a new file
                try db.inTransaction {
                    let counts = try CatalogReader(db).counts()
                    (report.rows.recipes, report.rows.articles) = (counts.recipes, counts.articles)
                    (report.rows.outlets, report.rows.pictures) = (counts.outlets, counts.images)
                    report.rows.texts = counts.texts
                    try LedgerStore(db).forgetEverything()
                    try CatalogRemoval(db).removeEverything()
                    return .commit
                }
            }
        } catch {
            throw CatalogError(error, path: database.path) ?? error
        }
        for (kind, files) in try larder.cache.empty() { report.further[kind, default: .init()] += files }
        PlanRecord.removeAll(in: larder.path)
    }
}
