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
    private let fetching: FetchServices
    private let rendering: RenderPool
    private let sources: SourceContexts
    private let failpoints: Failpoints
    /// Fetches under way; no task group, which would wait for a job that hangs and cannot be cancelled.
    private let tasks = Mutex<[JobLease: Task<Void, Never>]>([:])

    private let running: RunningJobs

    init(
        cache: DiskCache,
        fetcher: any RequestFetcher,
        secrets: [String],
        fetchSlots: Int,
        renderThreads: Int,
        failpoints: Failpoints,
        flightRecorder: FlightRecorder?
    ) throws {
        self.cache = cache
        sources = SourceContexts(secrets: secrets)
        self.failpoints = failpoints
        running = RunningJobs(flightRecorder: flightRecorder)
        fetching = FetchServices(cache: cache, fetcher: fetcher, largeBodies: LargeBodies(slots: max(1, fetchSlots)))
        rendering = try RenderPool(threads: renderThreads, stages: RenderStages(cache: cache), running: running)
    }

    func configure(_ configs: [SourceConfig]) { sources.replace(configs) }

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
            case .render:
                let failpoint = failpoints.action(at: spec)
                rendering.run(job, spec, sources[spec.source], sources.redactor, failing: failpoint, reporter)
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
    var trouble: FailureReason? { cache.trouble(writing: 4096).map(FailureReason.init(trouble:)) }

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

    private func fetch(_ job: AssignedJob, _ spec: JobSpec, _ reporter: JobReporter) {
        guard let source = sources[spec.source] else {
            return reporter.report([job.ended(.failed(.unknownSource(spec.source)))])
        }
        let failpoint = failpoints.action(at: spec)
        tasks.withLock { tasks in
            tasks[job.lease] = Task { [fetching, self] in
                let started = ContinuousClock.now
                let progress = running.begin(job.lease, .fetch)
                await failpoint?.performInTask()
                // What is read is the same wherever redirects lead.
                let description = spec.redirect == nil ? job.spec : spec.unredirected.serializedBytes()
                let outcome = await fetching.run(
                    spec,
                    source,
                    stamp: source.stamp(of: description),
                    revalidation: job.revalidation,
                    progress
                )
                running.end(progress)
                self.tasks.withLock { _ = $0.removeValue(forKey: job.lease) }
                reporter.report([job.ended(outcome, since: started, hostPauseMs: progress.hostPauseMs)])
            }
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
