internal import DequeModule
internal import Foundation
internal import Glibc
internal import LarderCache
internal import LarderModel
internal import LarderThreading

/// The folder in which a worker without the shared cache works: empty at first, removed at the end.
///
/// Files that a job reads or writes are here as long as it runs. Blobs that the coordinator has stay for later jobs, up
/// to 1 GB or half of the free room; then the oldest goes first.
final class ScratchFolder: Sendable {
    private static let maxBytes = 1 << 30
    /// Less free room than this is refused.
    private static let minFreeBytes = 64 << 20
    private static let prefix = "larder-worker-"
    private static let lockSuffix = ".lock"

    private struct State {
        /// Blobs that the coordinator had when they were read or sent, in this session of it.
        var blobs: [Digest: (length: Int, used: UInt64, session: Int)] = [:]
        var bytes = 0
        var session = 0
        /// How many jobs need a file.
        var users: [CacheFile: Int] = [:]
        /// In the order of use; an entry with another number than the blob's is of an earlier use.
        var order = Deque<(digest: Digest, used: UInt64)>()
        var lastUse: UInt64 = 0

        mutating func use(_ digest: Digest) {
            guard blobs[digest] != nil else { return }
            lastUse += 1
            blobs[digest]?.used = lastUse
            order.append((digest, lastUse))
            if order.count > 2 * blobs.count + 64 {
                order = Deque(order.filter { blobs[$0.digest]?.used == $0.used })
            }
        }
    }

    let cache: DiskCache
    private let path: String
    /// A file beside the folder: as long as this worker lives, it is locked.
    private let lock: (path: String, descriptor: Int32)
    private let limit: Int
    private let state = Guarded(State())

    /// Makes this worker's folder in `parent`, with mode 0700.
    ///
    /// The folders of workers that were killed are removed first.
    ///
    /// - Throws: ``CacheError`` where it cannot be made, or the disk has less than 64 MB of free room.
    init(in parent: String) throws(CacheError) {
        Self.removeLeftovers(in: parent)
        path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
        lock = try Self.lock(path + Self.lockSuffix)
        do throws(CacheError) {
            guard unsafe mkdir(path, 0o700) == 0 else { throw CacheError("write", path, errorNumber: errno) }
            cache = try DiskCache(folder: path, durability: .process)
            let free = DiskCache.freeBytes(of: path) ?? 0
            limit = min(Self.maxBytes, free / 2)
            guard free >= Self.minFreeBytes else {
                throw CacheError(
                    .full,
                    "'\(parent)' has \(free >> 20) MB of free room; a worker without the shared cache needs "
                        + "\(Self.minFreeBytes >> 20) MB there. Name another folder with --scratch."
                )
            }
        } catch {
            Self.remove(path, lock)
            throw error
        }
    }

    /// Makes the folder again where somebody removed it.
    func restore() throws(CacheError) {
        _ = unsafe mkdir(path, 0o700)
        try cache.remake()
        state.withLock { ($0.blobs, $0.order, $0.bytes) = ([:], [], 0) }
    }

    /// Removes the folder; nothing may be read from it any more.
    func remove() { Self.remove(path, lock) }

    private static func remove(_ path: String, _ lock: (path: String, descriptor: Int32)) {
        // The lock goes last: what stays is removed by the next worker.
        if (try? FileManager.default.removeItem(atPath: path)) != nil || !FileManager.default.fileExists(atPath: path) {
            _ = unsafe unlink(lock.path)
        }
        close(lock.descriptor)
    }

    private static func lock(_ path: String) throws(CacheError) -> (path: String, descriptor: Int32) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw CacheError("write", path, errorNumber: errno) }
        var info = stat()
        // Another worker may just have taken it for a leftover.
        guard flock(file, LOCK_EX | LOCK_NB) == 0, unsafe fstat(file, &info) == 0, info.st_nlink > 0 else {
            close(file)
            return try lock(path)
        }
        return (path, file)
    }

    private static func removeLeftovers(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(lockSuffix) {
            let path = "\(parent)/\(name)"
            let file = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard file >= 0 else { continue }
            // A living worker holds it.
            if flock(file, LOCK_EX | LOCK_NB) == 0 {
                remove(String(path.dropLast(lockSuffix.count)), (path, file))
            } else {
                close(file)
            }
        }
    }

    /// The coordinator may be another process from now on, and have lost files: blobs of before are fetched again.
    func beginSession() { state.withLock { $0.session += 1 } }

    /// Keeps a file for a job.
    ///
    /// - Returns: Whether it is a blob that is here, and known to be at the coordinator.
    func hold(_ file: CacheFile) -> Bool {
        state.withLock { state in
            state.users[file, default: 0] += 1
            return file.area == .blobs && state.blobs[file.name]?.session == state.session
        }
    }

    /// Whether a blob of an earlier job is here, of whatever session.
    func keeps(_ digest: Digest) -> Bool { state.withLock { $0.blobs[digest] != nil } }

    /// A blob that the coordinator has is here by now.
    func add(_ digest: Digest) throws(CacheError) {
        guard let length = try cache.length(of: digest) else { return }
        try state.withLock { state throws(CacheError) in
            if state.blobs[digest] == nil { state.bytes += length }
            state.blobs[digest] = (length, 0, state.session)
            state.use(digest)
            // Nothing that a job needs.
            while state.bytes > limit, let (old, used) = state.order.popFirst() {
                guard state.users[CacheFile(.blobs, old)] == nil, let blob = state.blobs[old], blob.used == used
                else { continue }
                state.blobs[old] = nil
                state.bytes -= blob.length
                try cache.remove(old)
            }
        }
    }

    /// These files are needed by one job less.
    func release(_ files: Set<CacheFile>) {
        state.withLock { state in
            for file in files {
                let users = (state.users[file] ?? 1) - 1
                state.users[file] = users > 0 ? users : nil
                guard users == 0 else { continue }
                if file.area == .blobs, state.blobs[file.name] != nil {
                    state.use(file.name)
                } else {
                    try? cache.remove(file)  // what stays is removed with the folder
                }
            }
        }
    }
}
