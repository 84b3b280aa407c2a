import Foundation
import LarderFixtures
import LarderModel
import LarderWireClient
import Testing

@testable import LarderServer

@Suite("Metrics") struct MetricsTests {
    private static let hostile = "a\"b\\c\nd{e}=,# HELP x\u{202E}\\n"

    private static func sources(_ names: [String]) -> [SourceState] {
        names.map { SourceState(name: $0, items: 7, finished: Date(timeIntervalSince1970: 1_700_000_000), dead: 0) }
    }

    @Test func `each metric has its help and type, and labels come back as they were`() throws {
        let report = RunFile.report(Self.hostile)
        let text = RunMetrics(report: report, sources: Self.sources([Self.hostile]), failedSyncs: 2).text
        let metrics = try MetricsText(text)
        for sample in metrics.samples {
            let family = metrics.family(of: sample)
            #expect(metrics.helps.contains(family) && metrics.types[family] != nil, "\(sample.name)")
            #expect(metrics.types[family] != "counter" || family.hasSuffix("_total"), "\(sample.name)")
        }
        #expect(metrics.value("larder_up") == 1 && metrics.value("larder_run_active") == 1)
        #expect(metrics.value("larder_items", ["source": Self.hostile]) == 7)
        #expect(metrics.value("larder_last_sync_timestamp_seconds", ["source": Self.hostile]) == 1_700_000_000)
        #expect(metrics.value("larder_host_requests", ["host": Self.hostile]) == 1)
        #expect(metrics.value("larder_worker_resident_bytes", ["worker": Self.hostile]) == 1_048_576)
        #expect(metrics.value("larder_jobs_total", ["kind": "page", "outcome": "done"]) == 5)
        #expect(metrics.value("larder_jobs_total", ["kind": "page", "outcome": "retried"]) == 2)
        #expect(metrics.value("larder_failed_syncs_total") == 2)
        let wait = try #require(metrics.value("larder_host_wait_seconds", ["host": Self.hostile]))
        #expect(wait > 500 && wait <= 600)
    }

    @Test func `histograms count up to infinity`() throws {
        let metrics = try MetricsText(RunMetrics(report: RunFile.report(), sources: [], failedSyncs: 0).text)
        let buckets = metrics.samples.filter { $0.name == "larder_job_duration_seconds_bucket" }
        let bounds = buckets.map { Double($0.labels["le"] == "+Inf" ? "inf" : $0.labels["le"] ?? "") ?? 0 }
        #expect(bounds == bounds.sorted() && bounds.last == .infinity && bounds.count == Histogram.bounds.count + 1)
        #expect(buckets.map(\.value) == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
        #expect(metrics.value("larder_job_duration_seconds_count") == 2)
        #expect(metrics.value("larder_job_duration_seconds_sum") == 100.003)
        #expect(metrics.value("larder_commit_duration_seconds_count") == 0)
    }

    @Test func `labels are bounded, and no series is there twice`() throws {
        var report = RunFile.report()
        report.hosts = (0..<500).map { number in
            var host = report.hosts[0]
            host.name = "host-\(number)"
            return host
        }
        report.workers = Array(repeating: report.workers[0], count: 300)
        let names = (0..<400).map { "source-\($0)" }
        let metrics = try MetricsText(RunMetrics(report: report, sources: Self.sources(names), failedSyncs: 0).text)
        #expect(metrics.samples.count < 300)
        #expect(metrics.value("larder_workers") == 300)
    }

    @Test func `without a run or a larder the server tells that it is up`() async throws {
        let metrics = try MetricsText(RunMetrics(report: nil, sources: [], failedSyncs: 0).text)
        #expect(metrics.value("larder_up") == 1 && metrics.value("larder_run_active") == 0)
        #expect(metrics.value("larder_requests_total") == nil)
        let folder = FileManager.default.temporaryDirectory.appending(path: "no larder \(UUID().uuidString)")
        try await withServer(folder) { (client) async throws in
            let answer = try await client.get("/metrics")
            #expect(
                answer.status == 200 && answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true
            )
            #expect(try MetricsText(answer.text).value("larder_up") == 1)
        }
    }
}
