package import LarderLedger
internal import LarderModel

/// What must hold after every step.
package enum Invariant: String, Sendable, Hashable, CaseIterable {
    /// Jobs assigned to a session never exceed what it granted, class by class.
    case credit
    /// A job has one live lease.
    case oneLease = "one-lease"
    /// A job's attempts only grow, over coordinator starts too.
    case attemptsGrow = "attempts-grow"
    /// An effect is applied once.
    case committedOnce = "committed-once"
    /// Only results and failures under the live lease are committed.
    case liveCommit = "live-commit"
    /// What is committed for a job is what the job made.
    case ownEffect = "own-effect"
    /// Work goes to sessions that are joined, alive and not draining.
    case fitSession = "fit-session"
    /// Jobs under way in a lane never exceed its limit.
    case laneLimit = "lane-limit"
    /// Starts in a lane are its delay apart.
    case laneDelay = "lane-delay"
    /// A host that asked for a pause (Retry-After) gets it.
    case lanePause = "lane-pause"
    /// Nothing starts in a lane before its host's rules are known.
    case laneRules = "lane-rules"
    /// Never more starts in a period than its quota, over coordinator starts too.
    case quota
    /// A failed job waits its time.
    case retryWait = "retry-wait"
    /// A job that has ended is not handed out again.
    case endedStays = "ended-stays"
    /// A result is acknowledged after it is on the disk.
    case ackAfterCommit = "ack-after-commit"
    /// What was acknowledged outlives every crash.
    case ackedSurvives = "acked-survives"
    /// The ledger announces "finished" and "drained" only when they are true.
    case endIsTrue = "end-is-true"
    /// Every job ends after things stop going wrong.
    case everythingEnds = "everything-ends"
    /// Every job ends as it would undisturbed, unless workers were killed over it from outside.
    case sameFate = "same-fate"
    /// A job is set aside only after as many failures as the rules allow it.
    case attemptLimit = "attempt-limit"
    /// A failure is charged once, also when its acknowledgement was lost with the coordinator.
    case chargedOnce = "charged-once"
    /// Jobs in memory stay within the window.
    case window
    /// A job that may start does not wait while a worker has room for it.
    case workConserving = "work-conserving"
    /// A worker's report about a job of another worker does not count.
    case onlyHolders = "only-holders"
    /// No job is charged, or set aside, for the report of one lying worker while an honest worker could try it.
    case honestLive = "honest-live"
    /// A run stops only when the user asks for it, whatever workers report.
    case stopsWhenAsked = "stops-when-asked"
    /// A job that does not move is taken from its worker within the limit for it.
    case stallLimit = "stall-limit"
    /// A job is taken from its worker within the longest time of a job, whatever progress is reported.
    case longestTime = "longest-time"
    /// No source takes slots that other sources with startable jobs have a right to.
    case fairShare = "fair-share"
    /// A worker that missed three beats has no jobs any more.
    case handsOn = "hands-on"
    /// What was suspected before a restart of the coordinator is tried alone after it.
    case suspectsAlone = "suspects-alone"
    /// A worker that has joined stays joined: it does not introduce itself over and over on one connection.
    case staysJoined = "stays-joined"
    /// A worker runs no more jobs than it has slots.
    case workerSlots = "worker-slots"
    /// A worker keeps a result until it is acknowledged.
    case workerKeeps = "worker-keeps"
    /// A worker that receives nothing starts nothing.
    case workerFence = "worker-fence"
}

/// An invariant that did not hold.
package struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
    /// What did not hold.
    package var invariant: Invariant
    /// The particulars.
    package var detail: String
    /// When, in virtual milliseconds.
    package var at: Milliseconds

    /// One line.
    package var description: String { "\(invariant.rawValue) at \(at) ms: \(detail)" }
}

