internal import Glibc
internal import LarderCache
internal import LarderImaging
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport

/// Threads for render jobs, which are bound by the processor: each does one job after the other.
final class RenderPool: Sendable {
    /// A job, and what to do with its outcome, on the thread that did it.
    struct Work: Sendable {
        let spec: JobSpec
        let source: SourceContext?
        let redactor: Redactor
        let failpoint: Failpoints.Action?
        let cache: DiskCache
        let progress: RunningJob
        let end: @Sendable (EndedJob.Outcome, _ started: ContinuousClock.Instant) -> Void
    }

    private enum Command: Sendable {
        case run(Work)
        case stop
    }

    private struct Member: Sendable {
        let mailbox: Mailbox<Command>
        let thread: OwnerThread
    }

    private let members: [Member]
    private let pending: PendingJobs

    init(threads: Int) throws {
        let pending = PendingJobs(members: max(1, threads))
        members = try (0..<max(1, threads)).map { number in
            let mailbox = try Mailbox<Command>()
            let thread = try OwnerThread(name: "render-\(number)") {
                Self.work(mailbox) { pending.end(of: number) }
            }
            return Member(mailbox: mailbox, thread: thread)
        }
        self.pending = pending
    }

    /// Enqueues a job; the link starts no more jobs at once than there are threads.
    func run(_ work: Work) { members[pending.beginOnFreest()].mailbox.post(.run(work)) }

    /// Ends the threads; a job that runs is finished first.
    func stop() async {
        for member in members { member.mailbox.post(.stop) }
        for member in members {
            await member.thread.joined()
            _ = member.mailbox.close()
        }
    }

    private static func work(_ mailbox: Mailbox<Command>, ended: @Sendable () -> Void) {
        defer { ImageDecoder.endThread() }
        while true {
            var descriptor = pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&descriptor, 1, -1)
            for command in mailbox.drain() {
                guard case .run(let work) = command else { return }
                let started = ContinuousClock.now
                work.failpoint?.perform()
                let stages = RenderStages(cache: work.cache)
                let outcome = stages.run(work.spec, work.source, work.progress, work.redactor)
                ended()
                work.end(outcome, started)
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
