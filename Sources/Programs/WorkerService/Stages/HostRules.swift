internal import LarderModel
internal import LarderRobots
internal import Synchronization

/// The rules of hosts that this process has read lately.
final class HostRules: Sendable {
    /// How long rules hold before the cache is read again, in milliseconds.
    static let keptMs: Int64 = 60_000
    /// How long nothing is asked where robots.txt is out of reach, in milliseconds.
    static let retryMs: Int64 = 900_000
    /// The greatest age of a copy that replaces a robots.txt out of reach: 30 days.
    static let longestSubstituteMs: Int64 = 2_592_000_000
    private static let longestMs: Int64 = 86_400_000
    private static let mostHosts = 1000
    /// Rules of all hosts together.
    private static let mostRules = 200_000

    private struct Table {
        var hosts: [String: (rules: RobotsRules, until: Int64)] = [:]
        var rules = 0

        func hasRoom(for new: RobotsRules) -> Bool {
            hosts.count < HostRules.mostHosts && rules + new.count <= HostRules.mostRules
        }

        mutating func remove(_ keys: [String]) {
            for key in keys { rules -= hosts.removeValue(forKey: key)?.rules.count ?? 0 }
        }
    }

    private let table = Mutex(Table())

    func rules(for key: String, at now: Int64) -> RobotsRules? {
        table.withLock { $0.hosts[key].flatMap { $0.until > now ? $0.rules : nil } }
    }

    /// Stores the rules of a host; without room, expired rules go first, then all.
    func store(_ rules: RobotsRules, for key: String, at now: Int64) {
        table.withLock { table in
            table.remove([key])
            if !table.hasRoom(for: rules) { table.remove(table.hosts.filter { $0.value.until <= now }.map(\.key)) }
            if !table.hasRoom(for: rules) { table = Table() }
            table.hosts[key] = (rules, now + Self.keptMs)
            table.rules += rules.count
        }
    }

    /// Until when a robots.txt holds: a day, or as its `Cache-Control` says, at least 15 minutes and at most a day.
    static func freshUntil(_ headers: [HeaderField], at now: Int64) -> Int64 {
        guard headers.value(of: "cache-control") != nil else { return now + longestMs }
        let said = Freshness(of: headers, requestedAtMs: now, receivedAtMs: now).untilMs
        return min(max(said, now + retryMs), now + longestMs)
    }
}
