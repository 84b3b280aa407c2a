internal import LarderModel
import Synchronization

/// Counts what a site answered; `/stats` shows them.
///
/// Requests of `/stats` itself are not counted.
final class SiteStatistics: Sendable {
    private struct Counts {
        var requests = 0
        var ok = 0
        var notModified = 0
        var bodyBytes = 0
        var repeatedBodies = 0
    }

    private struct State {
        var areas: [SampleSite.Area: Counts] = [:]
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

    func end() {
        state.withLock { $0.concurrent -= 1 }
    }

    /// - Parameters:
    ///   - status: 0 when the connection was closed without an answer.
    ///   - bytes: The body bytes that are sent.
    ///   - body: Names a whole and faultless 200 body by target and content, nil for every other answer.
    func record(_ area: SampleSite.Area, status: Int, bytes: Int, body: UInt64?, fault: SampleSite.Faults.Kind?) {
        state.withLock { state in
            let isRepeated = body.map { !state.sent.insert($0).inserted } ?? false
            state.statuses[status, default: 0] += 1
            if let fault {
                state.faults[fault, default: 0] += 1
            }
            var counts = state.areas[area] ?? Counts()
            counts.requests += 1
            counts.ok += status == 200 ? 1 : 0
            counts.notModified += status == 304 ? 1 : 0
            counts.bodyBytes += bytes
            counts.repeatedBodies += isRepeated ? 1 : 0
            state.areas[area] = counts
        }
    }

    func answer() -> Answer {
        let state = state.withLock { $0 }
        var total = Counts()
        for counts in state.areas.values {
            total.requests += counts.requests
            total.ok += counts.ok
            total.notModified += counts.notModified
            total.bodyBytes += counts.bodyBytes
            total.repeatedBodies += counts.repeatedBodies
        }
        return .json { json in
            Self.describe(total, &json)
            json.member("concurrent", state.concurrent)
            json.member("maxConcurrent", state.maxConcurrent)
            json.key("statuses")
            json.object { object in
                for (status, count) in state.statuses.sorted(by: { $0.key < $1.key }) {
                    object.member(String(status), count)
                }
            }
            json.key("faults")
            json.object { object in
                for kind in SampleSite.Faults.Kind.allCases {
                    if let count = state.faults[kind] {
                        object.member(kind.rawValue, count)
                    }
                }
            }
            json.key("areas")
            json.object { object in
                for area in SampleSite.Area.allCases {
                    if let counts = state.areas[area] {
                        object.key(area.rawValue)
                        object.object { Self.describe(counts, &$0) }
                    }
                }
            }
        }
    }

    private static func describe(_ counts: Counts, _ json: inout JSONWriter) {
        json.member("requests", counts.requests)
        json.member("ok", counts.ok)
        json.member("notModified", counts.notModified)
        json.member("bodyBytes", counts.bodyBytes)
        json.member("repeatedBodies", counts.repeatedBodies)
    }
}
