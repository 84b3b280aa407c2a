internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderWorkerCore

/// One place of a worker and the process in it.
struct WorkerProcess {
    struct Outgoing {
        var message: Message
        var session: SessionID
        var epoch: UInt64
    }

    struct Run {
        var lease: JobLease
        var jobClass: JobClass
        var lie: WorkerPlan.Lie?
    }

    let plan: WorkerPlan
    /// Counts the processes in this place.
    var process = 0
    var core: WorkerCore?
    var processID: UInt32 = 0
    var connection: Int?
    var outbox: [Outgoing] = []
    var sequence: UInt64 = 0
    var isStopped = false
    var frozen: [SimulationEvent] = []
    /// What runs, cancelled runs left out.
    var runs: [JobID: Run] = [:]
    /// Results that were not acknowledged, refused or cancelled.
    var kept: Set<JobLease> = []
    var heardAt: Milliseconds = 0
    var blockedToWorkerUntil: Milliseconds = 0
    var blockedToCoordinatorUntil: Milliseconds = 0
    var slowUntil: Milliseconds = 0
    var slowDelay: Milliseconds = 0

    init(plan: WorkerPlan) { self.plan = plan }
}

/// Worker processes: the loop around ``WorkerCore``, the jobs' runs, starts and ends.
extension World {
    /// Keeps what a stopped worker cannot see until it goes on.
    func freeze(_ place: Int, _ item: SimulationEvent) -> Bool {
        guard workers[place].isStopped else { return false }
        workers[place].frozen.append(item)
        return true
    }

    func startWorker(_ place: Int) {
        guard workers[place].core == nil, !workers[place].plan.isLocal || isUp else { return }
        workers[place].process += 1
        let process = workers[place].process
        let plan = workers[place].plan
        // Local numbers are the kernel's; containers have small ones of their own, often the same.
        let processID = plan.isLocal ? UInt32(1000 + process * 16 + place) : UInt32(7 + (process + place) % 3)
        var configuration = WorkerCore.Configuration(
            Hello(
                workerID: workerName(place),
                incarnation: [UInt8(place), UInt8(process & 255), UInt8(process >> 8)],
                host: plan.isLocal ? "here" : "host-\(place)",
                processID: processID,
                cacheID: "cache"
            ),
            fetchSlots: plan.fetchSlots,
            renderSlots: plan.renderSlots
        )
        configuration.fenceAfterMs = scenario.coordinator.fence
        if bug == .doubleSlots { configuration.slots = configuration.slots.map { $0 * 2 } }
        workers[place].processID = processID
        workers[place].core = WorkerCore(configuration: configuration, now: workerNow(place))
        workers[place].heardAt = now
        workers[place].outbox = []
        workers[place].runs = [:]
        workers[place].kept = []
        workers[place].isStopped = false
        workers[place].frozen = []
        log("worker \(place) starts, process \(process)")
        later(random.number(1...100), .connect(place: place, process: process))
        later(100, .beat(place: place, process: process))
    }

    /// Some engines start a container again under its name, others give it a new one.
    func workerName(_ place: Int) -> String {
        workers[place].plan.isLocal || place % 2 == 0
            ? "worker-\(place)" : "worker-\(place)-\(workers[place].process)"
    }

    /// Each host's clock begins somewhere else.
    func workerNow(_ place: Int) -> UInt64 { now + UInt64(place) * 1_000_003 }

    func beat(_ place: Int, _ process: Int) {
        guard workers[place].process == process, workers[place].core != nil else { return }
        if freeze(place, .beat(place: place, process: process)) { return }
        later(200, .beat(place: place, process: process))
        if bug == .hideSilenceFromWorker { simulateMessage(place) }
        forgeFailure(at: place)
        handle(place, .tick(residentBytes: 0, cpuMs: 0, progress: progress(at: place)))
    }

