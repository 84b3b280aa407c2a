package import LarderModel

/// How a worker introduces itself; every field is its word only.
package struct Hello: Sendable, Hashable {
    /// The versions of the protocol that this release speaks; earlier ones write records in another form.
    package static let spokenProtocols: ClosedRange<UInt32> = 3...3

    /// For people, never an authority; one line of at most 64 bytes.
    package var workerID: String
    /// 16 random bytes, made at process start; the same on a reconnect.
    package var incarnation: [UInt8]
    package var protocols: ClosedRange<UInt32>
    package var build: String
    package var kinds: Set<JobKind>
    package var host: String
    package var processID: UInt32
    package var cacheID: String
    package var held: [JobLease]
    /// Counts this process's introductions; WELCOME names the one it answers.
    package var number: UInt64
    /// Jobs of each class at once; 0: not told.
    package var slots: PerClass<UInt32>

    package init(
        workerID: String,
        incarnation: [UInt8],
        protocols: ClosedRange<UInt32> = Hello.spokenProtocols,
        build: String = "",
        kinds: Set<JobKind> = Set(JobKind.allCases),
        host: String = "",
        processID: UInt32 = 0,
        cacheID: String = "",
        held: [JobLease] = [],
        number: UInt64 = 0,
        slots: PerClass<UInt32> = PerClass(0)
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
        self.slots = slots
    }
}

/// A worker's introduction with what its connection proves.
package struct WorkerIntroduction: Sendable {
    package var hello: Hello
    /// Whether it came in over the private endpoint of this coordinator's own children.
    package var isLocal: Bool
    /// The name of the key that the connection proved; nil for connections without keys.
    package var keyName: String?

    package init(_ hello: Hello, isLocal: Bool, keyName: String? = nil) {
        self.hello = hello
        self.isLocal = isLocal
        self.keyName = keyName
    }
}

/// The terms under which a worker is accepted.
package struct Welcome: Sendable, Hashable {
    package var protocolVersion: UInt32
    package var hello: UInt64
    package var heartbeatMs: UInt64
    package var leaseMs: UInt64
    package var sources: [SourceConfig]
    package var drop: [JobLease]

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
    package var name: String
    package var yaml: String
    /// A secret that is never logged or stored; nil: the source needs none.
    package var apiKey: String?
    /// Fetches every body again, without validators.
    package var refresh: Bool
    /// `host:port` that serves the definition's base; nil: the base's own.
    package var connectTo: String?

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
    package var code: String
    /// One sentence, with the way out.
    package var text: String
    /// When to come again, in milliseconds; 0: never.
    package var retryAfterMs: UInt64

    package init(code: String, text: String, retryAfterMs: UInt64 = 0) {
        self.code = code
        self.text = text
        self.retryAfterMs = retryAfterMs
    }
}

/// A sign of life of a worker.
package struct Heartbeat: Sendable, Hashable {
    package struct Job: Sendable, Hashable {
        package var lease: JobLease
        package var isRunning: Bool
        /// Grows with each step of the job's work.
        package var progress: UInt64

        package init(lease: JobLease, isRunning: Bool, progress: UInt64 = 0) {
            self.lease = lease
            self.isRunning = isRunning
            self.progress = progress
        }
    }

    package var jobs: [Job]
    package var residentBytes: UInt64
    package var cpuMs: UInt64
    package var unacknowledged: UInt32
    /// The number of the last assignment that arrived, or that an acknowledgement named; 0 in version 1.
    package var assigned: UInt64
    /// Why the worker takes no work at present; nil: it takes work.
    package var trouble: FailureReason?

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
