internal import DequeModule
internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    /// Shares startable jobs out evenly over the workers with credit; unreliable workers get what is left.
    mutating func dispatch(at now: Milliseconds) {
        dispatchSuspects(at: now)
        dispatchUnconfirmed(at: now)
        for jobClass in JobClass.allCases where waiting.hasStartable(jobClass) {
            var open = openPlaces(for: jobClass, at: now)
            let unreliable = open.filter(\.isUnreliable)
            if !unreliable.isEmpty { open.removeAll(where: \.isUnreliable) }
            dispatch(jobClass, to: open, at: now)
            guard !unreliable.isEmpty, waiting.hasStartable(jobClass) else { continue }
            let reserved = openPlaces(for: jobClass, at: now).filter { !$0.isUnreliable }
                .reduce(into: Set<JobKind>()) { $0.formUnion($1.kinds) }
            dispatch(jobClass, to: unreliable, except: reserved, at: now)
        }
    }

    private mutating func dispatch(
        _ jobClass: JobClass,
        to open: [OpenPlace],
        except reserved: Set<JobKind> = [],
        at now: Milliseconds
    ) {
        let kinds = open.reduce(into: Set<JobKind>()) { $0.formUnion($1.kinds) }.subtracting(reserved)
        guard !kinds.isEmpty else { return }
        let jobs = waiting.popStartable(
            open.reduce(0) { $0 + $1.places },
            of: jobClass,
            only: kinds,
            capacity: open.reduce(waiting.inFlight[jobClass]) { $0 + $1.room },
            slots: slots(of: jobClass, at: now),
            at: now
        )
        var left = jobs[...]
        var open = open
        var parts = Array(repeating: [QueuedJob](), count: open.count)
        // Slots before places to wait in: a short job must not wait behind a long one while another worker is free.
        for takesWaiting in [false, true] where !left.isEmpty {
            for index in open.indices { open[index].takesWaiting = takesWaiting }
            let level = OpenPlace.level(for: left.count, over: open)
            for index in open.indices where !left.isEmpty {
                let part = open[index].popShare(of: &left, level: level)
                open[index].take(part.count)
                parts[index] += part
            }
        }
        for (place, part) in zip(open, parts) where !part.isEmpty { assign(part, to: place.session, jobClass, at: now) }
        for job in left.reversed() {  // kinds that only workers without a place left know
            waiting.end(job, at: now)
            putBack(job, at: now)
        }
    }

    /// How many fetches each source may always have under way; nil: a source is alone with its work.
    package func equalShare(at now: Milliseconds) -> Int? {
        SlotShares(of: waiting, slots: slots(of: .fetch, at: now))?.equalShare
    }

    /// How many jobs of a class the workers that take work do at once.
    private func slots(of jobClass: JobClass, at now: Milliseconds) -> Int {
        sessions.values.reduce(0) { takesWork($1, at: now) ? $0 + ($1.slots?[jobClass] ?? 0) : $0 }
    }

    /// Workers with room, by load; of equal ones first the worker that waited longest.
    private func openPlaces(for jobClass: JobClass, at now: Milliseconds) -> [OpenPlace] {
        sessions.compactMap { id, session -> OpenPlace? in
            guard takesWork(session, at: now), session.quarantine == .unused, session.room(jobClass) > 0 else {
                return nil
            }
            return OpenPlace(
                session: id,
                room: session.room(jobClass),
                load: session.load[jobClass],
                slots: session.slots?[jobClass] ?? .max,
                lastAttempt: session.lastAttempt,
                kinds: session.introduction.hello.kinds,
                most: configuration.assignJobs,
                isUnreliable: isUnreliable(session)
            )
        }.sorted()
    }

    mutating func assign(_ jobs: [QueuedJob], to session: SessionID, _ jobClass: JobClass, at now: Milliseconds) {
        let number = (sessions[session]?.assignments ?? 0) + 1
        var assignments: [AssignedJob] = []
        assignments.reserveCapacity(jobs.count)
        for job in jobs {
            guard leases[job.id] == nil else {  // it was in memory twice
                waiting.end(job, at: now)
                continue
            }
            lastAttempt = lastAttempt.advanced(by: 1)
            leases[job.id] = Lease(
                attempt: lastAttempt,
                session: session,
                job: job,
                renewedAt: now,
                assignedAt: now,
                assignment: number
            )
            if !unconfirmed.isEmpty { unconfirmed[job.id]?.lease.attempt = lastAttempt }
            assignments.append(
                AssignedJob(
                    lease: JobLease(job: job.id, attempt: lastAttempt),
                    kind: job.kind,
                    spec: job.spec,
                    revalidation: job.revalidation
                )
            )
        }
        guard !assignments.isEmpty else { return }
        let last = lastAttempt
        change(session) { known in
            for assignment in assignments { known.leases.insert(assignment.lease.job) }
            known.load[jobClass] += assignments.count
            known.assignments = number
            known.lastAttempt = last
            known.assigned[jobClass] += UInt64(assignments.count)
        }
        let parts = assignments.packed()
        for (index, part) in parts.enumerated() {
            actions.append(.send(session, .assign(part, number: index == parts.count - 1 ? number : 0)))
        }
    }

}

extension [AssignedJob] {
    /// The same jobs in parts that each fit into a message; at least one part.
    fileprivate func packed() -> [[AssignedJob]] {
        var parts: [[AssignedJob]] = [[]]
        var packing = MessagePacking()
        for job in self {
            if packing.add(job.spec.count + job.revalidation.count) { parts.append([]) }
            parts[parts.count - 1].append(job)
        }
        return parts
    }
}

/// A worker's room for jobs of one class.
struct OpenPlace: Sendable, Comparable {
    /// The steps from an empty worker to a full one.
    private static let steps = 1024

    let session: SessionID
    /// Jobs that it granted and has not got.
    private(set) var room: Int
    private(set) var load: Int
    /// How many jobs it does at once.
    let slots: Int
    let lastAttempt: Attempt
    let kinds: Set<JobKind>
    let most: Int
    /// Whether it gets jobs only when no other worker has room.
    let isUnreliable: Bool
    /// Whether it gets jobs beyond its slots, too.
    var takesWaiting = false

    mutating func take(_ jobs: Int) {
        room -= jobs
        load += jobs
    }

    var places: Int { min(room, most) }
    private var capacity: Int { takesWaiting ? room + load : min(slots, room + load) }

    static func < (left: OpenPlace, right: OpenPlace) -> Bool {
        let (own, other) = (left.load * right.capacity, right.load * left.capacity)
        return own == other
            ? (left.lastAttempt, left.session) < (right.lastAttempt, right.session) : own < other
    }

    static func == (left: OpenPlace, right: OpenPlace) -> Bool { left.session == right.session }

    /// Jobs that it may get below a level of load, rounded up.
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

    /// Removes and returns its share of the jobs, of kinds that it knows.
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
