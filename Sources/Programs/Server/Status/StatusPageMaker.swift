internal import Foundation
internal import GRDB
internal import Larder
internal import LarderCache
internal import LarderLedger
internal import LarderModel
internal import LarderPages
internal import LarderViewer

/// Makes the page of the sync of what a run tells of itself and of what the catalog has.
struct StatusPageMaker {
    let history: RunHistory
    let plan: SyncPlanView
    let now: Date

    private var report: RunReport? { history.latest }
    private var isRunning: Bool { RunWatcher.isRunning(report) }

    func view(_ pages: ViewerPages) throws -> StatusView {
        StatusView(
            frame: try pages.frame(),
            heading: heading,
            mood: mood,
            state: state,
            isRunning: isRunning,
            duration: duration,
            updated: Wording.clock(now, hasSeconds: true),
            figures: isRunning ? figures : sums,
            kinds: kinds,
            workers: isRunning ? workers : [],
            hosts: isRunning ? hosts : [],
            failures: try failures(pages),
            sources: try sources(pages),
            notes: notes,
            allowsControl: plan.controlToken != nil,
            controlToken: plan.controlToken ?? "",
            events: "/status/events"
        )
    }

    private func date(_ ms: Int64) -> Date { Date(timeIntervalSince1970: Double(ms) / 1_000) }

    // MARK: Head

    private var heading: String {
        guard let report else { return "No sync has run yet" }
        return
            "Sync of \(Wording.longDate(date(report.startedMs)).split(separator: " ").prefix(2).joined(separator: " "))"
    }

    private var mood: StatusView.Mood {
        guard let report else { return .waiting }
        let isGoing = report.unfinished == 0 || report.workers.contains { $0.trouble == nil }
        if isRunning { return isGoing ? .going : .waiting }
        return report.exitCode == 0 ? .done : .failing
    }

    private var state: String {
        guard let report else { return "Waiting" }
        if isRunning, report.unfinished == 0 { return report.requests == 0 ? "Starting" : "Finishing" }
        if isRunning { return report.workers.isEmpty ? "Waiting for workers" : "Running" }
        return switch report.exitCode {
        case 0: "Done"
        case 1: "Done, with failures"
        case 2: "Stopped with work left"
        case 3: "Done, with less than expected"
        default: "Ended without a word"
        }
    }

    private var duration: String {
        guard let report else { return plan.nextText(now) ?? "`coordinator` starts one." }
        let start = Wording.clock(date(report.startedMs), hasSeconds: true)
        let ms = (isRunning ? Int64(now.timeIntervalSince1970 * 1_000) : report.writtenMs) - report.startedMs
        let took = Duration.seconds(max(0, ms) / 1_000).spoken
        let next = isRunning ? nil : plan.nextText(now)
        return (isRunning ? "since \(start), for \(took)" : "began \(start), took \(took)")
            + (next.map { "; " + $0 } ?? "")
    }

    // MARK: Figures and kinds

    private var figures: [StatusView.Figure] {
        guard let report else { return [] }
        let ended = report.kinds.reduce(0) { $0 + $1.done + $1.dead }
        let dead = report.kinds.reduce(0) { $0 + $1.dead }
        let speed = history.rate(\.bytes)
        let rate = history.rate { $0.kinds.reduce(0) { $0 + $1.done + $1.dead } }
        let left = rate > 0 && report.waiting * 2 <= report.unfinished ? Double(report.unfinished) / rate : nil
        let share = Double(ended) / Double(max(1, ended + report.unfinished))
        let isSlow = speed < 1_000_000
        return [
            StatusView.Figure(
                label: "Jobs done",
                value: ended.grouped,
                unit: "of about \((ended + report.unfinished).grouped)",
                share: share
            ),
            StatusView.Figure(
                label: "Requests",
                value: history.rate(\.requests).rounded1,
                unit: "/s",
                course: history.course(\.requests)
            ),
            StatusView.Figure(
                label: "Received",
                value: (speed / (isSlow ? 1_000 : 1_000_000)).rounded1,
                unit: isSlow ? "kB/s" : "MB/s",
                course: history.course(\.bytes)
            ),
            StatusView.Figure(
                label: "Failed",
                value: dead.grouped,
                unit: ended > 0 ? "\((Double(dead) / Double(ended) * 100).rounded1)\u{A0}%" : "",
                course: dead > 0 ? history.course { $0.kinds.reduce(0) { $0 + $1.dead } } : [],
                isTrouble: dead > 0
            ),
            StatusView.Figure(
                label: "Ready at about",
                value: left.map { Wording.clock(now.addingTimeInterval($0)) } ?? "–",
                unit: left == nil ? "jobs wait" : "if no more hosts ask to wait"
            ),
        ]
    }

