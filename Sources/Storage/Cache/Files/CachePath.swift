internal import Glibc

/// The place of a file or a folder below a cache's folder.
///
/// Neither the cache's folder nor anything below it is a symbolic link. Else another user who can write there could
/// make this program write, move or remove files elsewhere.
struct CachePath: Sendable, CustomStringConvertible {
    /// The cache's folder.
    let root: String
    /// Names with slashes between them; empty: the cache's folder itself.
    let below: String

    /// Linux's `O_PATH`, which Glibc's module leaves out: folders that may be entered need not be readable.
    private static let onlyPath: Int32 = 0o10_000_000

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
        var folder = unsafe open(root, Self.onlyPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw refusal(verb, AT_FDCWD, root, errno) }
        defer { close(folder) }
        var names = below.split(separator: "/")[...]
        guard let last = names.popLast() else { return try body(AT_FDCWD, root) }
        for name in names {
            let next = unsafe openat(folder, String(name), Self.onlyPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { throw refusal(verb, folder, String(name), errno) }
            close(folder)
            folder = next
        }
        return try body(folder, String(last))
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
