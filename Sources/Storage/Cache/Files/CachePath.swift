internal import CLinuxShims
internal import Glibc

/// The place of a file or a folder below a cache's folder.
///
/// Neither the cache's folder nor anything below it is a symbolic link. Else another user who can write there could
/// make this program write, move or remove files elsewhere.
struct CachePath: Sendable, Hashable, CustomStringConvertible {
    /// The cache's folder.
    let root: String
    /// Names with slashes between them; empty: the cache's folder itself.
    let below: String

    /// Linux's `O_PATH`, which Glibc's module leaves out: folders that may be entered need not be readable.
    static let onlyPath: Int32 = 0o10_000_000

    init(_ root: String, _ below: String = "") {
        self.root = root
        self.below = below
    }

    var description: String { below.isEmpty ? root : root + "/" + below }

    var name: String { below.lastIndex(of: "/").map { String(below[below.index(after: $0)...]) } ?? below }

    /// The folder that it lies in.
    var parent: CachePath { CachePath(root, below.lastIndex(of: "/").map { String(below[..<$0]) } ?? "") }

    func appending(_ name: String) -> CachePath { CachePath(root, below.isEmpty ? name : below + "/" + name) }

    /// Calls `body` with the folder, held open, and the name of what lies there.
    ///
    /// - Throws: ``CacheError`` with the error number of the folder that cannot be opened, `ENOTDIR` for a symbolic
    ///   link.
    func inFolder<Result>(
        _ verb: String,
        _ body: (_ folder: Int32, _ name: String) throws(CacheError) -> Result
    ) throws(CacheError) -> Result {
        guard !below.isEmpty else { return try body(AT_FDCWD, root) }
        let folder = try parent.openFolder(verb)
        defer { close(folder) }
        return try body(folder, name)
    }

    /// Opens what lies here; `flags` are those of open(2).
    ///
    /// - Throws: ``CacheError`` with the error number, `ENOTDIR` or `ELOOP` for a symbolic link.
    func open(_ verb: String, _ flags: Int32) throws(CacheError) -> Int32 {
        let flags = flags | O_CLOEXEC
        if !below.isEmpty {
            let descriptor = openBeneath(flags | O_NOFOLLOW)
            if descriptor >= 0 { return descriptor }
            if descriptor == -ENOENT { throw CacheError(verb, description, errorNumber: ENOENT) }
        }
        return try inFolder(verb) { folder, name throws(CacheError) in
            while true {
                let descriptor = unsafe openat(folder, name, flags | (below.isEmpty ? 0 : O_NOFOLLOW), 0o666)
                if descriptor >= 0 { return descriptor }
                guard errno == EINTR else { throw CacheError(verb, self.description, errorNumber: errno) }
            }
        }
    }

    private static let asFolder = onlyPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private func openFolder(_ verb: String) throws(CacheError) -> Int32 {
        let direct = below.isEmpty ? -ENOSYS : openBeneath(Self.asFolder)
        if direct >= 0 { return direct }
        var folder = unsafe Glibc.open(root, Self.asFolder)
        guard folder >= 0 else { throw refusal(verb, AT_FDCWD, root, errno) }
        for name in below.split(separator: "/") {
            let next = unsafe openat(folder, String(name), Self.asFolder)
            let error = errno
            guard next >= 0 else {
                defer { close(folder) }
                throw refusal(verb, folder, String(name), error)
            }
            close(folder)
            folder = next
        }
        return folder
    }

    /// The same as a walk from folder to folder, in one call.
    ///
    /// - Returns: A negated error number where that fails: a walk tells why, and works where Linux lacks the call.
    private func openBeneath(_ flags: Int32) -> Int32 {
        let folder = unsafe Glibc.open(root, Self.asFolder)
        guard folder >= 0 else { return -errno }
        defer { close(folder) }
        return unsafe larder_linux_open_beneath(folder, below, flags, 0o666)
    }

    private func refusal(_ verb: String, _ folder: Int32, _ name: String, _ number: Int32) -> CacheError {
        var info = Glibc.stat()
        let isLink =
            unsafe fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && info.st_mode & S_IFMT == S_IFLNK
        guard isLink else { return CacheError(verb, description, errorNumber: number) }
        return CacheError(
            .notACache,
            "Cannot \(verb) '\(self)': '\(name)' on the way is a symbolic link, and none is followed in a cache. Remove the "
                + "link, and mount or bind the folder there if it is meant.",
            errorNumber: ENOTDIR
        )
    }
}