    /// What the latest run did in all.
    private var sums: [StatusView.Figure] {
        guard let report else { return [] }
        let dead = report.kinds.reduce(0) { $0 + $1.dead }
        return [
            .init(label: "Jobs done", value: report.kinds.reduce(0) { $0 + $1.done }.grouped, unit: ""),
            .init(label: "Requests", value: report.requests.grouped, unit: ""),
            .init(label: "Received", value: report.bytes.bytes, unit: ""),
            .init(label: "Failed", value: dead.grouped, unit: "", isTrouble: dead > 0),
            .init(label: "Items read", value: report.items.grouped, unit: ""),
        ]
    }

    /// While a run goes on every kind has its row, so that rows do not move.
    private var kinds: [StatusView.KindRow] {
        (report?.kinds ?? []).filter { isRunning || $0.found + $0.done + $0.dead > 0 }.map { kind in
            func count(_ report: RunReport) -> Int {
                report.kinds.first { $0.name == kind.name }.map { $0.done + $0.dead } ?? 0
            }
            let all = max(kind.found, kind.done + kind.dead)
            let waiting = all - kind.done - kind.dead
            return StatusView.KindRow(
                name: Self.names[kind.name] ?? kind.name,
                done: "\(kind.done.grouped) of \(all.grouped)",
                waiting: waiting.grouped,
                failed: kind.dead == 0 ? "–" : kind.dead.grouped,
                rate: all == 0 ? "–" : waiting == 0 ? "done" : isRunning ? "\(history.rate(count).rounded1) /s" : "–",
                course: waiting == 0 || !isRunning ? [] : history.course(count)
            )
        }
    }

    /// Kinds of jobs as people call them.
    private static let names = [
        "discover": "Sitemaps and feeds", "search": "Lists", "detail": "Items and pages", "imageDownload": "Pictures",
        "imageDecode": "Decoding", "text": "Texts", "robots": "Rules of hosts",
    ]

    // MARK: Workers and hosts

    private var workers: [StatusView.WorkerRow] {
        (report?.workers ?? []).map { worker in
            let running = worker.running.sorted { $0.key < $1.key }.map { kind, count in
                (Self.names[kind] ?? kind) + (count > 1 ? " × \(count)" : "")
            }
            return StatusView.WorkerRow(
                name: worker.name,
                memoryShare: worker.limitBytes.map { Double(worker.residentBytes) / Double(max(1, $0)) },
                memory: worker.residentBytes == 0
                    ? "–" : worker.residentBytes.bytes + (worker.limitBytes.map { " of \($0.bytes)" } ?? ""),
                now: worker.trouble ?? (running.isEmpty ? "Nothing to do" : running.joined(separator: ", ")),
                jobs: worker.ended.grouped
            )
        }
    }

    private var hosts: [StatusView.HostRow] {
        (report?.hosts ?? []).map { host in
            func count(_ report: RunReport) -> Int { report.hosts.first { $0.name == host.name }?.started ?? 0 }
            let (mood, state, why) = situation(of: host)
            return StatusView.HostRow(
                host: host.name,
                mood: mood,
                state: state,
                why: why,
                rate: "\(history.rate(count).rounded1) /s",
                course: history.course(count)
            )
        }
    }

