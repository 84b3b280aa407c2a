internal import DequeModule
package import LarderModel

/// Names one queue of the table: jobs of one source and kind that wait for one lane.
///
/// A read of the table goes over one queue in order of the jobs' numbers. A job never changes its queue, so no job is
/// passed over or read twice, in whichever order the queues take turns. Priorities therefore order queues, not rows.
package struct JobQueueID: Sendable, Hashable {
    package var lane: LaneID
    package var source: SourceID
    package var kind: JobKind

    package init(lane: LaneID, source: SourceID, kind: JobKind) {
        self.lane = lane
        self.source = source
        self.kind = kind
    }

    init(_ job: QueuedJob) { self.init(lane: job.lane, source: job.source, kind: job.kind) }
}

struct JobQueue: Sendable {
    let id: JobQueueID
    /// Places in ``FairQueue``.
    let lane: Int
    let share: Int
    var ready = Deque<QueuedJob>()
    var cursor: JobID = 0
    var known: JobID = 0
    /// The most jobs a read of the table under way may bring; 0: none is under way.
    var loading = 0
    /// Jobs in memory that no worker has.
    var held = 0
    /// Whether it counts among the queues that share the window.
    var isBacklogged = false
    /// The priority with which it waits; nil: it has nothing that may start.
    var priority: Int?
    /// The priorities' rings in which it is entered, as bits; an entry of another priority than ``priority`` is void.
    var entries: UInt8 = 0
    /// What its jobs are counted against; nil: any number may start.
    var budget: BudgetID?
    /// Whether its next, higher priority is listed in ``FairQueue``.
    var isAgingListed = false
    /// Whether it is listed in ``FairQueue`` for a read of the table.
    var isListedForRefill = false
    var isListedAsExhausted = false

    /// Whether a read would bring jobs, and its part of the window has room.
    func wantsLoad(quota: Int) -> Bool {
        loading == 0 && cursor < known && held < quota && ready.count < min(4096, (quota + 1) / 2)
    }
}

extension JobKind {
    static let priorities = 5
    /// Milliseconds of waiting after which a job's priority grows by one, so that no job waits forever.
    static let agingMilliseconds: Milliseconds = 60_000

    /// The priority with which jobs of the kind begin to wait, 0 to 4.
    ///
    /// What makes an item whole goes first: its pictures and texts before the next item. A sync that is interrupted
    /// then has whole items rather than many halves.
    var priority: Int {
        switch self {
        case .discover: 0
        case .search: 1
        case .detail, .noop: 2
        case .imageDownload: 3
        case .imageDecode, .text: 4
        }
    }

    /// The assumed cost before a job was measured, in microseconds.
    var firstCost: Int64 {
        switch self {
        case .noop: 50
        case .discover, .search, .detail, .imageDownload: 200_000
        case .imageDecode: 10_000
        case .text: 2000
        }
    }
}
