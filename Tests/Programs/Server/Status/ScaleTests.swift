import Foundation
import LarderModel
import LarderWireClient
import Testing

@testable import LarderServer

/// What starts and ends workers, and supervisors, read of a server.
@Suite("Scale signal and health") struct ScaleTests {
    @Test func `it names the workers wanted while a run goes on, and none after it`() throws {
        var report = RunFile.report()
        (report.workersWanted, report.backlogSeconds) = (5, 12.34)
        let going = ScaleSignal(report)
        #expect(going.workersWanted == 5 && going.backlogSeconds == 12.3 && going.jobsOpen == 3)
        report.exitCode = 2
        #expect(ScaleSignal(report).workersWanted == 0 && ScaleSignal(report, resumes: true).workersWanted == 5)
        report.exitCode = 0
        #expect(ScaleSignal(report, resumes: true).workersWanted == 0)
        let ended = ScaleSignal(report)
        #expect(ended.workersWanted == 0 && ended.backlogSeconds == 0 && ended.jobsOpen == 0)
        #expect(ScaleSignal(nil).workersWanted == 0)
    }

    @Test func `the server gives it as JSON, and its health check succeeds`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "no larder \(UUID().uuidString)")
        try await withServer(folder) { client in
            let answer = try await client.get("/v1/scale")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"backlog_seconds":0,"jobs_open":0,"workers_wanted":0}"#)
            let address = try #require(ListenAddress("127.0.0.1:\(client.port)"))
            // It blocks its thread, and the server needs those that the tests share.
            let outcome = await withCheckedContinuation { check in
                Thread.detachNewThread {
                    check.resume(returning: Result { try HealthCheck(address, timeout: .seconds(600)).run() })
                }
            }
            try outcome.get()
        }
    }

    @Test func `a health check of a port where nobody listens says so`() throws {
        let address = try #require(ListenAddress("127.0.0.1:1"))
        let error = #expect(throws: ServerError.self) { try HealthCheck(address, timeout: .seconds(1)).run() }
        #expect(error?.description.contains("127.0.0.1:1 cannot be reached") == true)
    }

    @Test func `a server that begins waits for the rest of the time after a run of the same sources that ended`() {
        func pause(_ change: (inout RunReport) -> Void = { _ in }, of sources: [String] = ["sample"]) -> Duration {
            var report = RunReport(processID: 1, startedMs: 1_000_000, sources: ["sample", "sample-news"])
            report.exitCode = 0
            change(&report)
            return SyncSchedule.pause(of: .seconds(600), sources, after: report, nowMs: 1_200_000)
        }
        #expect(pause() == .seconds(400))
        #expect(pause { $0.exitCode = 1 } == .seconds(400))
        #expect(pause { $0.startedMs = 1 } == .zero)
        #expect(pause { $0.startedMs = 2_000_000 } == .zero)
        #expect(pause { $0.exitCode = 2 } == .zero)
        #expect(pause { $0.exitCode = nil } == .zero)
        #expect(pause(of: ["sample", "mine"]) == .zero)
        #expect(pause(of: []) == .zero)
        #expect(SyncSchedule.pause(of: .seconds(600), ["sample"], after: nil, nowMs: 1) == .zero)
    }
}
