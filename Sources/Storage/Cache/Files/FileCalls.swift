internal import Glibc

/// System calls on paths, each with its error.
package enum FileCalls {
    /// The length of a regular file and when it was written, in milliseconds since 1970; `nil`: there is none.
    static func status(of path: String) throws(CacheError) -> (length: Int, writtenAt: Int64)? {
        var info = Glibc.stat()
        guard unsafe lstat(path, &info) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw CacheError("read", path, errorNumber: errno)
        }
        guard info.st_mode & S_IFMT == S_IFREG else { return nil }
        // Whoever writes to the cache may set any time, and some file systems keep it.
        let seconds = min(max(Int64(info.st_mtim.tv_sec), -(1 << 50)), 1 << 50)
        return (Int(info.st_size), seconds * 1_000 + Int64(info.st_mtim.tv_nsec / 1_000_000))
    }

    /// The length of a regular file; `nil` when there is none of that name.
    static func length(of path: String) throws(CacheError) -> Int? { try status(of: path)?.length }

    static func isFolder(_ path: String) -> Bool {
        var info = Glibc.stat()
        return unsafe fstatat(AT_FDCWD, path, &info, 0) == 0 && info.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes one folder; that it is there already is fine.
    static func makeFolder(_ path: String) throws(CacheError) {
        guard unsafe mkdir(path, 0o777) != 0 else { return }
        let problem = errno
        // Without the right to make a folder some systems report that before they report that it exists.
        var info = Glibc.stat()
        let isSeen = unsafe fstatat(AT_FDCWD, path, &info, 0) == 0
        let look = errno
        if isSeen, info.st_mode & S_IFMT == S_IFDIR { return }
        guard problem == EEXIST || problem == ENOTDIR else {
            throw CacheError("make the folder", path, errorNumber: problem)
        }
        // What a failing disk does not show may well be the folder, so the error is the disk's.
        guard isSeen || [ENOENT, ENOTDIR, ELOOP].contains(look) else {
            throw CacheError("read the folder", path, errorNumber: look)
        }
        throw CacheError(.notACache, "'\(path)' is not a folder. Choose another.", errorNumber: problem)
    }

    /// Makes a folder and those above it.
    ///
    /// - Throws: ``CacheError`` with the error number of the folder that could not be made.
    package static func makeFolders(_ path: String) throws(CacheError) {
        if isFolder(path) { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex, slash != path.index(before: path.endIndex) {
            try makeFolders(String(path[..<slash]))
        }
        try makeFolder(path)
    }

    /// Renames a file in one step, replacing what had the name.
    static func rename(_ old: String, to new: String) throws(CacheError) {
        guard unsafe Glibc.rename(old, new) == 0 else { throw CacheError("write", new, errorNumber: errno) }
    }

    /// Removes a file; that it is not there is fine.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    static func remove(_ path: String) throws(CacheError) -> Bool {
        guard unsafe unlink(path) != 0 else { return true }
        guard errno == ENOENT else { throw CacheError("remove", path, errorNumber: errno) }
        return false
    }

    /// The names in a folder, without `.` and `..`, in no order; none when there is no such folder.
    static func names(in path: String) throws(CacheError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw CacheError("read the folder", path, errorNumber: errno)
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else {
                guard errno == 0 else { throw CacheError("read the folder", path, errorNumber: errno) }
                return names
            }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }
}
