internal import DequeModule

/// Decides which transfer starts: bounds on all transfers and on each host's, first come first served within a host.
struct TransferQueue {
    private struct Host {
        var active = 0
        var waiting = Deque<UInt64>()
    }

    private let maxPerHost: Int
    private let maxInAll: Int
    private var hosts: [String: Host] = [:]
    private var active = 0
    /// Hosts with a waiting transfer and a free place, each once.
    private var ready = Deque<String>()

    init(maxPerHost: Int, maxInAll: Int) {
        self.maxPerHost = maxPerHost
        self.maxInAll = maxInAll
    }

    /// Hosts with a transfer active or waiting.
    var hostCount: Int { hosts.count }

    mutating func add(_ id: UInt64, host name: String) {
        var host = hosts.removeValue(forKey: name) ?? Host()
        host.waiting.append(id)
        if host.waiting.count == 1, host.active < maxPerHost { ready.append(name) }
        hosts[name] = host
    }

    /// The next transfer, which occupies a place until ``leave(host:)``; nil when none waits or no place is free.
    mutating func next() -> (id: UInt64, host: String)? {
        guard active < maxInAll, let name = ready.popFirst() else { return nil }
        guard var host = hosts.removeValue(forKey: name), let id = host.waiting.popFirst() else { return nil }
        host.active += 1
        active += 1
        if !host.waiting.isEmpty, host.active < maxPerHost { ready.append(name) }
        hosts[name] = host
        return (id, name)
    }

    /// Gives a place back.
    mutating func leave(host name: String) {
        guard var host = hosts.removeValue(forKey: name) else { return }
        host.active -= 1
        active -= 1
        if host.active == maxPerHost - 1, !host.waiting.isEmpty { ready.append(name) }
        if host.active > 0 || !host.waiting.isEmpty { hosts[name] = host }
    }
}
