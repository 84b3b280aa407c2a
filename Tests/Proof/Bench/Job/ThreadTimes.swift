internal import Foundation

/// Which threads of a process and of its children the processor time went to, by what a look now and then shows.
struct ThreadTimes: Sendable {
    /// Threads of one name, without the number behind it.
    struct Kind: Hashable, Sendable {
        var isChild: Bool
        var name: String
    }

    /// What threads that have no name of Larder's do, by the end of the name that they have.
    private static let purposes = ["qos.overcommit": "database", "oot.default-qos": "tasks", "ZMQbg/IO/0": "ZeroMQ"]

    private struct ID: Hashable {
        var process: Int32
        var thread: Int32
    }

    private var ticks: [ID: (kind: Kind, ticks: Int)] = [:]

    /// Takes in what the threads of a process and of its children have used until now.
    mutating func look(at processID: Int32) {
        for thread in Self.threads(of: processID) {
            note(thread, of: processID, isChild: false)
            let children =
                (try? String(contentsOfFile: "/proc/\(processID)/task/\(thread)/children", encoding: .utf8)) ?? ""
            for child in children.split(separator: " ").compactMap({ Int32($0) }) {
                for thread in Self.threads(of: child) { note(thread, of: child, isChild: true) }
            }
        }
    }

    private static func threads(of processID: Int32) -> [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task")) ?? []).compactMap {
            Int32($0)
        }
    }

    private mutating func note(_ thread: Int32, of processID: Int32, isChild: Bool) {
        guard let stat = try? String(contentsOfFile: "/proc/\(processID)/task/\(thread)/stat", encoding: .utf8),
            let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
        else { return }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return }
        let own = stat[stat.index(after: open)..<close].split(separator: "-").filter { Int($0) == nil }
            .joined(separator: "-")
        let kind = Kind(isChild: isChild, name: Self.purposes[own] ?? own)
        ticks[ID(process: processID, thread: thread)] = (kind, user + system)
    }

    /// The share of each kind of thread in the time of its side; empty after no look.
    func shares(ofChildren isChild: Bool) -> [String: Double] {
        let side = ticks.values.filter { $0.kind.isChild == isChild }
        let all = side.reduce(0) { $0 + $1.ticks }
        guard all > 0 else { return [:] }
        return Dictionary(side.map { ($0.kind.name, Double($0.ticks) / Double(all)) }, uniquingKeysWith: +)
    }
}
