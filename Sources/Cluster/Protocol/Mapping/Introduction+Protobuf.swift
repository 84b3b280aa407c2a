internal import LarderModel

internal import struct Foundation.Data

extension Hello {
    /// Leaves out unknown kinds; makes texts fit to be shown.
    init(_ hello: WireHello) throws(ProtocolError) {
        let oldest = max(1, hello.protocolMin)
        self.init(
            workerID: PlainText.line(hello.workerID, maxBytes: 64),
            incarnation: [UInt8](hello.incarnation.prefix(16)),
            protocols: oldest...max(oldest, hello.protocolMax),
            build: PlainText.line(hello.build, maxBytes: 64),
            kinds: Set(hello.kinds.compactMap(JobKind.init(rawValue:))),
            host: PlainText.line(hello.host, maxBytes: 255),
            processID: hello.processID,
            cacheID: PlainText.line(hello.cacheID, maxBytes: 64),
            held: try leases(hello.heldJob, hello.heldAttempt),
            number: hello.number,
            slots: PerClass(fetch: hello.fetchSlots, render: hello.renderSlots)
        )
    }
}

extension WireHello {
    init(_ hello: Hello) {
        self.init()
        workerID = hello.workerID
        incarnation = Data(hello.incarnation)
        protocolMin = hello.protocols.lowerBound
        protocolMax = hello.protocols.upperBound
        build = hello.build
        kinds = hello.kinds.map(\.rawValue).sorted()
        host = hello.host
        processID = hello.processID
        cacheID = hello.cacheID
        (heldJob, heldAttempt) = columns(hello.held)
        number = hello.number
        (fetchSlots, renderSlots) = (hello.slots.fetch, hello.slots.render)
    }
}

extension Welcome {
    init(_ welcome: WireWelcome) throws(ProtocolError) {
        self.init(
            protocolVersion: welcome.protocol,
            hello: welcome.hello,
            heartbeatMs: UInt64(welcome.heartbeatMs),
            leaseMs: UInt64(welcome.leaseMs),
            sources: welcome.sources.map(SourceConfig.init),
            drop: try leases(welcome.dropJob, welcome.dropAttempt)
        )
    }
}

extension WireWelcome {
    init(_ welcome: Welcome) {
        self.init()
        `protocol` = welcome.protocolVersion
        hello = welcome.hello
        heartbeatMs = UInt32(clamping: welcome.heartbeatMs)
        leaseMs = UInt32(clamping: welcome.leaseMs)
        sources = welcome.sources.map(WireSourceConfig.init)
        (dropJob, dropAttempt) = columns(welcome.drop)
    }
}

extension SourceConfig {
    fileprivate init(_ config: WireSourceConfig) {
        self.init(
            name: config.name,
            yaml: config.yaml,
            apiKey: config.apiKey.nonEmpty,
            refresh: config.refresh,
            connectTo: config.connectTo.nonEmpty
        )
    }
}

extension WireSourceConfig {
    fileprivate init(_ config: SourceConfig) {
        self.init()
        name = config.name
        yaml = config.yaml
        apiKey = config.apiKey ?? ""
        refresh = config.refresh
        connectTo = config.connectTo ?? ""
    }
}

extension Heartbeat {
    /// Workers of version 1 tell no progress.
    init(_ beat: WireHeartbeat) throws(ProtocolError) {
        let leases = try leases(beat.job, beat.attempt, beat.running.count)
        guard beat.progress.isEmpty || beat.progress.count == leases.count else {
            throw ProtocolError(
                .malformed,
                "A heartbeat tells the progress of \(beat.progress.count) of \(leases.count) jobs"
            )
        }
        self.init(
            jobs: leases.indices.map {
                Job(
                    lease: leases[$0],
                    isRunning: beat.running[$0] != 0,
                    progress: beat.progress.isEmpty ? 0 : beat.progress[$0]
                )
            },
            residentBytes: beat.residentBytes,
            cpuMs: beat.cpuMs,
            unacknowledged: beat.unacknowledged,
            assigned: beat.assigned,
            trouble: beat.troubleCode.isEmpty
                ? nil : FailureReason(.drain, code: FailureCode(rawValue: beat.troubleCode), message: beat.trouble)
        )
    }
}

extension WireHeartbeat {
    init(_ beat: Heartbeat) {
        self.init()
        (job, attempt) = columns(beat.jobs.map(\.lease))
        running = beat.jobs.map { $0.isRunning ? 1 : 0 }
        progress = beat.jobs.map(\.progress)
        troubleCode = beat.trouble?.code.rawValue ?? ""
        trouble = beat.trouble?.message ?? ""
        residentBytes = beat.residentBytes
        cpuMs = beat.cpuMs
        unacknowledged = beat.unacknowledged
        assigned = beat.assigned
    }
}
