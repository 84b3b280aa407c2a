internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// Handing out the startable jobs.
extension JobLedger {
    /// Shares the startable jobs out over the workers with credit, evenly, in messages of many jobs.
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
            at: now
        )
        var left = jobs[...]
        let level = OpenPlace.level(for: jobs.count, over: open)
        for place in open where !left.isEmpty {
            let part = place.popShare(of: &left, level: level)
            if !part.isEmpty { assign(part, to: place.session, jobClass, at: now) }
        }
        for job in left.reversed() {  // kinds that only workers without a place left know
            waiting.end(job, at: now)
            putBack(job, at: now)
        }
    }

    /// Workers that may be given jobs of a class, in order of load; of equal ones first the worker that waited longest.
    private func openPlaces(for jobClass: JobClass, at now: Milliseconds) -> [OpenPlace] {
        sessions.compactMap { id, session -> OpenPlace? in
            guard takesWork(session, at: now), session.quarantine == .unused, session.room(jobClass) > 0 else {
                return nil
            }
            return OpenPlace(
                session: id,
                room: session.room(jobClass),
                load: session.load[jobClass],
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
                AssignedJob(lease: JobLease(job: job.id, attempt: lastAttempt), kind: job.kind, spec: job.spec)
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
        actions.append(.assign(session, assignments, number: number))
    }
}