    /// Makes the core believe that its coordinator spoke.
    private func simulateMessage(_ place: Int) {
        guard let header = audit.lastHeader[place] else { return }
        handle(place, .message(header, .heartbeatAck(assigned: 0)))
    }

    func arriveAtWorker(_ connection: Int, _ frame: Frame, isLate: Bool) {
        let link = connections[connection]
        let place = link.place
        guard workers[place].process == link.process, workers[place].core != nil else { return }
        if !isLate {
            if link.isOpen, isBlockedToWorker(place) {
                connections[connection].heldToWorker.append(frame)
                return
            }
            if !link.isOpen {
                guard link.lateToWorker > 0 else { return }
                connections[connection].lateToWorker -= 1
                later(link.lateBy, .lateToWorker(connection: connection, frame))
                return
            }
        }
        if freeze(place, .lateToWorker(connection: connection, frame)) { return }
        guard case .message(let header, let message) = frame else { return }
        // What comes late from an earlier connection may make the worker introduce itself again on this one.
        if let current = workers[place].connection, current != connection { connections[current].mayJoin += 1 }
        if header.session != 0 { audit.lastHeader[place] = header }
        workers[place].heardAt = now
        log("worker \(place) hears \(describe(message))")
        letGo(place, message)
        handle(place, .message(header, message))
    }

    /// What the worker need not keep any longer after a message.
    private func letGo(_ place: Int, _ message: Message) {
        switch message {
        case .resultAck(let answers):
            for (lease, status) in answers {
                workers[place].kept.remove(lease)
                if status == .committed, audit.doneSynced.contains(lease.job) { audit.acknowledged.insert(lease.job) }
            }
        case .cancel(let leases): workers[place].kept.subtract(leases)
        case .welcome(let welcome): workers[place].kept.subtract(welcome.drop)
        case .assign(let assigned, _):
            let jobs = Set(assigned.map(\.lease.job))
            workers[place].kept = workers[place].kept.filter { !jobs.contains($0.job) }
        default: break
        }
    }

    func handle(_ place: Int, _ event: WorkerCore.Event) {
        guard let actions = workers[place].core?.handle(event, at: workerNow(place)) else { return }
        let process = workers[place].process
        var exit: WorkerExit?
        var next = actions[...]
        while let action = next.popFirst() {
            switch action {
            case .send(let message, let session, let epoch):
                auditHello(place, message)
                workers[place].outbox.append(.init(message: message, session: session, epoch: epoch))
            case .run(let jobs):
                let idle = begin(jobs, at: place)
                if !idle.isEmpty, let more = workers[place].core?.handle(.ended(idle), at: workerNow(place)) {
                    next += more
                }
            case .cancel(let leases): cancel(leases, at: place)
            case .reconnect: reconnect(place)
            case .probe: next += workers[place].core?.handle(.probed(nil), at: workerNow(place)) ?? []
            case .exit(let how): exit = how
            default: break
            }
        }
        flush(place)
        auditWorker(place)
        if let exit, workers[place].process == process {
            log("worker \(place) exits: \(exit)")
            let code = exit.code
            endProcess(
                place,
                report: code == 0
                    ? .bye : .crashed("exit code \(code)", running: runningLeases(place)),
                isSudden: false,
                restartIn: random.number(50...2000)
            )
        }
    }

    private func reconnect(_ place: Int) {
        log("worker \(place) makes its socket anew")
        workers[place].outbox = []
        if let connection = workers[place].connection {
            breakLine(connection)
        } else {
            later(random.number(1...200), .connect(place: place, process: workers[place].process))
        }
    }

    func flush(_ place: Int) {
        guard let connection = workers[place].connection, connections[connection].isOpen else { return }
        for item in workers[place].outbox {
            workers[place].sequence += 1
            let header = MessageHeader(
                type: item.message.type,
                epoch: item.epoch,
                session: item.session,
                sequence: workers[place].sequence
            )
            transmitToBroker(connection, .message(header, item.message))
        }
        workers[place].outbox.removeAll(keepingCapacity: true)
    }
}
