internal import Glibc

/// Why the cache could not do what it was asked to.
package struct CacheError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; the raw values go into the catalog and into metric labels.
    package enum Code: String, Sendable, CaseIterable {
        /// The disk, or the share of it that this user may fill, has no room.
        case full
        /// The folder may not be written to.
        case notWritable = "not-writable"
        /// What is on disk is not what was stored; it has been moved aside.
        case corrupt
        /// Nothing is stored under that name.
        case missing
        /// The folder is something else than a cache.
        case notACache = "not-a-cache"
        /// Over a limit of the cache's.
        case tooLarge = "too-large"
        /// Any other failure of the disk.
        case io
    }

    package let code: Code
    /// One sentence for people with the path, the limit and the way out.
    package let message: String
    /// The value of `errno` behind it, or 0.
    package let errorNumber: Int32

    /// Whether it may fail everything that uses the folder, and not the one file alone.
    package var isOfFolder: Bool {
        switch code {
        case .full, .notWritable, .notACache, .io: true
        case .corrupt, .missing, .tooLarge: false
        }
    }

    /// Whether this user lacks a right, so that the file itself may be whole.
    package var isOfRights: Bool { errorNumber == EACCES || errorNumber == EPERM }

    package var description: String { message }

    package init(_ code: Code, _ message: String, errorNumber: Int32 = 0) {
        self.code = code
        self.message = message
        self.errorNumber = errorNumber
    }
}

extension CacheError {
    /// The error for a system call that failed.
    package init(_ verb: String, _ path: String, errorNumber: Int32) {
        let (code, text): (Code, String) =
            switch errorNumber {
            case ENOSPC: (.full, "the disk is full. Free some room or move the larder.")
            case EDQUOT: (.full, "the quota of this user is used up. Raise it or free some room.")
            case EFBIG: (.full, "the limit on the size of files is reached. Type: ulimit -f unlimited")
            case EMFILE, ENFILE: (.io, "no descriptor is left. Raise `ulimit -n`.")
            case EACCES, EPERM, EROFS:
                (
                    .notWritable,
                    "\(Self.text(errorNumber)). Allow it to user \(geteuid()), or choose another folder."
                )
            default: (.io, "\(Self.text(errorNumber)) (errno \(errorNumber)). Check disk and mount.")
            }
        self.init(code, "Cannot \(verb) '\(path)': \(text)", errorNumber: errorNumber)
    }

    private static func text(_ errorNumber: Int32) -> String {
        unsafe strerror(errorNumber).map { unsafe String(cString: $0) } ?? "unknown error"
    }
}
