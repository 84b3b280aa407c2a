package import LarderLedger
internal import LarderModel
internal import LarderProtocol

extension SeededGenerator {
    /// True in `thousandths` of a thousand cases.
    mutating func happens(_ thousandths: UInt64) -> Bool { next() % 1000 < thousandths }
}

extension Scenario {
    /// Makes the scenario of a seed.
    ///
    /// - Parameter milliseconds: How long things go wrong, in virtual time.
    package init(seed: UInt64, milliseconds: Milliseconds) {
        var random = SeededGenerator(seed: seed)
        let isBig = random.happens(30)
        let workers = Self.workers(&random, milliseconds)
        let lanes = Self.lanes(&random, isBig: isBig)
        let jobs = Self.jobs(
            &random,
            lanes: lanes,
            isBig: isBig
        )
        let lease: Milliseconds = random.happens(700) ? 15_000 : 6000
        self.init(
            seed: seed,
            faultsUntil: milliseconds,
            workers: workers,
            lanes: lanes,
            jobs: jobs,
            faults: Self.faults(&random, workers: workers.count, milliseconds),
            links: LinkPlan(
                delay: random.happens(700) ? random.number(0...3) : random.number(5...150),
                jitter: random.number(0...20),
                duplicated: random.happens(300) ? random.number(5...100) : 0,
                late: random.number(0...600)
            ),
            coordinator: CoordinatorPlan(
                commit: random.happens(700) ? random.number(1...10) : random.number(20...300),
                queue: random.happens(500) ? 0 : random.number(1...30),
                read: random.number(1...40),
                lease: lease,
                fence: random.happens(500) ? 10_000 : 2500,
                window: isBig ? 128 : random.number(4...64),
                assignJobs: random.happens(500) ? 512 : random.number(1...4),
                introductions: random.happens(700) ? 200 : 1
            )
        )
        // Drawn last, so that all else of a seed is as it is without liars.
        if random.happens(250), let last = self.workers.indices.last {
            // The coordinator's own workers are its own program.
            for place in self.workers.indices.dropFirst()
            where !self.workers[place].isLocal && (place == last || random.happens(300)) {
                let lies: [WorkerPlan.Lie] = [.wrongEffects, .forgedFailures, .forgedCacheTrouble, .idleness]
                self.workers[place].lie = lies[random.number(0...(lies.count - 1))]
            }
        }
        hosts = Self.hosts(&random, lanes, isBig: isBig)
        for place in self.workers.indices where self.workers[place].lie != nil && random.happens(300) {
            self.workers[place].lie = random.happens(200) ? .endlessProgress : .forgedMoves
        }
        if random.happens(200) { addMoves(&random) }
        if !isBig, random.happens(30) { addDrips(&random) }
    }

    /// Some hosts lead elsewhere.
    private mutating func addMoves(_ random: inout SeededGenerator) {
        for index in jobs.indices where jobs[index].end == .works && random.happens(200) {
            guard jobs[index].kind != .noop, jobs[index].kind.jobClass == .fetch else { continue }
            jobs[index].end = .moves
        }
    }

    /// The hosts of one source drip: longer than any job may take that reports no progress, and shorter than any may
    /// that does.
    private mutating func addDrips(_ random: inout SeededGenerator) {
        for index in jobs.indices where jobs[index].source == 1 && random.happens(300) {
            guard jobs[index].kind != .noop, jobs[index].kind.jobClass == .fetch else { continue }
            jobs[index].drips = true
            jobs[index].duration = random.number(45_000...90_000)
        }
    }

    private static func hosts(
        _ random: inout SeededGenerator,
        _ lanes: [LaneInfo],
        isBig: Bool
    ) -> HostPlan {
        var plan = HostPlan()
        for lane in lanes where lane.jobClass == .fetch && random.happens(200) {
            plan.rulesAfter[lane.id] = random.number(1...8000)
        }
        if !isBig, random.happens(300) { plan.quota = random.number(3...12) }
        return plan
    }

    private static func workers(_ random: inout SeededGenerator, _ milliseconds: Milliseconds) -> [WorkerPlan] {
        let count = random.number(1...8)
        let locals = random.number(0...2)
        return (0..<count).map { _ in
            let plan = WorkerPlan(
                isLocal: locals == 0 ? random.happens(500) : locals == 1,
                fetchSlots: random.number(1...4),
                renderSlots: random.number(1...2),
                startsAt: random.happens(800) ? random.number(1...500) : random.number(1...max(1, milliseconds / 2))
            )
            _ = random.happens(750)  // seeds of earlier findings keep their scenarios
            return plan
        }
    }

    private static func lanes(_ random: inout SeededGenerator, isBig: Bool) -> [LaneInfo] {
        var lanes = (1...random.number(1...4)).map { number in
            LaneInfo(
                id: LaneID(number),
                name: "host-\(number)",
                jobClass: .fetch,
                concurrency: isBig ? 16 : random.number(1...4),
                delayMs: isBig || random.happens(500) ? 0 : random.number(50...1000)
            )
        }
        lanes.append(LaneInfo(id: LaneID(lanes.count + 1), name: "", jobClass: .render, concurrency: 1_000_000))
        return lanes
    }

