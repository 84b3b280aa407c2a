internal import Foundation
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel

struct SyncPlan: Sendable {
    var epoch: UInt64
    var sources = SyncedSources()
    var work: [AddedJobs] = []
    /// Unfinished jobs at the start, by kind.
    var open: [JobKind: Int] = [:]
    /// Jobs of the syncs by source and kind, finished ones included.
    var jobs: [SourceID: [JobKind: Int]] = [:]
    var endedPatterns: [SourceID: Set<String>] = [:]
    /// What the summary tells of how the syncs began.
    var told: [String] = []
    /// Unfinished jobs of an earlier run, by source name; absent: a new sync.
    var resumed: [String: Int] = [:]
    /// Whether the run goes on with an interrupted one.
    var goesOn = false
    /// Sources whose unfinished sync had another request, and restarts.
    var restarted: [String] = []
    /// When the last finished sync ended, in Unix milliseconds: its hosts were not asked since.
    var lastEndAt: Int64 = 0
    /// Whether a sync was interrupted: only its jobs tell when it asked last.
    var isInterrupted = false
    /// Whether an interrupted sync's jobs are gone.
    var hasForgottenRequests = false
    /// When a job that may have asked a host ended last, by lane and in Unix milliseconds.
    var lastAnswers: [String: Int64] = [:]
    /// Hosts with long delays that were asked so recently that the first request waits.
    var pauses: [LaneID: Milliseconds] = [:]

    /// Shorter delays are over when a run begins.
    private static let pausedDelayMs: Milliseconds = 1000
    /// A host with a longer delay has answered a request before the next one is due.
    private static let measuredDelayMs: Milliseconds = 60_000

    var hasMeasuredDelay: Bool { work.contains { $0.lane.limits.delayMs > Self.measuredDelayMs } }

    /// Records until when the hosts of a source's last sync may have been asked.
    mutating func record(_ sync: SyncSummary, isResumed: Bool) {
        if let end = sync.finishedAt {
            lastEndAt = max(lastEndAt, end)
        } else {
            isInterrupted = true
            hasForgottenRequests = hasForgottenRequests || !isResumed
        }
    }

    /// Pauses recently asked hosts for the rest of the longest delay that a source grants them.
    ///
    /// A host with unknown rules waits for these instead.
    mutating func setPauses(at now: Int64) {
        let closed = Set(work.map(\.lane).filter(\.isClosed).map(\.id))
        var lanes: [LaneID: LaneInfo] = [:]
        for lane in work.map(\.lane) where lane.jobClass == .fetch && !closed.contains(lane.id) {
            if lane.limits.delayMs >= lanes[lane.id]?.limits.delayMs ?? 0 { lanes[lane.id] = lane }
        }
        pauses = lanes.compactMapValues { lane in
            let delay = lane.limits.delayMs
            let ago = Milliseconds(clamping: now - min(now, lastRequest(in: lane, at: now)))
            guard delay > Self.pausedDelayMs, ago < delay else { return nil }
            return delay - ago
        }
    }

    /// When a host may have been asked last, in Unix milliseconds.
    private func lastRequest(in lane: LaneInfo, at now: Int64) -> Int64 {
        let answer = lane.limits.delayMs > Self.measuredDelayMs ? lastAnswers[lane.name] : nil
        let known = max(answer ?? 0, lastEndAt)
        guard isInterrupted else { return known }
        // Starts are a delay apart, and answers come within a minute: before the next start was due there was none.
        guard answer != nil, !hasForgottenRequests, known <= now else { return now }
        return Milliseconds(clamping: now - known) < lane.limits.delayMs - Self.measuredDelayMs ? known : now
    }
}

/// A sync's request as the ledger stores it: the definition, an empty line, and the options.
package struct SyncRequestText: Sendable, Hashable {
    package var definition: String
    package var only: String?
    package var refresh = false
    /// The size of the built-in sample; nil: another source.
    var sample: String?
    /// Whether it asks for one page that was named by its address, and not for a source.
    package var isPage = false

    private static let all = "all"

    /// An unfinished sync continues only under the same text.
    var text: String {
        definition + "\nonly: \(only ?? Self.all)\nrefresh: \(refresh)\n" + (sample.map { "sample: \($0)\n" } ?? "")
            + (isPage ? "page: true\n" : "")
    }
}

extension SyncRequestText {
    package init?(_ text: String) {
        // The last one: a definition may have such lines.
        guard let start = text.range(of: "\nonly: ", options: .backwards) else { return nil }
        let lines = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
        guard let kind = lines.first else { return nil }
        func value(_ key: String) -> String? {
            lines.dropFirst().first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
        }
        self.init(
            definition: String(text[..<start.lowerBound]),
            only: kind == Self.all ? nil : String(kind),
            refresh: value("refresh: ") == "true",
            sample: value("sample: "),
            isPage: value("page: ") == "true"
        )
    }
}
