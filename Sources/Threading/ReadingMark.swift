internal import CLinuxShims
internal import Glibc

/// Tells syncs of a larder, in this process or in others of the machine, that somebody reads it, so that they give way.
///
/// A lock on the file `reading.lock` in the larder, which any number of readers share. The kernel frees it when its
/// holder ends, however it ends.
package final class ReadingMark: Sendable {
    package static let fileName = "reading.lock"

    private let descriptor: Int32

    /// Marks the larder in `folder` as being read; nil where the file can neither be made nor opened, or not locked.
    package init?(in folder: String) {
        let path = folder + "/" + Self.fileName
        let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var descriptor = unsafe open(path, flags | O_RDWR | O_CREAT, 0o644)
        if descriptor < 0 { descriptor = unsafe open(path, flags | O_RDONLY) }
        guard descriptor >= 0 else { return nil }
        guard larder_linux_lock_shared(descriptor) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    /// Whether the larder in `folder` is marked; takes no lock.
    package static func isSet(in folder: String) -> Bool {
        let descriptor = unsafe open(folder + "/" + fileName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return larder_linux_is_locked(descriptor) == 1
    }

    deinit { close(descriptor) }
}
