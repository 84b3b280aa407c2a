internal import Foundation

/// Why a folder of pages cannot be written, with the way out.
package struct SiteError: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// - Parameters:
    ///   - action: What was tried: "write", "make the folder".
    ///   - number: The system's error number.
    init(_ action: String, _ path: String, errorNumber number: Int32) {
        let reason =
            switch number {
            case ENOSPC, EDQUOT: "the disk is full. Free some room and type the same command again: it goes on."
            case EACCES, EPERM: "this user may not. Choose another folder, or change its rights."
            case EROFS: "the disk can only be read. Choose another folder."
            case ENAMETOOLONG: "the path is too long. Choose a folder with a shorter one."
            default: "\(unsafe String(cString: strerror(number))) (error \(number))."
            }
        description = "Cannot \(action) '\(path)': \(reason)"
    }
}
