internal import LarderProtocol

/// The window onto one lane of the table, and the lane's share of politeness.
struct Lane: Sendable {
    var info: LaneInfo
    /// Jobs ready to go, in order.
    var ready = FIFO<QueuedJob>()
    /// The last number read from the table.
    var cursor: JobID = 0
    /// The largest number known to be in the table.
    var known: JobID = 0
    /// The most jobs a read of the table under way may bring; nil: none is under way.
    var loading: Int?
    /// Jobs leased and not yet answered.
    var inFlight = 0
    /// No start before this time: the delay between starts, or a Retry-After.
    var restUntil: Milliseconds = 0

    var wantsLoad: Bool { loading == nil && cursor < known }

    /// Whether one more job of the lane may start now.
    func mayStart(at now: Milliseconds) -> Bool { restUntil <= now && inFlight < info.concurrency }

    /// Counts jobs that start.
    mutating func begin(_ count: Int, at now: Milliseconds) {
        guard count > 0 else { return }
        inFlight += count
        if info.delayMs > 0 { restUntil = max(restUntil, now + info.delayMs) }
    }

    /// How many jobs may start now.
    func startable(at now: Milliseconds) -> Int {
        guard restUntil <= now else { return 0 }
        let free = min(ready.count, max(0, info.concurrency - inFlight))
        return info.delayMs > 0 ? min(free, 1) : free
    }
}

/// A queue over an array: constant time at both ends on average.
struct FIFO<Element: Sendable>: Sendable {
    private var items: [Element?] = []
    private var head = 0

    var count: Int { items.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { head < items.count ? items[head] : nil }

    mutating func removeAll(where matches: (Element) -> Bool) -> Int {
        let before = count
        items = items[head...].filter { $0.map(matches) == false }
        head = 0
        return before - count
    }

    mutating func append(_ element: Element) { items.append(element) }

    mutating func prepend(_ element: Element) {
        if head == 0 {
            // Room in front for as many as there are, so that prepending stays cheap on average.
            let room = max(16, items.count)
            items.insert(contentsOf: repeatElement(nil, count: room), at: 0)
            head = room
        }
        head -= 1
        items[head] = element
    }

    mutating func popFirst() -> Element? {
        guard head < items.count else { return nil }
        let element = items[head]
        items[head] = nil
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1024, head > items.count / 2 {
            items.removeFirst(head)
            head = 0
        }
        return element
    }
}

/// Jobs that wait for their time: a binary heap, the soonest first; equal times leave in the order they came.
struct DelayQueue: Sendable {
    private struct Entry: Sendable {
        var due: Milliseconds
        var order: UInt64
        var job: QueuedJob

        func isBefore(_ other: Entry) -> Bool { (due, order) < (other.due, other.order) }
    }

    private var heap: [Entry] = []
    private var order: UInt64 = 0

    var count: Int { heap.count }
    var soonest: Milliseconds? { heap.first?.due }

    mutating func remove(_ id: JobID) -> Int {
        let old = heap
        heap = []
        for entry in old where entry.job.id != id { insert(entry.job, due: entry.due) }
        return old.count - heap.count
    }

    mutating func insert(_ job: QueuedJob, due: Milliseconds) {
        order += 1
        heap.append(Entry(due: due, order: order, job: job))
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popDue(at now: Milliseconds) -> QueuedJob? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            guard least != parent else { break }
            heap.swapAt(parent, least)
            parent = least
        }
        return first.job
    }
}

extension FIFO where Element == QueuedJob {
    mutating func remove(_ id: JobID) -> Int { removeAll { $0.id == id } }
}
