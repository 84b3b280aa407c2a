internal import LarderModel
import Synchronization

/// Counts what a site answered; `/stats` shows them.
///
/// Requests of `/stats` itself are not counted.
final class SiteStatistics: Sendable {
    /// What is counted for each area, and in all.
    private enum Count: String, CaseIterable {
        case requests, ok, notModified, bodyBytes, repeatedBodies
    }

    private struct State {
        var areas: [SampleSite.Area: [Count: Int]] = [:]
        var statuses: [Int: Int] = [:]
        var faults: [SampleSite.Faults.Kind: Int] = [:]
        var sent: Set<UInt64> = []
        var concurrent = 0
        var maxConcurrent = 0
    }

    private let state = Mutex(State())

    func begin() {
        state.withLock { state in
            state.concurrent += 1
            state.maxConcurrent = max(state.maxConcurrent, state.concurrent)
        }
    }

    func end() { state.withLock { $0.concurrent -= 1 } }

    /// - Parameters:
    ///   - status: 0 when the connection was closed without an answer.
    ///   - bytes: The body bytes that are sent.
    ///   - body: Names a whole and faultless 200 body by target and content, nil for every other answer.
    func record(
        _ area: SampleSite.Area,
        status: Int,
        bytes: Int = 0,
        body: UInt64? = nil,
        fault: SampleSite.Faults.Kind? = nil
    ) {
        state.withLock { state in
            let isRepeated = body.map { !state.sent.insert($0).inserted } ?? false
            state.statuses[status, default: 0] += 1
            if let fault { state.faults[fault, default: 0] += 1 }
            let counts: [Count: Int] = [
                .requests: 1, .ok: status == 200 ? 1 : 0, .notModified: status == 304 ? 1 : 0, .bodyBytes: bytes,
                .repeatedBodies: isRepeated ? 1 : 0,
            ]
            state.areas[area, default: [:]].merge(counts, uniquingKeysWith: +)
        }
    }

    func answer() -> Answer {
        let state = state.withLock { $0 }
        let total: [Count: Int] = state.areas.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        return .json { json in
            Self.describe(total, &json)
            json.member("concurrent", state.concurrent)
            json.member("maxConcurrent", state.maxConcurrent)
            json.member("statuses") { json in
                for (status, count) in state.statuses.sorted(by: { $0.key < $1.key }) {
                    json.member(String(status), count)
                }
            }
            json.member("faults") { json in
                for kind in SampleSite.Faults.Kind.allCases {
                    if let count = state.faults[kind] { json.member(kind.rawValue, count) }
                }
            }
            json.member("areas") { json in
                for area in SampleSite.Area.allCases {
                    if let counts = state.areas[area] { json.member(area.rawValue) { Self.describe(counts, &$0) } }
                }
            }
        }
    }

    private static func describe(_ counts: [Count: Int], _ json: inout JSONWriter) {
        for count in Count.allCases { json.member(count.rawValue, counts[count, default: 0]) }
    }
}
