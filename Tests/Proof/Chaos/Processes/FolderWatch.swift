internal import Foundation
internal import LarderThreading
internal import Synchronization

/// Watches for changes below a folder: a file made, written to, closed or removed (inotify(7)).
///
/// Everything that a cluster test can wait for leaves such a trace: the logs and the end of a process, the lock, the
/// cache, each commit. A log is closed when the last process that inherited it has ended.
package final class FolderWatch: Sendable {
    package struct CouldNotWatch: Error {
        package var errorNumber: Int32
    }

    /// One element for each batch of changes; ends at the deadline.
    package let changes: AsyncStream<Void>

    private let sink: AsyncStream<Void>.Continuation
    private let stopper: Mailbox<Void>

    /// Watches from now on; earlier changes are left out.
    package init(_ folder: String, until deadline: ContinuousClock.Instant) throws {
        let stopper = try Mailbox<Void>()
        let watcher = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard watcher >= 0 else { throw CouldNotWatch(errorNumber: errno) }
        self.stopper = stopper
        (changes, sink) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let folders = WatchedFolders(watcher)
        folders.add(folder)
        Thread { [sink] in
            Self.run(folders, watcher, stopper.wakeDescriptor, sink, deadline)
            close(watcher)
            _ = stopper.close()
        }.start()
    }

    /// Ends the stream and the thread behind it.
    deinit { stopper.post(()) }

    private static func run(
        _ folders: WatchedFolders,
        _ watcher: Int32,
        _ stopper: Int32,
        _ sink: AsyncStream<Void>.Continuation,
        _ deadline: ContinuousClock.Instant
    ) {
        defer { sink.finish() }
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { return }
            var descriptors = [
                pollfd(fd: watcher, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopper, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&descriptors, 2, Int32(min(left / .milliseconds(1), 1_000_000)) + 1)
            if descriptors[1].revents != 0 { return }
            guard descriptors[0].revents != 0 else { continue }
            if folders.takeEvents() { sink.yield() }
        }
    }
}

/// The folders that inotify watches.
///
/// Belongs to the watching thread once that runs.
private final class WatchedFolders: Sendable {
    private let watcher: Int32
    private let paths = Mutex<[Int32: String]>([:])

    init(_ watcher: Int32) { self.watcher = watcher }

    /// Watches a folder and those in it; one that is gone again is passed over.
    func add(_ folder: String) {
        let kinds = [IN_CREATE, IN_MODIFY, IN_CLOSE_WRITE, IN_DELETE, IN_MOVED_TO].reduce(UInt32(0)) { $0 | UInt32($1) }
        let number = unsafe inotify_add_watch(watcher, folder, kinds)
        guard number >= 0 else { return }
        paths.withLock { $0[number] = folder }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            addIfFolder(folder + "/" + name)
        }
    }

    /// Takes the events that wait, and watches folders that were made.
    ///
    /// - Returns: Whether anything changed that can be waited for.
    func takeEvents() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var isOfUse = false
        while true {
            let count = unsafe read(watcher, &bytes, bytes.count)
            guard count > 0 else { return isOfUse }
            var at = 0
            while at + 16 <= count {
                let (number, mask, length) = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe (
                        buffer.loadUnaligned(fromByteOffset: at, as: Int32.self),
                        buffer.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self),
                        Int(buffer.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
                    )
                }
                let name = String(decoding: bytes[(at + 16)..<(at + 16 + length)].prefix { $0 != 0 }, as: UTF8.self)
                if !Self.isLook(mask, name) { isOfUse = true }
                if mask & UInt32(IN_CREATE) != 0, let folder = paths.withLock({ $0[number] }) {
                    addIfFolder(folder + "/" + name)
                }
                at += 16 + length
            }
        }
    }

    /// Whether this is what a look into the catalog leaves: SQLite opens its side files for writing even then.
    private static func isLook(_ mask: UInt32, _ name: String) -> Bool {
        name.hasSuffix("-shm") || (name.hasSuffix("-wal") && mask & UInt32(IN_MODIFY) == 0)
    }

    /// Blobs lie in hundreds of folders, and nothing waits for one of them.
    private func addIfFolder(_ path: String) {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
            !["blobs", "responses", "tmp", "quarantine"].contains(
                URL(fileURLWithPath: path).lastPathComponent
            )
        else { return }
        add(path)
    }
}
