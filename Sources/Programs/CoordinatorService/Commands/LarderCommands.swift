internal import Crypto
internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import LarderSourceReaders
internal import LarderTransport

/// The commands that look at a larder.
///
/// They never wait for a coordinator that is at work on it.
public enum LarderCommands {
    /// The hash of the catalog's content.
    public static func digest(_ into: String) async throws -> String {
        let pool = try LarderStore.openForReading(larder: into)
        return try await pool.read { db in
            var hash = SHA256()
            try CatalogReader(db).contentLines { hash.update(data: $0) }
            return hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }

    /// What ``verify(_:)`` found.
    public struct Verdict: Sendable {
        /// A few lines for people.
        public var text: String
        /// Whether every blob is there and hashes right.
        public var isGood: Bool
    }

    /// Reads every blob that the catalog names.
    public static func verify(_ into: String) async throws -> Verdict {
        let pool = try LarderStore.openForReading(larder: into)
        let folder = LarderFolder.absolute(into)
        let cache = try DiskCache(folder: folder + "/cache")
        return try await pool.read { db in
            var checked: Set<LarderModel.Digest> = []
            var faults: [String] = []
            var isVariantMissing = false
            var references = 0
            try CatalogReader(db).blobReferences { reference in
                references += 1
                guard let digest = LarderModel.Digest(bytes: reference.digest.bytes), checked.insert(digest).inserted
                else { return }
                do {
                    let bytes = try cache.blob(digest).count
                    if let expected = reference.byteCount, expected != Int64(bytes) {
                        faults.append(
                            "\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)) has \(bytes) bytes, not \(expected)"
                        )
                    }
                } catch let error as CacheError {
                    faults.append("\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)): \(error.message)")
                    if reference.role == .variant { isVariantMissing = true }
                }
            }
            let integrity = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
            if integrity != "ok" { faults.append("catalog.sqlite: \(integrity)") }
            guard !faults.isEmpty else {
                return Verdict(
                    text:
                        "All is well: \(checked.count.grouped) blobs behind \(references.grouped) references are there and hash right.",
                    isGood: true
                )
            }
            let shown = faults.prefix(20).map { "  " + $0 }.joined(separator: "\n")
            let more = faults.count > 20 ? "\n  … and \((faults.count - 20).grouped) more" : ""
            return Verdict(
                text:
                    "\(faults.count.grouped) of \(checked.count.grouped) blobs are missing or damaged:\n\(shown)\(more)\n"
                    + "Damaged ones were moved to cache/quarantine. Type the sync command again: what is missing is fetched again"
                    + (isVariantMissing
                        ? "; with --refresh, as a picture's smaller variant has to be made again." : "."),
                isGood: false
            )
        }
    }

    /// What the larder holds and what is left.
    public static func status(_ into: String, json: Bool) async throws -> String {
        let pool = try LarderStore.openForReading(larder: into)
        let larder = LarderFolder.absolute(into)
        return try await pool.read { db in
            let catalog = CatalogReader(db)
            let jobs = try LedgerStore(db).counts()
            let report = try StatusReport(
                larder: larder,
                sources: catalog.sources().map { source in
                    try StatusReport.Source(
                        row: source,
                        counts: catalog.counts(source: source.id),
                        sync: catalog.latestSync(source: source.id),
                        jobs: jobs.filter { $0.source == source.id }
                    )
                },
                dead: LedgerStore(db).dead(limit: 5)
            )
            return json ? report.json : report.table
        }
    }

    /// How one job stands.
    public static func why(_ text: String, _ into: String) async throws -> String {
        guard let urn = JobURN(text) else {
            throw CoordinatorError(
                .notFound,
                "\"\(text)\" is no job's URN. It begins with a kind, as in detail:sample:47746; kinds: "
                    + JobKind.allCases.map(\.name).joined(separator: ", ") + "."
            )
        }
        let pool = try LarderStore.openForReading(larder: into)
        let (report, crashes) = try await pool.read { db in
            (try LedgerStore(db).report(urn), try LedgerStore(db).crashes(of: urn))
        }
        guard let job = report else {
            throw CoordinatorError(
                .notFound,
                "The larder has no job \(urn). `coordinator status\(TypedCommand.into(into))` tells what there is."
            )
        }
        var lines = ["\(job.urn): \(job.state.name)"]
        if job.errors > 0 || job.crashes > 0 {
            lines.append("  failed tries: \(job.errors), workers that died over it: \(job.crashes)")
        }
        if let code = job.code {
            let when = job.state == .done ? "a failure before it succeeded" : "last failure"
            lines.append("  \(when): \(code): \(job.message ?? "")")
        }
        for crash in crashes where crashes.count > 1 || crash.evidence != job.message {
            let age = Duration.milliseconds(max(0, LarderStore.unixMilliseconds - crash.at))
            lines.append("  a worker died \(age.spoken) ago: \(crash.evidence)")
        }
        let wait = job.notBefore - LarderStore.unixMilliseconds
        if job.state == .ready, wait > 0 {
            lines.append("  waits \(Duration.milliseconds(wait).spoken) for its next try")
        }
        if job.state == .dead { lines.append("  `coordinator retry\(TypedCommand.into(into))` makes it ready again") }
        return lines.joined(separator: "\n")
    }

    /// Makes dead jobs ready again.
    public static func retry(_ source: String?, _ into: String) async throws -> String {
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
            : "\(count.grouped) \(count == 1 ? "job is" : "jobs are") ready again. Type the sync command again to try them."
    }

    /// Makes keys.
    public static func keygen(_ into: String, keys: String?, workers: [String], allow: [String]) throws -> String {
        let path = LarderFolder.absolute(keys ?? into + "/keys")
        // Everything that was typed is looked at before anything is made.
        for name in workers { try KeyFolder.checkName(name) }
        let allowed = try allow.map { entry in
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, KeyFolder.isKey(parts[1]) else {
                throw CoordinatorError(
                    .badSetting,
                    "--allow \(entry): write NAME=KEY, with the 40 characters of the worker's public key."
                )
            }
            try KeyFolder.checkName(parts[0])
            return (name: parts[0], key: parts[1])
        }
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let folder = KeyFolder(path)
        var lines: [String] = []
        if try folder.makeServerKeys() {
            lines.append(
                "Made the coordinator's keys: \(path)/server.secret (stays here), server.public (goes to every worker)."
            )
        }
        for name in workers {
            try folder.makeWorkerKeys(name)
            lines.append("Made \(path)/\(name).secret: copy it and server.public to that worker, then remove it here.")
        }
        for worker in allowed {
            try folder.allowWorker(worker.name, key: worker.key)
            lines.append("\(worker.name) may join.")
        }
        return lines.isEmpty
            ? "The keys in \(path) are there already. Add a worker with --worker NAME." : lines.joined(separator: "\n")
    }

    /// What source files mean.
    public static func sources(_ names: [String], _ into: String) throws -> String {
        guard !names.isEmpty else {
            return "Built-in sources: \(SourceRegistry.sampleNames.joined(separator: ", "))"
        }
        let registry = SourceRegistry(folders: [LarderFolder.absolute(into) + "/sources", "sources"])
        return try registry.definitions(names).map { definition in
            (definition.warnings.map { "# note: \($0)" } + [definition.yaml]).joined(separator: "\n")
        }.joined(separator: "---\n")
    }
}
