import Foundation
import LarderChaos
import LarderModel
import Testing

extension ClusterTests {
    @Suite("The run's file") struct RunFileTests {
        private static func report(_ larder: TestLarder) -> RunReport? {
            let data = FileManager.default.contents(atPath: larder.folder + "/" + RunReport.fileName)
            return data.flatMap { try? JSONDecoder().decode(RunReport.self, from: $0) }
        }

        @Test func `a sync tells each second what it does, and in the end how it ended`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    let larder = TestLarder(scratch, sources: sources)
                    let program = try await site.held {
                        let program = try larder.start(progress: "json")
                        try await larder.expectWorkers(2, of: program)
                        let isTold = try await eventually(in: scratch.folder) {
                            let report = Self.report(larder)
                            return report?.workers.count == 2
                                && report?.hosts.contains { $0.running > 0 || $0.awaitsRules } == true
                        }
                        try #require(isTold, "\(program.errors)")
                        let first = try #require(Self.report(larder))
                        #expect(first.exitCode == nil && first.unfinished > 0 && !first.sources.isEmpty)
                        let isToldAgain = try await eventually(in: scratch.folder) {
                            (Self.report(larder)?.writtenMs ?? 0) >= first.writtenMs + 900
                        }
                        #expect(isToldAgain)
                        return program
                    }
                    let run = try await scratch.finish(program, "the sync that was watched")
                    #expect(run.end == .exited(0), "\(run)")
                    let last = try #require(Self.report(larder))
                    #expect(last.exitCode == 0 && last.unfinished == 0 && last.hosts.isEmpty && last.workers.isEmpty)
                    #expect(last.kinds.reduce(0) { $0 + $1.done } > 0 && last.kinds.allSatisfy { $0.dead == 0 })
                    #expect(last.items > 0 && last.requests > 0 && last.bytes > 0)
                    #expect(last.jobTimes.count > 0 && last.commitTimes.count > 0)
                }
            }
        }
    }
}
