internal import Glibc
internal import LarderImaging
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport
internal import Synchronization

/// Threads that burn cores: each does one render job after the other.
final class RenderPool: Sendable {
    private enum Command: Sendable {
        case run(AssignedJob, WireJobSpec, JobReporter)
        case stop
    }

    private struct Member: Sendable {
        let mailbox: Mailbox<Command>
        let thread: OwnerThread
    }

    private let members: [Member]
    private let next = Mutex(0)

    init(threads: Int, stages: RenderStages) throws {
        var members: [Member] = []
        for number in 0..<max(1, threads) {
            let mailbox = try Mailbox<Command>()
            let thread = try OwnerThread(name: "render-\(number)") { Self.work(mailbox, stages) }
            members.append(Member(mailbox: mailbox, thread: thread))
        }
        self.members = members
    }

    /// Queues a job; the link starts no more jobs at once than there are threads.
    func run(_ job: AssignedJob, _ spec: WireJobSpec, _ reporter: JobReporter) {
        let turn = next.withLock { next in
            next = (next + 1) % members.count
            return next
        }
        members[turn].mailbox.post(.run(job, spec, reporter))
    }

    /// Ends the threads; a job that runs is finished first.
    func stop() async {
        for member in members { member.mailbox.post(.stop) }
        for member in members {
            await member.thread.joined()
            _ = member.mailbox.close()
        }
    }

    private static func work(_ mailbox: Mailbox<Command>, _ stages: RenderStages) {
        defer { ImageDecoder.endThread() }
        while true {
            var descriptor = pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&descriptor, 1, -1)
            for command in mailbox.drain() {
                guard case .run(let job, let spec, let reporter) = command else { return }
                let started = ContinuousClock.now
                let outcome = stages.run(spec)
                reporter.report([
                    EndedJob(lease: job.lease, outcome: outcome, microseconds: (ContinuousClock.now - started).microseconds)
                ])
            }
        }
    }
}
