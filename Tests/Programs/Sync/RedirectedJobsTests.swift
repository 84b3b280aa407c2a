import GRDB
import LarderCache
import LarderCatalog
import LarderModel
import LarderProtocol
import Testing

@testable import LarderLedger
@testable import LarderSync

/// A job that a redirect sends to another host waits in that host's lane.
@Suite("Redirected jobs") struct RedirectedJobsTests {
    private static let spec = JobSpec(
        source: "t",
        work: .page(PageWork(itemURN: "recipe:t:1", url: "http://api.test/p"))
    )

    private static func redirect(
        _ url: String = "https://other.test/p",
        count: Int = 1,
        waitMs: UInt64 = 0,
        isSecondWay: Bool = false
    ) -> JobRedirect {
        JobRedirect(url: url, count: count, freshUntil: 5, foundAt: 6, waitMs: waitMs, isSecondWay: isSecondWay)
    }

    private static func effect(_ redirect: JobRedirect, _ change: (inout JobEffect) -> Void = { _ in }) -> JobEffect {
        var effect = JobEffect()
        var spec = Self.spec
        spec.redirect = redirect
        effect.found = [FoundJob(spec: spec)]
        effect.fetch = FetchMetrics(requests: 1, wireBytes: 10)
        change(&effect)
        return effect
    }

    /// Commits results of the table's job.
    private func commit(
        _ effects: [JobEffect],
        in table: OneJobCatalog,
        _ kind: JobKind = .detail
    ) async throws -> CommitReport {
        let entries = effects.map { effect in
            CommitEntry(
                lease: JobLease(job: table.job, attempt: 1),
                session: nil,
                kind: kind,
                source: table.source,
                outcome: .done(effect: PackedEffect.inline(effect).serializedBytes())
            )
        }
        let (reports, sink) = AsyncStream<CommitReport>.makeStream()
        table.committer.submit(entries)
        table.committer.finish()
        try await table.committer.run { sink.yield($0) }
        sink.finish()
        for await report in reports { return report }
        throw CoordinatorError(.internal, "nothing was committed")
    }

    @Test func `it goes on in the other host's lane under another number, once, and that host's rules come first`()
        async throws
    {
        try await OneJobCatalog.with(.detail, spec: Self.spec) { table, _ in
            let redirect = Self.redirect()
            let report = try await commit([Self.effect(redirect), Self.effect(redirect)], in: table)
            #expect(report.entries.map(\.changed) == [true, false], "what comes again changes nothing")
            #expect(report.added.map(\.lane.name) == ["robots other.test:443", "other.test:443"])
            #expect(report.added.map(\.lane.isClosed) == [false, true])
            #expect(report.moved == [table.source: [.detail: 1]])
            #expect(report.tally.kinds[.detail] == nil && report.tally.requests == 1, "it is no further job")
            let job = try #require(report.added.last?.jobs.first)
            var expected = Self.spec
            expected.redirect = redirect
            #expect(try JobSpec(serializedBytes: job.spec) == expected)
            let rows = try await table.database.read { db in
                try Row.fetchAll(db, sql: "SELECT id, state, key FROM job WHERE kind = 3").map {
                    "\($0[0] as Int64) \($0[1] as Int) \($0[2] as String)"
                }
            }
            #expect(rows == ["\(job.id) 0 \(Self.spec.key)"] && job.id > table.job)
        }
    }

    @Test func `a pause that the redirect asks for is waited for`() async throws {
        try await OneJobCatalog.with(.detail, spec: Self.spec) { table, _ in
            let report = try await commit([Self.effect(Self.redirect(waitMs: 3_600_000))], in: table)
            let added = try #require(report.added.last)
            #expect(added.count == 1 && added.jobs.isEmpty, "the table tells how long it waits")
            let queue = JobQueueID(lane: added.lane.id, source: table.source, kind: .detail)
            let waits = try await table.database.read { db in
                try LedgerStore(db).unfinished(queue, after: 0, limit: 10, now: UnixTime.nowMs).jobs.map(\.waitMs)
            }
            #expect(waits.count == 1 && waits.allSatisfy { (1_800_000...3_600_000).contains($0) })
        }
    }

    @Test func `it comes back to its own host where the other address has ended`() async throws {
        var spec = Self.spec
        spec.redirect = Self.redirect(count: 4)
        try await OneJobCatalog.with(.detail, spec: spec) { table, _ in
            let report = try await commit([Self.effect(.back(at: 7))], in: table)
            #expect(report.added.last?.lane.name == "api.test:80" && report.added.last?.count == 1)
        }
    }

    static let wrong: [JobEffect] = [
        effect(redirect(count: 0)), effect(redirect(count: 6)), effect(redirect("")), effect(redirect("file:///p")),
        effect(redirect()) { $0.found.append($0.found[0]) },
        effect(redirect()) { $0.recipes = [Recipe(urn: "recipe:t:1", recordID: "1", title: "a")] },
        effect(redirect()) { $0.notes = [JobNote(code: "a", message: "b")] },
    ]

    @Test(arguments: wrong) func `a result that leads nowhere, or brings something besides, is a bad one`(
        effect: JobEffect
    ) async throws {
        try await OneJobCatalog.with(.detail, spec: Self.spec) { table, _ in
            let report = try await commit([effect], in: table)
            #expect(report.added.isEmpty)
            let codes = try await table.database.read { try LedgerStore($0).dead(limit: 10).map(\.code) }
            #expect(codes == ["bad-result"])
        }
    }

    @Test func `a job that was sent as far already goes no further, and neither does one for a host's rules`() {
        var far = Self.spec
        far.redirect = Self.redirect(count: 2)
        let rules = JobSpec(source: "t", work: .discover(DiscoverWork(robotsOf: "http://api.test")))
        for spec in [far, rules] {
            #expect(EffectCheck.moved(Self.effect(Self.redirect(count: 2)), spec.serializedBytes()) == nil)
        }
        #expect(EffectCheck.moved(Self.effect(Self.redirect(count: 3)), far.serializedBytes()) != nil)
    }

    @Test func `a picture goes on at its next address, under its name, and nowhere else`() async throws {
        let work = ImageDownloadWork(
            imageURN: "image:t:1",
            url: "http://api.test/1.jpg",
            alternatives: ["http://cdn.test/2.jpg", "http://api.test/3.jpg"]
        )
        let spec = JobSpec(source: "t", work: .imageDownload(work))
        let next = try #require(spec.atNextAddress)
        try await OneJobCatalog.with(.imageDownload, spec: spec) { table, _ in
            var effect = JobEffect()
            effect.found = [FoundJob(spec: next)]
            let report = try await commit([effect], in: table, .imageDownload)
            #expect(report.added.map(\.lane.name) == ["robots cdn.test:80", "cdn.test:80"])
            let job = try #require(report.added.last?.jobs.first)
            #expect(try JobSpec(serializedBytes: job.spec) == next)
            #expect(report.moved == [table.source: [.imageDownload: 1]] && next.urn == spec.urn)
        }
        var other = JobEffect()
        for wrong in [spec, try #require(next.atNextAddress)] {
            other.found = [FoundJob(spec: wrong)]
            #expect(EffectCheck.moved(other, spec.serializedBytes()) == nil)
        }
    }
}
