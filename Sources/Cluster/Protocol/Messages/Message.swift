package import LarderModel

/// A message of LDR/1: what a coordinator (C) and a worker (W) say to each other.
package enum Message: Sendable {
    /// C→W: "Who are you?", after a probe, for an unknown session or a stale epoch.
    case who
    /// W→C: registers a worker.
    case hello(Hello)
    /// C→W: accepted.
    case welcome(Welcome)
    /// C→W: refused, with the way out.
    case reject(Rejection)
    /// W→C: absolute cumulative grants: a job of a class may be sent while fewer were assigned than granted.
    case credit(fetch: UInt64, render: UInt64)
    /// C→W: work. The number counts what was assigned in this session; 0 in all but the last message of an assignment.
    case assign([AssignedJob], number: UInt64)
    /// W→C: these have begun; only these can be blamed for a crash.
    case started([JobLease])
    /// W→C: alive, and holding these.
    case heartbeat(Heartbeat)
    /// C→W: heard; `assigned` is the last assignment that was sent before this.
    case heartbeatAck(assigned: UInt64)
    /// W→C: these are done, with their effects.
    case result([JobResult])
    /// W→C: these failed.
    case fail([ReportedFailure])
    /// C→W: these results are committed, stale or unknown.
    case resultAck([(lease: JobLease, status: AckStatus)])
    /// C→W: stop these.
    case cancel([JobLease])
    /// C→W: give these back unless they have begun.
    case recall([JobLease])
    /// W→C: given back unstarted; nothing is charged.
    case release([JobLease])
    /// Both ways: no new work.
    case drain
    /// Both ways: a clean end.
    case bye
    /// C→W: this coordinator stops with work left. Finish what runs, begin nothing new, and wait for the next one.
    case suspend
    /// W→C: reads or writes a part of a file of the cache.
    case fileRequest(FileRequest)
    /// C→W: what came of a ``FileRequest``.
    case fileAnswer(FileAnswer)
}

extension Message {
    package var type: UInt8 {
        switch self {
        case .who: 1
        case .hello: 2
        case .welcome: 3
        case .reject: 4
        case .credit: 5
        case .assign: 6
        case .started: 7
        case .heartbeat: 8
        case .heartbeatAck: 9
        case .result: 10
        case .fail: 11
        case .resultAck: 12
        case .cancel: 13
        case .recall: 14
        case .release: 15
        case .drain: 16
        case .bye: 17
        case .suspend: 18
        case .fileRequest: 19
        case .fileAnswer: 20
        }
    }

    package var jobCount: Int {
        switch self {
        case .hello(let hello): hello.held.count
        case .welcome(let welcome): welcome.drop.count
        case .assign(let jobs, _): jobs.count
        case .started(let leases), .cancel(let leases), .recall(let leases), .release(let leases): leases.count
        case .heartbeat(let beat): beat.jobs.count
        case .result(let results): results.count
        case .fail(let failures): failures.count
        case .resultAck(let answers): answers.count
        case .who, .reject, .credit, .heartbeatAck, .drain, .bye, .suspend, .fileRequest, .fileAnswer: 0
        }
    }
}

/// What the coordinator did with a result.
package enum AckStatus: UInt32, Sendable {
    /// Its effect is on the disk.
    case committed = 0
    /// Another lease holds the job, or it had ended; the result was dropped.
    case stale = 1
    /// The ledger knows no such job.
    case unknown = 2
}
