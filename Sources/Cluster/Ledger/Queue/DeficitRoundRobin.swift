internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// One source's share of the workers' time in a class of jobs, and its queues by priority.
struct SourceShare: Sendable {
    let source: SourceID
    let jobClass: JobClass
    /// Jobs of the class that workers hold.
    var inFlight = 0
    /// How many jobs its lanes take at once, together.
    var places = 0
    /// Microseconds of workers' time that it has used; see ``DeficitRoundRobin/mostSaved``.
    var used: Int64 = 0
    /// The number of its last turn; 0: it had none.
    var lastTurn: UInt64 = 0
    /// Queues whose turn it is one after the other, by priority.
    var rings = Array(repeating: Deque<Int>(), count: JobKind.priorities)
    var isListed = false
    /// Mean microseconds of a job by kind, newer ones weighing more; 0: none was measured.
    private var means: [Int64] = Array(repeating: 0, count: JobKind.allCases.count)

    init(source: SourceID, jobClass: JobClass) {
        self.source = source
        self.jobClass = jobClass
    }

    /// The bounds of a job's cost in microseconds: no job is free, and a hung job does not stop its source.
    static let costs: ClosedRange<Int64> = 50...60_000_000

    /// Whether its turn comes before: it has used less, or waits longer.
    func isBefore(_ other: SourceShare) -> Bool { (used, lastTurn) < (other.used, other.lastTurn) }

    /// What one more job of the kind is charged, in microseconds.
    func cost(of kind: JobKind) -> Int64 {
        let mean = means[Int(kind.rawValue)]
        return mean > 0 ? mean : kind.firstCost
    }

    mutating func recordDuration(_ kind: JobKind, microseconds: Int64) {
        let sample = min(max(microseconds, Self.costs.lowerBound), Self.costs.upperBound)
        let mean = means[Int(kind.rawValue)]
        means[Int(kind.rawValue)] = mean > 0 ? max(Self.costs.lowerBound, mean + (sample - mean) / 10) : sample
    }
}

/// The order in which the sources of one class take turns: deficit round robin, with each source's deficit kept over
/// the rounds.
///
/// A source pays for each job what jobs of its kind have taken on average. The one that has used least goes next, and
/// goes on until it is a quantum ahead of the next one. Between two sources that have startable jobs all the time, the
/// time of workers that they get differs by a quantum and one job of each at most, however long their jobs are and
/// however many wait.
struct DeficitRoundRobin: Sendable {
    /// Microseconds of workers' time by which a source goes ahead in one turn.
    static let quantum: Int64 = 100_000
    /// Microseconds that a source may catch up on after it had nothing to start.
    ///
    /// With 0, two sources whose host is always at its limit could not take turns, as neither is listed for long. With
    /// no bound, a source that was held up for an hour would keep all others waiting for as long.
    static let mostSaved: Int64 = 5_000_000

    /// A binary heap of places in `shares`, the source that has used least first.
    ///
    /// The heap of swift-collections has no place for keys kept in `shares`, nor for the look at the next two in
    /// ``allowance(in:)``.
    private var heap: [Int] = []
    /// What the source of the last turn had used.
    private var reached: Int64 = 0
    private var turn: UInt64 = 0

    var isEmpty: Bool { heap.isEmpty }
    var first: Int? { heap.first }

    mutating func list(_ source: Int, in shares: inout [SourceShare]) {
        guard !shares[source].isListed else { return }
        shares[source].isListed = true
        let isNew = shares[source].lastTurn == 0
        shares[source].used = max(shares[source].used, isNew ? reached : reached - Self.mostSaved)
        heap.append(source)
        var child = heap.count - 1
        while child > 0, shares[heap[child]].isBefore(shares[heap[(child - 1) / 2]]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the first source, as it has nothing to start.
    mutating func dropFirst(in shares: inout [SourceShare]) {
        guard let source = heap.first else { return }
        shares[source].isListed = false
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(in: shares)
    }

    /// Microseconds that the first source may use before the next one's turn.
    func allowance(in shares: [SourceShare]) -> Int64 {
        guard let first = heap.first, heap.count > 1 else { return .max }
        var next = shares[heap[1]].used
        if heap.count > 2 { next = min(next, shares[heap[2]].used) }
        return next - shares[first].used + Self.quantum
    }

    /// Restores the order after ``SourceShare/used`` of several sources has changed.
    mutating func reorder(in shares: [SourceShare]) { heap.sort { shares[$0].isBefore(shares[$1]) } }

    mutating func charge(_ microseconds: Int64, in shares: inout [SourceShare]) {
        guard let first = heap.first else { return }
        reached = max(reached, shares[first].used)
        shares[first].used += microseconds
        turn += 1
        shares[first].lastTurn = turn
        sink(in: shares)
    }

    private mutating func sink(in shares: [SourceShare]) {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if shares[heap[child]].isBefore(shares[heap[least]]) { least = child }
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
