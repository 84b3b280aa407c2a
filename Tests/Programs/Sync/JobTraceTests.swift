import GRDB
import LarderCatalog
import LarderModel
import LarderProtocol
import Synchronization
import Testing

@testable import LarderLedger
@testable import LarderSync

@Suite("Job traces") struct JobTraceTests {
    /// A job may have asked for its host's robots.txt and then found its own answer fresh.
    @Test(arguments: [
        (FetchMetrics(isFromCache: true), false, AnswerUse.fresh),
        (FetchMetrics(requests: 1, isFromCache: true), false, AnswerUse.fresh),
        (FetchMetrics(requests: 1, isFromCache: true), true, AnswerUse.spare),
        (FetchMetrics(requests: 1, isNotModified: true), false, AnswerUse.unchanged),
        (FetchMetrics(requests: 2), false, AnswerUse.fetched),
    ])
    func `that a source failed is told where it did, and not of each request`(
        fetch: FetchMetrics,
        hasFailed: Bool,
        use: AnswerUse
    ) async throws {
        let notes = hasFailed ? [JobNote(code: "stale-answer", message: "The source failed.")] : []
        let trace = try await trace(of: fetch, notes)
        #expect(trace?.answer == use)
    }

    @Test func `a job whose address a robots.txt forbids was not fetched`() async throws {
        let note = JobNote(code: "robots-forbidden", message: "It was not asked for.", urn: "recipe:t:1")
        let trace = try await trace(of: FetchMetrics(requests: 1), [note])
        #expect(trace?.answer == .forbidden)
    }

    /// What is kept of a job that ended well.
    private func trace(of fetch: FetchMetrics, _ notes: [JobNote]) async throws -> JobTrace? {
        let found = Mutex<JobTrace?>(nil)
        try await OneJobCatalog.with(.search) { table, _ in
            var effect = JobEffect()
            effect.fetch = fetch
            effect.notes = notes
            table.committer.submit([
                CommitEntry(
                    lease: JobLease(job: table.job, attempt: 1),
                    session: nil,
                    kind: .search,
                    source: table.source,
                    outcome: .done(effect: PackedEffect.inline(effect).serializedBytes())
                )
            ])
            table.committer.finish()
            try await table.committer.run { _ in }
            let report = try await table.database.read { try LedgerStore($0).report(JobURN(kind: .search, key: "t:1")) }
            found.withLock { $0 = report?.trace }
        }
        return found.withLock { $0 }
    }
}
