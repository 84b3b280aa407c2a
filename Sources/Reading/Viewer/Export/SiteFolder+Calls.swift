internal import Foundation

/// What is at a path, a symbolic link not followed.
struct SiteEntry {
    let isFile: Bool
    let isFolder: Bool
    let isLink: Bool
    let length: Int
}

extension SiteFolder {
    /// Nil: there is nothing.
    static func look(_ path: String) -> SiteEntry? {
        var info = stat()
        guard unsafe lstat(path, &info) == 0 else { return nil }
        let kind = info.st_mode & S_IFMT
        return SiteEntry(
            isFile: kind == S_IFREG,
            isFolder: kind == S_IFDIR,
            isLink: kind == S_IFLNK,
            length: Int(info.st_size)
        )
    }

    /// Whether a file has these bytes.
    static func has(_ bytes: [UInt8], _ path: String) -> Bool {
        guard let there = look(path), there.isFile, there.length == bytes.count else { return false }
        return FileManager.default.contents(atPath: path).map { $0.elementsEqual(bytes) } ?? false
    }

    /// Writes a file whole; what has the name is removed first, as it may be a second name of a picture.
    static func write(_ bytes: [UInt8], to path: String) throws(SiteError) {
        unsafe unlink(path)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw SiteError("write", path, errorNumber: errno) }
        var number: Int32 = 0
        var done = 0
        while done < bytes.count, number == 0 {
            let rest = bytes[done...]
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(file, $0.baseAddress, $0.count) }
            if count < 0 { number = errno == EINTR ? 0 : errno } else { done += count }
        }
        if close(file) != 0, number == 0 { number = errno }
        guard number == 0 else { throw SiteError("write", path, errorNumber: number) }
    }
}

extension URL {
    /// The path of a folder, without the slash at its end.
    var folderPath: String {
        let path = path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
