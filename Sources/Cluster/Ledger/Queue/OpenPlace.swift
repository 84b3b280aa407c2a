internal import LarderModel
internal import LarderProtocol

/// A worker's room for jobs of one class.
struct OpenPlace: Sendable, Comparable {
    /// The steps from an empty worker to a full one.
    private static let steps = 1024

    let session: SessionID
    /// Jobs that it granted and has not got.
    let room: Int
    /// Jobs that it has.
    let load: Int
    let lastAttempt: Attempt
    let kinds: Set<JobKind>
    /// Jobs in one message.
    let most: Int
    /// Whether it gets jobs only when no other worker has room.
    let isUnreliable: Bool

    var places: Int { min(room, most) }
    private var capacity: Int { room + load }

    static func < (left: OpenPlace, right: OpenPlace) -> Bool {
        let (own, other) = (left.load * right.capacity, right.load * left.capacity)
        return own == other
            ? (left.lastAttempt, left.session) < (right.lastAttempt, right.session) : own < other
    }

    static func == (left: OpenPlace, right: OpenPlace) -> Bool { left.session == right.session }

    /// Jobs that it may get without going above a level of load, rounded up.
    private func share(at level: Int) -> Int {
        min(places, max(0, (level * capacity + Self.steps - 1) / Self.steps - load))
    }

    /// The lowest level of load at which `count` jobs find a place.
    static func level(for count: Int, over open: [OpenPlace]) -> Int {
        var range = 0...steps
        while range.lowerBound < range.upperBound {
            let middle = (range.lowerBound + range.upperBound) / 2
            let found = open.reduce(0) { $0 + $1.share(at: middle) }
            range = found >= count ? range.lowerBound...middle : (middle + 1)...range.upperBound
        }
        return range.lowerBound
    }

    /// Removes its share of the jobs, of kinds that it knows, and returns it.
    func popShare(of jobs: inout ArraySlice<QueuedJob>, level: Int) -> [QueuedJob] {
        let count = share(at: level)
        guard let unknown = jobs.prefix(count).firstIndex(where: { !kinds.contains($0.kind) }) else {
            defer { jobs = jobs.dropFirst(count) }
            return Array(jobs.prefix(count))
        }
        var taken = Array(jobs[..<unknown])
        var left = ArraySlice<QueuedJob>()
        for job in jobs[unknown...] {
            if taken.count < count, kinds.contains(job.kind) { taken.append(job) } else { left.append(job) }
        }
        jobs = left
        return taken
    }
}
