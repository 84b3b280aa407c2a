internal import Glibc

/// The limit on open files, which libzmq and the HTTP server do not survive reaching.
enum DescriptorLimit {
    /// Enough for the workers and thousands of silent peers, which libzmq drops after 5 s.
    private static let wanted: rlim_t = 65_536
    private static let least: rlim_t = 256

    /// Raises the limit as far as this user may.
    /// - Throws: ``CoordinatorError`` with code `badSetting` when it stays below the least that works.
    static func ensure() throws(CoordinatorError) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur >= least else {
            throw CoordinatorError(
                .badSetting,
                "This process may open only \(limit.rlim_cur) files at once; at least \(least) are needed. Raise it: "
                    + "ulimit -n 1024."
            )
        }
    }
}