    private static func jobs(
        _ random: inout SeededGenerator,
        lanes: [LaneInfo],
        isBig: Bool
    ) -> [JobPlan] {
        let count = isBig ? random.number(600...1200) : random.number(8...90)
        let poison: UInt64 = !isBig && random.happens(300) ? 40 : 0
        let isQuick = isBig && random.happens(500)
        let isRefused = isBig && random.happens(500)
        let longest: Milliseconds = isBig ? 60 : random.happens(300) ? 25_000 : 4000
        var jobs = (0..<count).map { _ in
            job(&random, lanes, longest: longest, poison: poison, isRefused: isRefused, isQuick: isQuick)
        }
        let roots = isBig ? count : random.number(1...max(1, count / 3))
        for index in jobs.indices {
            jobs[index].isRoot = index < roots
            guard index >= roots else { continue }
            for _ in 0..<(random.happens(150) ? 2 : 1) { jobs[random.number(0...(index - 1))].finds.append(index) }
        }
        return jobs
    }

    private static func job(
        _ random: inout SeededGenerator,
        _ lanes: [LaneInfo],
        longest: Milliseconds,
        poison: UInt64,
        isRefused: Bool,
        isQuick: Bool
    ) -> JobPlan {
        let lane = random.number(0...(lanes.count - 1))
        let kinds: [JobKind] =
            lanes[lane].jobClass == .render ? [.imageDecode, .text] : [.discover, .search, .detail, .imageDownload]
        let spread = random.number(0...9)
        let duration =
            spread < 5
            ? random.number(1...200) : spread < 9 ? random.number(100...1500) : random.number(500...max(500, longest))
        // Quick jobs make workers ask for more than they can run; one that is slow keeps the others waiting there.
        let quick: Milliseconds = random.happens(8) ? random.number(4000...20_000) : random.number(1...6)
        var plan = JobPlan(
            kind: random.happens(30) && lanes[lane].jobClass == .fetch
                ? .noop : kinds[random.number(0...(kinds.count - 1))],
            lane: lane,
            source: SourceID(random.number(1...3)),
            duration: isQuick ? quick : min(duration, longest),
            firstEnds: [],
            end: .works,
            finds: [],
            isRoot: false
        )
        guard plan.kind != .noop else { return plan }
        if isRefused || random.happens(30) { plan.end = random.happens(700) ? .fails : .failsForGood }
        if random.happens(poison) { plan.end = .killsWorker }
        guard random.happens(200) else { return plan }
        let mayHeal: [JobPlan.End] = [.fails, .timesOut]
        // Each try at a host that names no time counts.
        let throttles = (0..<random.number(1...5)).map { place in
            JobPlan.End.throttled(random.happens(700) || place > 0 ? random.number(100...3000) : nil)
        }
        let heals = (0..<random.number(1...2)).map { _ in mayHeal[random.number(0...1)] }
        switch random.number(0...2) {
        case 0: plan.firstEnds = heals
        case 1: plan.firstEnds = throttles
        default: plan.firstEnds = throttles.filter { $0 != .throttled(nil) } + heals
        }
        return plan
    }

    private static func faults(_ random: inout SeededGenerator, workers: Int, _ end: Milliseconds) -> [Fault] {
        guard end > 1000, random.happens(960) else { return [] }
        let count = random.number(1...max(2, Int(end / 3000)))
        // Which kinds a scenario has at all, so that some meet often.
        let kinds = (0..<random.number(1...10)).map { _ in random.number(0...9) }
        return (0..<count).map { _ in
            let at = random.number(100...(end - 500))
            let length = min(end - at, random.happens(600) ? random.number(50...5000) : random.number(3000...40_000))
            let worker = random.number(0...(workers - 1))
            let kind: Fault.Kind
            switch kinds[random.number(0...(kinds.count - 1))] {
            case 0: kind = .kill(downFor: random.number(50...5000))
            case 1: kind = .stop(for: length)
            case 2: kind = .drain(downFor: random.number(50...3000))
            case 3: kind = .disconnect
            case 4:
                let both = random.happens(500)
                let toWorker = both || random.happens(500)
                kind = .partition(for: length, toWorker: toWorker, toCoordinator: both || !toWorker)
            case 5: kind = .slowLink(for: length, delay: random.number(200...4000))
            case 6: kind = .crash(downFor: random.number(50...8000))
            case 7: kind = .stopRun(downFor: random.number(50...3000))
            case 8: kind = .pause(for: min(length, 20_000))
            default: kind = .slowDisk(for: length, commit: random.number(100...3000))
            }
            return Fault(at: at, worker: kind.isOfWorker ? worker : nil, kind: kind)
        }.sorted { $0.at < $1.at }
    }
}
