internal import DequeModule
package import LarderModel

/// Names one queue of the table: jobs of one source and kind that wait for one lane.
///
/// A read of the table goes over one queue in order of the jobs' numbers and remembers how far it came. As every job is
/// in exactly one queue and never changes it, none is passed over and none is read twice, in whichever order the queues
/// take turns. Priorities therefore order queues, not rows.
package struct JobQueueID: Sendable, Hashable {
    /// The ledger's number of the lane.
    package var lane: LaneID
    /// Whose jobs.
    package var source: SourceID
    /// What they do.
    package var kind: JobKind

    /// Names a queue.
    package init(lane: LaneID, source: SourceID, kind: JobKind) {
        self.lane = lane
        self.source = source
        self.kind = kind
    }

    init(_ job: QueuedJob) { self.init(lane: job.lane, source: job.source, kind: job.kind) }
}

/// The window onto one queue of the table.
struct JobQueue: Sendable {
    let id: JobQueueID
    /// Places of its lane and its source's share in ``FairQueue``.
    let lane: Int
    let share: Int
    /// Jobs ready to go, in order.
    var ready = Deque<QueuedJob>()
    /// The last number read from the table.
    var cursor: JobID = 0
    /// The largest number known to be in the table.
    var known: JobID = 0
    /// The most jobs a read of the table under way may bring; 0: none is under way.
    var loading = 0
    /// Jobs in memory that no worker holds: ready ones, those that wait for a retry, and those that are tried alone.
    var held = 0
    /// Whether it is counted among the queues that share the window.
    var isBacklogged = false
    /// The priority with which it waits for its turn; nil: it has nothing that may start.
    var priority: Int?
    /// The priorities' rings in which it is entered, as bits; an entry of another priority than ``priority`` is void.
    var entries: UInt8 = 0
    /// What its jobs are counted against; nil: any number may start.
    var budget: BudgetID?
    /// Whether the time of its next, higher priority is listed in ``FairQueue``.
    var isAgingListed = false
    /// Whether it is listed for a read of the table, and among the queues that have nothing in memory.
    var isListedForRefill = false
    var isListedAsExhausted = false

    /// Whether a read of the table would bring it anything, and it has not its part of the window already.
    func wantsLoad(quota: Int) -> Bool {
        loading == 0 && cursor < known && held < quota && ready.count < min(4096, (quota + 1) / 2)
    }
}

extension JobKind {
    /// Five priorities, the highest goes first.
    static let priorities = 5
    /// Milliseconds for which a job waits for a worker before its priority grows by one, so that none waits forever
    /// behind newer ones.
    static let agingMilliseconds: Milliseconds = 60_000

    /// The priority with which jobs of the kind begin to wait, 0 to 4.
    ///
    /// What makes an item whole sooner goes first: its pictures and texts before the next item, items before the next
    /// page of the search that names more of them. A sync that is interrupted then has whole items rather than many
    /// halves.
    var priority: Int {
        switch self {
        case .discover: 0
        case .search: 1
        case .detail, .noop: 2
        case .imageDownload: 3
        case .imageDecode, .text: 4
        }
    }

    /// What a job is taken to cost before any has been measured, in microseconds.
    var firstCost: Int64 {
        switch self {
        case .noop: 50
        case .discover, .search, .detail, .imageDownload: 200_000
        case .imageDecode: 10_000
        case .text: 2000
        }
    }
}
