internal import Foundation

/// The folder that pages are written into, with a list of the files that are ours.
///
/// A file is on the list before it is there, and files are written under another name and renamed. So whenever the
/// program is killed, all files are whole, and the next export goes on. Files that are not on the list stay as they
/// are.
final class SiteFolder {
    static let listName = "larder-site.txt"
    private static let header = "Files that `coordinator export site` wrote. It replaces and removes no others."
    private static let temporary = "larder-site.part"

    let path: String
    private let list: Int32
    /// Whether the list has no line yet.
    private var isNew: Bool
    /// Files on the list of an earlier export that this one did not write yet.
    private var earlier: Set<String> = []
    /// Files of this export with their lengths.
    private(set) var files: [String: Int] = [:]
    private var folders: Set<String> = [""]
    private(set) var changed = 0

    /// Makes or takes over the folder, so that no other export writes into it.
    ///
    /// - Parameter larder: The larder's folder, which the pages must not be in.
    init(_ typed: String, larder: String) throws(SiteError) {
        let folder = URL(filePath: typed, directoryHint: .isDirectory).standardizedFileURL.folderPath
        try Self.prepare(folder, larder: larder)
        let listPath = "\(folder)/\(Self.listName)"
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        let file = unsafe open(listPath, flags, 0o666)
        guard file >= 0 else { throw SiteError("open", listPath, errorNumber: errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw SiteError("Another export writes into '\(folder)'. Wait until it is done.")
        }
        let known = FileManager.default.contents(atPath: listPath) ?? Data()
        (path, list, isNew) = (folder, file, known.isEmpty)
        earlier = Set(
            String(decoding: known, as: UTF8.self).split(separator: "\n").map(String.init).filter(Self.isOurs)
        )
    }

    deinit { close(list) }

    private static func prepare(_ path: String, larder: String) throws(SiteError) {
        guard look(path)?.isLink != true else {
            throw SiteError("'\(path)' is a symbolic link. Name the folder that it leads to.")
        }
        var above = URL(filePath: path, directoryHint: .isDirectory)
        while look(above.folderPath) == nil, above.folderPath != "/" { above.deleteLastPathComponent() }
        let (real, inside) = (realPath(above.folderPath), realPath(larder))
        guard real != inside, !real.hasPrefix(inside + "/") else {
            throw SiteError("'\(path)' is inside of the larder. Choose a folder beside it, such as '\(inside)-site'.")
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            let number = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
            throw SiteError("make the folder", path, errorNumber: number.map { Int32($0) } ?? EACCES)
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard names.isEmpty || names.contains(listName) else {
            let name = names.min() ?? ""
            throw SiteError("'\(path)' holds other things, such as '\(name)'. Choose an empty or a new folder.")
        }
    }

    private static func realPath(_ path: String) -> String {
        URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath().folderPath
    }

    /// Whether a line of the list is a path as exports write it; it may have been edited.
    private static func isOurs(_ path: String) -> Bool {
        let isPlain = path.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-_./~".utf8.contains($0)
        }
        return isPlain
            && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && $0.first != "."
            }
    }

    // MARK: Files

    /// Writes a file unless it has these bytes already.
    func write(_ bytes: [UInt8], to name: String) throws(SiteError) {
        guard try begin(name, length: bytes.count, isSame: { Self.has(bytes, $0) }) else { return }
        let part = "\(path)/\(Self.temporary)"
        try Self.write(bytes, to: part)
        try rename(part, to: name)
    }

    /// Gives a file of the larder a second name, or copies it where the disk cannot do that.
    ///
    /// - Returns: False: the larder does not have the file.
    func link(_ source: String, to name: String) throws(SiteError) -> Bool {
        guard let there = Self.look(source), there.isFile else { return false }
        // The name tells the bytes: it is their digest.
        let isNew = try begin(name, length: there.length) { Self.look($0)?.length == there.length }
        guard isNew else { return true }
        let part = "\(path)/\(Self.temporary)"
        unsafe unlink(part)
        if unsafe Foundation.link(source, part) != 0 {
            guard let bytes = FileManager.default.contents(atPath: source) else { return false }
            try Self.write(Array(bytes), to: part)
        }
        try rename(part, to: name)
        return true
    }

    /// Puts a file on the lists.
    ///
    /// - Returns: Whether it has to be written.
    private func begin(_ name: String, length: Int, isSame: (String) -> Bool) throws(SiteError) -> Bool {
        let isOurs = earlier.remove(name) != nil || files[name] != nil
        files[name] = length
        try makeFolder(of: name)
        let full = "\(path)/\(name)"
        if isOurs { return !isSame(full) }
        guard Self.look(full) == nil else {
            throw SiteError("'\(full)' is no file of an export. Move it away, or choose another folder.")
        }
        try append(name)
        return true
    }

    private func rename(_ part: String, to name: String) throws(SiteError) {
        guard unsafe Foundation.rename(part, "\(path)/\(name)") == 0 else {
            throw SiteError("write", "\(path)/\(name)", errorNumber: errno)
        }
        changed += 1
    }

    private func makeFolder(of name: String) throws(SiteError) {
        let parts = name.split(separator: "/").dropLast()
        var folder = ""
        for part in parts {
            folder += folder.isEmpty ? String(part) : "/" + part
            guard folders.insert(folder).inserted else { continue }
            let full = "\(path)/\(folder)"
            if unsafe mkdir(full, 0o777) == 0 { continue }
            let number = errno
            guard number == EEXIST else { throw SiteError("make the folder", full, errorNumber: number) }
            guard Self.look(full)?.isFolder == true else { throw SiteError("'\(full)' is no folder. Move it away.") }
        }
    }

    /// Removes files of earlier exports that this one does not have, and writes the list.
    ///
    /// - Returns: How many files were removed.
    func finish() throws(SiteError) -> Int {
        var removed = 0
        for name in earlier {
            let folder = name.split(separator: "/").dropLast().joined(separator: "/")
            guard folder.isEmpty || Self.isWithin(folder, path) else { continue }
            if unsafe unlink("\(path)/\(name)") == 0 { removed += 1 }
            // It stays where it is not empty.
            if !folder.isEmpty { unsafe rmdir("\(path)/\(folder)") }
        }
        let part = "\(path)/\(Self.temporary)"
        try Self.write(Array(([Self.header] + files.keys.sorted()).joined(separator: "\n").utf8) + [0x0A], to: part)
        guard unsafe Foundation.rename(part, "\(path)/\(Self.listName)") == 0 else {
            throw SiteError("write", "\(path)/\(Self.listName)", errorNumber: errno)
        }
        return removed
    }

    /// Whether a folder is there with no symbolic link on the way.
    private static func isWithin(_ folder: String, _ path: String) -> Bool {
        var full = path
        return folder.split(separator: "/").allSatisfy { part in
            full += "/" + part
            return look(full)?.isFolder == true
        }
    }

    private func append(_ line: String) throws(SiteError) {
        let bytes = Array("\(isNew ? Self.header + "\n" : "")\(line)\n".utf8)
        isNew = false
        guard unsafe Foundation.write(list, bytes, bytes.count) == bytes.count else {
            throw SiteError("write", "\(path)/\(Self.listName)", errorNumber: errno)
        }
    }
}
