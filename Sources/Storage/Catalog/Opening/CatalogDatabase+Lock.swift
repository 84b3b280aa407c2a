#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension CatalogDatabase {
    /// Keeps every other writer away from the catalog at `path`.
    ///
    /// Locks a file beside the catalog: SQLite's own locks are lost when any other descriptor of the catalog is closed.
    static func writerLock(for path: String) throws(CatalogError) -> FileLock {
        let lockPath = path + "-writer"
        do {
            return try FileLock(at: lockPath)
        } catch {
            switch error {
            case .notOpened(let reason):
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
            case .notLocked(let reason):
                throw CatalogError(code: .io, message: "\(lockPath) cannot be locked (errno \(reason)).")
            case .held:
                throw CatalogError(
                    code: .busy,
                    message: "\(path) is open for writing elsewhere\(error.holderText). Wait until it is closed."
                )
            }
        }
    }
}
