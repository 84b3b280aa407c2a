internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderHashing
internal import LarderLedger
internal import LarderModel
internal import LarderSync

/// The commands besides `sync`.
///
/// Read-only commands work beside a coordinator; `retry`, `prune`, `remove` and `clear` lock the larder.
package enum LarderCommands {
    package struct Result: Sendable {
        package var text: String
        package var code: Int32 = 0
        /// Whether rows of the catalog are removed, and not only files that none names.
        package var takesRows = false
    }

    package static func digest(_ into: String) async throws -> String {
        try await LarderStore.read(larder: into) { db in
            var stream = DigestStream()
            try CatalogReader(db).contentLines { stream.add($0) }
            return stream.finish().hex
        }
    }

    package static func retry(_ source: String?, _ into: String) throws -> String {
        let (count, pages) = try locking(into) { _, database in
            try database.write { db in
                let ledger = LedgerStore(db)
                let asked = try source.map { try sourceID($0, db, into) }
                var (count, pages): (Int, [String]) = (0, [])
                for row in try CatalogReader(db).sources() where asked == nil || row.id == asked {
                    // No sync takes up a page of `get`, which is in no file.
                    guard try ledger.syncRequest(of: row.id).flatMap({ SyncRequestText($0) })?.isPage == true else {
                        count += try ledger.revive(source: row.id)
                        continue
                    }
                    if try !ledger.dead(of: [row.id], limit: 1).isEmpty { pages.append(row.source.name) }
                }
                return (count, pages)
            }
        }
        var told = pages.map {
            "What failed of \($0) is a page that `coordinator get` asked for: type `coordinator "
                + "get\(TypedCommand.into(into)) URL` with its address again. `coordinator status "
                + "\($0)\(TypedCommand.into(into))` names it."
        }
        if count > 0 {
            let (are, them) = count == 1 ? ("is", "it") : ("are", "them")
            told.insert(
                "\(count.counted("job")) \(are) ready again. The next `coordinator\(TypedCommand.into(into))` tries "
                    + "\(them) alone, and looks for nothing new there; the one after that syncs as usual.",
                at: 0
            )
        }
        return told.isEmpty ? "There are no dead jobs." : told.joined(separator: "\n")
    }

    /// Runs `body` while no coordinator can use the larder.
    static func locking<Value>(
        _ into: String,
        _ body: (LarderFolder, CatalogDatabase) throws -> Value
    ) throws -> Value {
        // Refuses a missing larder, or one of another release, before anything is created.
        _ = try LarderStore.connections(larder: into)
        let larder = try LarderFolder(taking: into)
        let wait = CatalogDatabase.LockWait(seconds: 60) {
            FileHandle.standardError.write(Data("\(LarderStore.waitingText(60)).\n".utf8))
        }
        let database = try LarderStore.open(larder.catalogPath, wait: wait)
        defer { try? database.close() }  // the process ends here anyway
        return try body(larder, database)
    }

    static func sourceID(_ name: String, _ db: Database, _ into: String) throws -> SourceID {
        let catalog = CatalogReader(db)
        guard let row = try catalog.source(named: name) else {
            throw CoordinatorError.unknownSource(name, among: try catalog.sources().map(\.source.name), into)
        }
        return row.id
    }

    /// - Parameters:
    ///   - source: Nil: all of the larder.
    ///   - environment: The API keys under which quotas are counted.
    package static func status(
        _ into: String,
        source name: String? = nil,
        json: Bool,
        environment: [String: String] = [:]
    ) async throws -> String {
        let larder = LarderFolder.absolute(into)
        return try await LarderStore.read(larder: into) { db in
            let catalog = CatalogReader(db)
            let asked = try name.map { try sourceID($0, db, into) }
            let ids = asked.map { [$0] }
            let jobs = try LedgerStore(db).counts().filter { asked == nil || $0.source == asked }
            let waiting = jobs.filter { $0.state == .ready && $0.kind.jobClass == .fetch }
            let quotas = try UsedQuotas(db, environment: environment, now: UnixTime.nowMs)
            let report = try StatusReport(
                larder: larder,
                intoOption: TypedCommand.into(into),
                sources: catalog.sources().filter { asked == nil || $0.id == asked }.map { source in
                    try StatusReport.Source(
                        row: source,
                        counts: catalog.counts(source: source.id),
                        sync: catalog.latestSync(source: source.id),
                        jobs: jobs.filter { $0.source == source.id },
                        notes: catalog.noteCount(source: source.id)
                    )
                },
                dead: LedgerStore(db).dead(of: ids, limit: 5),
                rejected: catalog.rejectedImages(source: asked, limit: 5),
                notes: catalog.notes(source: asked, limit: 5),
                delayed: LedgerStore(db).delayed(of: ids, at: UnixTime.nowMs, limit: 3),
                held: quotas.sentences(of: Set(waiting.map(\.source))),
                unindexed: catalog.unindexedItems(),
                logBytes: (try? FileManager.default.attributesOfItem(atPath: larder + "/catalog.sqlite-wal"))?[.size]
                    as? Int ?? 0
            )
            return json ? report.json : report.table
        }
    }

    /// Reads every blob that the catalog names and compares every row with its fingerprint.
    ///
    /// Moves damaged blobs into quarantine if the cache is writable.
    package static func verify(_ into: String) async throws -> Result {
        let larder = LarderFolder.absolute(into)
        return try await LarderStore.read(larder: into) { db in
            let catalog = CatalogReader(db)
            if let damage = try catalog.damage() { throw CatalogError.damaged(larder + "/catalog.sqlite", damage) }
            let cache = try DiskCache(folder: larder + "/cache", mayCreate: false)
            var checked: Set<Digest> = []
            var faults: [String] = []
            var (damaged, unreadable, isAnyLeft) = (0, 0, false)
            var references = 0
            try catalog.blobReferences { reference in
                references += 1
                let digest = reference.digest
                guard checked.insert(digest).inserted else { return }
                let fault: String
                do throws(CacheError) {
                    let bytes = try cache.blob(digest).count
                    guard let expected = reference.byteCount, expected != bytes else { return }
                    fault = "has \(bytes) bytes, not \(expected)"
                } catch {
                    fault = error.message
                    let isLeft = (try? cache.contains(digest)) ?? true
                    if error.isOfRights, isLeft {
                        unreadable += 1
                    } else {
                        damaged += error.code == .missing ? 0 : 1
                        isAnyLeft = isAnyLeft || isLeft
                    }
                }
                faults.append("\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)): \(fault)")
            }
            let rows = try RowCheck(db).damages().map(\.name).distinct
            func shown(_ lines: [String]) -> String {
                let more = lines.count > 20 ? "\n  … and \((lines.count - 20).grouped) more" : ""
                return lines.prefix(20).map { "  " + $0 }.joined(separator: "\n") + more
            }
            if !rows.isEmpty {
                let lines = rows.map { "\($0): its row is not what was stored" } + faults
                let text =
                    "\(rows.count.counted("row")) of the catalog \(rows.count == 1 ? "is" : "are") damaged"
                    + (faults.isEmpty ? "" : ", and \(faults.count.counted("blob")) of the cache")
                    + ":\n\(shown(lines))\nThe disk may be failing. Type the sync command again with --check-all: damaged "
                    + "rows are made again from what is cached."
                return Result(text: text, code: 1)
            }
            let blobs = checked.count.counted("blob")
            guard !faults.isEmpty else {
                let all = "\(blobs) behind \(references.counted("reference"))"
                return Result(text: "All is well: \(all), all there and hashing right.")
            }
            let place =
                isAnyLeft
                ? "Damaged ones stay where they are, as the cache cannot be written. "
                : "Damaged ones were moved to cache/quarantine. "
            var (what, wayOut) = ("\(faults.count == 1 ? "is" : "are") missing or damaged", damaged == 0 ? "" : place)
            if unreadable == faults.count {
                what = "may not be read by this user, so nothing is known of \(unreadable == 1 ? "it" : "them")"
            } else {
                wayOut += "Type the sync command again with --check-all: what is missing is made or fetched again."
            }
            if unreadable > 0 {
                wayOut = "Type `coordinator verify` as the user who syncs, or let this user read the cache. " + wayOut
            }
            return Result(text: "\(faults.count.grouped) of \(blobs) \(what):\n\(shown(faults))\n\(wayOut)", code: 1)
        }
    }
}

extension LedgerStore {
    /// Whether a source is one of pages that `coordinator get` fetched.
    func isOfPages(_ source: SourceID) throws -> Bool {
        try syncRequest(of: source).flatMap(SyncRequestText.init)?.isPage == true
    }
}
