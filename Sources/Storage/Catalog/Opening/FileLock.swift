internal import Foundation

/// An advisory lock on a file, held by one value at a time in this process and in others on the same machine.
///
/// The kernel frees it when its holder ends, however it ends.
package final class FileLock: Sendable {
    /// Why the lock was not acquired.
    package enum Failure: Error {
        /// The file cannot be opened or made; `errno`.
        case notOpened(Int32)
        /// The file cannot be locked; `errno`.
        case notLocked(Int32)
        /// Another process has it: its number where it is known.
        case held(by: Int32?)

        /// ` (process 123)`, or nothing where the holder is not known.
        package var holderText: String {
            if case .held(let process?) = self { " (process \(process))" } else { "" }
        }
    }

    private let descriptor: Int32

    /// Locks the file at `path`, making it if there is none; does not wait.
    ///
    /// A symbolic link is not followed, as the file is written.
    package init(at path: String) throws(Failure) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var descriptor = unsafe open(path, flags, 0o644)
        if descriptor < 0, errno == EISDIR, Self.moveFolderAside(path) {
            descriptor = unsafe open(path, flags, 0o644)
        }
        guard descriptor >= 0 else { throw .notOpened(errno) }
        // A file that has a second name elsewhere is somebody's, and would be overwritten.
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_nlink < 2 else {
            close(descriptor)
            throw .notOpened(EMLINK)
        }
        if let reason = Self.lock(descriptor) {
            let holder = Self.holder(descriptor)
            close(descriptor)
            throw reason == EWOULDBLOCK ? .held(by: holder) : .notLocked(reason)
        }
        // Only for the message of a process that finds the file locked.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = unsafe pwrite(descriptor, text, text.count, 0) }
        self.descriptor = descriptor
    }

    /// Locks a folder itself: a lock that cannot be removed as a file can; does not wait.
    ///
    /// Nil where the file system locks no folders, as NFS does not.
    package init?(folder: String) throws(Failure) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .notOpened(errno) }
        if let reason = Self.lock(descriptor) {
            close(descriptor)
            guard reason == EWOULDBLOCK else { return nil }
            throw .held(by: nil)
        }
        self.descriptor = descriptor
    }

    /// The error number of a lock that was not acquired.
    private static func lock(_ descriptor: Int32) -> Int32? {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else { return errno }
        }
        return nil
    }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" })
    }

    /// Unlocks the file, though this value still exists.
    func release() { flock(descriptor, LOCK_UN) }

    /// Unlocks explicitly: a process being started has a copy of the descriptor, and the lock with it, until its
    /// `exec`.
    deinit {
        release()
        close(descriptor)
    }

    /// Renames a folder that has the name of a file of ours; never touches anything but a folder.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    static func moveFolderAside(_ path: String) -> Bool {
        // The slash makes the kernel refuse anything but a folder, even a file that another process put there just now.
        unsafe rename(path + "/", "\(path)-moved-aside-\(UInt64.random(in: 0...(.max)))") == 0
    }
}

extension CatalogDatabase {
    /// Keeps every other writer away from the catalog at `path`.
    ///
    /// Locks a file beside the catalog: SQLite's own locks are lost when any other descriptor of the catalog is closed.
    static func writerLock(for path: String) throws(CatalogError) -> FileLock {
        let lockPath = path + "-writer"
        do {
            return try FileLock(at: lockPath)
        } catch .notOpened(let reason) {
            let message =
                "\(lockPath) cannot be opened or made (errno \(reason)). Check that its folder exists, who may write "
                + "there and that the disk has room."
            switch reason {
            case ELOOP:
                throw CatalogError(
                    code: .notWritable,
                    message: "\(lockPath) is a symbolic link, which is not followed. Remove it."
                )
            case EMLINK:
                throw CatalogError(
                    code: .notWritable,
                    message: "\(lockPath) is no file of its own: it is none, or has a second name elsewhere (a hard "
                        + "link). Remove it."
                )
            case ENOSPC, EDQUOT: throw CatalogError(code: .diskFull, message: message)
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR: throw CatalogError(code: .notWritable, message: message)
            default: throw CatalogError(code: .io, message: message)
            }
        } catch .notLocked(let reason) {
            throw CatalogError(code: .io, message: "\(lockPath) cannot be locked (errno \(reason)).")
        } catch {
            let message = "\(path) is open for writing elsewhere\(error.holderText). Wait until it is closed."
            throw CatalogError(code: .busy, message: message)
        }
    }
}
