internal import Glibc

/// Limits of this process that the user may have to raise.
enum ProcessLimits {
    /// Enough for the workers and thousands of silent peers, which libzmq drops after 5 s.
    private static let wantedFiles: rlim_t = 65_536
    private static let leastFiles: rlim_t = 256

    /// Raises the limit on open files, which libzmq and the HTTP server do not survive reaching.
    ///
    /// - Throws: ``CoordinatorError`` with code `badSetting` when it stays below the least that works.
    static func raiseOpenFiles() throws(CoordinatorError) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wantedFiles
        else { return }
        limit.rlim_cur = min(wantedFiles, limit.rlim_max)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur >= leastFiles
        else {
            throw CoordinatorError(
                .badSetting,
                "This process may open only \(limit.rlim_cur) files at once; at least \(leastFiles) are needed. "
                    + "Raise it: ulimit -n 1024."
            )
        }
    }

    /// The limit on the size of files (`ulimit -f`); nil: there is none.
    static var fileBytes: UInt64? {
        var limit = rlimit()
        let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
        return isKnown && limit.rlim_cur != rlim_t.max ? UInt64(limit.rlim_cur) : nil
    }
}
