import Foundation
import LarderChaos
import LarderModel
import LarderThreading
import Testing

extension ClusterTests {
    @Suite("Syncs of a server") struct ScheduleTests {
        private static func report(_ larder: TestLarder) -> RunReport? {
            let data = FileManager.default.contents(atPath: larder.folder + "/" + RunReport.fileName)
            return data.flatMap { try? JSONDecoder().decode(RunReport.self, from: $0) }
        }

        private static func serve(_ larder: TestLarder) throws -> Program {
            try larder.scratch.start(
                .coordinator,
                ["serve", "--into", larder.folder, "--http", "127.0.0.1:0", "--every", "10s", "--workers", "2"]
                    + larder.sources
            )
        }

        @Test func `a server syncs again and again, a sync that fails too, and stops in order`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    let server = try Self.serve(larder)
                    let isFilled = try await eventually(in: scratch.folder) { Self.report(larder)?.exitCode == 0 }
                    try #require(isFilled, "\(server.errors)")
                    let first = try #require(Self.report(larder))
                    // Its source cannot be read any more.
                    let source = try #require(larder.sources.first)
                    let text = try String(contentsOfFile: source, encoding: .utf8)
                    try "kind: none\n".write(toFile: source, atomically: true, encoding: .utf8)
                    let isRefused = try await eventually(in: scratch.folder) { server.errors.contains(source) }
                    #expect(isRefused && !server.hasEnded, "\(server.errors)")
                    try text.write(toFile: source, atomically: true, encoding: .utf8)
                    let isSyncedAgain = try await eventually(in: scratch.folder) {
                        let report = Self.report(larder)
                        return report?.exitCode == 0 && report?.startedMs ?? 0 > first.startedMs
                    }
                    #expect(isSyncedAgain && !server.hasEnded, "\(server.errors)")
                    server.signal(SIGTERM)
                    let run = try await scratch.finish(server, "the server that was asked to stop")
                    #expect(run.end == .exited(0), "\(run)")
                    try await larder.expectWhole()
                }
            }
        }

        @Test func `a sync gives way while the larder is read, and not before`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    let larder = TestLarder(scratch, sources: sources)
                    try await site.held {
                        let words = ["--into", larder.folder, "--workers", "2"] + sources
                        let run = try scratch.start(.coordinator, words)
                        let isGoing = try await eventually(in: scratch.folder) {
                            Self.report(larder)?.workers.count == 2
                        }
                        try #require(isGoing, "\(run.errors)")
                        let workers = ProcessTable.workers(of: larder.folder)
                        #expect(workers.count == 2 && workers.allSatisfy { Self.leastNiceness(of: $0) ?? 15 < 15 })
                        #expect(Self.leastNiceness(of: run.processID) ?? 10 < 10)
                        let mark = try #require(ReadingMark(in: larder.folder))
                        let hasGivenWay = try await eventually(in: scratch.folder) {
                            Self.leastNiceness(of: run.processID) == 10
                                && workers.allSatisfy { Self.leastNiceness(of: $0) == 15 }
                        }
                        #expect(hasGivenWay)
                        withExtendedLifetime(mark) {}
                        run.signal(SIGKILL)
                        _ = try await scratch.finish(run, "the sync that was killed")
                        try await larder.expectNoWorkers()
                    }
                }
            }
        }

        /// The niceness of the thread of a process that has the least.
        private static func leastNiceness(of process: Int32) -> Int32? {
            let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            return threads?.compactMap { thread in
                let path = "/proc/\(process)/task/\(thread)/stat"
                guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
                // proc(5): the 19th field, the 17th after the name in brackets.
                return text.split(separator: ")").last.flatMap { Int32($0.split(separator: " ")[16]) }
            }.min()
        }

        @Test func `a server that is killed ends the sync that it started, and nothing is lost`() async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    let larder = TestLarder(scratch, sources: sources)
                    try await site.held {
                        let server = try Self.serve(larder)
                        let isGoing = try await eventually(in: scratch.folder) {
                            Self.report(larder)?.workers.count == 2
                        }
                        try #require(isGoing, "\(server.errors)")
                        server.signal(SIGKILL)
                        _ = try await scratch.finish(server, "the server that was killed")
                        let hasEnded = try await eventually(in: scratch.folder) { Self.report(larder)?.exitCode == 2 }
                        #expect(hasEnded, "the sync goes on")
                        try await larder.expectNoWorkers()
                    }
                    try await larder.syncedWhole()
                    try await larder.expectWhole()
                    #expect(try await larder.digest() == reference.digest)
                }
            }
        }
    }
}
