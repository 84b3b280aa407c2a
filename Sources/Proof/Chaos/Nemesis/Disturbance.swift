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
    /// The coordinator is killed, and the next one has a monotonic clock that far off, as after a restart of the machine.
    case turnClock(seconds: Int)

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
        case .turnClock(let seconds): "SIGKILL the coordinator, the next one's monotonic clock is \(seconds) s ahead"
        }
    }
}

/// The kinds of disturbance that a user may choose from.
package enum DisturbanceKind: String, Sendable, CaseIterable {
    case kill
    case stop
    case link
    case port
    case keys
    case memory
    case disk
    case clock

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
        case .clock: "another monotonic clock at the next start (needs the right to make a time namespace)"
        }
    }
}
