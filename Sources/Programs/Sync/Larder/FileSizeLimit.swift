internal import Glibc

/// The limit on the size of files (`ulimit -f`).
enum FileSizeLimit {
    /// The limit; nil: there is none.
    static var bytes: UInt64? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max
        else {
            return nil
        }
        return UInt64(limit.rlim_cur)
    }
}
