import GRDB
import LarderCatalog
import LarderModel
import LarderProtocol
import Testing

@testable import LarderCoordinator
@testable import LarderLedger

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
        try await OneJobCatalog.with(.detail) { table, _ in
            var effect = JobEffect()
            effect.fetch = fetch
            if hasFailed { effect.notes = [JobNote(code: "stale-answer", message: "The source failed.")] }
            table.committer.submit([
                CommitEntry(
                    lease: JobLease(job: table.job, attempt: 1),
                    session: nil,
                    kind: .detail,
                    source: table.source,
                    outcome: .done(effect: PackedEffect.inline(effect).serializedBytes())
                )
            ])
            table.committer.finish()
            try await table.committer.run { _ in }
            let report = try await table.database.read { try LedgerStore($0).report(JobURN(kind: .detail, key: "t:1")) }
            let trace = report?.trace
            #expect(trace?.answer == use)
            #expect(trace?.told.contains("as the source failed") == (use == .spare))
        }
    }
}
