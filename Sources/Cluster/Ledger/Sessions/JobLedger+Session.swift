internal import LarderModel
internal import LarderProtocol

/// What the ledger knows of one worker's connection.
extension JobLedger {
    struct Session: Sendable {
        /// Whether the worker was heard lately.
        enum Presence: Sendable {
            /// Its last message is not too long ago.
            case heard
            /// Its link is lost, or it missed ``Configuration/suspectAfterMisses`` heartbeats: it gets no new work.
            case silent
            /// Another process has come in under its name since it was heard: it gets no new work, and ends after two
            /// beats.
            case replaced
        }

        /// Its part in the quarantine of suspects.
        enum Quarantine: Sendable {
            /// It takes any work.
            case unused
            /// It takes no other work until a suspect can be tried here alone.
            case reserved
            /// A suspect is being tried here alone.
            case occupied
        }

        var introduction: WorkerIntroduction
        /// Its name for people, with a number where several bear it.
        var shownName: String
        /// Jobs that the worker granted and that it was assigned, since it joined.
        var granted = PerClass<UInt64>(0)
        var assigned = PerClass<UInt64>(0)
        var leases: Set<JobID> = []
        /// Jobs that it has and has not done.
        var load = PerClass(0)
        /// The last lease that it was given, for taking turns.
        var lastAttempt: Attempt = 0
        /// When a job of the class last began, moved or ended here.
        var movedAt: PerClass<Milliseconds>
        /// Why it cannot work.
        var trouble: FailureReason?
        /// When that last became another one.
        var troubledAt: Milliseconds?
        var isSilenceReported = false
        var heardAt: Milliseconds
        var heartbeatMs: Milliseconds
        /// Counts the assignments.
        var assignments: UInt64 = 0
        var isDraining = false
        /// It was dismissed, as there is no more work.
        var isDismissed = false
        var presence = Presence.heard
        var quarantine = Quarantine.unused

        var name: String { introduction.hello.workerID }
        /// Who answers for its reports: the name of its key, or without keys its own name.
        var owner: String { introduction.keyName ?? name }
        var takesWork: Bool { !isDraining && presence == .heard }

        /// How many more jobs of a class the worker wants.
        func room(_ jobClass: JobClass) -> Int {
            let (granted, assigned) = (granted[jobClass], assigned[jobClass])
            return granted > assigned ? Int(min(granted - assigned, 65_536)) : 0
        }

        mutating func fallSilent() {
            if presence == .heard { presence = .silent }
        }
    }
}
