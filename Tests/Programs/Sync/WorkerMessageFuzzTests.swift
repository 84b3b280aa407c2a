import Foundation
import LarderLedger
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

@testable import LarderSync

/// Damaged messages of a worker on their way into the ledger.
@Suite("Worker messages") struct WorkerMessageFuzzTests {
    @Test func `whatever arrives becomes an event that the ledger survives, or nothing`() {
        let mutator = Mutator(.fields(after: 1), samples: Self.samples, maxBytes: 64 << 10)
        let run = FuzzRun("worker-messages", mutator) { item in
            var ledger = Self.ledger()
            // The same session hears several messages, so that one prepares what the next one does.
            for round in 0..<(1 + item.numbers.below(6)) {
                let bytes = round == 0 ? item.bytes : mutator.input(&item.numbers)
                guard let type = bytes.first else { continue }
                let header = MessageHeader(type: type, epoch: 5, session: 1, sequence: 1)
                guard let message = try? Message(header: header, body: Array(bytes.dropFirst())) else { continue }
                if case .hello(let hello) = message {
                    let introduction = WorkerIntroduction(hello, isLocal: false)
                    if introduction.hello.workerID.utf8.count > 256 {
                        return "a name of \(introduction.hello.workerID.utf8.count) bytes"
                    }
                    if introduction.hello.cacheID.utf8.count > 256 {
                        return "an id of \(introduction.hello.cacheID.utf8.count) bytes"
                    }
                    _ = ledger.handle(.hello(2, introduction), at: 1_000)
                } else {
                    _ = ledger.handle(.message(1, message), at: 1_000 + UInt64(round) * 1_000)
                }
                _ = ledger.handle(.tick, at: 2_000 + UInt64(round) * 1_000)
                if ledger.unfinishedJobs != 20 { return "\(ledger.unfinishedJobs) unfinished jobs without a commit" }
            }
            return nil
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    /// One character may have a million combining marks.
    @Test func `what a worker calls itself is short, and fit for a terminal`() throws {
        var hello = Self.hello
        hello.workerID = "e" + String(repeating: "\u{301}", count: 100_000)
        hello.cacheID = "\u{1B}[2J" + String(repeating: "x", count: 100_000)
        let message = Message.hello(hello)
        let header = MessageHeader(type: message.type, epoch: 1, session: 0, sequence: 1)
        guard case .hello(let read) = try Message(header: header, body: message.encodedBody()) else {
            Issue.record("a HELLO is read as another message")
            return
        }
        let introduction = WorkerIntroduction(read, isLocal: false)
        #expect(introduction.hello.workerID.utf8.count <= 64 && introduction.hello.cacheID.utf8.count <= 64)
        #expect(!introduction.hello.cacheID.contains("\u{1B}"))
    }

    @Test func `notes that differ on every page are counted, not kept`() {
        var tally = Tally()
        for page in 0..<3_000 { tally.count(note: "http://x.test/\(page) is no HTML\u{1B}[2J") }
        var sum = Tally()
        for _ in 0..<2 { sum.add(tally) }
        #expect(sum.notes.count <= Tally.maxNotes + 1)
        #expect(sum.notes.values.reduce(0, +) == 6_000)
        #expect(sum.notes[Tally.furtherNotes] ?? 0 >= 4_000)
        #expect(!sum.notes.keys.contains { $0.contains("\u{1B}") })
    }

    /// A ledger of 20 jobs, half of which session 1 holds.
    private static func ledger() -> JobLedger {
        var ledger = JobLedger(configuration: .init(epoch: 5, cacheID: "cache"), seed: 1)
        let lane = LaneInfo(id: 1, name: "host", jobClass: .fetch, limits: LaneLimits(concurrency: 10))
        _ = ledger.handle(.added([AddedJobs(lane: lane, source: 1, kind: .detail, count: 20, maxID: 20)]), at: 1)
        let jobs: [LoadedJob] = (1...20).map { (QueuedJob(id: $0, kind: .detail, source: 1, lane: 1), 0) }
        _ = ledger.handle(
            .loaded(queue: JobQueueID(lane: 1, source: 1, kind: .detail), jobs: jobs, reachedEnd: 20),
            at: 1
        )
        _ = ledger.handle(.hello(1, WorkerIntroduction(hello, isLocal: true)), at: 1)
        _ = ledger.handle(.message(1, .credit(fetch: 10, render: 1)), at: 1)
        return ledger
    }

    private static let hello = Hello(
        workerID: "w",
        incarnation: [UInt8](repeating: 1, count: 16),
        protocols: Hello.spokenProtocols,
        kinds: Set(JobKind.allCases),
        cacheID: "cache",
        held: [(1, 4), (2, 5), (30, 6)].map { JobLease(job: JobID($0.0), attempt: Attempt($0.1 << 40)) }
    )

    /// The type and the body of messages about the leases that the ledger gives.
    private static let samples: [[UInt8]] = {
        let leases = (1...10).map { JobLease(job: JobID($0), attempt: Attempt(5 << 40 | $0)) }
        let reason = FailureReason(.throttled, code: "throttled", message: "Later.", retryAfterMs: 9_000)
        let messages: [Message] = [
            .hello(hello), .credit(fetch: 30, render: 0), .started(leases),
            .heartbeat(Heartbeat(jobs: leases.map { Heartbeat.Job(lease: $0, isRunning: true) })),
            .result(leases.map { JobResult(lease: $0, effect: [1, 2]) }),
            .fail(leases.map { ReportedFailure(lease: $0, reason: reason) }), .release(leases), .drain, .bye,
            .cancel(leases), .who,
        ]
        return messages.map { [$0.type] + $0.encodedBody() }
    }()
}
