internal import Foundation
internal import Glibc
internal import SystemPackage

/// A shared folder of blobs named by their SHA-256, and of what is known of the answers that brought them.
///
/// Any number of processes on any number of machines may use one folder at once, over NFS and the like too: there are
/// no locks, and no times of files matter. Each file is written under another name and then renamed, so readers see all
/// of it or nothing.
///
///     id                       a UUID, the same for everyone who uses the folder
///     blobs/ab/<sha256>        immutable bytes
///     responses/ab/<sha256>    a ``ResponseRecord``, by the SHA-256 of its key
///     effects/ab/<sha256>      results of jobs that are too large for a message, until they are committed
///     tmp/                     files on their way
///     quarantine/              files that were not what they should be
///
/// Every call blocks while the disk works.
package struct DiskCache: Sendable {
    /// When a store counts as done.
    package enum Durability: Sendable, Hashable, CaseIterable {
        /// Once a loss of power cannot take it back: file and folder are synced.
        case power
        /// Once the bytes are synced: a loss of power within seconds may lose the name, never half of the bytes.
        case bytes
        /// Once the kernel has it: any process may be killed, but a loss of power may leave a damaged file.
        case process
    }

    /// What the cache takes.
    package struct Limits: Sendable, Hashable {
        /// The most bytes in a blob.
        package var maxBlobBytes: Int
        /// The most bytes of an encoded ``ResponseRecord``.
        package var maxRecordBytes: Int

        package init(maxBlobBytes: Int = 256 << 20, maxRecordBytes: Int = 256 << 10) {
            precondition(min(maxBlobBytes, maxRecordBytes) >= 0, "A limit cannot be negative")
            self.maxBlobBytes = maxBlobBytes
            self.maxRecordBytes = maxRecordBytes
        }
    }

    /// The folder, as it was given.
    package let folder: String
    /// What tells this cache from any other: a UUID in upper case.
    package let id: String
    /// What the cache takes.
    package let limits: Limits
    /// When a store counts as done.
    package var durability: Durability
    /// See ``telling(_:)``.
    var tell: (@Sendable (CacheFile, [UInt8]?) -> Void)?

    /// Opens a cache, and makes it where there is none; processes that make it at the same time get the same ``id``.
    ///
    /// With `mayCreate` on, a damaged `id` beside blobs is moved into `quarantine/` and replaced.
    ///
    /// - Parameters:
    ///   - folder: A folder that is a cache, is empty or can be made. It is no symbolic link itself.
    ///   - mayCreate: `false` to take only a cache that is there.
    ///   - mayLackID: With `mayCreate`, files of a cache without its `id` are taken for one, and get a new `id`.
    /// - Throws: ``CacheError`` with code `notACache` when the folder holds other files or, with `mayCreate` off, is
    ///   none; `notWritable` or `full` when it cannot be made.
    package init(
        folder: String,
        durability: Durability = .bytes,
        limits: Limits = Limits(),
        mayCreate: Bool = true,
        mayLackID: Bool = false
    ) throws(CacheError) {
        precondition(!folder.isEmpty && !folder.utf8.contains(0), "A folder has a name without a zero byte")
        self.folder = folder
        self.durability = durability
        self.limits = limits
        if mayCreate { try Self.refuseOthers(folder, mayLackID: mayLackID) }
        if let known = try Self.knownID(folder, mayReplace: mayCreate) {
            id = known
            return
        }
        guard mayCreate else {
            let isLarder = ((try? Self.readID(folder + "/cache")) ?? nil) != nil
            let reason =
                isLarder
                ? "it is the folder of a larder. Name '\(folder)/cache'."
                : "the file 'id' is missing. Check the name, or sync there first: that makes the cache, and fetches what "
                    + "it lacks."
            throw CacheError(.notACache, "'\(folder)' is no cache: \(reason)")
        }
        try Self.makeFolders(folder)
        id = try Self.makeID(folder, durability)
    }

    /// Makes the cache again, empty and with the same ``id``, after somebody removed its folder.
    package func remake() throws(CacheError) {
        try Self.makeFolders(folder)
        _ = try Self.makeID(folder, durability, new: id)
    }

    private static func makeFolders(_ folder: String) throws(CacheError) {
        try FileCalls.makeFolders(folder)
        for name in ownFolders { try FileCalls.makeFolder(CachePath(folder, name)) }
    }

    /// Whether a folder has the file that only caches have.
    package static func isCache(_ folder: String) -> Bool { ((try? readID(folder)) ?? nil) != nil }

    /// Throws ``CacheError`` with code `notACache` where a folder holds other files and is no cache.
    package static func refuseOthers(_ folder: String, mayLackID: Bool) throws(CacheError) {
        guard FileCalls.isFolder(CachePath(folder)), !isCache(folder) else { return }
        let names = try FileCalls.names(in: CachePath(folder)).filter { !$0.hasPrefix(".") }
        if let name = names.filter({ !ownNames.contains($0) }).min() {
            throw CacheError(.notACache, "'\(folder)' holds other files ('\(name)').")
        }
        // A damaged `id` beside a cache's own files is mended.
        guard !names.contains("id"), !mayLackID else { return }
        for area in ownFolders + ["derived"] {
            let held = try FileCalls.names(in: CachePath(folder, area)).filter { beginning(ofTemporary: $0) == nil }
            // Another process may have made the cache meanwhile.
            guard let name = held.min(), !isCache(folder) else { continue }
            throw CacheError(
                .notACache,
                "'\(folder)' holds '\(area)/\(name)', and no file 'id', by which a cache is known. If it is a cache "
                    + "that lost this file, type: cat /proc/sys/kernel/random/uuid > '\(folder)/id'"
            )
        }
    }

    private static let ownFolders = ["blobs", "responses", "effects", "tmp", "quarantine"]
    // `derived` is a folder of earlier versions, which nothing reads any more.
    private static let ownNames = Set(ownFolders + ["id", "lost+found", "derived"])

    /// The UUID on disk; `nil`: there is none yet, or it was damaged and has been moved aside.
    private static func knownID(_ folder: String, mayReplace: Bool) throws(CacheError) -> String? {
        do throws(CacheError) {
            return try readID(folder)
        } catch {
            guard error.code == .notACache, mayReplace, FileCalls.isFolder(CachePath(folder, "blobs")) else {
                throw error
            }
            guard let moved = try moveAside(CachePath(folder, "id")) else { return nil }
            // Another process may have put a good one there since it was read: that one goes back.
            guard let good = try? readID(at: moved) else { return nil }
            return try FileCalls.link(moved, CachePath(folder, "id")) == 0 ? good : nil
        }
    }

    /// The UUID on disk; `nil` when nothing has that name.
    static func readID(_ folder: String) throws(CacheError) -> String? { try readID(at: CachePath(folder, "id")) }

    private static func readID(at path: CachePath) throws(CacheError) -> String? {
        let text: String
        if try FileCalls.length(of: path) != nil {
            let file = try Descriptor(path, .readOnly, verb: "read")
            text = String(decoding: try file.readAll(limit: 4_096), as: UTF8.self)
        } else {
            guard FileCalls.isFolder(path) else { return nil }
            text = ""
        }
        guard text.hasSuffix("\n"), let uuid = UUID(uuidString: String(text.dropLast())) else {
            let advice = "Remove that file if the folder is a cache, or choose another folder."
            throw CacheError(.notACache, "'\(path)' holds no UUID. \(advice)")
        }
        return uuid.uuidString
    }

    /// Writes a new UUID, unless another process is first: then its UUID counts.
    private static func makeID(
        _ folder: String,
        _ durability: Durability,
        new: String = UUID().uuidString
    ) throws(CacheError) -> String {
        let path = CachePath(folder, "id")
        let temporary = CachePath(folder, "tmp/" + temporaryName())
        try StagedFile(Array((new + "\n").utf8), temporary: temporary).finish(durability)
        let problem = try FileCalls.link(temporary, path)
        try FileCalls.remove(temporary)
        if problem == 0 {
            if durability == .power { try syncFolder(CachePath(folder)) }
            return new
        }
        switch problem {
        case EEXIST: break
        case EPERM, EOPNOTSUPP, EMLINK, ENOSYS:  // no hard links here
            do throws(CacheError) {
                var file = try Descriptor(path, .writeOnly, [.create, .exclusiveCreate], verb: "write")
                try file.write(Array((new + "\n").utf8))
                try file.finish()
                return new
            } catch {
                guard error.errorNumber == EEXIST else { throw error }
            }
        default: throw CacheError("write", path.description, errorNumber: problem)
        }
        guard let known = try readID(folder) else {
            throw CacheError(.io, "'\(path)' was made and is gone again. Let nothing else clean up in the cache.")
        }
        return known
    }
}
