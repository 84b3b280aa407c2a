import Foundation
import GRDB
import LarderProtocol
import Testing

extension ClusterTests {
    /// Workers that grow, hang or die over a job, and what the run makes of it.
    @Suite("Worker hygiene") struct HygieneTests {
        /// A recipe of the sample site, whatever the site's size.
        static let recipe = "site:22289"

        @Test(arguments: [
            ("detail:\(recipe)", "crash", "signal 9"), ("text:\(recipe)", "crash", "signal 9"),
            ("text:\(recipe)", "abort", "signal 6"),
        ])
        func `a job that kills its worker three times is set aside and the rest is done`(
            job: String,
            action: String,
            evidence: String
        ) async throws {
            try await withSite { larder in
                let run = try await larder.sync(environment: ["LARDER_FAILPOINTS": "\(job)=\(action)"])
                #expect(run.end == .exited(1), "\(run)")
                #expect(run.errors.contains("LARDER_FAILPOINTS"), "\(run)")
                try await expectOneDead(job, of: larder, "worker-crashed", evidence)
            }
        }

        @Test func `a failpoint that cannot be read is bad usage`() async throws {
            try await Scratch.with { scratch in
                let run = try await scratch.run(
                    .worker,
                    ["--connect", "ipc://\(scratch.path("x"))", "--cache", scratch.folder],
                    environment: ["LARDER_FAILPOINTS": "detail:site:1=explode"]
                )
                #expect(run.end == .exited(64) && run.errors.contains("explode"), "\(run)")
            }
        }

        func withSite(_ body: (Larder) async throws -> Void) async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { _ in
                    try await body(Larder(scratch, sources: try SampleServer.sources(in: scratch)))
                }
            }
        }

        /// Nothing is left to do, and of all jobs only the one whose URN begins with `urn` was given up, with these words.
        func expectOneDead(_ urn: String, of larder: Larder, _ words: String...) async throws {
            #expect(try await larder.status().map(\.jobsLeft).reduce(0, +) == 0)
            let dead = try larder.read { db in
                try Row.fetchAll(db, sql: "SELECT kind, key FROM job WHERE state = 2").compactMap { row in
                    JobKind(rawValue: UInt32(row[0] as Int64)).map { JobURN(kind: $0, key: row[1]).description }
                }
            }
            #expect(dead.count == 1 && dead.allSatisfy { $0 == urn || $0.hasPrefix(urn + ":") }, "\(dead)")
            let why = try await larder.command("why", dead.first ?? "")
            #expect(why.output.contains("\(dead.first ?? ""): dead"), "\(why)")
            for word in words { #expect(why.output.contains(word), "\(why)") }
            await larder.expectNoWorkers()
        }
    }
}
