internal import Foundation
internal import LarderCache
internal import LarderModel

/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// Labels are bounded: kinds and outcomes are the program's own, hosts and workers at most ``mostRows`` each.
struct RunMetrics {
    let report: RunReport?
    let sources: [SourceState]
    let failedSyncs: Int

    private static let mostRows = 50

    private typealias Sample = (labels: [(String, String)], value: Double)

    var text: String {
        var out = ""
        func add(_ name: String, _ type: String, _ help: String, _ samples: [Sample]) {
            guard !samples.isEmpty else { return }
            out += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
            for sample in samples { out += name + Self.labels(sample.labels) + " " + Self.number(sample.value) + "\n" }
        }
        add("larder_up", "gauge", "Whether this server answers.", [([], 1)])
        add("larder_run_active", "gauge", "Whether a sync goes on.", [([], RunWatcher.isRunning(report) ? 1 : 0)])
        add(
            "larder_items",
            "gauge",
            "Recipes and articles that their source still lists.",
            sources.prefix(Self.mostRows).map { ([("source", $0.name)], Double($0.items)) }
        )
        add(
            "larder_last_sync_timestamp_seconds",
            "gauge",
            "When the latest sync of a source ended.",
            sources.prefix(Self.mostRows).compactMap { source in
                source.finished.map { ([("source", source.name)], $0.timeIntervalSince1970.rounded()) }
            }
        )
        add(
            "larder_failed_syncs_total",
            "counter",
            "Syncs of this server that did not end well.",
            [([], Double(failedSyncs))]
        )
        guard let report else { return out }
        add(
            "larder_run_start_timestamp_seconds",
            "gauge",
            "When the run began.",
            [([], Double(report.startedMs) / 1_000)]
        )
        add("larder_jobs_total", "counter", "Tries of jobs of this run by kind and outcome.", jobs(of: report))
        add("larder_jobs_open", "gauge", "Jobs that have not ended.", [([], Double(report.unfinished))])
        add("larder_jobs_waiting", "gauge", "Jobs that wait for another try.", [([], Double(report.waiting))])
        add("larder_requests_total", "counter", "Requests to sources in this run.", [([], Double(report.requests))])
        add(
            "larder_received_bytes_total",
            "counter",
            "Bytes that sources sent in this run.",
            [([], Double(report.bytes))]
        )
        add(
            "larder_cache_hits_total",
            "counter",
            "Answers of this run that were stored: fresh ones, and ones that the source confirmed.",
            [
                ([("answer", "fresh")], Double(report.kinds.reduce(0) { $0 + $1.fromCache })),
                ([("answer", "confirmed")], Double(report.kinds.reduce(0) { $0 + $1.unchanged })),
            ]
        )
        add("larder_refused_peers_total", "counter", "Peers that were not let in.", [([], Double(report.refusedPeers))])
        add("larder_workers", "gauge", "Workers that are joined.", [([], Double(report.workers.count))])
        let nowMs = UnixTime.nowMs
        add(
            "larder_host_wait_seconds",
            "gauge",
            "How long a host gets no request yet.",
            Self.rows(
                "host",
                report.hosts.map { ($0.name, Double(max(0, ($0.pausedUntilMs ?? nowMs) - nowMs)) / 1_000) },
                by: max
            )
        )
        add(
            "larder_host_requests",
            "gauge",
            "Requests to a host that are under way.",
            Self.rows("host", report.hosts.map { ($0.name, Double($0.running)) }, by: +)
        )
        add(
            "larder_worker_resident_bytes",
            "gauge",
            "Memory of a worker.",
            Self.rows("worker", report.workers.map { ($0.name, Double($0.residentBytes)) }, by: +)
        )
        out += Self.histogram(
            "larder_job_duration_seconds",
            "From when a job was handed out until its outcome was on the disk.",
            report.jobTimes
        )
        out += Self.histogram("larder_commit_duration_seconds", "How long transactions took.", report.commitTimes)
        return out
    }

    /// A sample for each name, as a series that is there twice makes a monitor refuse all of them.
    private static func rows(
        _ label: String,
        _ values: [(name: String, value: Double)],
        by combine: (Double, Double) -> Double
    ) -> [Sample] {
        let first = Array(values.map(\.name).distinct.prefix(mostRows))
        let byName = Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: combine)
        return first.map { ([(label, $0)], byName[$0] ?? 0) }
    }

    private func jobs(of report: RunReport) -> [Sample] {
        report.kinds.flatMap { kind in
            [("done", kind.done), ("dead", kind.dead), ("retried", kind.retries)].map { outcome, count in
                ([("kind", kind.name), ("outcome", outcome)], Double(count))
            }
        }
    }

    private static func histogram(_ name: String, _ help: String, _ histogram: Histogram) -> String {
        var out = "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
        var sum: UInt64 = 0
        for (bound, count) in zip(Histogram.bounds + [.infinity], histogram.counts) {
            sum += count
            out += "\(name)_bucket{le=\"\(number(bound))\"} \(sum)\n"
        }
        return out + "\(name)_sum \(number(histogram.sum))\n\(name)_count \(sum)\n"
    }

    private static func labels(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += "\\\\"
            case "\"": out += "\\\""
            case "\n": out += "\\n"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    private static func number(_ value: Double) -> String {
        if value == .infinity { return "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
    }
}
