internal import Glibc
internal import LarderImaging
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport

/// Threads for render jobs, which are bound by the processor: each does one job after the other.
final class RenderPool: Sendable {
    private enum Command: Sendable {
        case run(AssignedJob, JobSpec, SourceContext?, Redactor, Failpoints.Action?, JobReporter)
        case stop
    }

    private struct Member: Sendable {
        let mailbox: Mailbox<Command>
        let thread: OwnerThread
    }

    private let members: [Member]
    private let pending: PendingJobs

    init(threads: Int, stages: RenderStages, running: RunningJobs) throws {
        let pending = PendingJobs(members: max(1, threads))
        members = try (0..<max(1, threads)).map { number in
            let mailbox = try Mailbox<Command>()
            let thread = try OwnerThread(name: "render-\(number)") {
                Self.work(mailbox, stages, running) { pending.end(of: number) }
            }
            return Member(mailbox: mailbox, thread: thread)
        }
        self.pending = pending
    }

    /// Enqueues a job; the link starts no more jobs at once than there are threads.
    func run(
        _ job: AssignedJob,
        _ spec: JobSpec,
        _ source: SourceContext?,
        _ redactor: Redactor,
        failing action: Failpoints.Action?,
        _ reporter: JobReporter
    ) {
        members[pending.beginOnFreest()].mailbox.post(.run(job, spec, source, redactor, action, reporter))
    }

    /// Ends the threads; a job that runs is finished first.
    func stop() async {
        for member in members { member.mailbox.post(.stop) }
        for member in members {
            await member.thread.joined()
            _ = member.mailbox.close()
        }
    }

    private static func work(
        _ mailbox: Mailbox<Command>,
        _ stages: RenderStages,
        _ running: RunningJobs,
        ended: @Sendable () -> Void
    ) {
        defer { ImageDecoder.endThread() }
        while true {
            var descriptor = pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&descriptor, 1, -1)
            for command in mailbox.drain() {
                guard case .run(let job, let spec, let source, let redactor, let failpoint, let reporter) = command
                else { return }
                let started = ContinuousClock.now
                let progress = running.begin(job.lease, .render)
                failpoint?.perform()
                let outcome = stages.run(spec, source, progress, redactor)
                running.end(progress)
                ended()
                reporter.report([job.ended(outcome, since: started)])
            }
        }
    }
}

/// Jobs of each member of the pool that have not ended.
private final class PendingJobs: Sendable {
    private let counts: Guarded<[Int]>

    init(members: Int) { counts = Guarded([Int](repeating: 0, count: members)) }

    func beginOnFreest() -> Int {
        counts.withLock { counts in
            let freest = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[freest] += 1
            return freest
        }
    }

    func end(of member: Int) { counts.withLock { $0[member] -= 1 } }
}
