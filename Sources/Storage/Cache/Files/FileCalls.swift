internal import Glibc

/// System calls on files of a cache, each with its error; none follows a symbolic link.
package enum FileCalls {
    private static func look(_ path: CachePath) throws(CacheError) -> Glibc.stat? {
        do throws(CacheError) {
            let file = try path.open("read", CachePath.onlyPath)
            defer { close(file) }
            var info = Glibc.stat()
            guard unsafe fstat(file, &info) == 0 else {
                throw CacheError("read", path.description, errorNumber: errno)
            }
            return info
        } catch {
            guard error.errorNumber == ENOENT || error.errorNumber == ENOTDIR else { throw error }
            return nil
        }
    }

    /// The length of a regular file and when it was written, in milliseconds since 1970; `nil`: there is none.
    static func status(of path: CachePath) throws(CacheError) -> (length: Int, writtenAt: Int64)? {
        guard let info = try look(path), info.st_mode & S_IFMT == S_IFREG else { return nil }
        // Whoever writes to the cache may set any time, and some file systems keep it.
        let seconds = min(max(Int64(info.st_mtim.tv_sec), -(1 << 50)), 1 << 50)
        return (Int(info.st_size), seconds * 1_000 + Int64(info.st_mtim.tv_nsec / 1_000_000))
    }

    /// The length of a regular file; `nil` when there is none of that name.
    static func length(of path: CachePath) throws(CacheError) -> Int? { try status(of: path)?.length }

    static func isFolder(_ path: CachePath) -> Bool {
        let info = (try? look(path)) ?? nil
        return info.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Makes one folder; that it is there already is fine.
    static func makeFolder(_ path: CachePath) throws(CacheError) {
        try path.inFolder("make the folder") { folder, name throws(CacheError) in
            guard unsafe mkdirat(folder, name, 0o777) != 0 else { return }
            let problem = errno
            // Without the right to make a folder some systems report that before they report that it exists.
            var info = Glibc.stat()
            let flags = path.below.isEmpty ? 0 : AT_SYMLINK_NOFOLLOW
            let isSeen = unsafe fstatat(folder, name, &info, flags) == 0
            let look = errno
            if isSeen, info.st_mode & S_IFMT == S_IFDIR { return }
            guard problem == EEXIST || problem == ENOTDIR else {
                throw CacheError("make the folder", path.description, errorNumber: problem)
            }
            // What a failing disk does not show may well be the folder, so the error is the disk's.
            guard isSeen || [ENOENT, ENOTDIR, ELOOP].contains(look) else {
                throw CacheError("read the folder", path.description, errorNumber: look)
            }
            let what = isSeen && info.st_mode & S_IFMT == S_IFLNK ? "is a symbolic link" : "is not a folder"
            throw CacheError(.notACache, "'\(path)' \(what). Choose another.", errorNumber: problem)
        }
    }

    /// Makes a folder and those above it; symbolic links on the way are followed.
    ///
    /// - Throws: ``CacheError`` with the error number of the folder that could not be made.
    package static func makeFolders(_ path: String) throws(CacheError) {
        if isFolder(CachePath(path)) { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex, slash != path.index(before: path.endIndex) {
            try makeFolders(String(path[..<slash]))
        }
        try makeFolder(CachePath(path))
    }

    /// Renames a file in one step, replacing what had the name.
    static func rename(_ old: CachePath, to new: CachePath) throws(CacheError) {
        try old.inFolder("write") { from, oldName throws(CacheError) in
            try new.inFolder("write") { to, newName throws(CacheError) in
                guard unsafe renameat(from, oldName, to, newName) == 0 else {
                    throw CacheError("write", new.description, errorNumber: errno)
                }
            }
        }
    }

    /// Gives a file a second name; returns the error number, or 0.
    static func link(_ old: CachePath, _ new: CachePath) throws(CacheError) -> Int32 {
        try old.inFolder("write") { from, oldName throws(CacheError) in
            try new.inFolder("write") { to, newName throws(CacheError) in
                unsafe linkat(from, oldName, to, newName, 0) == 0 ? 0 : errno
            }
        }
    }

    /// Removes a file; that it is not there is fine.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    static func remove(_ path: CachePath) throws(CacheError) -> Bool {
        do throws(CacheError) {
            return try path.inFolder("remove") { folder, name throws(CacheError) in
                guard unsafe unlinkat(folder, name, 0) != 0 else { return true }
                throw CacheError("remove", path.description, errorNumber: errno)
            }
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return false
        }
    }

    /// Removes a file, a symbolic link, or a folder with all that it holds.
    ///
    /// A folder in it is moved beside it first: the way to a deep one would be walked for each of its names.
    ///
    /// - Returns: The regular files that were there.
    static func removeTree(_ path: CachePath) throws(CacheError) -> DiskCache.Swept {
        guard isFolder(path) else { return try removeCounted(path) }
        var swept = DiskCache.Swept()
        var folders = [path]
        // A mount point refuses to go before anything in it is touched.
        while let folder = folders.last {
            if try removeFolder(folder) {
                folders.removeLast()
                continue
            }
            for name in try names(in: folder) {
                let inner = folder.appending(name)
                if isFolder(inner) {
                    folders.append(path.parent.appending("removed-\(UInt64.random(in: 0...(.max)))"))
                    try rename(inner, to: folders[folders.count - 1])
                } else {
                    swept += try removeCounted(inner)
                }
            }
        }
        return swept
    }

    private static func removeCounted(_ file: CachePath) throws(CacheError) -> DiskCache.Swept {
        let length = try length(of: file)
        try remove(file)
        return DiskCache.Swept(files: length == nil ? 0 : 1, bytes: length ?? 0)
    }

    /// - Returns: Whether it is gone; false: it holds something.
    private static func removeFolder(_ path: CachePath) throws(CacheError) -> Bool {
        try path.inFolder("remove") { folder, name throws(CacheError) in
            guard unsafe unlinkat(folder, name, AT_REMOVEDIR) != 0, errno != ENOENT else { return true }
            guard errno == ENOTEMPTY || errno == EEXIST else {
                throw CacheError("remove", path.description, errorNumber: errno)
            }
            return false
        }
    }

    /// The names in a folder, without `.` and `..`, in no order; none when there is no such folder.
    static func names(in path: CachePath) throws(CacheError) -> [String] {
        do throws(CacheError) {
            return try path.inFolder("read the folder") { folder, name throws(CacheError) in
                let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (path.below.isEmpty ? 0 : O_NOFOLLOW)
                let descriptor = unsafe openat(folder, name, flags)
                guard descriptor >= 0, let stream = unsafe fdopendir(descriptor) else {
                    let problem = errno
                    if descriptor >= 0 { close(descriptor) }
                    throw CacheError("read the folder", path.description, errorNumber: problem)
                }
                defer { unsafe closedir(stream) }
                return try unsafe names(stream, path)
            }
        } catch {
            guard error.errorNumber == ENOENT || error.errorNumber == ENOTDIR else { throw error }
            return []
        }
    }

    private static func names(_ stream: OpaquePointer, _ path: CachePath) throws(CacheError) -> [String] {
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw CacheError("read the folder", path.description, errorNumber: errno) }
                return names
            }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }
}
