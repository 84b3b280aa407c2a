import GRDB
import LarderCatalog
import LarderModel
import LarderProtocol
import Testing

@testable import LarderLedger
@testable import LarderSync

@Suite("Useless results") struct UselessResultTests {
    /// A record without a URN, and one of another source.
    @Test(arguments: ["", "recipe:other:1"], [true, false])
    func `a result that cannot be is left to another worker uncharged, and ends the job where there is none`(
        urn: String,
        mayTryElsewhere: Bool
    ) async throws {
        try await OneJobCatalog.with(.detail) { table, _ in
            var effect = JobEffect()
            effect.recipes = [Recipe(urn: urn, recordID: "1", title: "a")]
            let lost = Suspicion(incarnation: [1], attempt: 1, name: "w", isConfirmed: true, hadStarted: true)
            table.committer.submit(suspicions: [table.job: [lost]])
            table.committer.submit([
                CommitEntry(
                    lease: JobLease(job: table.job, attempt: 1),
                    session: nil,
                    kind: .detail,
                    source: table.source,
                    outcome: .done(effect: PackedEffect.inline(effect).serializedBytes()),
                    mayTryElsewhere: mayTryElsewhere
                )
            ])
            table.committer.finish()
            try await table.committer.run { _ in }
            let (state, errors, code) = try await table.database.read { db in
                let row = try #require(try Row.fetchOne(db, sql: "SELECT state, errors, code FROM job"))
                return (row[0] as Int, row[1] as Int, row[2] as String?)
            }
            #expect(state == (mayTryElsewhere ? 0 : 2))
            #expect(errors == (mayTryElsewhere ? 0 : 1))
            #expect(code == "bad-result")
            let written = try await table.database.read { try LedgerStore($0).hasSuspicions() }
            #expect(written, "suspicions are written before outcomes")
        }
    }

    private static let figures: JobEffect = {
        var effect = JobEffect()
        effect.fetch = FetchMetrics(requests: 1, wireBytes: 10)
        return effect
    }()

    /// A list or a page of links may be empty, a detail or a picture may not, and every answer has figures.
    @Test(arguments: [JobKind.discover, .search, .detail, .imageDownload, .imageDecode, .text], [true, false])
    func `a result that brings nothing ends a job only where that can be`(kind: JobKind, hasFigures: Bool) async throws
    {
        try await OneJobCatalog.with(kind, makesCache: true) { table, _ in
            table.committer.submit([
                CommitEntry(
                    lease: JobLease(job: table.job, attempt: 1),
                    session: nil,
                    kind: kind,
                    source: table.source,
                    outcome: .done(effect: hasFigures ? PackedEffect.inline(Self.figures).serializedBytes() : [])
                )
            ])
            table.committer.finish()
            try await table.committer.run { _ in }
            let state = try await table.database.read { try Int.fetchOne($0, sql: "SELECT state FROM job") }
            let isDone = hasFigures && [.discover, .search].contains(kind)
            #expect(state == (isDone ? JobState.done : .dead).rawValue)
        }
    }

    @Test func `a worker's figures count as far as one job can take them`() {
        var tally = Tally()
        tally.count(FetchMetrics(requests: .max, wireBytes: .max))
        tally.count(FetchMetrics(requests: -1, wireBytes: -1))
        #expect(tally.requests == 100 && tally.wireBytes == 256 << 20)
    }
}
