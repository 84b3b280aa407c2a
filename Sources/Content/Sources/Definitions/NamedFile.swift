package import Foundation
internal import Glibc

/// Reads files that a user or a source's definition names.
package enum NamedFile {
    /// Why a file is not read.
    package enum Fault: Error, Equatable {
        case notOpened(Int32)
        /// A folder, a named pipe, a socket or a device; reading from them may wait for ever, or never end.
        case noFile

        /// A clause that follows the file's path or "which".
        package var description: String {
            switch self {
            case .notOpened(EACCES): "may not be read by this user"
            case .notOpened(let number): unsafe "cannot be read: \(String(cString: strerror(number)))"
            case .noFile: "is a folder, a pipe or a device, and has to be a file"
            }
        }
    }

    /// The first bytes of a regular file, which a symbolic link may lead to; never waits.
    package static func bytes(of path: String, atMost limit: Int) throws(Fault) -> Data {
        // Without O_NONBLOCK, opening a named pipe waits for its writer.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENXIO ? .noFile : .notOpened(errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var info = Glibc.stat()
        guard unsafe fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { throw .noFile }
        do {
            return try file.read(upToCount: limit) ?? Data()
        } catch {
            throw .notOpened(EIO)
        }
    }
}
