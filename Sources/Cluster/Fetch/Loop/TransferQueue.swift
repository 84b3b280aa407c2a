/// Who may start now: a bound on all transfers and one on each host's, first come first served within a host.
struct TransferQueue {
    private struct Host {
        var active = 0
        var waiting: [UInt64] = []
        var firstWaiting = 0

        var hasWaiting: Bool { firstWaiting < waiting.count }

        mutating func takeFirst() -> UInt64 {
            defer {
                firstWaiting += 1
                if firstWaiting == waiting.count {
                    waiting.removeAll()
                    firstWaiting = 0
                } else if firstWaiting >= 64, firstWaiting * 2 > waiting.count {
                    waiting.removeFirst(firstWaiting)
                    firstWaiting = 0
                }
            }
            return waiting[firstWaiting]
        }
    }

    private let maxPerHost: Int
    private let maxInAll: Int
    private var hosts: [String: Host] = [:]
    private var active = 0
    /// Hosts with someone waiting and a place free, each once.
    private var ready: [String] = []
    private var firstReady = 0

    init(maxPerHost: Int, maxInAll: Int) {
        self.maxPerHost = maxPerHost
        self.maxInAll = maxInAll
    }

    /// How many hosts are remembered: those with a transfer active or waiting.
    var hostCount: Int { hosts.count }

    mutating func add(_ id: UInt64, host name: String) {
        var host = hosts.removeValue(forKey: name) ?? Host()
        host.waiting.append(id)
        if host.waiting.count - host.firstWaiting == 1, host.active < maxPerHost { ready.append(name) }
        hosts[name] = host
    }

    /// The next to start, which then holds a place until ``leave(host:)``.
    ///
    /// `nil` when nobody waits or no place is free.
    mutating func next() -> (id: UInt64, host: String)? {
        guard active < maxInAll, firstReady < ready.count else { return nil }
        let name = ready[firstReady]
        firstReady += 1
        if firstReady == ready.count {
            ready.removeAll(keepingCapacity: true)
            firstReady = 0
        } else if firstReady >= 1_024 {
            ready.removeFirst(firstReady)
            firstReady = 0
        }
        guard var host = hosts.removeValue(forKey: name), host.hasWaiting else { return nil }
        let id = host.takeFirst()
        host.active += 1
        active += 1
        if host.hasWaiting, host.active < maxPerHost { ready.append(name) }
        hosts[name] = host
        return (id, name)
    }

    /// Gives a place back.
    mutating func leave(host name: String) {
        guard var host = hosts.removeValue(forKey: name) else { return }
        host.active -= 1
        active -= 1
        if host.active == maxPerHost - 1, host.hasWaiting { ready.append(name) }
        if host.active > 0 || host.hasWaiting { hosts[name] = host }
    }
}
