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
        let hello = introduction.hello
        updateLosses { _, losses in
            losses.removeAll { $0.suspicion.incarnation == hello.incarnation && $0.suspicion.evidence == nil }
            guard !introduction.isLocal else { return }
            for index in losses.indices where losses[index].suspicion.name == hello.workerID {
                guard losses[index].processID == nil, losses[index].suspicion.incarnation != hello.incarnation else {
                    continue
                }
                losses[index].suspicion.isConfirmed = true
            }
        }
        clearSuspects(at: now)
    }

    /// Settles what a local worker's end says about the jobs that were lost with it: it was silent for a whole lease
    /// before.
    mutating func confirmLost(processID: UInt32, _ end: SessionEnd, at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        updateLosses { job, losses in
            guard case .crashed(let evidence, let running) = end else {
                return losses.removeAll { $0.processID == processID && !$0.suspicion.isConfirmed }
            }
            if let running {
                losses.removeAll {
                    $0.processID == processID && !running.contains(JobLease(job: job, attempt: $0.suspicion.attempt))
                }
            }
            for index in losses.indices where losses[index].processID == processID {
                losses[index].suspicion.isConfirmed = true
                losses[index].suspicion.evidence = evidence
            }
        }
        clearSuspects(at: now)
    }

    /// The silence of a worker has lasted until its session ended.
    mutating func confirmSilence(of session: Session) {
        updateLosses { _, losses in
            for index in losses.indices
            where losses[index].suspicion.incarnation == session.introduction.hello.incarnation {
                losses[index].isTentative = false
            }
        }
    }

    /// Changes the losses of each job; a job without losses is cleared.
    mutating func updateLosses(_ change: (JobID, inout [Loss]) -> Void) {
        for (job, before) in lost {
            var losses = before
            change(job, &losses)
            lost[job] = losses.isEmpty ? nil : losses
        }
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
        updateLosses { [configuration] _, losses in
            for index in losses.indices where now >= losses[index].at + configuration.absenceMs {
                losses[index].suspicion.isConfirmed = true
            }
        }
        var entries: [CommitEntry] = []
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { break }
            guard leases[job.id] == nil, let last = lost[job.id]?.last?.suspicion,
                deathCount(job) >= configuration.maxCrashes
            else {
                suspects.append(job)
                continue
            }
            waiting.removeFromWindow(job)
            failing[job.id] = last.attempt
            let deaths = (lost[job.id] ?? []).map(\.suspicion).map {
                "\($0.name): \($0.evidence ?? "not heard of again")"
            }
            let reason = FailureReason(
                .retryable,
                code: .workerCrashed,
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
