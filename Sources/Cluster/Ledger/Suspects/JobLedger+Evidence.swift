internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// What becomes known later of workers that were lost.
extension JobLedger {
    /// Clears the jobs of a worker that comes back, as they did not kill it.
    ///
    /// Another process under the same name means that the earlier one is dead.
    mutating func reconnected(_ introduction: WorkerIntroduction, at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        for job in lost.keys {
            lost[job]?.removeAll { $0.incarnation == introduction.hello.incarnation && $0.evidence == nil }
            for index in lost[job]?.indices ?? 0..<0
            where lost[job]?[index].name == introduction.hello.workerID && lost[job]?[index].processID == nil
                && !introduction.isLocal && lost[job]?[index].incarnation != introduction.hello.incarnation
            {
                lost[job]?[index].isConfirmed = true
            }
            if lost[job]?.isEmpty == true { lost[job] = nil }
        }
        clearSuspects(at: now)
    }

    /// Settles what a local worker's end says about the jobs that were lost with it: it was silent for a whole lease
    /// before.
    mutating func confirmLost(processID: UInt32, _ end: SessionEnd, at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        for job in lost.keys {
            if case .crashed(let evidence, let running) = end {
                if let running {
                    lost[job]?.removeAll {
                        $0.processID == processID && !running.contains(JobLease(job: job, attempt: $0.attempt))
                    }
                }
                for index in lost[job]?.indices ?? 0..<0 where lost[job]?[index].processID == processID {
                    lost[job]?[index].isConfirmed = true
                    lost[job]?[index].evidence = evidence
                }
            } else {
                lost[job]?.removeAll { $0.processID == processID && !$0.isConfirmed }
            }
            if lost[job]?.isEmpty == true { lost[job] = nil }
        }
        clearSuspects(at: now)
    }

    /// Puts the suspects that are cleared by now back into their lanes.
    private mutating func clearSuspects(at now: Milliseconds) {
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { return }
            makeReady(job, at: now)
        }
    }

    /// Counts long absence as death, and sets jobs aside that killed ``Configuration/maxCrashes`` workers.
    mutating func settleLost(at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        for job in lost.keys {
            for index in lost[job]?.indices ?? 0..<0
            where now >= (lost[job]?[index].at ?? now) + configuration.absenceMs {
                lost[job]?[index].isConfirmed = true
            }
        }
        var entries: [CommitEntry] = []
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { break }
            guard leases[job.id] == nil, let last = lost[job.id]?.last,
                deathCount(job) >= configuration.maxCrashes
            else {
                suspects.append(job)
                continue
            }
            waiting.removeFromWindow(job)
            failing[job.id] = last.attempt
            let deaths = lost[job.id]?.map { "\($0.name): \($0.evidence ?? "not heard of again")" } ?? []
            let reason = FailureReason(
                .retryable,
                code: FailureReason.workerCrashed,
                message: "Workers ended while doing this job (\(deaths.joined(separator: "; "))); set aside."
            )
            entries.append(
                CommitEntry(
                    lease: JobLease(job: job.id, attempt: last.attempt),
                    session: nil,
                    kind: job.kind,
                    source: job.source,
                    outcome: .dead(errors: job.errors, crashes: deathCount(job), reason)
                )
            )
        }
        commit(entries)
    }
}

extension [JobLedger.Loss] {
    /// The silence of a worker has lasted until its session ended.
    mutating func confirmSilence(of session: JobLedger.Session) {
        for index in indices where self[index].incarnation == session.introduction.hello.incarnation {
            self[index].isTentative = false
        }
    }
}
