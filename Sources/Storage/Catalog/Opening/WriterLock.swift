#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Keeps every other writer away from a catalog, in this process and in others on the same machine.
///
/// An advisory lock on a file beside the catalog: SQLite's own locks live on the catalog itself and are lost when any
/// other descriptor of it is closed. The kernel frees the lock when its holder ends, however it ends.
final class WriterLock: Sendable {
    private let descriptor: Int32

    init(for path: String) throws(CatalogError) {
        let lockPath = path + "-writer"
        let descriptor = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let reason = errno
            let code: CatalogError.Code =
                switch reason {
                case ENOSPC, EDQUOT: .diskFull
                case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR: .notWritable
                default: .io
                }
            throw CatalogError(
                code: code,
                message:
                    "\(lockPath) cannot be opened or made (errno \(reason)). Check that its folder exists, who may "
                    + "write there and that the disk has room."
            )
        }
        var result: Int32
        repeat { result = flock(descriptor, LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
        guard result == 0 else {
            let reason = errno
            close(descriptor)
            guard reason == EWOULDBLOCK else {
                throw CatalogError(code: .io, message: "\(lockPath) cannot be locked (errno \(reason)).")
            }
            throw CatalogError(
                code: .busy,
                message: "Another coordinator has \(path) open. Wait until it is done, or choose another folder with "
                    + "--into."
            )
        }
        self.descriptor = descriptor
    }

    /// Lets the next writer in, though this value still exists.
    func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        close(descriptor)
    }
}
