internal import Glibc

/// Which file a path names: another one after it was replaced.
struct FileNumber: Sendable, Equatable {
    private let device: UInt64
    private let number: UInt64
    /// Whether it is a file, not a symbolic link, a folder or a pipe.
    let isPlain: Bool

    /// Nil: there is nothing at the path.
    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
        isPlain = status.st_mode & S_IFMT == S_IFREG
    }
}
