internal import LarderModel
internal import LarderProtocol

/// How fast jobs end, over the last ten seconds.
struct Pace: Sendable {
    /// Jobs a second, and how long the known jobs take at that rate.
    struct Rate: Sendable {
        var perSecond = 0.0
        var left: Duration?

        fileprivate init(gained: Int, in seconds: Double, left: Int) {
            perSecond = Double(gained) / max(0.001, seconds)
            self.left = perSecond > 0 && left > 0 ? .seconds(Double(left) / perSecond) : nil
        }
    }

    private static let window: Duration = .seconds(10)

    private(set) var total = Rate(gained: 0, in: 1, left: 0)
    private(set) var kinds: [JobKind: Rate] = [:]
    private var history: [(at: Duration, ended: [JobKind: Int])] = [(.zero, [:])]

    mutating func note(_ tally: Tally, unfinished: Int, at time: Duration) {
        let ended = tally.kinds.mapValues(\.ended)
        history.append((time, ended))
        // The oldest look stays until there is another one to compare with.
        while history.count > 2, time - history[0].at > Self.window { history.removeFirst() }
        let first = history[0]
        let seconds = (time - first.at) / .seconds(1)
        let gained = ended.values.reduce(0, +) - first.ended.values.reduce(0, +)
        total = Rate(gained: gained, in: seconds, left: unfinished)
        kinds = Dictionary(
            uniqueKeysWithValues: tally.kinds.map { kind, counts in
                let gained = counts.ended - first.ended[kind, default: 0]
                return (kind, Rate(gained: gained, in: seconds, left: max(0, counts.found - counts.ended)))
            }
        )
    }
}
