internal import DequeModule
internal import LarderModel

/// Which queue reads how much of the table.
///
/// A queue holds at most its quota: the window divided by the queues that have unfinished jobs, those included that
/// wait for a retry. So neither a slow host nor a failing one fills the memory. A queue with nothing in memory may
/// always read, at most 64 jobs when the window is full. In memory are then at most window · (1 + ln queues) + queues
/// jobs, and those that come back from workers, which credit bounds.
extension FairQueue {
    static let maxLoads = 256
    static let maxLoadJobs = 4096

    /// The part of the window that one queue may fill.
    var quota: Int { max(1, windowJobs / max(1, backlogged)) }

    /// Updates whether a queue has unfinished jobs and needs a read of the table.
    mutating func updateNeed(_ queue: Int) {
        let hasMore = queues[queue].cursor < queues[queue].known
        let isBacklogged = hasMore || queues[queue].held > 0 || queues[queue].loading > 0
        if isBacklogged != queues[queue].isBacklogged {
            queues[queue].isBacklogged = isBacklogged
            backlogged += isBacklogged ? 1 : -1
            // There may be a hundred thousand queues: those without jobs keep no storage.
            if !isBacklogged { queues[queue].ready = Deque() }
        }
        guard hasMore, queues[queue].wantsLoad(quota: quota) else { return }
        if queues[queue].held == 0 {
            guard !queues[queue].isListedAsExhausted else { return }
            queues[queue].isListedAsExhausted = true
            exhausted.append(queue)
        } else if !queues[queue].isListedForRefill {
            queues[queue].isListedForRefill = true
            needsRefill.append(queue)
        }
    }

    /// Whether added jobs may come into memory without a read: all before them have been read, no read is under way,
    /// and there is room.
    func mayAppend(_ jobs: AddedJobs, into queue: Int) -> Bool {
        let count = jobs.jobs.count
        return count > 0 && count == jobs.count && queues[queue].loading == 0
            && queues[queue].cursor >= queues[queue].known && queues[queue].held + count <= quota
            && held + expected + count <= windowJobs
    }

    mutating func popLoads() -> [(queue: JobQueueID, after: JobID, limit: Int)] {
        var loads: [(queue: JobQueueID, after: JobID, limit: Int)] = []
        while loadsUnderWay < Self.maxLoads, let queue = exhausted.popFirst() {
            queues[queue].isListedAsExhausted = false
            load(queue, into: &loads)
        }
        while loadsUnderWay < Self.maxLoads, held + expected < windowJobs, let queue = needsRefill.popFirst() {
            queues[queue].isListedForRefill = false
            load(queue, into: &loads)
        }
        return loads
    }

    private mutating func load(_ queue: Int, into loads: inout [(queue: JobQueueID, after: JobID, limit: Int)]) {
        guard queues[queue].wantsLoad(quota: quota) else { return }
        let free = windowJobs - held - expected
        let limit = max(1, min(Self.maxLoadJobs, quota - queues[queue].held, max(64, free)))
        queues[queue].loading = limit
        expected += limit
        loadsUnderWay += 1
        loads.append((queues[queue].id, queues[queue].cursor, limit))
    }

    mutating func finishLoad(_ id: JobQueueID, last: JobID?, reachedEnd: JobID?) {
        guard let queue = place(of: id) else { return }
        if queues[queue].loading > 0 {
            expected -= queues[queue].loading
            loadsUnderWay -= 1
            queues[queue].loading = 0
        }
        queues[queue].cursor = max(queues[queue].cursor, last ?? 0, reachedEnd ?? 0)
        updateNeed(queue)
    }
}
