import Foundation
import LarderModel
import Testing

@testable import LarderSync

@Suite("What a run tells of itself") struct RunReporterTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "run ?# \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func report(in folder: URL) throws -> RunReport {
        try JSONDecoder().decode(RunReport.self, from: Data(contentsOf: folder.appending(path: RunReport.fileName)))
    }

    private func host(_ name: String) -> RunReport.Host {
        RunReport.Host(
            name: name,
            running: 1,
            concurrency: 2,
            started: 3,
            delayMs: 4,
            pausedUntilMs: nil,
            reason: name,
            hasAsked: false,
            awaitsRules: false
        )
    }

    @Test func `a run is told from its start to its end`() async throws {
        try await withFolder { folder in
            let reporter = RunReporter(larder: folder.path(percentEncoded: false), sources: ["a", "b"])
            let first = try report(in: folder)
            #expect(first.processID == getpid() && first.sources == ["a", "b"] && first.exitCode == nil)
            #expect(abs(Date().timeIntervalSince1970 * 1_000 - Double(first.startedMs)) < 60_000)
            await reporter.take { empty in
                var report = empty
                (report.requests, report.hosts) = (7, [host("x\"\n\u{0}<b>")])
                return report
            }
            let second = try report(in: folder)
            #expect(second.requests == 7 && second.hosts.map(\.name) == ["x\"\n\u{0}<b>"])
            #expect(second.startedMs == first.startedMs && second.writtenMs >= first.writtenMs)
            reporter.end(3)
            let last = try report(in: folder)
            #expect(last.exitCode == 3 && last.requests == 7 && last.hosts.isEmpty && last.workers.isEmpty)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            #expect(files == [RunReport.fileName])
        }
    }

    @Test func `a run is told again each second until it is cancelled`() async throws {
        try await withFolder { folder in
            let reporter = RunReporter(larder: folder.path(percentEncoded: false), sources: [])
            let (calls, called) = AsyncStream.makeStream(of: Void.self)
            let start = ContinuousClock.now
            async let _: Void = reporter.follow { empty in
                called.yield()
                return empty
            }
            var count = 0
            for await _ in calls {
                count += 1
                if count == 2 { break }
            }
            #expect(ContinuousClock.now - start >= .seconds(2))
            called.finish()
        }
    }

    @Test func `a link in place of the file is not followed`() async throws {
        try await withFolder { folder in
            let other = folder.appending(path: "other")
            try Data("kept".utf8).write(to: other)
            let link = folder.appending(path: RunReport.fileName + ".new")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
            let reporter = RunReporter(larder: folder.path(percentEncoded: false), sources: [])
            reporter.end(0)
            #expect(try Data(contentsOf: other) == Data("kept".utf8))
            // The file itself is replaced, never written through.
            try FileManager.default.removeItem(at: link)
            let file = folder.appending(path: RunReport.fileName)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
            reporter.end(1)
            #expect(try Data(contentsOf: other) == Data("kept".utf8))
            #expect(try report(in: folder).exitCode == 1)
        }
    }

    @Test func `a folder that is gone does not end the run`() async throws {
        let reporter = RunReporter(larder: "/nothing/there", sources: [])
        await reporter.take { $0 }
        reporter.end(0)
        #expect(!FileManager.default.fileExists(atPath: "/nothing"))
    }
}
