import Foundation
import LarderFixtures
import LarderHTML
import LarderModel
import LarderPages
import LarderViewer
import LarderWireClient
import Testing

@testable import LarderServer

@Suite("The page of the sync") struct StatusTests {
    /// A run that told something later than now is running however slow this machine is.
    private static let ahead: Int64 = -600_000

    /// The page for a run that told `reports`, one after the other.
    private func page(_ reports: [RunReport]) async throws -> String {
        let fixture = try SampleLarder.make()
        var history = RunHistory()
        for report in reports { history.add(report) }
        let maker = StatusPageMaker(history: history, plan: SyncPlanView(), now: Date())
        let viewer = Viewer(try await fixture.open(), addresses: .served, hasStatus: true)
        return try await viewer.read { try maker.view($0).html().text }
    }

    @Test func `a run is running, done, failed, or has gone without a word`() async throws {
        let far = try await page([RunFile.report("host.example", ageMs: -7_200_000)])
        #expect(far.contains("Ended without a word"))
        var report = RunFile.report("host.example", ageMs: Self.ahead)
        let running = try await page([report])
        #expect(running.contains("Running") && running.contains("host.example") && running.contains("1.0 MB of 2.1 MB"))
        #expect(running.contains("asked for a pause"))
        for (code, words) in [
            (0, "Done"), (1, "Done, with failures"), (2, "Stopped with work left"), (9, "Ended without a word"),
        ] {
            report.exitCode = Int32(code)
            let ended = try await page([report])
            #expect(ended.contains(words) && !ended.contains("host.example"), "\(code)")
        }
        let silent = try await page([RunFile.report("host.example", ageMs: 60_000)])
        #expect(silent.contains("Ended without a word") && !silent.contains("host.example"))
        #expect(try await page([]).contains("No sync has run yet"))
    }

    @Test func `what hosts and workers say is text`() async throws {
        let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'"
        let document = HTMLDocument(parsing: try await page([RunFile.report(hostile, ageMs: Self.ahead)]))
        #expect(document.elements(named: .img).allSatisfy { document.value(of: .src, on: $0) != "x" })
        for script in document.elements(named: .script) { #expect(document.textContent(of: script).isEmpty) }
        let body = try #require(document.body)
        #expect(document.textContent(of: body).contains(hostile))
    }

    @Test func `rates are means over the last seconds of one run`() {
        var history = RunHistory()
        var report = RunFile.report()
        let start = report.writtenMs
        for second in 0..<20 {
            (report.writtenMs, report.requests) = (start + Int64(second) * 1_000, second * 5)
            history.add(report)
            history.add(report)
        }
        #expect(abs(history.rate(\.requests) - 5) < 0.01)
        #expect(history.course(\.requests).allSatisfy { abs($0 - 5) < 0.01 })
        (report.startedMs, report.writtenMs, report.requests) = (start + 21_000, start + 22_000, 3)
        history.add(report)
        #expect(history.rate(\.requests) == 3 && history.course(\.requests).isEmpty)
    }

    @Test func `numbers that cannot be added up are not taken, and all others are shown`() async throws {
        for number in [Int.max, Int.min, -1, 0, 1 << 53] {
            var report = RunFile.report()
            report.kinds = [
                RunReport.Kind(name: "page", found: 0, done: number, dead: 0, retries: 0, unchanged: 0, fromCache: 0)
            ]
            #expect(report.isPlausible == (number >= 0 && number < .max))
            (report.kinds[0].done, report.hosts[0].pausedUntilMs) = (0, Int64(number))
            #expect(report.isPlausible == (number >= 0 && number < .max))
            guard report.isPlausible else { continue }
            (report.requests, report.bytes, report.unfinished, report.waiting) = (number, number, number, number)
            (report.kinds[0].done, report.hosts[0].delayMs, report.hosts[0].slowMs) = (number, .max, .max)
            (report.workers[0].residentBytes, report.workers[0].limitBytes) = (.max, 0)
            (report.startedMs, report.nextTryMs) = (Int64(number), Int64(number))
            for written in [report.writtenMs, Int64(number)] {
                report.writtenMs = written
                _ = try await page([report])
                _ = try MetricsText(RunMetrics(report: report, sources: [], failedSyncs: 0).text)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `the page follows the run`() async throws {
        let fixture = try SampleLarder.make()
        try await withServer(fixture.folder) { (client) async throws in
            let line = try await client.open("GET /status/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var (text, steps) = ("", 0)
            for await part in line.parts {
                text += String(decoding: part, as: UTF8.self)
                if steps == 0, text.contains("No sync has run yet") {
                    try RunFile.write(RunFile.report("first.example", ageMs: Self.ahead), fixture.folder)
                    steps = 1
                } else if steps == 1, text.contains("first.example") {
                    try Data("{\"processID\":".utf8).write(to: fixture.folder.appending(path: RunReport.fileName))
                    var report = RunFile.report("second.example")
                    report.exitCode = 0
                    try RunFile.write(report, fixture.folder)
                    steps = 2
                } else if steps == 2, text.contains("Done") {
                    steps = 3
                    break
                }
            }
            #expect(steps == 3)
            #expect(text.lowercased().contains("content-type: text/event-stream") && text.contains("data: "))
            try await line.close()
        }
    }

    @Test func `a server is ready as soon as there is a larder`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "late larder \(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let fixture = try SampleLarder.make()
        try await withServer(folder) { (client) async throws in
            #expect(try await client.get("/readyz").status == 503)
            #expect(try await client.get("/healthz").status == 200)
            for path in ["/", "/status", "/item/recipe:sample:2"] {
                let page = try await client.get(path)
                #expect(page.status == 503 && page.headers["refresh"] != nil, "\(path)")
                #expect(page.text.contains("Nothing is in the larder yet"), "\(path)")
            }
            for path in ["/feeds/all.atom", "/opds", "/api/v1/items"] {
                #expect(try await client.get(path).status == 503, "\(path)")
            }
            try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: fixture.folder)
            #expect(try await client.get("/readyz").status == 200)
            #expect(try await client.get("/").text.contains("Soup"))
        }
    }
}
