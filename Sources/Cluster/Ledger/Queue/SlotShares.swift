internal import LarderModel

/// How many of the workers' slots each source may hold, during one dispatch.
///
/// Nobody can take a slot back from a slow transfer, so a part of the slots stays free for every source that has
/// unfinished jobs: as many as its hosts take at once, at most its equal share, and at most its jobs, or
/// ``leastKept`` where these are fewer, as one list may find hundreds. A source may always fill its own part, and
/// beyond that what no part keeps free. A source alone has all slots.
struct SlotShares {
    /// Slots that are kept free for a source with few jobs.
    private static let leastKept = 8

    private let slots: Int
    let equalShare: Int
    private let unfinished: [SourceID: Int]
    private var inFlight: Int
    /// What is kept free for all sources together.
    private var kept = 0

    /// Nil where no sources share the slots.
    init?(of queue: FairQueue, slots: Int) {
        let sharing = queue.shares.filter { $0.jobClass == .fetch && queue.unfinished[$0.source, default: 0] > 0 }
        guard sharing.count > 1 else { return nil }
        self.slots = slots
        equalShare = max(1, slots / sharing.count)
        unfinished = queue.unfinished
        inFlight = queue.inFlight.fetch
        for share in sharing { kept += keptFree(for: share) }
    }

    /// How many more jobs the source may start.
    func room(of share: SourceShare) -> Int {
        let others = kept - keptFree(for: share)
        return max(part(of: share) - share.inFlight, slots - inFlight - others)
    }

    /// Takes over that jobs of a source have started.
    mutating func update(_ before: SourceShare, _ after: SourceShare) {
        inFlight += after.inFlight - before.inFlight
        kept += keptFree(for: after) - keptFree(for: before)
    }

    private func keptFree(for share: SourceShare) -> Int { max(0, part(of: share) - share.inFlight) }

    private func part(of share: SourceShare) -> Int {
        min(equalShare, share.places, max(Self.leastKept, unfinished[share.source, default: 0]))
    }
}
