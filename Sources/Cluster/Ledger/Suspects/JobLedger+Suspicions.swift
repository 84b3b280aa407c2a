internal import LarderModel
internal import LarderProtocol

/// Suspicions outlive the coordinator: what is known of lost workers is written to the table, and read back with the
/// jobs.
extension JobLedger {
    /// Writes what has changed since the last time.
    ///
    /// A local worker whose end was not seen is left out: it ends with its coordinator, so that its absence says
    /// nothing afterwards.
    mutating func writeSuspicions() {
        guard mayWriteSuspicions else { return }
        mayWriteSuspicions = false
        guard !lost.isEmpty || !writtenSuspicions.isEmpty else { return }
        let current = lost.mapValues { losses in
            losses.filter { !$0.isTentative && ($0.suspicion.isConfirmed || $0.processID == nil) }.map(\.suspicion)
        }
        .filter { !$0.value.isEmpty }
        guard current != writtenSuspicions else { return }
        var changed = current.filter { writtenSuspicions[$0.key] != $0.value }
        for job in writtenSuspicions.keys where current[job] == nil { changed[job] = [] }
        writtenSuspicions = current
        actions.append(.suspect(changed))
    }

    /// Takes over what was suspected before this start.
    ///
    /// The time in which a lost worker may come back begins again.
    mutating func recallSuspicions(of job: inout QueuedJob, at now: Milliseconds) {
        guard !job.suspicions.isEmpty else { return }
        if lost[job.id] == nil, writtenSuspicions[job.id] == nil {
            lost[job.id] = job.suspicions.map { Loss(suspicion: $0, at: now) }
            writtenSuspicions[job.id] = job.suspicions
        }
        job.suspicions = []
    }
}
