/// The kinds of disturbance that a user may choose from.
package enum DisturbanceKind: String, Sendable, CaseIterable {
    case kill
    case stop
    case link
    case port
    case keys
    case memory
    case disk
    case uptime
    case cache
    case errors
    case lies
    case clock
    case symlinks
    case locks

    /// What it does, for people.
    package var explanation: String {
        switch self {
        case .kill: "SIGKILL of the coordinator, of any worker, of all at once"
        case .stop: "SIGSTOP of the coordinator or a worker, up to 20 s"
        case .link: "links that are slow, narrow, black holes one or both ways, reset"
        case .port: "junk bytes, oversize frames and half-open connections on the coordinator's port"
        case .keys: "workers with no, wrong, unlisted and revoked keys"
        case .memory: "a job that takes memory without end, under a limit"
        case .disk: "a full disk (needs the right to mount a tmpfs)"
        case .uptime: "another monotonic clock at the next start (needs the right to make a time namespace)"
        case .cache: "the cache unmounted or moved away, and back (needs the right to mount)"
        case .errors:
            "EIO, ESTALE and ENOSPC on the cache's files for a while (needs libChaosShim.so beside this program)"
        case .lies: "workers with good keys that answer with nonsense, forge failures or keep their jobs"
        case .clock: "the wall clock set back and forth by up to an hour (needs libChaosShim.so beside this program)"
        case .symlinks: "symbolic links to a foreign folder in place of folders of the cache"
        case .locks: "another program's lock on the catalog, up to 18 s"
        }
    }

    /// Whether it takes workers that come over TCP with keys.
    var needsRemote: Bool { [.link, .port, .keys, .lies].contains(self) }
}
