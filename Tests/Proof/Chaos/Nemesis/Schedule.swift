internal import LarderModel
internal import LarderTestSupport

/// What is done to one run, and when: a value that depends on the seed alone.
package struct Schedule: Sendable, Equatable, CustomStringConvertible {
    /// One disturbance at its moment.
    package struct Step: Sendable, Equatable {
        /// Share of the jobs done, in thousandths.
        package var moment: Int
        package var disturbance: Disturbance

        package init(moment: Int, _ disturbance: Disturbance) {
            self.moment = moment
            self.disturbance = disturbance
        }
    }

    package var seed: UInt64
    package var localWorkers: Int
    package var remoteWorkers: Int
    /// A job of the sample that takes memory without end.
    package var exhausts: String?
    /// In the order of their moments.
    package var steps: [Step]

    package init(
        seed: UInt64,
        localWorkers: Int,
        remoteWorkers: Int = 0,
        exhausts: String? = nil,
        steps: [Step]
    ) {
        self.seed = seed
        self.localWorkers = localWorkers
        self.remoteWorkers = remoteWorkers
        self.exhausts = exhausts
        self.steps = steps
    }

    /// Whether the larder lies on a disk whose size can be changed.
    package var needsDisk: Bool { steps.contains { $0.disturbance == .fillDisk } }

    /// How the cache goes away, when it does: the same way each time.
    package var cacheLoss: CacheFolder.Loss? {
        for step in steps { if case .loseCache(let loss, _) = step.disturbance { return loss } }
        return nil
    }

    /// Whether calls fail or the wall clock is wrong.
    package var needsShim: Bool {
        steps.contains { step in
            switch step.disturbance {
            case .failCalls, .setClock: true
            default: false
            }
        }
    }

    /// How many workers lie.
    package var liars: Int {
        steps.count { if case .lie = $0.disturbance { true } else { false } }
    }

    /// The same with some of its steps alone, counted from 1.
    package func keeping(_ numbers: Set<Int>) -> Schedule {
        var smaller = self
        smaller.steps = steps.enumerated().filter { numbers.contains($0.offset + 1) }.map(\.element)
        return smaller
    }

    package var description: String {
        var lines = ["seed \(seed): \(localWorkers) local and \(remoteWorkers) remote workers"]
        if let exhausts { lines.append("  always  \(exhausts) takes memory without end") }
        for (index, step) in steps.enumerated() {
            lines.append("  \(index + 1)  at \(step.moment / 10).\(step.moment % 10) %  \(step.disturbance)")
        }
        return lines.joined(separator: "\n")
    }

    /// Makes a schedule of 1 to 4 disturbances.
    ///
    /// - Parameter kinds: Those to choose from; not empty.
    package init(seed: UInt64, kinds: [DisturbanceKind]) {
        precondition(!kinds.isEmpty, "A schedule needs a kind of disturbance")
        var numbers = SeededGenerator(seed: seed)
        let usesRemote = kinds.contains { $0.needsRemote } || Bool.random(using: &numbers)
        let local = usesRemote ? Int.random(in: 0...2, using: &numbers) : Int.random(in: 1...4, using: &numbers)
        let remote = usesRemote ? Int.random(in: 2...3, using: &numbers) : 0
        let loss = kinds.contains(.cache) ? numbers.pick(CacheFolder.Loss.allCases) : .moved
        var steps: [Step] = []
        var exhausts: String?
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let kind = kinds.randomElement(using: &numbers) ?? kinds[0]
            if kind == .memory {
                exhausts = ["detail:site:22289", "text:site:22289"].randomElement(using: &numbers)
                continue
            }
            let moment = Int.random(in: 0..<900, using: &numbers)
            let disturbance = Self.disturbance(kind, local: local, remote: remote, loss, &numbers)
            // A second full disk would only repeat the first.
            if kind == .disk, steps.contains(where: { $0.disturbance == disturbance }) { continue }
            steps.append(Step(moment: moment, disturbance))
        }
        self.init(
            seed: seed,
            localWorkers: exhausts == nil && !steps.contains(where: { $0.disturbance.mayEndWorkers })
                ? local : max(1, local),
            remoteWorkers: remote,
            exhausts: exhausts,
            steps: steps.sorted { $0.moment < $1.moment }
        )
    }

    private static func disturbance(
        _ kind: DisturbanceKind,
        local: Int,
        remote: Int,
        _ loss: CacheFolder.Loss,
        _ numbers: inout SeededGenerator
    ) -> Disturbance {
        func worker(_ numbers: inout SeededGenerator) -> Disturbance.Victim {
            let number = Int.random(in: 0..<max(1, local + remote), using: &numbers)
            return number < local ? .localWorker(number) : .remoteWorker(number - local)
        }
        switch kind {
        case .kill:
            let victim: Disturbance.Victim =
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: .coordinator
                case 1: worker(&numbers)
                default: .everything
                }
            return .kill(victim, again: milliseconds(0...500, &numbers))
        case .stop:
            let victim = Int.random(in: 0..<3, using: &numbers) == 0 ? .coordinator : worker(&numbers)
            // Past the ZMTP heartbeat (6 s), a worker's own fence (10 s), the lease (15 s).
            let seconds = [1, 4, 8, 12, 17, 20].randomElement(using: &numbers) ?? 20
            return .stop(victim, during: .seconds(seconds))
        case .link:
            return linkFault(remote: remote, &numbers)
        case .port: return portFault(&numbers)
        case .keys: return .knock(Disturbance.WrongKeys.allCases.randomElement(using: &numbers) ?? .unlisted)
        case .disk, .memory: return .fillDisk
        case .uptime:
            return .turnClock(seconds: Int.random(in: 1...10_000_000, using: &numbers))
        case .cache: return .loseCache(loss, during: trouble(&numbers))
        case .errors:
            let calls = Disturbance.CallTrouble(
                numbers.pick(Disturbance.CallTrouble.Error.allCases),
                share: numbers.pick([5, 50, 300, 1000]),
                numbers.pick(Disturbance.CallTrouble.Programs.allCases)
            )
            return .failCalls(calls, during: trouble(&numbers))
        case .lies:
            let lie = numbers.pick(Lie.allCases)
            let stays = lie == .silent && numbers.oneIn(2)
            return .lie(lie, during: stays ? nil : milliseconds(300...5_000, &numbers))
        case .clock:
            let seconds = numbers.pick([-3600, 3600, -1800, 61, -2])
            return .setClock(seconds: seconds, during: milliseconds(100...2_000, &numbers))
        case .symlinks:
            return .linkCache(area: numbers.pick(["blobs", "responses", "effects", "tmp"]), during: trouble(&numbers))
        case .locks: return .lockCatalog(during: trouble(&numbers))
        }
    }

    private static func portFault(_ numbers: inout SeededGenerator) -> Disturbance {
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0:
            return .junk(
                connections: Int.random(in: 1...50, using: &numbers),
                seed: numbers.next()
            )
        case 1: return .oversizeFrame
        default:
            return .halfOpen(
                connections: Int.random(in: 1...200, using: &numbers),
                during: milliseconds(100...8_000, &numbers)
            )
        }
    }

    private static func linkFault(remote: Int, _ numbers: inout SeededGenerator) -> Disturbance {
        let number = Int.random(in: 0..<max(1, remote), using: &numbers)
        let conditions: NetworkConditions
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: return .cut(number)
        case 1:
            conditions = NetworkConditions(
                delay: milliseconds(5...300, &numbers),
                jitter: milliseconds(0...200, &numbers)
            )
        case 2: conditions = NetworkConditions(bytesPerSecond: Int.random(in: 2_000...50_000, using: &numbers))
        default:
            let holes = NetworkConditions.Hole.allCases.filter { $0 != .none }
            conditions = NetworkConditions(hole: holes.randomElement(using: &numbers) ?? .both)
        }
        return .link(number, conditions, during: milliseconds(500...18_000, &numbers))
    }

    /// Mostly a part of the sync, which takes seconds; one in four outlasts leases and fences.
    private static func trouble(_ numbers: inout SeededGenerator) -> Duration {
        numbers.oneIn(4) ? milliseconds(8_000...18_000, &numbers) : milliseconds(100...2_500, &numbers)
    }

    private static func milliseconds(_ range: ClosedRange<Int>, _ numbers: inout SeededGenerator) -> Duration {
        .milliseconds(Int.random(in: range, using: &numbers))
    }
}
