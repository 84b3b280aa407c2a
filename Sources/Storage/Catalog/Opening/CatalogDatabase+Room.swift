internal import Foundation
package import GRDB

/// How much room the catalog's file occupies.
package struct CatalogRoom {
    /// The file's bytes, once its log is folded into it.
    package var bytes: Int
    /// Of them, bytes in empty pages.
    package var freeBytes: Int

    package var usedBytes: Int { bytes - freeBytes }

    /// As it is in `db`'s current transaction.
    package init(_ db: Database) throws {
        func number(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
        let page = try number("page_size")
        bytes = try page * number("page_count")
        freeBytes = try page * number("freelist_count")
    }
}

extension CatalogDatabase {
    /// Why the file was not made smaller.
    package enum RoomKept: Sendable, Hashable {
        /// Less than a quarter is free: the next sync fills that, and a rewrite would cost more than it gives.
        case tooLittleFree
        /// The rewrite needs so many bytes of the disk for a while, and fewer are free.
        case needsBytes(Int)
    }

    /// Rewrites the file (`VACUUM`) if at least a quarter of its pages are free.
    ///
    /// One transaction that needs twice the used bytes for a while, in a copy and in the log; an interruption leaves
    /// the old file. `auto_vacuum` is off: every commit would pay for its pointers, and tables would be scattered.
    ///
    /// - Returns: Why the file was not rewritten; nil: it is smaller now.
    package func shrink() throws -> RoomKept? {
        let room = try read { try CatalogRoom($0) }
        guard room.freeBytes > 0, room.freeBytes >= room.bytes / 4 else { return .tooLittleFree }
        let needed = 2 * room.usedBytes + (4 << 20)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let disk = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        if let free = disk?[.systemFreeSize] as? NSNumber, free.intValue < needed { return .needsBytes(needed) }
        do {
            try pool.vacuum()
            return nil
        } catch {
            let known = CatalogError(error, path: path)
            guard known?.code == .diskFull else { throw known ?? error }
            return .needsBytes(needed)
        }
    }
}
