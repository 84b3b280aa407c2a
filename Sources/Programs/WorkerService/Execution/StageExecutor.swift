internal import Foundation
internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport
internal import LarderWorkerCore
internal import Synchronization

/// Does jobs: fetches as tasks over one fetcher, render jobs on threads of their own.
final class StageExecutor: JobExecutor {
    private let cache: DiskCache
    /// Nil: the worker shares the coordinator's cache.
    private let remote: RemoteCache?
    private let fetching: FetchServices
    private let rendering: RenderPool
    private let sources: SourceContexts
    private let failpoints: Failpoints
    /// Jobs that wait for an answer or for files; no task group, which would wait for a job that hangs and cannot be
    /// cancelled.
    private let tasks = Mutex<[JobLease: Task<Void, Never>]>([:])

    private let running: RunningJobs

    init(
        cache: DiskCache,
        remote: RemoteCache? = nil,
        fetcher: any RequestFetcher,
        secrets: [String],
        fetchSlots: Int,
        renderThreads: Int,
        failpoints: Failpoints,
        flightRecorder: FlightRecorder?
    ) throws {
        self.cache = cache
        self.remote = remote
        sources = SourceContexts(secrets: secrets)
        self.failpoints = failpoints
        running = RunningJobs(flightRecorder: flightRecorder)
        fetching = FetchServices(cache: cache, fetcher: fetcher, largeBodies: LargeBodies(slots: max(1, fetchSlots)))
        rendering = try RenderPool(threads: renderThreads)
    }

    func configure(_ configs: [SourceConfig]) {
        sources.replace(configs)
        remote?.beginSession()
    }

    func reach(_ files: @escaping @Sendable (FileRequest) -> Void) { remote?.link.reach(files) }

    func take(_ answer: FileAnswer) { remote?.link.take(answer) }

    func run(_ jobs: [AssignedJob], reporter: JobReporter) {
        for job in jobs {
            let spec: JobSpec
            do {
                spec = try JobSpec(serializedBytes: job.spec)
            } catch {
                let message = "The job's description cannot be read: \(error)"
                reporter.report([job.ended(.failed(FailureReason(.permanent, code: .badSpec, message: message)))])
                continue
            }
            switch job.kind.jobClass {
            case .render: render(job, spec, reporter)
            case .fetch: fetch(job, spec, reporter)
            }
        }
    }

    func cancel(_ leases: [JobLease]) {
        running.cancel(leases)
        for lease in leases { tasks.withLock { $0.removeValue(forKey: lease) }?.cancel() }
    }

    func progress() -> [JobProgress] { running.progress }

    /// Why the cache folder cannot be used, as a probe that writes finds out; nil: it can.
    ///
    /// A folder of the worker's own that somebody removed is made again.
    var trouble: FailureReason? {
        var trouble = cache.trouble(writing: 4096)
        if trouble?.code == .notACache, let remote, (try? remote.scratch.restore()) != nil {
            trouble = cache.trouble(writing: 4096)
        }
        return trouble.map(FailureReason.init(trouble:))
    }

    func probe(_ answer: @escaping @Sendable (FailureReason?) -> Void) {
        Task.detached { [self] in answer(trouble) }
    }

    /// Cancels what runs and ends the render threads; with a job still under way they end with the process.
    func stop() async {
        cancel(tasks.withLock { Array($0.keys) })
        guard !running.isEmpty else { return await rendering.stop() }
        // Its threads must not outlive it, and one of them does not end.
        _ = unsafe Unmanaged.passRetained(self)
    }

    private func render(_ job: AssignedJob, _ spec: JobSpec, _ reporter: JobReporter) {
        let progress = running.begin(job.lease, .render)
        let files = remote.map { JobFiles($0, progress) }
        let work = RenderPool.Work(
            spec: spec,
            source: sources[spec.source],
            redactor: sources.redactor,
            failpoint: failpoints.action(at: spec),
            cache: files?.cache ?? cache,
            progress: progress
        ) { [self] outcome, started in
            guard let files else { return end(job, outcome, since: started, progress, reporter) }
            task(job) { [self] in
                let outcome = await delivered(outcome, files)
                end(job, outcome, since: started, progress, reporter)
            }
        }
        guard let files else { return rendering.run(work) }
        task(job) { [self] in
            do {
                try await files.fetch(blobs: spec.inputs)
                rendering.run(work)
            } catch {
                end(job, .failed(FailureReason(stage: error, of: cache)), since: nil, progress, reporter)
            }
        }
    }

    /// Brings what a job wrote to the coordinator, before its result.
    private func delivered(_ outcome: EndedJob.Outcome, _ files: JobFiles) async -> EndedJob.Outcome {
        do {
            try await files.deliver()
            return outcome
        } catch {
            guard case .done = outcome else { return outcome }
            return .failed(FailureReason(stage: error, of: cache))
        }
    }

    private func task(_ job: AssignedJob, _ body: @escaping @Sendable () async -> Void) {
        tasks.withLock { $0[job.lease] = Task { await body() } }
    }

    private func end(
        _ job: AssignedJob,
        _ outcome: EndedJob.Outcome,
        since started: ContinuousClock.Instant?,
        _ progress: RunningJob,
        _ reporter: JobReporter
    ) {
        running.end(progress)
        tasks.withLock { _ = $0.removeValue(forKey: job.lease) }
        reporter.report([job.ended(outcome, since: started, hostPauseMs: progress.hostPauseMs)])
    }

    private func fetch(_ job: AssignedJob, _ spec: JobSpec, _ reporter: JobReporter) {
        guard let source = sources[spec.source] else {
            return reporter.report([job.ended(.failed(.unknownSource(spec.source)))])
        }
        let failpoint = failpoints.action(at: spec)
        task(job) { [fetching, self] in
            let started = ContinuousClock.now
            let progress = running.begin(job.lease, .fetch)
            await failpoint?.performInTask()
            // What is read is the same wherever redirects lead.
            let description = spec.redirect == nil ? job.spec : spec.unredirected.serializedBytes()
            let files = remote.map { JobFiles($0, progress) }
            var outcome = await fetching.using(files).run(
                spec,
                source,
                stamp: source.stamp(of: description),
                revalidation: job.revalidation,
                progress
            )
            if let files { outcome = await delivered(outcome, files) }
            end(job, outcome, since: started, progress, reporter)
        }
    }
}

extension AssignedJob {
    /// - Parameter start: When the job began; nil: it did not.
    func ended(
        _ outcome: EndedJob.Outcome,
        since start: ContinuousClock.Instant? = nil,
        hostPauseMs: UInt64? = nil
    ) -> EndedJob {
        let microseconds = start.map { UInt64(max(0, (ContinuousClock.now - $0) / .microseconds(1))) } ?? 0
        return EndedJob(lease: lease, outcome: outcome, microseconds: microseconds, hostPauseMs: hostPauseMs)
    }
}
