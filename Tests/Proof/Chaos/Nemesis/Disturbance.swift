internal import Glibc

/// One thing that is done to a cluster.
package enum Disturbance: Sendable, Equatable, CustomStringConvertible {
    /// A process of the cluster; numbers count from 0 and wrap around at those that there are.
    package enum Victim: Sendable, Equatable, CustomStringConvertible {
        case coordinator
        case localWorker(Int)
        case remoteWorker(Int)
        case everything

        package var description: String {
            switch self {
            case .coordinator: "the coordinator"
            case .localWorker(let number): "local worker \(number)"
            case .remoteWorker(let number): "remote worker \(number)"
            case .everything: "the coordinator and all workers"
            }
        }
    }

    /// What is wrong with the keys of a worker that connects.
    package enum WrongKeys: String, Sendable, CaseIterable {
        case none = "no keys"
        case wrongServer = "a wrong server key"
        case unlisted = "a key that is not on the list"
        case revoked = "a key that was taken off the list"
    }

    /// Calls on the cache's files that fail.
    package struct CallTrouble: Sendable, Equatable, CustomStringConvertible {
        package enum Error: String, Sendable, CaseIterable {
            case io = "EIO"
            case stale = "ESTALE"
            case full = "ENOSPC"

            var number: Int32 {
                switch self {
                case .io: EIO
                case .stale: ESTALE
                case .full: ENOSPC
                }
            }
        }

        /// The word for the programs in the control file of the shim.
        package enum Programs: Int, Sendable, CaseIterable {
            case workers = 1
            case coordinators = 2
            case all = 3

            var owner: String {
                switch self {
                case .workers: "the workers"
                case .coordinators: "the coordinator"
                case .all: "everyone"
                }
            }
        }

        package var error: Error
        /// How many of a thousand calls.
        package var share: Int
        package var programs: Programs

        package init(_ error: Error, share: Int, _ programs: Programs) {
            self.error = error
            self.share = share
            self.programs = programs
        }

        package var description: String {
            "\(error.rawValue) for \(share) of 1000 calls of \(programs.owner) on the cache"
        }
    }

    /// SIGKILL, and the same command again after a while; remote workers are started again at once.
    case kill(Victim, again: Duration)
    /// SIGSTOP, and SIGCONT after a while.
    case stop(Victim, during: Duration)
    /// The link of a remote worker has these conditions for a while.
    case link(Int, NetworkConditions, during: Duration)
    /// The link of a remote worker is reset.
    case cut(Int)
    /// Random bytes on the coordinator's port.
    case junk(connections: Int, seed: UInt64)
    /// A frame of 1 TiB on the coordinator's port.
    case oversizeFrame
    /// Connections that stop in the middle of their greeting and stay for a while.
    case halfOpen(connections: Int, during: Duration)
    /// A worker with wrong keys.
    case knock(WrongKeys)
    /// The larder's disk has no room until the coordinator has given up.
    case fillDisk
    /// The coordinator is killed, and the next one has a monotonic clock that far off, as after a restart of the
    /// machine.
    case turnClock(seconds: Int)
    /// The cache is away for a while.
    case loseCache(CacheFolder.Loss, during: Duration)
    /// Calls on the cache's files fail for a while.
    case failCalls(CallTrouble, during: Duration)
    /// A worker with good keys lies for a while; nil: until the sync ends.
    case lie(Lie, during: Duration?)
    /// The wall clock of coordinator and workers is that far off for a while.
    case setClock(seconds: Int, during: Duration)

    /// A folder of the cache is replaced by a symbolic link to a foreign folder for a while.
    case linkCache(area: String, during: Duration)
    /// Another program holds the catalog's lock for a while.
    case lockCatalog(during: Duration)

    /// Whether workers and coordinators may end for it by themselves, in good order.
    package var mayEndWorkers: Bool {
        switch self {
        case .loseCache, .failCalls, .linkCache: true
        default: false
        }
    }

    package var description: String {
        switch self {
        case .kill(let victim, let again): "SIGKILL \(victim), again after \(again)"
        case .stop(let victim, let time): "SIGSTOP \(victim) for \(time)"
        case .link(let number, let conditions, let time): "link \(number): \(conditions) for \(time)"
        case .cut(let number): "link \(number): reset"
        case .junk(let connections, let seed): "junk bytes on \(connections) connections (seed \(seed))"
        case .oversizeFrame: "a frame of 1 TiB"
        case .halfOpen(let connections, let time): "\(connections) half-open connections for \(time)"
        case .knock(let keys): "a worker with \(keys.rawValue)"
        case .fillDisk: "the disk is full"
        case .loseCache(let loss, let time): "the cache \(loss.rawValue) for \(time)"
        case .failCalls(let trouble, let time): "\(trouble) for \(time)"
        case .lie(let lie, let time):
            "a worker \(lie.explanation), " + (time.map { "for \($0)" } ?? "until the end")
        case .setClock(let seconds, let time): "the wall clock is \(seconds) s ahead for \(time)"
        case .linkCache(let area, let time): "\(area)/ of the cache is a symbolic link to a foreign folder for \(time)"
        case .lockCatalog(let time): "another program locks the catalog for \(time)"
        case .turnClock(let seconds): "SIGKILL the coordinator, the next one's monotonic clock is \(seconds) s ahead"
        }
    }
}
