internal import Foundation
internal import Glibc
package import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderThreading

/// A larder on disk: `catalog.sqlite` and `cache/`, locked by one coordinator at a time.
package final class LarderFolder: Sendable {
    package let path: String
    package let cache: DiskCache

    private let lock: FileLock
    /// On the folder itself: its own file may be removed by someone who tidies up.
    private let folderLock: FileLock?

    package var catalogPath: String { path + "/catalog.sqlite" }
    package var cachePath: String { path + "/cache" }

    /// Locks the larder at `path` until the process ends, and creates it if it is missing.
    ///
    /// - Throws: ``CoordinatorError`` with code `larderNotWritable`, `larderInUse` or `cacheUnusable`; ``CacheError``.
    package init(taking path: String) throws {
        let path = LarderFolder.absolute(path)
        if let fault = LarderFolder.fault(of: path) { throw fault }
        do {
            try FileCalls.makeFolders(path)
        } catch {
            throw CoordinatorError(
                .larderNotWritable,
                "The larder folder \(LarderFolder.shown(path)) cannot be used: "
                    + "\(LarderFolder.errorText(error.errorNumber)). Choose another folder with --into."
            )
        }
        try LarderFolder.refuseLinks(in: path)
        let hasCatalog = CatalogDatabase.isCatalog(at: path + "/catalog.sqlite")
        // Before a file is made there.
        try LarderFolder.usingCache(path + "/cache") { folder throws(CacheError) in
            try DiskCache.refuseOthers(folder, mayLackID: hasCatalog)
        }
        lock = try LarderFolder.locking(path) { () throws(FileLock.Failure) in
            try FileLock(at: path + "/coordinator.lock")
        }
        folderLock = try LarderFolder.locking(path) { () throws(FileLock.Failure) in try FileLock(folder: path) }
        cache = try LarderFolder.usingCache(path + "/cache") { folder throws(CacheError) in
            try DiskCache(folder: folder, mayLackID: hasCatalog)
        }
        self.path = path
    }

    /// `path` without `~`-magic, made absolute against the working directory.
    package static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    private static let ownFolders = ["cache", "keys", "plans", "sources"]

    /// The larder that has `path` below one of its own folders; nil: none has.
    private static func larder(around path: String) -> String? {
        var inner = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        while inner.path != "/" {
            let outer = inner.deletingLastPathComponent()
            if ownFolders.contains(inner.lastPathComponent), isLarder(outer.path) { return outer.path }
            inner = outer
        }
        return nil
    }

    private static func isLarder(_ path: String) -> Bool {
        DiskCache.isCache(path + "/cache") || CatalogDatabase.isCatalog(at: path + "/catalog.sqlite")
    }

    /// What a larder's folder may have before its cache and its catalog are there.
    private static let ownNames: Set<String> =
        Set(catalogNames + ownFolders + ["coordinator.lock", ReadingMark.fileName, RunReport.fileName, "lost+found"])

    private static let catalogNames = ["", "-wal", "-shm", "-journal", "-writer"].map { "catalog.sqlite" + $0 }

    /// Why no larder can be made at `path`: a file, or a folder with other things in it; nil: one can, or is there.
    package static func fault(of path: String) -> CoordinatorError? {
        if isTooLong(path) {
            return CoordinatorError(
                .larderNotWritable,
                "The larder folder \(shown(path)) cannot be used: its path is too long. Choose another folder with --into."
            )
        }
        if let outer = larder(around: path) {
            return CoordinatorError(
                .larderNotWritable,
                "\(path) is inside of a folder that the larder \(outer) keeps for itself, and may be removed with it. "
                    + "Name, or move it to, a folder outside of its \(ownFolders.joined(separator: ", ")) with --into."
            )
        }
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            guard let goal = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return nil }
            return CoordinatorError(
                .larderNotWritable,
                "\(path) is a symbolic link to \(goal), where nothing is that can be seen. Make that folder, or name "
                    + "another one with --into."
            )
        }
        guard isFolder.boolValue else {
            return CoordinatorError(
                .larderNotWritable,
                "\(path) is a file, and a larder is a folder: name one with --into."
            )
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        // Folders of other programs have these names, too: only the cache's file `id` and the catalog are the larder's.
        guard let other = names.filter({ !$0.hasPrefix(".") && !ownNames.contains($0) }).min(),
            !isLarder(path)
        else { return nil }
        return CoordinatorError(
            .larderNotWritable,
            "The folder \(path) holds other things, such as \(other), and no larder. Name a new or an "
                + "empty folder with --into, or check its name."
        )
    }

    /// Whether the kernel takes no file below `path`, whose names a cache makes up to 200 bytes longer.
    static func isTooLong(_ path: String) -> Bool {
        path.utf8.count > 3_895 || path.split(separator: "/").contains { $0.utf8.count > 255 }
    }

    /// The path, shortened where it is longer than the kernel takes.
    package static func shown(_ path: String) -> String {
        let bytes = path.utf8.count
        guard bytes > 1_000 || isTooLong(path) else { return path }
        return "\(path.shortened(to: 80)) (\(bytes.grouped) bytes; a path has 4,095 at most, and each name in it 255)"
    }

    private static func usingCache<Result>(
        _ folder: String,
        _ body: (String) throws(CacheError) -> Result
    ) throws -> Result {
        do throws(CacheError) {
            return try body(folder)
        } catch {
            guard error.code == .notACache else { throw error }
            throw CoordinatorError(
                .cacheUnusable,
                "\(folder) would be the larder's cache, and holds something else. Choose another folder with --into, "
                    + "or move that away. (\(error.message))"
            )
        }
    }

    /// Throws where a folder or a file of the larder at `path` is a symbolic link.
    package static func refuseLinks(in path: String) throws(CoordinatorError) {
        let keys = ["keys", "keys/workers", "keys/server.secret", "keys/server.public"]
        for name in ["cache", "plans", "sources"] + keys + catalogNames {
            if let refusal = refusalOfLink(path + "/" + name) { throw refusal }
        }
    }

    /// Below a larder no symbolic link is followed: it could lead what is written to anywhere.
    static func refusalOfLink(_ path: String) -> CoordinatorError? {
        var info = Glibc.stat()
        guard unsafe lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return nil }
        return CoordinatorError(
            .larderNotWritable,
            "\(path) is a symbolic link, and below a larder none is followed. Remove it, or mount the folder there; the "
                + "larder's own folder (--into) may be a link."
        )
    }

    /// The other users who may write into a folder, by its permissions; nil: there are none.
    ///
    /// `letter` is the one that `chmod` takes for them: `o` for all users, `g` for a group. A group with the user's own
    /// name is taken to have no other members.
    static func otherWriters(into path: String) -> (name: String, letter: String)? {
        var info = Glibc.stat()
        guard unsafe stat(path, &info) == 0, info.st_mode & 0o1000 == 0 else { return nil }
        if info.st_mode & 0o002 != 0 { return ("Every user of this machine", "o") }
        guard info.st_mode & 0o020 != 0, let group = unsafe getgrgid(info.st_gid), let user = unsafe getpwuid(geteuid())
        else { return nil }
        let name = unsafe String(cString: group.pointee.gr_name)
        return unsafe name == String(cString: user.pointee.pw_name) ? nil : ("The group \(name)", "g")
    }

    private static func locking<Lock>(
        _ path: String,
        _ body: () throws(FileLock.Failure) -> Lock
    ) throws(CoordinatorError) -> Lock {
        do {
            return try body()
        } catch {
            switch error {
            case .notOpened(ELOOP):
                throw refusalOfLink(path + "/coordinator.lock")
                    ?? CoordinatorError(
                        .larderNotWritable,
                        "The larder \(path) cannot be written: \(errorText(ELOOP))."
                    )
            case .notOpened(EMLINK):
                throw CoordinatorError(
                    .larderNotWritable,
                    "\(path)/coordinator.lock is no file of its own: it is none, or has a second name elsewhere (a hard "
                        + "link). Remove it."
                )
            case .notOpened(let number), .notLocked(let number):
                throw CoordinatorError(
                    .larderNotWritable,
                    "The larder \(path) cannot be written: \(errorText(number)). Make it writable for this user, or "
                        + "choose another folder with --into."
                )
            case .held:
                throw CoordinatorError(
                    .larderInUse,
                    "Another coordinator\(error.holderText) is using the larder \(path). Wait for it, stop it, or "
                        + "choose another folder with --into."
                )
            }
        }
    }

    /// Creates a folder with an unguessable name that only this user can enter.
    package static func makePrivate(_ prefix: String, for use: String, _ variable: String) throws -> String {
        // mkdtemp(3) puts letters and digits in the place of the six at the end.
        var template = Array((prefix + String(repeating: "X", count: 6)).utf8CString)
        guard let made = unsafe mkdtemp(&template) else {
            throw CoordinatorError(
                .larderNotWritable,
                "No folder for \(use) could be made at \(prefix): \(errorText(errno)). Set \(variable) to a folder of "
                    + "yours."
            )
        }
        return unsafe String(cString: made)
    }

    package static func errorText(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}

struct FileIdentity: Equatable {
    private let device: Int?
    private let inode: Int?

    init(of path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        device = attributes?[.systemNumber] as? Int
        inode = attributes?[.systemFileNumber] as? Int
    }
}
