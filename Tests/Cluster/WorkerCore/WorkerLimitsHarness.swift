import LarderModel
import LarderProtocol
import LarderWorkerCore

/// A worker core with four fetch slots and one render slot, a clock of its own and 100 ms between ticks.
struct WorkerLimitsHarness {
    var core: WorkerCore
    var now: UInt64 = 1000
    var sent: [Message] = []
    var begun: [JobID] = []
    var cancelled: [JobID] = []
    var trims = 0
    var probes = 0
    var exit: WorkerExit?

    init(_ settings: (inout WorkerLimits) -> Void) {
        var configuration = WorkerCore.Configuration(
            Hello(
                workerID: "w",
                incarnation: [1],
                host: "h",
                processID: 1,
                cacheID: "c"
            ),
            fetchSlots: 4,
            renderSlots: 1
        )
        configuration.maxPrefetch = 0
        settings(&configuration.limits)
        core = WorkerCore(configuration: configuration, now: 1000)
    }

    mutating func handle(_ event: WorkerCore.Event) {
        for action in core.handle(event, at: now) {
            switch action {
            case .send(let message, _, _): sent.append(message)
            case .run(let jobs): begun += jobs.map(\.lease.job)
            case .cancel(let leases): cancelled += leases.map(\.job)
            case .giveBackFreeMemory: trims += 1
            case .exit(let exit): self.exit = exit
            case .probe: probes += 1
            case .configure, .reconnect, .tellSilence, .tellTrouble: break
            }
        }
    }

    mutating func receive(_ message: Message) {
        handle(.message(MessageHeader(type: message.type, epoch: 1, session: 7, sequence: 1), message))
    }

    mutating func join() {
        receive(.welcome(Welcome(protocolVersion: 1, heartbeatMs: 1000, leaseMs: 0)))
    }

    mutating func assign(_ jobs: [JobID], kind: JobKind = .detail) {
        let assigned = jobs.map {
            AssignedJob(lease: JobLease(job: $0, attempt: Attempt(100 + $0.rawValue)), kind: kind, spec: [])
        }
        receive(.assign(assigned, number: 0))
    }

    mutating func end(_ jobs: [JobID], outcome: EndedJob.Outcome = .done(effect: [])) {
        handle(
            .ended(
                jobs.map {
                    EndedJob(
                        lease: JobLease(job: $0, attempt: Attempt(100 + $0.rawValue)),
                        outcome: outcome,
                        microseconds: 1000
                    )
                }
            )
        )
    }

    mutating func acknowledge(_ jobs: [JobID], ending: Bool = false) {
        if ending { end(jobs) }
        let answers = jobs.map {
            (lease: JobLease(job: $0, attempt: Attempt(100 + $0.rawValue)), status: AckStatus.committed)
        }
        receive(.resultAck(answers))
    }

    /// 100 ms later; the coordinator has just been heard.
    mutating func tick(
        percent: UInt64 = 0,
        progress: [JobID: UInt64] = [:],
        kind: JobKind = .detail,
        allowedSilence: UInt64 = 0
    ) {
        now += 100
        receive(.heartbeatAck(assigned: 0))
        handle(
            .tick(
                residentBytes: percent << 20,
                cpuMs: 0,
                progress: progress.map {
                    JobProgress(
                        lease: JobLease(job: $0.key, attempt: Attempt(100 + $0.key.rawValue)),
                        jobClass: kind.jobClass,
                        count: $0.value,
                        phase: "decode",
                        allowedSilenceMs: allowedSilence
                    )
                }
            )
        )
    }

    var lastCredit: (fetch: UInt64, render: UInt64)? { sent.compactMap(\.credit).last }
    var released: [JobID] { sent.flatMap(\.released) }
    var results: [JobID] { sent.flatMap(\.results) }
    var failures: [ReportedFailure] {
        sent.flatMap { if case .fail(let failures) = $0 { failures } else { [ReportedFailure]() } }
    }
    var beats: [Heartbeat] { sent.compactMap { if case .heartbeat(let beat) = $0 { beat } else { nil } } }
    var saidDrain: Bool { sent.contains { if case .drain = $0 { true } else { false } } }
    var saidBye: Bool { sent.contains { if case .bye = $0 { true } else { false } } }
}
