internal import Foundation
package import GRDB
internal import Glibc
package import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger

/// Opens a larder's database with the tables of the catalog and of the ledger.
package enum LarderStore {
    static let migrations = LedgerSchema.migrations.map { CatalogMigration(identifier: $0.name, body: $0.body) }

    package static func open(
        _ path: String,
        wait: CatalogDatabase.LockWait = CatalogDatabase.LockWait()
    ) throws -> CatalogDatabase {
        try CatalogDatabase.open(
            at: path,
            extraMigrations: migrations,
            wait: wait,
            beforeCommit: ItemIndexer.beforeCommit
        )
    }

    /// What is said when another program's lock on the catalog is waited for.
    package static func waitingText(_ seconds: Int) -> String {
        "Another program has locked catalog.sqlite; waiting for up to \(seconds) s"
    }

    package static func exists(_ larder: String) -> Bool { FileManager.default.fileExists(atPath: path(in: larder)) }

    /// Why the catalog's place cannot be looked at; nil: there is none.
    package static func refusal(of larder: String) -> CoordinatorError? {
        let folder = LarderFolder.absolute(larder)
        guard unsafe access(path(in: larder), F_OK) != 0, [EACCES, ENOTDIR, EIO, ELOOP].contains(errno) else {
            return nil
        }
        let number = errno
        guard number != ENOTDIR else {
            return CoordinatorError(.noLarder, "\(folder) is a file, and a larder is a folder: name one with --into.")
        }
        return CoordinatorError(
            .larderNotWritable,
            "The larder \(folder) cannot be looked at: \(LarderFolder.errorText(number)). Ask its owner to let "
                + "this user in, or name another one with --into."
        )
    }

    private static func path(in larder: String) -> String { LarderFolder.absolute(larder) + "/catalog.sqlite" }

    /// For read-only commands; works beside a running coordinator.
    package static func connections(larder: String) throws -> CatalogConnections {
        guard exists(larder) else {
            let folder = LarderFolder.absolute(larder)
            if LarderFolder.isTooLong(folder), let fault = LarderFolder.fault(of: folder) { throw fault }
            if let refusal = refusal(of: larder) { throw refusal }
            let above = URL(fileURLWithPath: folder).deletingLastPathComponent().path
            guard !exists(above) else {
                throw CoordinatorError(
                    .noLarder,
                    "There is no larder at \(folder), but the folder \(above) is one: name it with "
                        + "--into \(above.shellWord)."
                )
            }
            let (shown, option) = (LarderFolder.shown(folder), TypedCommand.into(larder))
            throw CoordinatorError(
                .noLarder,
                "There is no larder at \(shown) (no catalog.sqlite in it). Name one with --into, or fill this one: "
                    + "`coordinator add\(option) URL`, or with the built-in sample `coordinator --sample\(option)`."
            )
        }
        if let refusal = LarderFolder.refusalOfLink(path(in: larder)) { throw refusal }
        return try CatalogConnections(path(in: larder), extraMigrations: migrations)
    }

    /// Brings the catalog of an older release up to date, so that its sources can be read before a sync.
    ///
    /// - Throws: ``CoordinatorError`` or `CatalogError` if it cannot be written; any other fault is left to the sync.
    package static func upgrade(larder: String) throws {
        do {
            _ = try connections(larder: larder)
        } catch let error as CatalogError where error.code == .older {
            let folder = try LarderFolder(taking: larder)
            try open(folder.catalogPath).close()
        } catch {}
    }

    /// Runs `body` on one snapshot of the database, on the calling thread.
    static func readNow<Result>(larder: String, _ body: (Database) throws -> Result) throws -> Result {
        try connections(larder: larder).read(body)
    }

    /// Runs `body` on one snapshot of the database; again where a sync changes a file that cannot be locked.
    package static func read<Result: Sendable>(
        larder: String,
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        try await connections(larder: larder).read(body)
    }
}