    private func situation(of host: RunReport.Host) -> (StatusView.Mood, String, String) {
        let nowMs = Int64(now.timeIntervalSince1970 * 1_000)
        if host.awaitsRules { return (.waiting, "Waiting", "Its robots.txt is waited for.") }
        if let until = host.pausedUntilMs, until > nowMs + 1_000 {
            let left = Duration.milliseconds(until - nowMs).spoken
            let time = Wording.clock(date(until), hasSeconds: true)
            let why =
                host.hasAsked
                ? "It asked for a pause until \(time)" + (host.reason.isEmpty ? "." : " (\(host.reason)).")
                : "\(Duration.milliseconds(Int64(clamping: host.delayMs)).spoken) pass between two requests; next at \(time)."
            return (.waiting, "Waiting \(left)", why)
        }
        if host.slowMs > 0 {
            return (
                .failing, "Slow",
                "A request has been running for \(Duration.milliseconds(Int64(clamping: host.slowMs)).spoken)."
            )
        }
        let atOnce =
            host.concurrency > 1_000 ? "\(host.running) at once" : "\(host.running) of \(host.concurrency) at once"
        let pace = host.delayMs > 0 ? ", \(Duration.milliseconds(Int64(clamping: host.delayMs)).spoken) apart" : ""
        return (.going, "Going", atOnce + pace)
    }

    private var notes: [String] {
        guard isRunning, let report else { return plan.notes }
        let waiting =
            report.waiting > 0 ? ["\(report.waiting.counted("job")) wait for another try" + nextTry(report)] : []
        return plan.notes + waiting + report.held
    }

    private func nextTry(_ report: RunReport) -> String {
        report.nextTryMs.map { ", the next at \(Wording.clock(date($0), hasSeconds: true))." } ?? "."
    }

    // MARK: From the catalog

    private static let shownFailures = 20

    private func failures(_ pages: ViewerPages) throws -> [StatusView.FailureRow] {
        try pages.reader.latestFailures(limit: Self.shownFailures).map { job in
            let isDue = isRunning && job.notBefore > UnixTime.nowMs
            let again = isDue ? "Again at \(Wording.clock(date(job.notBefore), hasSeconds: true))" : "Tried again soon"
            return StatusView.FailureRow(
                time: job.trace.map { Wording.clock(date($0.endedAt), hasSeconds: true) } ?? "",
                kind: Self.names[job.urn.kind.name] ?? job.urn.kind.name,
                address: try pages.reader.address(of: job.urn) ?? job.urn.description,
                why: job.message ?? job.code ?? "",
                then: job.state == .dead ? "Given up" : isRunning ? again : "The next sync tries again"
            )
        }
    }

    private func sources(_ pages: ViewerPages) throws -> [StatusView.SourceRow] {
        try pages.reader.sourceStates().map { source in
            let finished = source.finished.map { "\(Wording.shortDate($0)), \(Wording.clock($0))" }
            let isSyncing = isRunning && report?.sources.contains(source.name) == true
            return StatusView.SourceRow(
                name: source.name,
                items: source.items.grouped,
                lastSync: finished ?? "never finished",
                nextSync: plan.nextClock(now) ?? "–",
                mood: isSyncing ? .going : source.dead > 0 ? .failing : source.finished == nil ? .waiting : .done,
                state: isSyncing ? "Syncing" : source.dead > 0 ? "\(source.dead.counted("job")) failed" : "Ready"
            )
        }
    }
}

/// What the server itself plans, as its page tells it.
struct SyncPlanView: Sendable {
    /// When the next sync begins; nil: none is planned.
    var next: Date?
    /// What a reader should know of the last syncs.
    var notes: [String] = []
    /// The value that the page's buttons send; nil: there are none.
    var controlToken: String?

    func nextClock(_ now: Date) -> String? { next.map { Wording.clock($0) } }
    func nextText(_ now: Date) -> String? { next.map { "the next one begins at \(Wording.clock($0))" } }
}
