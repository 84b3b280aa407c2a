internal import LarderModel
import Synchronization

/// Decides which request goes wrong and how: by seed, target and how often that target was asked for.
final class FaultPlan: Sendable {
    private struct State {
        var attempts: [UInt64: Int] = [:]
        var requests = 0
    }

    private static let hopMark = "_hop=1"
    private static let loopMark = "_loop="

    private let faults: SampleSite.Faults
    private let seed: UInt64
    private let state = Mutex(State())

    init(faults: SampleSite.Faults, seed: UInt64) {
        self.faults = faults
        self.seed = seed
    }

    /// What goes wrong with this request, nil for nothing.
    func fault(of target: String, in area: SampleSite.Area) -> SampleSite.Faults.Kind? {
        guard area != .stats else { return nil }
        if faults.burstEvery > 0 {
            let number = state.withLock { state in
                defer { state.requests += 1 }
                return state.requests
            }
            if number % (faults.burstEvery + faults.burstLength) >= faults.burstEvery { return .unavailable }
        }
        if faults.kinds.contains(.redirectLoop), target.contains(Self.loopMark) { return .redirectLoop }
        guard faults.rate > 0, faults.areas.contains(area), !target.contains(Self.hopMark) else { return nil }
        let kinds = faults.kinds.filter { $0 != .brokenJSON || [.search, .detail, .news].contains(area) }
        let name = Fingerprint.of(target)
        var generator = SeededGenerator(seed: seed, stream: .fault, index: name)
        guard !kinds.isEmpty, generator.unit() < faults.rate else { return nil }
        let kind = generator.pick(kinds)
        guard faults.times > 0 else { return kind }
        let earlier = state.withLock { state in
            defer { state.attempts[name, default: 0] += 1 }
            return state.attempts[name, default: 0]
        }
        return earlier < faults.times ? kind : nil
    }

    /// How long the answer for a target is held back.
    func delay(of target: String) -> Duration {
        guard faults.jitter > .zero else { return faults.latency }
        var generator = SeededGenerator(seed: seed, stream: .latency, index: Fingerprint.of(target))
        return faults.latency + faults.jitter * generator.unit()
    }

    /// `Retry-After` in the chosen form; `now` is in seconds since 1970.
    func retryAfter(now: Int) -> String {
        switch faults.retryAfterForm {
        case .seconds: String(faults.retryAfterSeconds)
        case .date: Timestamp.http(now + faults.retryAfterSeconds)
        }
    }

    /// Where a redirect fault sends the client, and with which status.
    func redirection(of target: String, isLoop: Bool) -> (status: Int, location: String) {
        if isLoop {
            let bare = target.replacing("\(Self.loopMark)1", with: "").replacing("\(Self.loopMark)2", with: "")
            let number = target.contains(Self.loopMark + "1") ? 2 : 1
            return (302, Self.adding("\(Self.loopMark)\(number)", to: bare))
        }
        let status = [301, 302, 307, 308][Int(SeededGenerator.mix(Fingerprint.of(target)) % 4)]
        return (status, Self.adding(Self.hopMark, to: target))
    }

    private static func adding(_ mark: String, to target: String) -> String {
        let separator = target.hasSuffix("?") || target.hasSuffix("&") ? "" : target.contains("?") ? "&" : "?"
        return target + separator + mark
    }
}
