package import LarderModel

/// How a worker introduces itself; every field is its word only.
package struct Hello: Sendable, Hashable {
    /// The versions of the protocol that this release speaks.
    ///
    /// Earlier versions write records in another form; a program of such a release is refused.
    package static let spokenProtocols: ClosedRange<UInt32> = 3...3

    /// For people, never an authority; one line of at most 64 bytes.
    package var workerID: String
    /// 16 random bytes, made at process start; the same on a reconnect.
    package var incarnation: [UInt8]
    /// The oldest and the newest protocol it speaks.
    package var protocols: ClosedRange<UInt32>
    /// The program and its release.
    package var build: String
    /// The kinds it can do.
    package var kinds: Set<JobKind>
    /// The name of its machine.
    package var host: String
    /// The process number on its machine.
    package var processID: UInt32
    /// The UUID of its cache folder.
    package var cacheID: String
    /// What it still holds from an earlier connection.
    package var held: [JobLease]
    /// Counts this process's introductions; WELCOME names the one it answers.
    package var number: UInt64

    /// An introduction.
    package init(
        workerID: String,
        incarnation: [UInt8],
        protocols: ClosedRange<UInt32>,
        build: String = "",
        kinds: Set<JobKind>,
        host: String = "",
        processID: UInt32 = 0,
        cacheID: String = "",
        held: [JobLease] = [],
        number: UInt64 = 0
    ) {
        self.workerID = workerID
        self.incarnation = incarnation
        self.protocols = protocols
        self.build = build
        self.kinds = kinds
        self.host = host
        self.processID = processID
        self.cacheID = cacheID
        self.held = held
        self.number = number
    }
}

/// The terms under which a worker is accepted.
package struct Welcome: Sendable, Hashable {
    /// The version that both speak.
    package var protocolVersion: UInt32
    /// The number of the HELLO that this answers.
    package var hello: UInt64
    /// How often the worker beats, in milliseconds.
    package var heartbeatMs: UInt64
    /// How long a lease lasts without a beat that names it, in milliseconds.
    package var leaseMs: UInt64
    /// The sources whose jobs it will get.
    package var sources: [SourceConfig]
    /// Held jobs that are no longer wanted.
    package var drop: [JobLease]

    /// Terms.
    package init(
        protocolVersion: UInt32,
        hello: UInt64 = 0,
        heartbeatMs: UInt64,
        leaseMs: UInt64,
        sources: [SourceConfig] = [],
        drop: [JobLease] = []
    ) {
        self.protocolVersion = protocolVersion
        self.hello = hello
        self.heartbeatMs = heartbeatMs
        self.leaseMs = leaseMs
        self.sources = sources
        self.drop = drop
    }
}

/// What a worker must know of a source beside its jobs.
package struct SourceConfig: Sendable, Hashable {
    /// The name of the definition.
    package var name: String
    /// The definition.
    package var yaml: String
    /// The API key, a secret that is never logged or stored; nil: the source needs none.
    package var apiKey: String?
    /// Fetches every body again, without validators.
    package var refresh: Bool
    /// `host:port` that serves the definition's base; nil: the base's own.
    package var connectTo: String?

    /// A source.
    package init(name: String, yaml: String, apiKey: String? = nil, refresh: Bool = false, connectTo: String? = nil) {
        self.name = name
        self.yaml = yaml
        self.apiKey = apiKey
        self.refresh = refresh
        self.connectTo = connectTo
    }
}

/// Why a worker is refused.
package struct Rejection: Sendable, Hashable {
    /// A kebab-case label.
    package var code: String
    /// One sentence, with the way out.
    package var text: String
    /// When to come again, in milliseconds; 0: never.
    package var retryAfterMs: UInt64

    /// A refusal.
    package init(code: String, text: String, retryAfterMs: UInt64 = 0) {
        self.code = code
        self.text = text
        self.retryAfterMs = retryAfterMs
    }
}

/// A sign of life of a worker.
package struct Heartbeat: Sendable, Hashable {
    /// A job that the worker holds.
    package struct Job: Sendable, Hashable {
        /// The lease it is held under.
        package var lease: JobLease
        /// Whether it has begun.
        package var isRunning: Bool
        /// Grows with each step of the job's work; 0 for what does not run.
        package var progress: UInt64

        /// A held job.
        package init(lease: JobLease, isRunning: Bool, progress: UInt64 = 0) {
            self.lease = lease
            self.isRunning = isRunning
            self.progress = progress
        }
    }

    /// What the worker holds.
    package var jobs: [Job]
    /// Memory of the process, in bytes.
    package var residentBytes: UInt64
    /// Processor time of the process, in milliseconds.
    package var cpuMs: UInt64
    /// Ended jobs that wait for an acknowledgement.
    package var unacknowledged: UInt32
    /// The last assignment that arrived, or that an acknowledgement named; 0 in version 1.
    package var assigned: UInt64
    /// Why the worker takes no work at present; nil: it takes work.
    package var trouble: FailureReason?

    /// A beat.
    package init(
        jobs: [Job] = [],
        residentBytes: UInt64 = 0,
        cpuMs: UInt64 = 0,
        unacknowledged: UInt32 = 0,
        assigned: UInt64 = 0,
        trouble: FailureReason? = nil
    ) {
        self.jobs = jobs
        self.residentBytes = residentBytes
        self.cpuMs = cpuMs
        self.unacknowledged = unacknowledged
        self.assigned = assigned
        self.trouble = trouble
    }
}