/// A bug put between the cores and their world, to see that the invariants find it.
package enum InjectedBug: String, Sendable, Hashable, CaseIterable {
    /// The ledger gets more credit than was granted.
    case inflateCredit = "inflate-credit"
    /// An assignment also goes to a second worker.
    case assignTwice = "assign-twice"
    /// A coordinator starts without counting its start.
    case reuseEpoch = "reuse-epoch"
    /// The disk applies every outcome twice, without looking.
    case commitTwice = "commit-twice"
    /// Late results are made to name the live lease.
    case restampAttempts = "restamp-attempts"
    /// Two results of a message swap their effects.
    case swapEffects = "swap-effects"
    /// The ledger does not learn that a worker drains.
    case hideDrain = "hide-drain"
    /// The ledger does not learn that sessions ended.
    case hideEnds = "hide-ends"
    /// The ledger gets messages that workers did not send.
    case hideSilence = "hide-silence"
    /// Lanes come with larger limits.
    case inflateLanes = "inflate-lanes"
    /// Lanes come without a delay.
    case hideDelays = "hide-delays"
    /// Lanes come with half a minute between starts.
    case inflateDelays = "inflate-delays"
    /// The pauses that hosts ask for are left out.
    case hideRetryAfter = "hide-retry-after"
    /// The rules of all lanes come at once.
    case openEarly = "open-early"
    /// The ledger is granted twice what was written down as used.
    case grantTwice = "grant-twice"
    /// No job seems to have made a request.
    case hideRequests = "hide-requests"
    /// Jobs that wait for a retry are loaded a second time, as ready.
    case reloadWaiting = "reload-waiting"
    /// Jobs that have ended are loaded too.
    case loadEnded = "load-ended"
    /// Results are acknowledged when they arrive.
    case ackEarly = "ack-early"
    /// A crash of the coordinator also loses what the disk had reported as written.
    case lyingDisk = "lying-disk"
    /// "Finished" is announced when one job is left.
    case finishEarly = "finish-early"
    /// Workers that join again or beat are taken to hold all they were ever given, so that what was lost stays lost.
    case forgetRequeue = "forget-requeue"
    /// One job of the table is never loaded.
    case loseJob = "lose-job"
    /// All jobs of a worker that dies count as started, and one death counts as three.
    case blameEverybody = "blame-everybody"
    /// Jobs are loaded with one failure too many.
    case chargeTwice = "charge-twice"
    /// Failures that may pass are reported as permanent.
    case failForGood = "fail-for-good"
    /// A failure that any worker reports seems to come from the worker that has the job.
    case believeStrangers = "believe-strangers"
    /// All workers seem to be local ones, which are believed.
    case believeLiars = "believe-liars"
    /// A worker's full disk stops the run.
    case stopAtTrouble = "stop-at-trouble"
    /// Everything that a worker has seems to move.
    case forgeProgress = "forge-progress"
    /// Nothing that a worker has seems to move.
    case hideProgress = "hide-progress"
    /// The ledger does not learn when jobs begin.
    case hideBeginnings = "hide-beginnings"
    /// Forged moves do not look like moves.
    case hideMoves = "hide-moves"
    /// Workers seem to have many more slots.
    case inflateSlots = "inflate-slots"
    /// Suspicions are not read back.
    case forgetSuspicions = "forget-suspicions"
    /// Silent workers seem to send messages.
    case keepSilent = "keep-silent"
    /// Reads of the table ignore their limit.
    case loadEverything = "load-everything"
    /// A worker's core has twice its slots.
    case doubleSlots = "double-slots"
    /// Each assignment makes the broker ask its worker again who it is.
    case askAgain = "ask-again"
    /// A worker's core gets acknowledgements that were not sent.
    case ackUnsaid = "ack-unsaid"
    /// A worker's core gets messages that the coordinator did not send.
    case hideSilenceFromWorker = "hide-silence-from-worker"

    /// The invariants that may find it.
    package var invariants: Set<Invariant> {
        switch self {
        case .inflateCredit: [.credit]
        case .assignTwice: [.oneLease, .fitSession, .credit, .attemptsGrow]
        case .reuseEpoch: [.attemptsGrow]
        case .commitTwice: [.committedOnce]
        case .restampAttempts: [.liveCommit]
        case .swapEffects: [.ownEffect]
        case .hideDrain, .hideEnds, .hideSilence: [.fitSession]
        case .inflateLanes: [.laneLimit]
        case .hideDelays: [.laneDelay]
        case .inflateDelays: [.workConserving]
        case .hideRetryAfter: [.lanePause]
        case .openEarly: [.laneRules]
        case .grantTwice: [.quota]
        case .hideRequests: [.laneDelay, .quota]
        case .reloadWaiting: [.retryWait]
        case .loadEnded: [.endedStays]
        case .ackEarly: [.ackAfterCommit]
        case .lyingDisk: [.ackedSurvives]
        case .finishEarly: [.endIsTrue]
        case .forgetRequeue, .loseJob: [.everythingEnds]
        case .blameEverybody: [.sameFate, .attemptLimit, .chargedOnce]
        case .failForGood: [.attemptLimit, .sameFate]
        case .chargeTwice: [.chargedOnce]
        case .loadEverything: [.window]
        case .believeStrangers: [.onlyHolders]
        case .believeLiars: [.honestLive]
        case .stopAtTrouble: [.stopsWhenAsked]
        case .forgeProgress: [.stallLimit]
        case .hideProgress: [.chargedOnce, .attemptLimit, .sameFate]
        case .hideBeginnings: [.longestTime]
        case .hideMoves: [.honestLive]
        case .inflateSlots: [.fairShare]
        case .keepSilent: [.handsOn]
        case .forgetSuspicions: [.suspectsAlone]
        case .askAgain: [.staysJoined]
        case .doubleSlots: [.workerSlots]
        case .ackUnsaid: [.workerKeeps]
        case .hideSilenceFromWorker: [.workerFence]
        }
    }
}
