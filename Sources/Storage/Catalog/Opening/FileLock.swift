#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An advisory lock on a file, held by one value at a time in this process and in others on the same machine.
///
/// The kernel frees it when its holder ends, however it ends.
package final class FileLock: Sendable {
    /// Why the lock was not taken.
    package enum Failure: Error {
        /// The file cannot be opened or made; `errno`.
        case notOpened(Int32)
        /// The file cannot be locked; `errno`.
        case notLocked(Int32)
        /// Somebody holds it: the number of that process where it is known.
        case held(by: Int32?)
    }

    private let descriptor: Int32

    /// Takes the lock at `path`, making the file when there is none; does not wait.
    package init(at path: String) throws(Failure) {
        var descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        if descriptor < 0, errno == EISDIR, FolderInTheWay.move(path) {
            descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        }
        guard descriptor >= 0 else { throw .notOpened(errno) }
        var result: Int32
        repeat { result = flock(descriptor, LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
        guard result == 0 else {
            let reason = errno
            let holder = Self.holder(descriptor)
            close(descriptor)
            throw reason == EWOULDBLOCK ? .held(by: holder) : .notLocked(reason)
        }
        // For the message of whoever finds it held; the lock holds without it.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = unsafe pwrite(descriptor, text, text.count, 0) }
        self.descriptor = descriptor
    }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" })
    }

    /// Lets the next one in, though this value still exists.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    /// Unlocks explicitly: a process being started has a copy of the descriptor, and the lock with it, until its
    /// `exec`.
    deinit {
        release()
        close(descriptor)
    }
}

extension FileLock.Failure {
    /// ` (process 123)`, or nothing where the holder is not known.
    package var holderText: String {
        if case .held(let process?) = self { " (process \(process))" } else { "" }
    }
}
